"""Leaves out what models of one's own think aloud before they answer."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

_OPENING, _CLOSING = "<think>", "</think>"
_FENCE = re.compile(r"\s*```(?:json)?\s*\n(?P<inside>.*?)\n?\s*```\s*", re.DOTALL)


def without_thoughts(pieces: Iterable[str]) -> Iterator[str]:
    """Yield a text in pieces without the thoughts at its beginning; thoughts that never end leave nothing."""
    held, thinks = "", None
    for piece in pieces:
        if thinks is False:
            yield piece
            continue
        held += piece
        begun = held.lstrip()
        if thinks is None and len(begun) >= len(_OPENING):
            thinks = begun.startswith(_OPENING)
        elif thinks is None and not _OPENING.startswith(begun):
            thinks = False
        if thinks and _CLOSING in held:
            held, thinks = held.partition(_CLOSING)[2].lstrip(), False
        if thinks is False:
            yield held
    if thinks is None:
        yield held


def without_fence(text: str) -> str:
    """Return what a reply that is nothing but one block of code holds."""
    match = _FENCE.fullmatch(text)
    return match["inside"] if match else text
