"""Recognises capitals larger than the small ones after them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from scholarai.parsing.pdf.layout.rows import Row, Run
from scholarai.parsing.pdf.structure.thresholds import INITIALS

_LETTER = re.compile(r"[^\W\d_]")
_LONE_LETTER = re.compile(r"(?<![^\W\d_])[^\W\d_](?![^\W\d_])")
_CAPITAL_BEFORE = re.compile(r"(?<![^\W\d_])[^\W\d_]$")
_CAPITAL_WITHIN = re.compile(r"[a-zß-ÿ][A-ZÀ-Þ]")


def with_small_capitals(row: Row) -> Row:
    """Return a row of capitals in two sizes of one font, which are small capitals, in the larger size.

    Word writes capitals for both. In a font that is named after small capitals, the sizes tell upper from lower case.
    """
    if len(row.runs) == 1:
        return row
    printed = [run for run in row.runs if row.text[run.start : run.end].strip()]
    if all(run.style.small_caps or run.raised for run in printed):
        return cased_by_size(row, pieces=1)
    if len({run.style.size_pt for run in printed}) != 2:
        return row
    # A full stop may be in the larger size, and a label in bold type may come before.
    small = _smaller(printed)
    if len({run.style.font for run in printed}) == 1 and any(_has_lost_case(row.text, run) for run in small):
        return cased_by_size(row, pieces=1, lost=True)
    lettered = all(_LETTER.search(row.text, run.start, run.end) for run in small)
    if not row.text.isupper() or len({run.style.font for run in small}) != 1 or not lettered:
        return row
    return _in_one_size(row, row.text, printed)


def _has_lost_case(text: str, run: Run) -> bool:
    """Tell whether the letters of a run in smaller type go on with a word and differ in case: `s` and `ecurIng`, in IEEE's magazines."""
    return (
        _CAPITAL_BEFORE.search(text[: run.start]) is not None
        and _CAPITAL_WITHIN.search(text, run.start, run.end) is not None
    )


def cased_by_size(row: Row, pieces: int, *, lost: bool = False) -> Row:
    """Return a row with the smaller of its letters in lower case, as they were before a program set them as small capitals.

    Files name one and the same drawing now by the capital and now by the small letter.

    Args:
        row: A row, returned as it is where too few of its pieces are smaller type behind a capital in larger type.
        pieces: The least number of these.
        lost: Whether the case of its letters says nothing.
    """
    lettered = [run for run in row.runs if not run.raised and _LETTER.search(row.text, run.start, run.end)]
    small = _smaller(lettered)
    if sum(_CAPITAL_BEFORE.search(row.text[: run.start]) is not None for run in small) < pieces:
        return row
    text = row.text
    for run in lettered:
        piece = text[run.start : run.end]
        capitals = piece.upper() if run.style.small_caps or lost else _LONE_LETTER.sub(_upper, piece)
        text = text[: run.start] + (piece.lower() if run in small else capitals) + text[run.end :]
    return _in_one_size(row, text, lettered) if len(text) == len(row.text) else row


def _in_one_size(row: Row, text: str, printed: Sequence[Run]) -> Row:
    large = max(run.style.size_pt for run in printed)
    runs = tuple(
        run._replace(style=run.style._replace(size_pt=large, small_caps=True)) if run in printed else run
        for run in row.runs
    )
    return replace(row, text=text, runs=runs, size=large)


def _smaller(printed: Sequence[Run]) -> list[Run]:
    """Return the runs whose size is that of small capitals beside the largest."""
    large = max((run.style.size_pt for run in printed), default=0.0)
    least, most = INITIALS.small_least_share * large, INITIALS.small_most_share * large
    return [run for run in printed if least < run.style.size_pt < most]


def _upper(letter: re.Match[str]) -> str:
    return letter[0].upper()
