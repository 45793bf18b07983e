"""Finds a row of a table that is quoted with the names of its columns: "Arithmetic: before 0.19, after 0.07"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scholarai.citations.grounded_quote import Grounding
from scholarai.citations.words import GroundingText, Span, Word, words_of

_BETWEEN_CELLS = "|"


def ground_row(words: Sequence[Word], source: GroundingText) -> Grounding | None:
    """Ground a quote that has a row's label, and names of columns each with the row's cell below it, in any order."""
    forms = [word.form for word in words]
    if not any(form[0].isdigit() for form in forms):
        return None
    for start, kind in source.kinds.items():
        if kind == "table":
            (low, high), _ = source.block_at(start)
            lines = list(_lines(source.text, low, high))
            head = _cells(source.text, *lines[0])
            for line in lines[1:]:
                if _is_row(forms, head, _cells(source.text, *line)):
                    return Grounding(verdict="normalized", similarity=1.0, ranges=(line,))
    return None


def _is_row(forms: Sequence[str], head: Sequence[Sequence[str]], cells: Sequence[Sequence[str]]) -> bool:
    label = list(cells[0])
    if len(head) != len(cells) or not label or list(forms[: len(label)]) != label:
        return False
    left = list(forms[len(label) :])
    pairs = [[*name, *cell] for name, cell in zip(head[1:], cells[1:], strict=True) if name and cell]
    while left:
        pair = next((pair for pair in pairs if left[: len(pair)] == pair), None)
        if pair is None:
            return False
        left = left[len(pair) :]
    return len(forms) > len(label)


def _cells(text: str, start: int, end: int) -> list[list[str]]:
    return [[word.form for word in words_of(cell)] for cell in text[start:end].split(_BETWEEN_CELLS)]


def _lines(text: str, start: int, end: int) -> Iterator[Span]:
    for line in text[start:end].split("\n"):
        yield start, start + len(line)
        start += len(line) + 1
