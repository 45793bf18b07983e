"""Leaves out of requests what a service refuses, gives models more room that ran out of it, and remembers both."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Generator
from contextlib import closing
from dataclasses import dataclass

from msgspec.structs import replace

from scholarai.adapters.models.capabilities import room_for_thoughts
from scholarai.adapters.models.endpoint import LENGTH, Piece
from scholarai.adapters.models.faults import CallFailedError
from scholarai.domain.limits import THINKING_TOKENS
from scholarai.prompting.prompt import Prompt, ReplyPrompt

# Parts of a request that a service may not know, with the words by which its errors name them. "schema", "json" and "tool" are
# ways to ask for JSON, "room" is the allowance for thoughts, "limit" the usual name of the limit of tokens.
PARTS = {
    "effort": re.compile(r"effort|reasoning|think", re.IGNORECASE),
    "temperature": re.compile(r"temperature", re.IGNORECASE),
    "top_p": re.compile(r"top_?p", re.IGNORECASE),
    "top_k": re.compile(r"top_?k", re.IGNORECASE),
    "schema": re.compile(
        r"response_?format|output_config|output_format|schema|grammar|structured|format", re.IGNORECASE
    ),
    "json": re.compile(r"response_?format|response_?mime|json", re.IGNORECASE),
    "tool": re.compile(r"tool", re.IGNORECASE),
    "room": re.compile(r"max_?(?:completion_?|output_?)?tokens", re.IGNORECASE),
    "limit": re.compile(r"max_?(?:completion_?)?tokens", re.IGNORECASE),
    "usage": re.compile(r"stream_options|include_usage", re.IGNORECASE),
}
# By how much the allowance for thoughts grows when it did not suffice, and how far. Guesses.
_GROWTH, _MOST_GROWTH = 4, 16


@dataclass(slots=True)
class _Learnt:
    """The parts that a model's service refused, and how many times the usual allowance for thoughts the model gets."""

    refused: frozenset[str] = frozenset()
    growth: int = 1


# By a service's address and a model's name.
_LEARNT: dict[tuple[str, str], _Learnt] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """A prompt with room for thoughts, and which parts a request for it may have; `sent` are those that it has."""

    prompt: Prompt
    refused: frozenset[str]
    sent: set[str]

    def may(self, part: str) -> bool:
        """Tell whether a part of the request may be sent, and record that it is."""
        if part in self.refused:
            return False
        self.sent.add(part)
        return True

    def way(self, *ways: str) -> str:
        """Return the first way to ask for JSON that was not refused; empty where there is none, and for a text."""
        if not isinstance(self.prompt, ReplyPrompt):
            return ""
        return next((way for way in ways if self.may(way)), "")

    def user(self, way: str) -> str:
        """Return the request's text, with an example of the JSON where its shape is not told in another way."""
        if not isinstance(self.prompt, ReplyPrompt) or way in {"schema", "tool"}:
            return self.prompt.user
        return f"{self.prompt.user}\n\nAnswer with JSON of this shape and nothing else: {self.prompt.example()}"


def refused_part(said: str, sent: Collection[str]) -> str:
    """Return the first of the parts sent that an error names; empty where it names none."""
    found = ((match.start(), part) for part, words in PARTS.items() if part in sent and (match := words.search(said)))
    return min(found, default=(0, ""))[1]


def adapted(
    address: str,
    model: str,
    prompt: Prompt,
    call: Callable[[Asking], Generator[Piece, None, None]],
    *,
    is_hosted: bool,
) -> Generator[Piece, None, None]:
    """Yield what `call` yields, called again without a part of the request that the service refuses, which costs nothing.

    Args:
        address: Of the service.
        model: By the service's name.
        prompt: Its limit grows by what the model may think.
        call: Sends a request; a failure names the part that was refused in `CallFailedError.part`.
        is_hosted: Whether somebody else runs the service, so that an allowance takes nothing from the prompt.
    """
    learnt = _LEARNT.setdefault((address, model), _Learnt())
    refused = learnt.refused
    while True:
        asking = Asking(
            prompt=_with_room(prompt, model, learnt.growth, refused, is_hosted), refused=refused, sent=set()
        )
        if asking.prompt.max_output_tokens > prompt.max_output_tokens:
            asking.sent.add("room")
        has_text = is_accepted = False
        try:
            with closing(call(asking)) as pieces:
                for piece in pieces:
                    is_accepted, has_text = True, has_text or bool(piece.text)
                    learnt.refused |= refused
                    if piece.finish == LENGTH and not has_text:
                        learnt.growth = min(learnt.growth * _GROWTH, _MOST_GROWTH)
                    yield piece
        except CallFailedError as failure:
            if is_accepted or not failure.part or failure.part in refused:
                raise
            refused |= {failure.part}
        else:
            return


def _with_room(prompt: Prompt, model: str, growth: int, refused: frozenset[str], is_hosted: bool) -> Prompt:
    if "room" in refused:
        return prompt
    room = room_for_thoughts(model, prompt.effort, is_hosted=is_hosted)
    room = max(room, THINKING_TOKENS if growth > 1 else 0) * growth
    return replace(prompt, max_output_tokens=prompt.max_output_tokens + room)
