"""Models that embed, answer, write text, reply in a given shape, and rerank."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Generic, Literal, Protocol, runtime_checkable

from scholarai.domain.chat import Evidence
from scholarai.domain.errors import TransientError
from scholarai.domain.paper import EmbeddingSpace
from scholarai.domain.usage import ModelUsage
from scholarai.domain.values import Value
from scholarai.prompting.prompt import Prompt, R, ReplyPrompt
from scholarai.retrieval.vectors import WindowVectors

if TYPE_CHECKING:
    from scholarai.retrieval.vectors import Vector


class Embedder(Protocol):
    """Turns text into vectors of one space. Raises TransientError when the model cannot be reached in time."""

    space: EmbeddingSpace

    def embed_texts(self, texts: Sequence[str]) -> Sequence[WindowVectors]:
        """Return vectors for each text, in order; a text longer than the model's window gets several rows."""
        ...

    def embed_query(self, question: str) -> Vector:
        """Return the unit vector of a question, to be compared with those of `embed_texts`."""
        ...


@runtime_checkable
class SentenceMatcher(Protocol):
    """What an embedder offers that reads a question and a sentence piece by piece, on this machine."""

    def match(self, question: str, sentences: Sequence[str]) -> Sequence[float]:
        """Return how closely each sentence matches the question, up to 1."""
        ...


class Recipient(Value, frozen=True, kw_only=True):
    """The company and service that get the texts which models are asked with.

    `place` is the region that processes them, None if it cannot be chosen; `keyed` tells that we use an API key.
    """

    company: str
    service: str
    models: tuple[str, ...]
    place: str | None = None
    keyed: bool = False


class AnswerRequest(Value, frozen=True, kw_only=True):
    """All that an answerer may use. `prompt` says the same as the other fields, for models that read text.

    `timeout_s` bounds all attempts together, where it is shorter than the answerer's own bound. `shown` are sentences that the
    reader has seen in this conversation: they are not quoted again.
    """

    question: str
    evidence: tuple[Evidence, ...]
    prompt: Prompt
    timeout_s: float | None = None
    shown: tuple[str, ...] = ()


# Why a text ended: the model had finished, or it reached its limit.
Finish = Literal["stop", "length"]


class AnswerDelta(Value, frozen=True, kw_only=True):
    """A piece of an answer as it streams.

    Attributes:
        text: In the answer format of `prompting`.
        usage: What the answer took so far, failed attempts included; the latest one counts.
        finish: On the last piece.
        restart: The attempt failed: all text before this piece is void, and another attempt follows or an error.
    """

    text: str = ""
    usage: ModelUsage | None = None
    finish: Finish | None = None
    restart: bool = False


class Answerer(Protocol):
    """Answers from evidence, in the answer format that `citations` parses.

    Raises TransientError (also in mid-stream) when the model is busy, down or too slow, after its own bounded
    retries and fallback; ModelRefusedError when it may not answer.
    """

    @property
    def name(self) -> str:
        """The model's name, as it is asked for."""
        ...

    @property
    def verbatim(self) -> bool:
        """Whether it says nothing but sentences of the evidence, so that asking it again changes nothing."""
        ...

    def answer(self, request: AnswerRequest) -> Iterator[AnswerDelta]:
        """Yield the answer as it comes; what was spent before an error is raised is yielded first."""
        ...


class Generation(Value, frozen=True, kw_only=True):
    """One finished text of a model."""

    text: str
    usage: ModelUsage
    finish: Finish = "stop"


class TypedReply(Value, Generic[R], frozen=True, kw_only=True):
    """A reply of the class that its prompt names, and what all attempts at it took."""

    reply: R
    usage: ModelUsage


class UnusableAnswerError(TransientError):
    """The model answered twice, and neither answer can be used; `usage` is that of both, which is paid all the same."""

    usage: ModelUsage

    def __init__(self, code: str, detail: str, *, action: str = "", usage: ModelUsage) -> None:
        super().__init__(code, detail, action=action)
        self.usage = usage


class TextModel(Protocol):
    """Writes text in one piece. Raises like Answerer; the error's `usage` is what failed calls took."""

    @property
    def name(self) -> str:
        """The model's name, as it is asked for."""
        ...

    def generate(self, prompt: Prompt) -> Generation:
        """Return the finished text."""
        ...


class ReplyModel(Protocol):
    """Replies with JSON of a given class. Raises like Answerer."""

    @property
    def name(self) -> str:
        """The model's name, as it is asked for."""
        ...

    def reply(self, prompt: ReplyPrompt[R]) -> TypedReply[R]:
        """Return the reply, its strings without characters that nobody sees.

        Raises:
            UnusableAnswerError: If the model gave no such reply, asked twice.
        """
        ...


class LanguageModel(TextModel, ReplyModel, Protocol):
    """Writes text and replies with JSON."""


class Reranked(Value, frozen=True, kw_only=True):
    """Scores of passages from 0 to 1 in the order given, None where there is none, and what they took."""

    scores: tuple[float | None, ...]
    usage: ModelUsage | None = None


class Reranker(Protocol):
    """Says how well passages answer a question. Raises like Answerer."""

    def score(self, question: str, passages: Sequence[str]) -> Reranked:
        """Return one score per passage."""
        ...
