"""Finds gutters: the white strips between columns of text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import inf

from scholarai.parsing.pdf.layout.rows import Row, merged
from scholarai.parsing.pdf.layout.thresholds import GUTTERS


@dataclass(frozen=True, slots=True)
class Gutter:
    """The white strip between two columns."""

    low: float
    high: float

    @property
    def middle(self) -> float:
        return (self.low + self.high) / 2


def find_gutter(rows: Sequence[Row]) -> Gutter | None:
    """Return the gutter of a page, None if its rows form one column.

    Justified lines show it best; otherwise it is the white strip that divides the rows most evenly.
    """
    found = _between_justified_lines(rows) or _best_strip(rows)
    if found is not None:
        return found
    whole = whole_lines(rows)
    return _best_strip(whole) if len(whole) < len(rows) else None


def _between_justified_lines(rows: Sequence[Row]) -> Gutter | None:
    """Return the gutter between two columns of justified lines, None if there are no such columns.

    It is found even where an abstract or a table across both columns covers it, or where a table has a wider white strip.
    """
    by_ends: dict[tuple[int, int], list[Row]] = {}
    for row in rows:
        if not row.vertical and len(row.text) >= GUTTERS.justified_characters:
            by_ends.setdefault((round(row.x0), round(row.x1)), []).append(row)
    if len(by_ends) < 2:
        return None
    left, right = sorted(sorted(by_ends, key=lambda ends: len(by_ends[ends]))[-2:])
    # In a list of references, most lines have a hanging indent.
    high = min((start for start, end in by_ends if end == right[1] and start > left[1]), default=left[1])
    is_white = GUTTERS.width_pt <= high - left[1] <= GUTTERS.widest_pt
    are_beside = _beside(by_ends[left], by_ends[right]) >= GUTTERS.filled_rows
    return Gutter(float(left[1]), float(high)) if is_white and are_beside else None


def _best_strip(rows: Sequence[Row]) -> Gutter | None:
    wide = [row for row in rows if not row.vertical and len(row.text) > GUTTERS.least_characters]
    if len(wide) < 2 * GUTTERS.filled_rows:
        return None
    left, right = min(row.x0 for row in wide), max(row.x1 for row in wide)
    scores = {
        Gutter(low, high): score
        for low, high in white_strips(wide, left, right)
        if (score := _side_by_side(wide, low, high))
    }
    best = max(scores, key=scores.__getitem__, default=None)
    return next((strip for strip in scores if best is not None and _is_before_labels(strip, best, rows)), best)


def _is_before_labels(strip: Gutter, other: Gutter, rows: Iterable[Row]) -> bool:
    """Tell whether a strip is left of the labels of a list, and another one between these and the list's text."""
    if not 0 < other.high - strip.high < GUTTERS.hanging_pt:
        return False
    return sum(abs(row.x0 - strip.high) < GUTTERS.beside_pt for row in rows) >= GUTTERS.labels


def whole_lines(rows: Iterable[Row]) -> list[Row]:
    """Return rows with the words of loosely justified lines joined, which PDFs may give as separate lines."""
    lines: list[Row] = []
    for row in sorted(rows, key=lambda row: (round(row.baseline), row.x0)):
        last = lines[-1] if lines else None
        if last is not None and abs(last.baseline - row.baseline) < 1 and _continues(last, row):
            lines[-1] = merged([last, row])
        else:
            lines.append(row)
    return lines


def _continues(row: Row, following: Row) -> bool:
    gap = following.x0 - row.x1
    widest = min(GUTTERS.stretched_space_ems * min(row.size, following.size), GUTTERS.stretched_space_pt)
    return not row.vertical and not following.vertical and 0 <= gap <= widest


