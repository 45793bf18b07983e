"""Gutters: the white strips that divide a page's text into columns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate

from scholarai.parsing.pdf.layout.rows import Row, merged

# Narrowest space between columns, in points; IEEE sets 12, some journals 10, a cramped newsletter 8.
_GUTTER_PT = 7.0
# A space this wide, of the type size and in points, is still one between words: LaTeX's own gutter is 10 points.
_STRETCHED_SPACE = 1.05
_STRETCHED_SPACE_PT = 9.0
# A row fills its column when it is at least this share as wide; short ones end paragraphs or stand in tables.
_FILLED = 0.8
# Rows on each side that must fill their column before a page counts as divided.
_FILLED_ROWS = 5


# How far from a known gutter's edge a column's rows begin: an indent at most.
_ALIGNED_PT = 12.0
# A column of notes beside the text is narrower than half of it and set smaller.
_SIDEBAR_WIDTH = 0.45
_SIDEBAR_SIZE = 0.95
_SIDEBAR_ROWS = 4


@dataclass(frozen=True, slots=True)
class Gutter:
    """The white strip between two columns."""

    low: float
    high: float

    @property
    def middle(self) -> float:
        return (self.low + self.high) / 2


def find_gutter(rows: Sequence[Row]) -> Gutter | None:
    """Return the gutter that most evenly divides the rows, None where they stand in one column."""
    found = _best_strip(rows)
    if found is not None:
        return found
    whole = _whole_lines(rows)
    return _best_strip(whole) if len(whole) < len(rows) else None


def _best_strip(rows: Iterable[Row]) -> Gutter | None:
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


def _whole_lines(rows: Iterable[Row]) -> list[Row]:
    """Return rows with the words of loosely justified lines put together, which a PDF hands over one by one."""
    lines: list[Row] = []
    for row in sorted(rows, key=lambda row: (round(row.baseline), row.x0)):
        last = lines[-1] if lines else None
        if last is not None and abs(last.baseline - row.baseline) < 1 and _goes_on(last, row):
            lines[-1] = merged([last, row])
        else:
            lines.append(row)
    return lines


def _goes_on(row: Row, following: Row) -> bool:
    gap = following.x0 - row.x1
    widest = min(_STRETCHED_SPACE * min(row.size, following.size), _STRETCHED_SPACE_PT)
    return not row.vertical and not following.vertical and 0 <= gap <= widest


def _white_strips(rows: Sequence[Row], left: float, right: float) -> list[tuple[float, float]]:
    """Return strips that few rows cross, between a sixth and five sixths of the text's width."""
    first, last = int(left), int(right) + 2
    changes = [0] * (last - first + 2)
    for row in rows:
        changes[max(0, int(row.x0 + 0.5) - first)] += 1
        changes[min(len(changes) - 1, int(row.x1) - first)] -= 1
    covered = list(accumulate(changes))
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
    filled_left, filled_right = filled_rows(left), filled_rows(right)
    if min(len(filled_left), len(filled_right)) < _FILLED_ROWS:
        return 0
    top = max(min(row.y0 for row in filled_left), min(row.y0 for row in filled_right))
    bottom = min(max(row.y1 for row in filled_left), max(row.y1 for row in filled_right))
    beside = min(sum(top <= row.y1 and row.y0 <= bottom for row in side) for side in (filled_left, filled_right))
    return beside if beside >= _FILLED_ROWS else 0


def filled_rows(side: Sequence[Row]) -> list[Row]:
    """Return the rows that are as wide as running text on this side is."""
    widths = sorted((row.x1 - row.x0 for row in side), reverse=True)
    usual = widths[min(len(widths) - 1, 2 + len(widths) // 10)]
    return [row for row in side if row.x1 - row.x0 >= _FILLED * usual and len(row.text) >= 12]


def is_free(rows: Sequence[Row], gutter: Gutter) -> bool:
    """Tell whether a known gutter divides this page too: few rows across, and a column begins at its right edge."""
    return _leaves_free(rows, gutter) or _leaves_free(_whole_lines(rows), gutter)


def _leaves_free(rows: Sequence[Row], gutter: Gutter) -> bool:
    across = sum(row.x0 < gutter.low - 5 and row.x1 > gutter.high + 5 for row in rows)
    left = sum(row.x1 <= gutter.high for row in rows)
    right = [row for row in rows if row.x0 >= gutter.low]
    if not left or not right or across > 0.6 * (left + len(right)):
        return False
    return sum(abs(row.x0 - gutter.high) < _ALIGNED_PT for row in right) >= 0.4 * len(right)


def parts_text(side: Sequence[Row], gutter: Gutter) -> bool:
    """Tell whether the strip inside a column parts columns of text, as in three-column pages, not cells of a table."""
    left = min(row.x0 for row in side)
    rows = [row for row in side if row.x1 <= gutter.low + 2]
    return gutter.low - left > 100 and len(filled_rows(rows)) > 2 * _FILLED_ROWS


def find_sidebar(rows: Sequence[Row]) -> tuple[Gutter, bool] | None:
    """Return the strip between the text and a column of notes beside it, and whether the notes stand on the left."""
    rows = [row for row in rows if not row.vertical]
    if len(rows) < 4 * _SIDEBAR_ROWS:
        return None
    left, right = min(row.x0 for row in rows), max(row.x1 for row in rows)
    body = Counter[float]()
    for row in rows:
        body[round(row.size, 1)] += len(row.text)
    size = body.most_common(1)[0][0]
    for low, high in _white_strips(rows, left, right):
        for side, on_left in (([r for r in rows if r.x1 <= high], True), ([r for r in rows if r.x0 >= low], False)):
            width = low - left if on_left else right - high
            across = len(rows) - len(side) - sum(r.x0 >= low if on_left else r.x1 <= high for r in rows)
            small = sum(row.size <= _SIDEBAR_SIZE * size for row in side)
            narrow = width < _SIDEBAR_WIDTH * (right - left - width)
            if (
                len(side) >= _SIDEBAR_ROWS
                and narrow
                and small >= 0.8 * len(side)
                and across <= 1
                and _is_prose_beside(rows, side)
            ):
                return Gutter(low, high), on_left
    return None


def _is_prose_beside(rows: Sequence[Row], side: Sequence[Row]) -> bool:
    """Tell whether most text stands outside the notes, beside them too."""
    top, bottom = min(row.y0 for row in side), max(row.y1 for row in side)
    notes = set(side)
    others = [row for row in rows if row not in notes]
    beside = [row for row in others if row.y1 > top and row.y0 < bottom and len(row.text) > 40]
    return len(beside) >= 3 and sum(len(row.text) for row in others) > 2 * sum(len(row.text) for row in side)


def column_edges(rows: Sequence[Row]) -> tuple[float, float]:
    """Return the left and right edge that most of the text keeps to."""
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
