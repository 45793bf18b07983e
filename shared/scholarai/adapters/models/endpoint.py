"""The interface of a provider's protocol; `chat_models.py` builds on it for all providers."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Protocol

from scholarai.adapters.models.faults import BROKEN_CALLS, EMPTY_CALLS, CallFailedError, failed, refused
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
    """

    text: str = ""
    finish: str | None = None
    tokens: tuple[int, int] | None = None
    cached: int = 0
    model: str | None = None


class Endpoint(Protocol):
    """Sends prompts in one protocol. All raise CallFailedError, whose messages hold neither prompt nor key."""

    def stream(self, prompt: Prompt, model: str, timeout_s: float) -> Generator[Piece, None, None]:
        """Yield the reply as it arrives. `timeout_s` bounds each wait; the caller bounds the whole."""
        ...

    def whole(self, prompt: Prompt, model: str, timeout_s: float) -> Piece:
        """Return the reply in one piece; of a ReplyPrompt the JSON as it came."""
        ...

    def fault(self, finish: str | None, *, has_text: bool) -> CallFailedError | None:
        """Return the failure that a finish reason means, None if the text can be used."""
        ...


class ServerEndpoint(Endpoint, Protocol):
    """An endpoint of a server that lists its models."""

    def models(self) -> list[str]:
        """Return the names of the models that it has."""
        ...

    def window(self, model: str) -> int | None:
        """Return how many tokens a model reads and writes at once, None where the server does not tell."""
        ...

    def takes_images(self, model: str) -> bool | None:
        """Return whether a model reads images, None where the server does not tell."""
        ...


def fault_of_end(finish: str | None, *, has_text: bool, forbidden: frozenset[str]) -> CallFailedError | None:
    """Return the failure that a finish reason means, None if the text can be used, as a text cut at LENGTH can.

    Without a reason the text broke off. `forbidden` are the provider's words for what the model may not say.
    """
    if finish in {STOP, LENGTH} and has_text:
        return None
    if finish == LENGTH:
        return failed("model_out_of_tokens", "the model used up its tokens", again="elsewhere", paid_calls=EMPTY_CALLS)
    if finish is None and has_text:
        return failed("stream_broken", "the model's answer broke off", paid_calls=BROKEN_CALLS)
    if finish in forbidden:
        return refused("model_blocked_answer", f"the model may not answer this ({finish})")
    return failed("model_empty", f"the model gave no answer ({finish or 'no reason'})", paid_calls=EMPTY_CALLS)
