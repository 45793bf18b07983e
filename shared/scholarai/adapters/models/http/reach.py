"""Measures the context window of a server that does not report it, by sending texts of known length."""

from __future__ import annotations

import logging
import math
from collections.abc import Callable
from dataclasses import dataclass

from scholarai.adapters.models.faults import CallFailedError

# The window assumed of a server that reports neither its window nor how much it read: the smallest default that llama.cpp
# and Ollama have had.
ASSUMED_TOKENS = 2_048
# A prompt that any server reads beside its reply, for the same reason.
SAFE_TOKENS = 1_024
# By how much a text of many copies may be shorter than a few copies predict.
_SLACK_TOKENS = 16
_SENTENCE = "The kettle boils after ninety seconds, as the table shows.\n"
_FEW, _SOME = 8, 24

_LOG = logging.getLogger(__name__)


@dataclass(slots=True)
class _Reach:
    """The longest text that was read whole, the window once a text was cut, and whether longer texts are refused."""

    read: int = 0
    window: int | None = None
    refuses: bool = False

    def tells(self, tokens: int) -> bool:
        """Return whether it is known how the server treats so many tokens; a server that refuses cuts nothing."""
        return self.refuses or self.window is not None or tokens <= self.read


_REACHES: dict[tuple[str, str], _Reach] = {}


def measured_window(
    known: tuple[str, str], prompt_tokens: int, reply_tokens: int, count: Callable[[str], int | None]
) -> int | None:
    """Return how many tokens a server reads and writes at once; None where it reads the prompt, or refuses what is too long.

    Args:
        known: The server's address and the model's name. Each pair is measured once, and again for longer prompts.
        prompt_tokens: Of the prompt.
        reply_tokens: Of the reply at most.
        count: Sends a text and returns the tokens that the server says it read, None where it does not say.

    Raises:
        CallFailedError: If the server cannot be asked.
    """
    reach = _REACHES.setdefault(known, _Reach())
    if prompt_tokens > SAFE_TOKENS and not reach.tells(prompt_tokens + reply_tokens):
        _measure(reach, prompt_tokens + reply_tokens, count)
        _LOG.info("model window measured", extra={"model": known[1], "read": reach.read, "window": reach.window})
    return reach.window


def _measure(reach: _Reach, needed: int, count: Callable[[str], int | None]) -> None:
    few, some = count(_SENTENCE * _FEW), count(_SENTENCE * _SOME)
    if few is None or some is None or some <= few:
        reach.window = ASSUMED_TOKENS
        return
    each = (some - few) / (_SOME - _FEW)
    # Powers of two, so that prompts that grow are not each measured.
    size = 2 ** math.ceil(math.log2(needed))
    copies = math.ceil(size / each)
    try:
        read = count(_SENTENCE * copies) or 0
    except CallFailedError as failure:
        if failure.error.code != "prompt_too_long":
            raise
        reach.refuses = True
        return
    if read < few + each * (copies - _FEW) - _SLACK_TOKENS:
        reach.window = max(read, SAFE_TOKENS)
    reach.read = size
