"""Reads initials: drop capitals, and capitals larger than the small ones after them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scholarai.parsing.pdf.layout.metrics import Metrics
from scholarai.parsing.pdf.layout.rows import Row, Run, cut
from scholarai.parsing.pdf.structure.thresholds import INITIALS


def with_small_capitals(row: Row) -> Row:
    """Return a row of capitals in two sizes of one font, as Word sets small capitals, in the larger size."""
    if len(row.runs) == 1 or not row.text.isupper():
        return row
    printed = [run for run in row.runs if row.text[run.start : run.end].strip()]
    sizes = {run.style.size_pt for run in printed}
    small, large = min(sizes), max(sizes)
    if not _is_small_for(small, large) or sizes != {small, large}:
        return row
    if not _are_letters(row, [run for run in printed if run.style.size_pt == small]):
        return row
    runs = tuple(
        run._replace(style=run.style._replace(size_pt=large, small_caps=True)) if run in printed else run
        for run in row.runs
    )
    return replace(row, runs=runs, size=large)


def _are_letters(row: Row, lower: Sequence[Run]) -> bool:
    """Tell whether small runs hold letters in one font: a bold label may precede them, a full stop after them is larger."""
    lettered = all(any(map(str.isalpha, row.text[run.start : run.end])) for run in lower)
    return lettered and len({run.style.font for run in lower}) == 1


def _is_small_for(small: float, large: float) -> bool:
    return INITIALS.small_least_share < small / large < INITIALS.small_most_share


def with_drop_capitals(rows: Sequence[Row], metrics: Metrics) -> list[Row]:
    """Return the rows with each drop capital before the first of the rows beside it."""
    out = list(rows)
    for row in rows:
        if row.runs[0].style.size_pt > INITIALS.drop_share * metrics.size and is_initial(row):
            _move(out, row, metrics)
    return out


def is_initial(row: Row) -> bool:
    """Tell whether a row begins with a letter or two in type far larger than the body's, and has no other such type."""
    lead = row.runs[0]
    text = row.text[: lead.end].strip(" \u201c\"'\u2018")
    rest = max((run.style.size_pt for run in row.runs[1:]), default=0.0)
    return text.isupper() and len(text) <= INITIALS.letters and INITIALS.drop_share * rest < lead.style.size_pt


def _move(out: list[Row], row: Row, metrics: Metrics) -> None:
    place = next((index for index, other in enumerate(out) if other is row), None)
    if place is None:  # it is beside another drop capital
        return
    near = out[max(0, place - INITIALS.lines) : place + INITIALS.lines + 1]
    beside = [other for other in near if other is not row and _is_beside(other, row, metrics)]
    first = min(beside, key=lambda other: other.baseline, default=None)
    text, space, rest = row.text.partition(" ")
    if first is None or len(text) > INITIALS.letters:
        return
    out[out.index(first)] = _joined(text, row, first)
    if rest:
        out[place] = cut(row, len(text + space), len(row.text))
    else:
        del out[place]


def _is_beside(other: Row, row: Row, metrics: Metrics) -> bool:
    """Tell whether a row of the body begins right of a drop capital, within its height."""
    if (other.page_number, other.column, other.vertical) != (row.page_number, row.column, row.vertical):
        return False
    right = row.extents[1]
    near = right - 1 < other.x0 < right + INITIALS.apart_ems * other.size
    body = abs(other.size - metrics.size) < INITIALS.body_size_pt
    return body and near and row.y0 - other.size < other.y0 and other.baseline < row.y1


def _joined(text: str, capital: Row, row: Row) -> Row:
    """Return a row with a drop capital before it, as a part of its first word unless that begins with a capital of its own."""
    word = row.text.split(" ")[0]
    whole = text in {"A", "I"} and word[0].isupper() and not word.isupper()
    lead = text + " " * whole
    runs = [run._replace(start=run.start + len(lead), end=run.end + len(lead)) for run in row.runs]
    ends = (*capital.extents[:2], *row.extents) if whole else (capital.extents[0], *row.extents[1:])
    return replace(
        row,
        text=lead + row.text,
        runs=(Run(0, len(lead), capital.runs[0].style), *runs),
        extents=ends,
        x0=capital.x0,
        y0=min(row.y0, capital.y0),
    )
