"""Checks that parts are one whole displayed equation, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

from scholarai.parsing.pdf.equations.marks import Part, UncertainError
from scholarai.parsing.pdf.equations.thresholds import WHOLE
from scholarai.parsing.pdf.equations.words import is_function, with_words

_RELATIONS = frozenset(
    r"= < > \leq \geq \leqslant \geqslant \neq \sim \approx \simeq \equiv \propto \in \notin \subset \subseteq \to \mapsto "
    r"\triangleq \ll \gg \lesssim \gtrsim \Rightarrow \Leftrightarrow \Longrightarrow \Longleftrightarrow \longrightarrow "
    r"\prec \succ \preceq \succeq : \vdash \supset \supseteq \leftarrow \perp \ni".split()
)
_NUMBER = re.compile(r"\((?:[A-Z]\.?)?\d{1,3}(?:\.\d{1,3})*[a-z]?\)")


def check_whole(parts: Sequence[Part], *, numbered: bool) -> None:
    """Raise `UncertainError` if there is no formula, or only a piece of one."""
    opened = _opened(parts)
    bare = not numbered and len(parts) < WHOLE.least_signs and not any(part.latex in _RELATIONS for part in parts)
    if not parts or bare or (opened and not _is_cases(parts, opened)):
        raise UncertainError
    last = max(parts, key=lambda part: part.x1)
    if last.latex in _RELATIONS or last.kind in {"operator", "open"}:
        raise UncertainError


def without_stray_numbers(parts: Sequence[Part]) -> list[Part]:
    """Return the parts without numbers at the left or the right edge that the block did not know as its own."""
    left = list(parts)
    for row in baselines(parts):
        closing = next((index for index, part in enumerate(row) if part.latex == ")"), len(row))
        opening = next((index for index in range(len(row) - 1, -1, -1) if row[index].latex == "("), 0)
        for number in (row[: closing + 1], row[opening:]):
            if _NUMBER.fullmatch("".join(part.latex for part in number)) and _is_apart(number, left):
                left = [part for part in left if part not in number]
    return left


def _is_apart(number: Sequence[Part], parts: Sequence[Part]) -> bool:
    """Tell whether a number stands far from what is at its height."""
    y0, y1 = number[0].y0, number[0].y1
    beside = [part for part in parts if part not in number and part.y0 < y1 and part.y1 > y0]
    return bool(beside) and _gap(number, beside) > WHOLE.number_gap_ems


def _gap(number: Sequence[Part], rest: Sequence[Part]) -> float:
    """Return the distance from a number at an edge to the rest, in its own type size."""
    before, after = number[0].x0 - max(part.x1 for part in rest), min(part.x0 for part in rest) - number[-1].x1
    return max(before, after) / number[0].size_pt


def baselines(parts: Sequence[Part]) -> list[list[Part]]:
    """Return the parts that have a baseline by that, each row from left to right."""
    known = sorted((part for part in parts if part.baseline is not None), key=lambda part: part.baseline_pt)
    rows = groupby(known, key=lambda part: round(part.baseline_pt, 1))
    return [sorted(row, key=lambda part: part.x0) for _, row in rows]


def check_display(lines: Sequence[Sequence[Part]]) -> None:
    """Raise `UncertainError` if the lines of an unnumbered block may be running text or an algorithm with formulas in it."""
    for line in lines:
        ordered = with_words(sorted(line, key=lambda part: part.x0))
        first = ordered[0]
        listed = first.latex == r"\bullet" or (first.latex.isdigit() and len(ordered) > 1 and ordered[1].latex == ".")
        told = first.kind == "word" and first.face == "mathrm" and not is_function(first.latex)
        bold = any(part.kind == "word" and part.face == "mathbf" and part.latex.islower() for part in ordered)
        if listed or bold or (told and ordered[1:] and ordered[1].kind != "open"):
            raise UncertainError


def check_closed(parts: Sequence[Part]) -> None:
    """Raise `UncertainError` unless as many brackets are closed as opened, which leaves no brace of cases unread."""
    if _opened(parts):
        raise UncertainError


def _opened(parts: Sequence[Part]) -> int:
    return sum((part.kind == "open") - (part.kind == "close") for part in parts)


def _is_cases(parts: Sequence[Part], opened: int) -> bool:
    """Tell whether what is not closed are large braces."""
    return opened == sum(part.baseline is None and part.kind == "open" and part.latex.endswith(r"\{") for part in parts)