def white_strips(rows: Sequence[Row], left: float, right: float) -> list[tuple[float, float]]:
    """Return the strips that few rows cross, none in the outer parts of the text's width."""
    first, last = int(left), int(right) + 2
    changes = [0] * (last - first + 2)
    for row in rows:
        changes[max(0, int(row.x0 + 0.5) - first)] += 1
        changes[min(len(changes) - 1, int(row.x1) - first)] -= 1
    covered = list(accumulate(changes))
    width = right - left
    most = max(GUTTERS.crossing_rows, len(rows) * GUTTERS.crossing_share)
    strips: list[tuple[float, float]] = []
    parts = GUTTERS.text_parts
    low, high = int(width / parts), int(width * (parts - 1) / parts)
    start = low
    while start < high:
        if covered[start] > most:
            start += 1
            continue
        end = start
        floor = covered[start]
        while end < high and covered[end] <= most:
            floor = min(floor, covered[end])
            end += 1
        strips += _flat_parts(covered, start, end, floor, first)
        start = end + 1
    return strips


def _flat_parts(covered: list[int], start: int, end: int, floor: int, first: int) -> list[tuple[float, float]]:
    """Return the intervals of `covered[start:end]` whose values equal `floor`, or nearly."""
    level = floor + max(1, floor // GUTTERS.flat_parts)
    parts = []
    at = start
    while at < end:
        if covered[at] > level:
            at += 1
            continue
        stop = at
        while stop < end and covered[stop] <= level:
            stop += 1
        if stop - at >= GUTTERS.width_pt - 1:
            parts.append((float(first + at), float(first + stop)))
        at = stop
    return parts


def _side_by_side(rows: Sequence[Row], low: float, high: float) -> float:
    """Return the number of full rows beside one another on both sides of a strip, 0 if there are too few."""
    left = [row for row in rows if row.x1 <= low + GUTTERS.beside_pt]
    right = [row for row in rows if row.x0 >= high - GUTTERS.beside_pt]
    if not left or not right:
        return 0
    sides = filled_rows(left), filled_rows(right)
    if min(map(len, sides)) < GUTTERS.filled_rows:
        return 0
    beside = _beside(*sides)
    return beside if beside >= GUTTERS.filled_rows else 0


def _beside(left: Sequence[Row], right: Sequence[Row]) -> int:
    """Return the number of rows at heights where both sides have rows, on the side with fewer of them."""
    top = max(min(row.y0 for row in side) for side in (left, right))
    bottom = min(max(row.y1 for row in side) for side in (left, right))
    return min(sum(top <= row.y1 and row.y0 <= bottom for row in side) for side in (left, right))


def filled_rows(side: Sequence[Row]) -> list[Row]:
    """Return the rows that are as wide as running text on this side, none where the side has no rows."""
    if not side:
        return []
    widths = sorted((row.x1 - row.x0 for row in side), reverse=True)
    usual = widths[min(len(widths) - 1, GUTTERS.widest_rows + len(widths) // GUTTERS.widest_parts)]
    least = GUTTERS.filled_share * usual
    return [row for row in side if row.x1 - row.x0 >= least and len(row.text) >= GUTTERS.filled_characters]


def is_free(rows: Sequence[Row], gutter: Gutter) -> bool:
    """Tell whether a known gutter divides this page too: few rows cross it, and a column begins at its right edge.

    Under a title and an abstract as wide as the page, and above its affiliations, only a part may be divided.
    """
    return (
        _leaves_free(rows, gutter)
        or _leaves_free(whole_lines(rows), gutter)
        or any(_leaves_free(part, gutter) for part in _parts_in_columns(whole_lines(rows), gutter))
    )


def _parts_in_columns(rows: Sequence[Row], gutter: Gutter) -> Iterator[list[Row]]:
    """Yield the rows below those that cross a gutter, or on the first page between them, where enough stand side by side."""
    across = sorted((row for row in rows if _crosses(row, gutter)), key=lambda row: row.y0)
    for top, bottom in zip([0.0, *(row.y1 for row in across)], [*(row.y0 for row in across), inf], strict=True):
        if bottom != inf and rows[0].page_number != 1:
            continue
        part = [row for row in rows if row.y0 > top and row.y1 < bottom]
        left = [row for row in part if row.x1 <= gutter.high]
        full = sum(row.x1 > gutter.low - GUTTERS.aligned_pt for row in left)
        if min(full, len(part) - len(left)) >= (GUTTERS.foot_rows if bottom == inf else GUTTERS.filled_rows):
            yield part


def _crosses(row: Row, gutter: Gutter) -> bool:
    return row.x0 < gutter.low - GUTTERS.across_pt and row.x1 > gutter.high + GUTTERS.across_pt


def _leaves_free(rows: Sequence[Row], gutter: Gutter) -> bool:
    across = sum(_crosses(row, gutter) for row in rows)
    left = sum(row.x1 <= gutter.high for row in rows)
    right = [row for row in rows if row.x0 >= gutter.low]
    if not left or not right or across > GUTTERS.across_share * (left + len(right)):
        return False
    few = across <= GUTTERS.crossing_share * (left + len(right))
    return _begins_column([row.x0 for row in right], gutter) or (few and _begins_column(_first_starts(right), gutter))


def _begins_column(starts: Sequence[float], gutter: Gutter) -> bool:
    near = sum(abs(start - gutter.high) < GUTTERS.aligned_pt for start in starts)
    hanging = _hanging_rows(starts, gutter)
    if near or hanging >= GUTTERS.list_share * len(
        starts
    ):  # labels of a list, whose other rows hang, or rows of one alone
        near += hanging
    return near >= GUTTERS.aligned_share * len(starts)


def _hanging_rows(starts: Sequence[float], gutter: Gutter) -> int:
    """Return how many rows begin at the most frequent indent that is deeper than a paragraph's."""
    beyond = Counter(round(start) for start in starts if GUTTERS.aligned_pt <= start - gutter.high < GUTTERS.hanging_pt)
    return max(beyond.values(), default=0)


def _first_starts(rows: Iterable[Row]) -> list[float]:
    """Return the left edge of the first row on each baseline: those after it are cells of a table."""
    starts: dict[int, float] = {}
    for row in rows:
        baseline = round(row.baseline)
        starts[baseline] = min(row.x0, starts.get(baseline, row.x0))
    return list(starts.values())


def is_overlong(row: Row, gutter: Gutter, rows: Sequence[Row]) -> bool:
    """Tell whether a long word, such as a link, runs out of the left column over a row of the right one.

    No other word of the row begins beyond the left column, as in a row that is as wide as the page.
    """
    return all(start < gutter.low for start in row.extents[::2]) and any(
        gutter.low <= other.x0 < row.x1 and other.y0 < row.baseline < other.y1 for other in rows
    )


def separates_text(side: Sequence[Row], gutter: Gutter) -> bool:
    """Tell whether a strip inside a column separates columns of text, as on three-column pages, not cells of a table."""
    left = min(row.x0 for row in side)
    rows = [row for row in side if row.x1 <= gutter.low + GUTTERS.beside_pt]
    return gutter.low - left > GUTTERS.column_pt and len(filled_rows(rows)) > 2 * GUTTERS.filled_rows


def column_edges(rows: Sequence[Row]) -> tuple[float, float]:
    """Return the left and right edge of most of the text."""
    if not rows:
        return 0.0, 0.0
    lefts: dict[int, int] = {}
    rights: dict[int, int] = {}
    for row in rows:
        lefts[round(row.x0)] = lefts.get(round(row.x0), 0) + len(row.text)
        rights[round(row.x1)] = rights.get(round(row.x1), 0) + len(row.text)
    left = max(lefts, key=lambda edge: lefts[edge] + lefts.get(edge - 1, 0) + lefts.get(edge + 1, 0))
    right = max(rights, key=lambda edge: rights[edge] + rights.get(edge - 1, 0) + rights.get(edge + 1, 0))
    return (float(left), float(right)) if right > left else (min(r.x0 for r in rows), max(r.x1 for r in rows))
