"""The values that are sent to a model: prompts with their turns, pictures and limits."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

from scholarai.domain.ids import PaperId
from scholarai.domain.values import Value

if TYPE_CHECKING:
    from scholarai.prompting.replies import Reply

R = TypeVar("R", bound="Reply")
Effort = Literal["low", "medium"]
# Characters of an English token, on average; providers say about four.
CHARACTERS_PER_TOKEN = 4
_RECEIVED = "I have read this."


class Turn(Value, frozen=True, kw_only=True):
    """One earlier turn of a conversation."""

    role: str
    text: str


class Prompt(Value, frozen=True, kw_only=True):
    """Instructions, earlier turns and the request, with the bounds of the reply.

    `prefix` stands before the first turn and is the same for every question about the same papers, so that providers can
    cache it. `images` are PNG bytes shown beside `user`. `spare` are parts of `user` that are left out, the last one first,
    if the prompt exceeds the model's context. `max_output_tokens` is the length of the visible reply: adapters add what a model
    may think. `effort` is how much a reasoning model should think.
    """

    system: str
    user: str
    prefix: str = ""
    history: tuple[Turn, ...] = ()
    images: tuple[bytes, ...] = ()
    spare: tuple[str, ...] = ()
    temperature: float = 0.2
    max_output_tokens: int = 2_048
    effort: Effort = "low"


class ReplyPrompt(Prompt, Generic[R], frozen=True, kw_only=True):
    """A prompt that is answered with JSON; `reply` is the class that has its schema and parses it."""

    reply: type[R]

    def schema(self) -> Mapping[str, Any]:
        """Return the JSON schema of the reply, as the model is shown it."""
        return _schema(self.reply)


class Picture(Value, frozen=True, kw_only=True):
    """A PNG of a printed figure, table or equation; `label` names it ("Figure 2", "Equation (3)")."""

    paper_id: PaperId
    label: str
    page_number: int | None
    png: bytes


class ChatLimits(Value, frozen=True, kw_only=True):
    """The temperature and length of an answer, and how much of the conversation and of the papers is shown.

    Papers of at most `whole_tokens` together are shown whole.
    """

    temperature: float = 0.2
    max_output_tokens: int = 2_048
    history_tokens: int = 4_000
    whole_tokens: int = 0


def turns_before(prompt: Prompt) -> tuple[Turn, ...]:
    """Return the turns before the request; the prefix gets a reply, since some models accept no two user turns in a row."""
    if not prompt.prefix:
        return prompt.history
    return (Turn(role="user", text=prompt.prefix), Turn(role="model", text=_RECEIVED), *prompt.history)


@functools.cache
def _schema(reply: type[Reply]) -> Mapping[str, Any]:
    """Return a cached schema: generating one takes 0.6 ms, and a review asks for hundreds of replies."""
    return reply.model_json_schema()
