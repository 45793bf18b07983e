"""The failures of calls to models, and whether trying again can help."""

from __future__ import annotations

from typing import Literal

from scholarai.domain.errors import ModelRefusedError, ScholarError, TransientError

Again = Literal["here", "elsewhere", "never"]
_LATER_ACTION = "Ask again in a moment."
# The most calls in all after useless replies that are charged: empty ones, which a second call seldom cures, and ones that
# broke off, after which the same model is tried again and then the fallback. Guesses, kept low because each call is paid.
EMPTY_CALLS = 2
BROKEN_CALLS = 3


class CallFailedError(Exception):
    """A call failed with `error`; the same model (`here`), another one (`elsewhere`) or none (`never`) may do better.

    `paid_calls` is 0 for a failure that costs nothing; else the call is charged, and no more than so many may be in all.
    """

    def __init__(self, error: ScholarError, again: Again, *, paid_calls: int = 0) -> None:
        super().__init__(error.code)
        self.error = error
        self.again = again
        self.paid_calls = paid_calls


def failed(
    code: str,
    detail: str,
    *,
    action: str = _LATER_ACTION,
    again: Again = "here",
    retry_after_s: float | None = None,
    paid_calls: int = 0,
) -> CallFailedError:
    """Return a failure that may pass."""
    error = TransientError(code, detail, action=action, retry_after_s=retry_after_s)
    return CallFailedError(error, again, paid_calls=paid_calls)


def refused(code: str, detail: str, *, again: Again = "never", paid_calls: int = 0) -> CallFailedError:
    """Return a failure that repeating the call will not cure."""
    error = ModelRefusedError(code, detail, action="Ask in other words, or about another passage.")
    return CallFailedError(error, again, paid_calls=paid_calls)


def broken_off(failure: CallFailedError) -> CallFailedError:
    """Return what a failure after the first text means: the reply broke off, unless it timed out or was refused."""
    if not isinstance(failure.error, TransientError) or failure.paid_calls or failure.error.code == "model_timeout":
        return failure
    return failed("stream_broken", "the model's answer broke off", paid_calls=BROKEN_CALLS)


def misconfigured(detail: str, action: str) -> CallFailedError:
    """Return a failure that the operator can cure; it is transient, since a redelivery after that succeeds."""
    return CallFailedError(TransientError("model_misconfigured", detail, action=action), "never")
