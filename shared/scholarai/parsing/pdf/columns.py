"""Columns: where a page's text is divided, and the order in which its rows are read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from scholarai.parsing.pdf.lines import printed_lines
from scholarai.parsing.pdf.rows import Row, cut, merged

# Narrowest space between columns, in points; IEEE sets 12, some journals 10, a cramped newsletter 8.
_GUTTER_PT = 7.0
# A row fills its column when it is at least this share as wide; short ones end paragraphs or stand in tables.
_FILLED = 0.8
# Rows on each side that must fill their column before a page counts as divided.
_FILLED_ROWS = 5


@dataclass(frozen=True, slots=True)
class Gutter:
    """The white strip between two columns."""

    low: float
    high: float

    @property
    def middle(self) -> float:
        return (self.low + self.high) / 2


def in_reading_order(rows: Sequence[Row], known: Sequence[Gutter] = ()) -> list[Row]:
    """Return the rows of one page, parts of a row put together, in the order they are read.

    `known` are gutters of other pages of the paper; where the page's own rows leave them free they are taken too,
    however few rows stand beside them.
    """
    upright = [row for row in rows if not row.vertical]
    return [*_upright(upright, known), *(row for row in rows if row.vertical)]


def _upright(rows: Sequence[Row], known: Sequence[Gutter]) -> list[Row]:
    if not rows:
        return []
    gutter = find_gutter(rows) or next((g for g in known if _is_free(rows, g)), None)
    if gutter is None:
        return _one_column(rows, column=0)
    rows = [part for row in rows for part in _cut_at(row, gutter)]
    return _divided(rows, gutter)


def find_gutter(rows: Iterable[Row]) -> Gutter | None:
    """Return the gutter that most evenly divides the rows, None where they stand in one column."""
    wide = [row for row in rows if not row.vertical and len(row.text) > 2]
    if len(wide) < 2 * _FILLED_ROWS:
        return None
    left, right = min(row.x0 for row in wide), max(row.x1 for row in wide)
    best: tuple[float, Gutter] | None = None
    for low, high in _white_strips(wide, left, right):
        score = _side_by_side(wide, low, high)
        if score and (best is None or score > best[0]):
            best = (score, Gutter(low, high))
    return best[1] if best else None


def _white_strips(rows: Sequence[Row], left: float, right: float) -> list[tuple[float, float]]:
    """Return strips that few rows cross, between a sixth and five sixths of the text's width."""
    first, last = int(left), int(right) + 2
    changes = [0] * (last - first + 2)
    for row in rows:
        changes[max(0, int(row.x0 + 0.5) - first)] += 1
        changes[min(len(changes) - 1, int(row.x1) - first)] -= 1
    covered, depth = [], 0
    for change in changes:
        depth += change
        covered.append(depth)
    width = right - left
    most = max(2, len(rows) * 0.22)
    strips: list[tuple[float, float]] = []
    low, high = int(width / 6), int(width * 5 / 6)
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
    """Return the stretches of `covered[start:end]` that lie at its floor, or nearly."""
    level = floor + max(1, floor // 4)
    parts = []
    at = start
    while at < end:
        if covered[at] > level:
            at += 1
            continue
        stop = at
        while stop < end and covered[stop] <= level:
            stop += 1
        if stop - at >= _GUTTER_PT - 1:
            parts.append((float(first + at), float(first + stop)))
        at = stop
    return parts


def _side_by_side(rows: Sequence[Row], low: float, high: float) -> float:
    """Return how many rows fill both sides of a strip beside one another, 0 when too few do."""
    left = [row for row in rows if row.x1 <= low + 2]
    right = [row for row in rows if row.x0 >= high - 2]
    if not left or not right:
        return 0
    filled_left, filled_right = _filled(left), _filled(right)
    if min(len(filled_left), len(filled_right)) < _FILLED_ROWS:
        return 0
    top = max(min(row.y0 for row in filled_left), min(row.y0 for row in filled_right))
    bottom = min(max(row.y1 for row in filled_left), max(row.y1 for row in filled_right))
    beside = min(sum(top <= row.y1 and row.y0 <= bottom for row in side) for side in (filled_left, filled_right))
    return beside if beside >= _FILLED_ROWS else 0


def _filled(side: Sequence[Row]) -> list[Row]:
    """Return the rows that are as wide as running text on this side is."""
    widths = sorted((row.x1 - row.x0 for row in side), reverse=True)
    usual = widths[min(len(widths) - 1, 2 + len(widths) // 10)]
    return [row for row in side if row.x1 - row.x0 >= _FILLED * usual and len(row.text) >= 12]


def _is_free(rows: Sequence[Row], gutter: Gutter) -> bool:
    """Tell whether a known gutter divides this page too: rows on both sides, few across."""
    across = sum(row.x0 < gutter.low - 5 and row.x1 > gutter.high + 5 for row in rows)
    left = sum(row.x1 <= gutter.high for row in rows)
    right = sum(row.x0 >= gutter.low for row in rows)
    return left > 0 and right > 0 and across <= 0.6 * (left + right)


def _cut_at(row: Row, gutter: Gutter) -> list[Row]:
    """Return a row in two where it was read across the gutter as if it were one line."""
    if row.vertical or not (row.x0 < gutter.low - 20 and row.x1 > gutter.high + 20) or len(row.extents) < 4:
        return [row]
    needed = max(0.8 * (gutter.high - gutter.low), 0.9 * row.size)
    at = -1
    for index, word in enumerate(row.text.split(" ")[:-1]):
        at += len(word) + 1
        low, high = row.extents[2 * index + 1], row.extents[2 * index + 2]
        if high - low >= needed and low <= gutter.middle + 2 and high >= gutter.middle - 2:
            return [cut(row, 0, at), cut(row, at + 1, len(row.text))]
    return [row]


def _divided(rows: Sequence[Row], gutter: Gutter) -> list[Row]:
    left_edge, right_edge = min(row.x0 for row in rows), max(row.x1 for row in rows)
    across: list[Row] = []
    left: list[Row] = []
    right: list[Row] = []
    for row in rows:
        if _crosses(row, gutter, left_edge, right_edge):
            across.append(row)
        else:
            (left if (row.x0 + row.x1) / 2 < gutter.middle else right).append(row)
    across = _with_neighbours(across, left, right)
    across = _with_last_lines(across, left, gutter)
    ordered: list[Row] = []
    for band in _bands(across):
        top = band[0].y0
        before_left = [row for row in left if (row.y0 + row.y1) / 2 < top]
        before_right = [row for row in right if (row.y0 + row.y1) / 2 < top]
        left = [row for row in left if (row.y0 + row.y1) / 2 >= top]
        right = [row for row in right if (row.y0 + row.y1) / 2 >= top]
        ordered += _columns(before_left, before_right)
        ordered += [replace(row, spanning=True) for row in _one_column(band, column=-1)]
    return ordered + _columns(left, right)


def _crosses(row: Row, gutter: Gutter, left_edge: float, right_edge: float) -> bool:
    into_left = max(8.0, 0.08 * (gutter.low - left_edge))
    into_right = max(8.0, 0.08 * (right_edge - gutter.high))
    return row.x0 < gutter.low - into_left and row.x1 > gutter.high + into_right


def _with_neighbours(across: list[Row], left: list[Row], right: list[Row]) -> list[Row]:
    """Return the rows across with the words that a wide space parts from them, such as a caption's label."""
    found = list(across)
    for row in across:
        for side in (left, right):
            for other in [other for other in side if abs(other.baseline - row.baseline) < 1.0]:
                gap = row.x0 - other.x1 if other.x0 < row.x0 else other.x0 - row.x1
                if abs(other.size - row.size) < 0.3 and -1.0 < gap < 1.6 * row.size:
                    side.remove(other)
                    found.append(other)
    return found


def _with_last_lines(across: list[Row], left: list[Row], gutter: Gutter) -> list[Row]:
    """Return the rows across with the short last line of each of their paragraphs, which ends left of the gutter."""
    found = list(across)
    for row in sorted(across, key=lambda row: row.y0):
        if row.x1 - row.x0 < 1.2 * (gutter.high - row.x0):
            continue
        below = [other for other in left if 0 < other.baseline - row.baseline < 1.45 * row.size]
        beside = any(abs(other.baseline - row.baseline) < 2 for other in left)
        for other in below:
            same_type = abs(other.size - row.size) < 0.3 and abs(other.x0 - row.x0) < 2.5
            alone = not any(abs(third.baseline - other.baseline) < 2 and third is not other for third in found)
            if same_type and alone and not beside:
                left.remove(other)
                found.append(other)
    return found


def _bands(rows: list[Row]) -> list[list[Row]]:
    """Return rows in groups that follow one another without much space between."""
    bands: list[list[Row]] = []
    for row in sorted(rows, key=lambda row: row.y0):
        if bands and row.y0 - max(other.y1 for other in bands[-1]) < 0.3 * row.size:
            bands[-1].append(row)
        else:
            bands.append([row])
    return bands


def _columns(left: list[Row], right: list[Row]) -> list[Row]:
    ordered: list[Row] = []
    for number, side in enumerate((left, right)):
        inner = find_gutter(side) if len(side) > 4 * _FILLED_ROWS else None
        if inner is not None and _is_text_wide(side, inner):
            ordered += _divided(side, inner)
        else:
            ordered += _one_column(side, column=number)
    return ordered


def _is_text_wide(side: Sequence[Row], gutter: Gutter) -> bool:
    """Tell whether the strip inside a column parts columns of text, as in three-column pages, not cells of a table."""
    left = min(row.x0 for row in side)
    rows = [row for row in side if row.x1 <= gutter.low + 2]
    return gutter.low - left > 100 and len(_filled(rows)) > 2 * _FILLED_ROWS


def _one_column(rows: Sequence[Row], *, column: int) -> list[Row]:
    """Return rows from top to bottom, those on one baseline as one."""
    if not rows:
        return []
    left, right = column_edges(rows)
    ordered = []
    for line in printed_lines(rows):
        row = merged(line)
        row.left, row.right, row.column = left, right, column
        ordered.append(row)
    return ordered


def column_edges(rows: Sequence[Row]) -> tuple[float, float]:
    """Return the left and right edge that most of the text keeps to."""
    lefts: dict[int, int] = {}
    rights: dict[int, int] = {}
    for row in rows:
        lefts[round(row.x0)] = lefts.get(round(row.x0), 0) + len(row.text)
        rights[round(row.x1)] = rights.get(round(row.x1), 0) + len(row.text)
    left = max(lefts, key=lambda edge: lefts[edge] + lefts.get(edge - 1, 0) + lefts.get(edge + 1, 0))
    right = max(rights, key=lambda edge: rights[edge] + rights.get(edge - 1, 0) + rights.get(edge + 1, 0))
    return (float(left), float(right)) if right > left else (min(r.x0 for r in rows), max(r.x1 for r in rows))
