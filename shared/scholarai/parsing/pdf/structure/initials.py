"""Recognises initials: drop capitals, and capitals larger than the small ones after them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scholarai.parsing.pdf.layout.rows import Row, Run
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


def is_initial(row: Row) -> bool:
    """Tell whether a row begins with a letter or two in type far larger than the body's, and has no other such type."""
    lead = row.runs[0]
    text = row.text[: lead.end].strip(" \u201c\"'\u2018")
    rest = max((run.style.size_pt for run in row.runs[1:]), default=0.0)
    return text.isupper() and len(text) <= INITIALS.letters and INITIALS.drop_share * rest < lead.style.size_pt
