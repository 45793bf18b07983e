"""Fits prompts into a model's window, and notices where a server read less than it was sent."""

from __future__ import annotations

import json
import math
import re

from msgspec.structs import replace

from scholarai.adapters.models.http.faults import Server, prompt_too_long, prompt_truncated
from scholarai.prompting.prompt import Prompt, ReplyPrompt

# Of a run of letters; tokenizers make four to six characters of English a token, and fewer of other languages.
_LETTERS_PER_TOKEN = 4
# What roles and borders of messages take, and what an image does; guesses on the safe side.
_TOKENS_PER_MESSAGE, _TOKENS_PER_IMAGE = 16, 1_600
_CLOSE_TOKENS = 8
_LETTERS = re.compile(r"[A-Za-z]+")
_SIGNS = re.compile(r"[^A-Za-z\s]|\n")
_WIDE = re.compile(r"[^\x00-\x7f]")
_WORDS = re.compile(r"\w+")


def fitted(prompt: Prompt, window: int | None, server: Server) -> Prompt:
    """Return the prompt as the window has room for it beside the reply: earlier turns go first, then spare parts.

    The reply gets half of a small window at most, so that there is room for a question. Without a window, all is sent.

    Raises:
        CallFailedError: `prompt_too_long` if it does not fit without them either.
    """
    if window is None:
        return prompt
    prompt = replace(prompt, max_output_tokens=min(prompt.max_output_tokens, window // 2))
    excess = tokens_at_most(prompt) + prompt.max_output_tokens - window
    while excess > 0:
        if prompt.history:
            excess -= _tokens_of(prompt.history[0].text) + _TOKENS_PER_MESSAGE
            prompt = replace(prompt, history=prompt.history[1:])
        elif prompt.spare:
            *kept, last = prompt.spare
            excess -= _tokens_of(last)
            prompt = replace(prompt, user=prompt.user.replace(f"{last}\n\n", "", 1), spare=tuple(kept))
        else:
            raise prompt_too_long(server)
    return prompt


def check_read(prompt: Prompt, read: int, server: Server, window: int | None) -> None:
    """Compare what the server says it read with what it was sent: no tokenizer makes fewer tokens than there are words.

    Servers that cut keep as much as the window holds, or as it holds beside the reply: such a number is suspect, too.

    Raises:
        CallFailedError: `prompt_truncated` if it read less.
    """
    least = sum(len(_WORDS.findall(part)) for part in _messages(prompt))
    if read < least:
        raise prompt_truncated(server, least, read)
    if window is not None and (
        read >= window - _CLOSE_TOKENS or abs(window - prompt.max_output_tokens - read) <= _CLOSE_TOKENS
    ):
        raise prompt_truncated(server, max(least, read + 1), read)


def tokens_at_most(prompt: Prompt) -> int:
    """Return an upper bound for the number of tokens of a prompt with common tokenizers."""
    shape = [json.dumps(prompt.schema())] if isinstance(prompt, ReplyPrompt) else []
    text = sum(_tokens_of(part) for part in (*_messages(prompt), *shape))
    return text + (2 + len(prompt.history)) * _TOKENS_PER_MESSAGE + len(prompt.images) * _TOKENS_PER_IMAGE


def _tokens_of(text: str) -> int:
    letters = sum(math.ceil(len(run) / _LETTERS_PER_TOKEN) for run in _LETTERS.findall(text))
    return letters + len(_SIGNS.findall(text)) + len(_WIDE.findall(text))


def _messages(prompt: Prompt) -> list[str]:
    return [prompt.system, prompt.prefix, prompt.user, *(turn.text for turn in prompt.history)]
