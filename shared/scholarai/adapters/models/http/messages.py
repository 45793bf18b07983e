"""The parts that servers' protocols share: turns, texts without thoughts, and the ends of streams."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from typing import Any

from scholarai.adapters.models.endpoint import Piece
from scholarai.adapters.models.http.faults import Server
from scholarai.adapters.models.http.thoughts import without_fence, without_thoughts
from scholarai.adapters.models.http.windows import WindowFor, check_read
from scholarai.prompting.prompt import Prompt, ReplyPrompt, turns_before

Events = Generator[dict[str, Any], None, None]


def turns_of(prompt: Prompt) -> list[dict[str, Any]]:
    """Return what stands before a request as messages: the prefix with a word of receipt, and the earlier turns."""
    return [
        {"role": "assistant" if turn.role in {"assistant", "model"} else "user", "content": turn.text}
        for turn in turns_before(prompt)
    ]


def with_system(prompt: Prompt) -> list[dict[str, Any]]:
    """Return the earlier turns behind the instructions, where these are a message, too."""
    return [*([{"role": "system", "content": prompt.system}] if prompt.system else []), *turns_of(prompt)]


def whole_text(prompt: Prompt, said: str) -> str:
    """Return a reply without thoughts, and of a ReplyPrompt without the marks of a block of code."""
    text = "".join(without_thoughts([said]))
    return without_fence(text) if isinstance(prompt, ReplyPrompt) else text


def streamed(
    prompt: Prompt,
    server: Server,
    events: Events,
    read: Callable[[Events, list[Piece]], Iterator[str]],
    window_for: WindowFor,
) -> Generator[Piece, None, None]:
    """Yield what `read` makes of a stream's events: its texts, then its end, which `read` puts into a list.

    Raises:
        CallFailedError: `prompt_truncated` if the server read less than it was sent.
    """
    ends: list[Piece] = []
    with closing(events):
        for text in without_thoughts(read(events, ends)):
            yield Piece(text=text)
    for piece in ends:
        check_read(prompt, piece.tokens, server, window_for)
        yield piece
