"""What can go wrong, as a tree: a code, a sentence, what the user can do, and whether trying again can help.

ScholarError
├── PaperFaultError      the paper itself cannot be read; permanent, ends as status `failed`
├── TransientError       a dependency is slow, busy or down; trying again can help
├── ClaimLostError       another worker took the paper over; stop without a trace
├── InvalidRequestError  the caller's input is wrong
├── NotFoundError        unknown, or another owner's
├── NotReadyError        the paper is still being extracted
├── ModelRefusedError    the model may not answer this
├── LimitReachedError    the owner has taken what a day allows
└── ConflictError        the state of the thing forbids it
    └── ChangedMeanwhileError  it was changed since it was read
"""

from __future__ import annotations

from scholarai.domain.usage import ModelUsage


class ScholarError(Exception):
    """Base of every error of this package.

    Args:
        code: Stable name in snake_case, for programs.
        detail: One sentence for a person; never a paper's text, a question or a key.
        action: What the user can do about it, as a sentence, or empty.
        retry_after_s: When trying again makes sense, where that is known.

    Attributes:
        file: The file that a caller in Python named, where the error is about one.
        usage: What the calls to models took that ended so, where they were charged.
    """

    retryable = False
    file: str = ""
    usage: ModelUsage | None = None

    def __init__(self, code: str, detail: str, *, action: str = "", retry_after_s: float | None = None) -> None:
        super().__init__(f"{code}: {detail}")
        self.code = code
        self.detail = detail
        self.action = action
        self.retry_after_s = retry_after_s

    @property
    def in_words(self) -> str:
        """The code, what is wrong, and what to do about it, on one line."""
        end = "" if not self.action or self.detail.endswith((".", "!", "?")) else "."
        return f"{self.code}: {self.detail}{end} {self.action}".rstrip()

    def __str__(self) -> str:
        return f"{self.file}: {super().__str__()}" if self.file else super().__str__()

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (type(self), super().__str__(), self.__dict__.copy())


def _rebuild(kind: type[ScholarError], message: str, state: dict[str, object]) -> ScholarError:
    error = kind.__new__(kind, message)
    error.__dict__.update(state)
    return error


class PaperFaultError(ScholarError):
    """The paper cannot be read: not a PDF, encrypted, damaged, too large, without usable text."""


class TransientError(ScholarError):
    """A dependency failed in a way that may pass: 429, 5xx, a timeout, a lock."""

    retryable = True


class ClaimLostError(ScholarError):
    """Another worker has claimed the paper; this one must not store anything more."""


class InvalidRequestError(ScholarError):
    """The request is invalid; `status` is the HTTP status of the answer."""

    def __init__(
        self, code: str, detail: str, *, action: str = "", retry_after_s: float | None = None, status: int = 422
    ) -> None:
        super().__init__(code, detail, action=action, retry_after_s=retry_after_s)
        self.status = status


class NotFoundError(ScholarError):
    """Unknown to this owner; another owner's things are as unknown as missing ones."""


class NotReadyError(ScholarError):
    """The paper is not extracted yet; `retry_after_s` says when to ask again."""

    retryable = True


class ConflictError(ScholarError):
    """The thing is in a state that forbids the call, such as a question on a failed paper."""


class ChangedMeanwhileError(ConflictError):
    """What was to be changed was changed since it was read; `current` is it as it stands."""

    def __init__(self, code: str, detail: str, *, action: str = "", current: object) -> None:
        super().__init__(code, detail, action=action)
        self.current = current


class ModelRefusedError(ScholarError):
    """The model refused to answer (safety, recitation, prohibited content); asking again cannot help."""


class LimitReachedError(ScholarError):
    """The owner's limit of a day or a minute is reached; `retry_after_s` says when it resets."""

    retryable = True


class DimensionMismatchError(ScholarError):
    """Vectors of two embedding spaces were about to be mixed."""


def sentence_of(error: ScholarError) -> str:
    """Return an error's sentence and what can be done about it."""
    first = error.detail.partition(" ")[0]
    detail = f"{first.capitalize() if first.islower() else first}{error.detail[len(first) :].rstrip('.')}"  # "arXiv"
    return f"{detail}. {error.action}".strip()
