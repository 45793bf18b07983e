"""What the server can be told to answer, once each, in the order scripted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from threading import Event
from typing import Any


@dataclass(frozen=True, slots=True)
class Answer:
    """A generated text; in a stream it comes in `pieces`. `finish` may be None: the stream just ends.

    With `rest`, what follows the first piece of a stream waits for that event.
    """

    text: str
    finish: str | None = "STOP"
    pieces: int = 3
    thought_tokens: int = 0
    model_version: str | None = None
    rest: Event | None = None


@dataclass(frozen=True, slots=True)
class Parts:
    """Content of any kind, part by part as Google's API writes them: thoughts, calls of functions, text."""

    parts: tuple[Mapping[str, Any], ...]
    finish: str | None = "STOP"


@dataclass(frozen=True, slots=True)
class Failure:
    """An HTTP error in Google's form.

    `retry_delay_s` becomes a RetryInfo, `retry_after_s` a header, `per_day` a QuotaFailure of a day's quota.
    """

    status: int
    retry_delay_s: float | None = None
    per_day: bool = False
    reason: str | None = None
    message: str = "scripted failure"
    text_body: str | None = None
    retry_after_s: int | None = None


@dataclass(frozen=True, slots=True)
class Blocked:
    """The prompt was blocked: no candidates, a block reason."""

    reason: str = "SAFETY"


@dataclass(frozen=True, slots=True)
class Empty:
    """200 with nothing in it; with `candidate` a candidate without content."""

    candidate: bool = False
    finish: str | None = None


@dataclass(frozen=True, slots=True)
class Cut:
    """The connection breaks after the first pieces of `text`, or before any byte when it is empty."""

    text: str = ""


@dataclass(frozen=True, slots=True)
class Garbage:
    """200 with a body that is no JSON."""

    body: str = '{"candidates": [{"content"'


@dataclass(frozen=True, slots=True)
class Slow:
    """Silence before the reply; with `between_pieces` before each further piece of a stream too."""

    seconds: float
    then: Answer = Answer("late")
    between_pieces: bool = False


@dataclass(frozen=True, slots=True)
class Vectors:
    """Embeddings that are `count` too few or too many, of other dimensions, or not finite."""

    count: int = 0
    dimensions: int | None = None
    value: float | None = None


Reply = Answer | Parts | Failure | Blocked | Empty | Cut | Garbage | Slow | Vectors
