"""Removes the thoughts that local models write before their answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

_OPENING, _CLOSING = "<think>", "</think>"
_FENCES = frozenset({"```", "```json", "```JSON"})


def without_thoughts(pieces: Iterable[str]) -> Iterator[str]:
    """Yield a text in pieces without the thoughts at its beginning; thoughts that never end leave nothing."""
    rest = iter(pieces)
    begun = ""
    for piece in rest:
        begun = (begun + piece).lstrip()
        if not _OPENING.startswith(begun[: len(_OPENING)]) or len(begun) >= len(_OPENING):
            break
    if begun.startswith(_OPENING):
        begun = _after_thoughts(begun, rest)
    if begun:
        yield begun
    yield from rest


def _after_thoughts(begun: str, rest: Iterator[str]) -> str:
    """Return the first text behind thoughts, taken from `rest` up to the piece that holds it; empty where there is none."""
    answer = begun.partition(_CLOSING)[2].lstrip()
    ended = _CLOSING in begun
    while not answer and (piece := next(rest, None)) is not None:
        begun = piece if ended else begun[-len(_CLOSING) :] + piece
        answer = (begun if ended else begun.partition(_CLOSING)[2]).lstrip()
        ended = ended or _CLOSING in begun
    return answer


def without_fence(text: str) -> str:
    """Return what a reply that is nothing but one block of code holds."""
    shown = text.strip()
    first, _, rest = shown.partition("\n")
    is_block = first.rstrip() in _FENCES and rest.endswith("```")
    return rest.removesuffix("```").strip() if is_block else text
