"""The interface of a provider's protocol; `chat_models.py` builds on it for all providers."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Protocol

from scholarai.adapters.models.faults import CallFailedError, failed, refused
from scholarai.prompting.prompt import Prompt

# Why a text ended; further reasons are the provider's own words.
STOP = "stop"
LENGTH = "length"


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A piece of a reply, or all of it.

    Attributes:
        text: Without what the model thought.
        finish: Why the text ended (STOP, LENGTH, or the provider's word), None while it has not.
        tokens: Read and written so far, where the provider tells.
        cached: Of those read, how many came out of the provider's cache.
        model: The model that really answers, where the provider tells.
        voids: Whether all text before it was no part of the reply.
    """

    text: str = ""
    finish: str | None = None
    tokens: tuple[int, int] | None = None
    cached: int = 0
    model: str | None = None
    voids: bool = False


class Endpoint(Protocol):
    """Sends prompts in one protocol. All raise CallFailedError, whose messages hold neither prompt nor key."""

    def pieces(self, prompt: Prompt, model: str, timeout_s: float, *, streamed: bool) -> Generator[Piece, None, None]:
        """Yield the reply, as it arrives if it is `streamed`; of a ReplyPrompt the JSON as it came.

        `timeout_s` bounds each wait; the caller bounds the whole.
        """
        ...

    def fault(self, finish: str | None, *, has_text: bool) -> CallFailedError | None:
        """Return the error for a finish reason, or None if the text can be used."""
        ...


def fault_of_end(finish: str | None, *, has_text: bool, forbidden: frozenset[str]) -> CallFailedError | None:
    """Return the error for a finish reason, or None if the text can be used; a text that was cut at LENGTH can.

    No reason means that the stream broke off. `forbidden` are the provider's reasons for a blocked answer.
    """
    if finish in {STOP, LENGTH} and has_text:
        return None
    if finish == LENGTH:
        return failed("model_out_of_tokens", "the model used up its tokens", is_paid=True)
    if finish is None and has_text:
        return failed("stream_broken", "the model's answer broke off", is_paid=True)
    if finish in forbidden:
        return refused("model_blocked_answer", f"the model may not answer this ({finish})")
    return failed("model_empty", f"the model gave no answer ({finish or 'no reason'})", is_paid=True)
