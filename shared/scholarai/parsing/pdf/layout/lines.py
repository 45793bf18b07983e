"""Groups the parts of a column into printed lines, including superscripts and subscripts."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace
from statistics import median

from scholarai.parsing.pdf.layout.rows import Row
from scholarai.parsing.pdf.layout.thresholds import LINES, ROWS

# Letters that are words of English.
_WORDS = frozenset("AI")


def printed_lines(rows: Sequence[Row]) -> list[list[Row]]:
    """Return the rows of one column line by line, from top to bottom, each from left to right."""
    rows = _with_initials_placed(rows)
    lines: list[list[Row]] = []
    long = [row for row in rows if len(row.text) > LINES.short_characters]
    for row in sorted(long, key=_middle):
        _place(row, lines[-LINES.last_lines :], lines)
    lines.sort(key=lambda line: _middle(line[0]))
    middles = [_middle(line[0]) for line in lines]
    rest: list[list[Row]] = []
    for row in sorted((row for row in rows if len(row.text) <= LINES.short_characters), key=_middle):
        low, high = (
            bisect_left(middles, _middle(row) - LINES.reach_pt),
            bisect_left(middles, _middle(row) + LINES.reach_pt),
        )
        near = min(lines[low:high], key=lambda line: _misfit(line, row), default=None)
        if near is not None and _belongs(near, row):
            near.append(row)
        else:
            _place(row, rest[-LINES.last_lines :], rest)
    lines += rest
    lines.sort(key=lambda line: _middle(_main(line)))
    return [line if len(line) == 1 else sorted(line, key=lambda part: part.x0) for line in lines]


def is_initial(row: Row) -> bool:
    """Tell whether a row begins with a letter or two in type far larger than the rest of it, such as a drop capital."""
    lead = row.runs[0]
    text = row.text[: lead.end].strip(" \u201c\"'\u2018")
    rest = max((run.style.size_pt for run in row.runs[1:]), default=0.0)
    return text.isupper() and len(text) <= LINES.initial_letters and LINES.initial_share * rest < lead.style.size_pt


def _with_initials_placed(rows: Sequence[Row]) -> Sequence[Row]:
    """Return the rows with each drop capital moved to the first of the lines beside it."""
    usual = median(row.size for row in rows) if rows else 0.0
    initials = {row for row in rows if row.size > LINES.initial_share * usual and is_initial(row)}
    if not 0 < len(initials) <= LINES.most_initials:
        return rows
    return [_beside_first_line(row, rows) if row in initials else row for row in rows]


def _beside_first_line(initial: Row, rows: Sequence[Row]) -> Row:
    """Return a drop capital on the line of the first of several rows right behind it, else as it is: its baseline is the last one's."""
    near = LINES.initial_gap_ems * initial.size
    beside = [
        row
        for row in rows
        if LINES.initial_share * row.size < initial.size
        and initial.x0 < row.x0 < initial.x1 + near
        and initial.y0 - near < row.y0 < initial.baseline
    ]
    if len(beside) < LINES.initial_lines:
        return initial
    first = min(beside, key=lambda row: row.y0)
    # A letter that is no word begins one, however far away the rest of it is printed.
    joined = initial.text not in _WORDS or first.text[:1].isupper()
    end = first.extents[0] if joined else initial.x1
    extents = (*initial.extents[:-1], end)
    return replace(initial, x1=end, extents=extents, y0=first.y0, y1=first.y1, baseline=first.baseline)


def _place(row: Row, near: Sequence[list[Row]], lines: list[list[Row]]) -> None:
    for line in reversed(near):
        if _belongs(line, row):
            line.append(row)
            return
    lines.append([row])


def _middle(row: Row) -> float:
    return (row.y0 + row.y1) / 2


def _main(line: Sequence[Row]) -> Row:
    return line[0] if len(line) == 1 else max(line, key=lambda part: len(part.text))


def _side_gap(line: Sequence[Row], row: Row) -> float:
    return min(row.x0 - part.x1 if row.x0 > part.x0 else part.x0 - row.x1 for part in line)


def _misfit(line: Sequence[Row], row: Row) -> float:
    """Return how badly a short part fits a line: its vertical distance, and its horizontal one beyond that of an index."""
    other = _main(line)
    away = abs(other.baseline - row.baseline)
    gap = abs(_side_gap(line, row))
    return away + (0.0 if gap < LINES.index_gap_ems * other.size else min(gap, LINES.far_pt) / LINES.far_weight)


def _covers(part: Row, row: Row, size: float) -> bool:
    """Tell whether two parts overprint each other; an index below the end of a part on its baseline does not."""
    shared = min(part.x1, row.x1) - max(part.x0, row.x0)
    if shared <= LINES.print_over_ems * row.size or _is_error_below(*sorted((part, row), key=lambda each: each.x0)):
        return False
    stacked = abs(part.baseline - row.baseline) < LINES.same_baseline_ems * size
    narrower = LINES.stacked_share * min(part.x1 - part.x0, row.x1 - row.x0)
    return not stacked or shared > min(LINES.stacked_ems * size, narrower)


def _is_error_below(part: Row, row: Row) -> bool:
    """Tell whether a row begins with one of two indices of which a part ends with the other: the errors of a value."""
    return max(part.runs[-1].style.size_pt, row.runs[0].style.size_pt) < min(part.size, row.size)


def _belongs(line: Sequence[Row], row: Row) -> bool:
    other = _main(line)
    if row.vertical or line[0].vertical or other.y1 < row.y0 or row.y1 < other.y0:
        return False
    least = min(other.height, row.height)
    overlap = min(other.y1, row.y1) - max(other.y0, row.y0)
    size = max(other.size, row.size)
    gap = abs(_side_gap(line, row))
    is_apart = gap > LINES.far_pt and min(other.size, row.size) < LINES.far_size_share * size
    if overlap < LINES.index_overlap_share * least or is_apart or any(_covers(part, row, size) for part in line):
        return False
    if min(len(other.text), len(row.text)) <= LINES.short_characters and gap < LINES.index_gap_ems * size:
        return True
    if overlap < LINES.same_line_share * least:
        return False
    aligned = abs(other.baseline - row.baseline) < LINES.baseline_drift_ems * size
    return aligned or (gap < ROWS.cell_gap_ems * size and overlap > LINES.cell_overlap_share * least)
