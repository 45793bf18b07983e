"""Columns: the order in which a page's rows are read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from scholarai.parsing.pdf.layout.gutters import (
    Gutter,
    column_edges,
    filled_rows,
    find_gutter,
    find_sidebar,
    is_free,
    parts_text,
)
from scholarai.parsing.pdf.layout.lines import printed_lines
from scholarai.parsing.pdf.layout.rows import Row, cut, merged
from scholarai.parsing.pdf.text.titles import is_section_name, parted

# Columns are numbered from 0; rows across them have -1, notes in the margin this.
SIDEBAR = 9
_SPANNING = -1
# Text below this share of the usual size, at the foot of both columns, is read after them.
_SMALLER = 0.94
_FOOT_DRIFT_PT = 26.0
_LEAST_COLUMN_PT = 100.0
# Pieces of a formula are no longer than this.
_SCRAP = 6

_Edges = tuple[float, float]


def in_reading_order(
    rows: Sequence[Row], known: Sequence[Gutter] = (), sought: tuple[Gutter | None] | None = None
) -> list[Row]:
    """Return the rows of one page, parts of a row put together, in the order they are read.

    `known` are gutters of other pages of the paper; where the page's own rows leave them free they are taken too,
    however few rows stand beside them. `sought` holds what `find_gutter` returned for the rows, if it was asked.
    """
    upright = [row for row in rows if not row.vertical]
    if not upright:
        return list(rows)
    notes: list[Row] = []
    sidebar = find_sidebar(upright)
    if sidebar is not None:
        gutter, on_left = sidebar
        beside = [row for row in upright if (row.x1 <= gutter.high if on_left else row.x0 >= gutter.low)]
        notes = _one_column(beside, SIDEBAR, column_edges(beside))
        notes_beside = set(beside)
        upright = [row for row in upright if row not in notes_beside]
    own = sought[0] if sought is not None and len(upright) == len(rows) else find_gutter(upright)
    return [*_main(upright, known, own), *notes, *(row for row in rows if row.vertical)]


def _main(rows: Sequence[Row], known: Sequence[Gutter], gutter: Gutter | None) -> list[Row]:
    near = known if gutter is None else [usual for usual in known if _overlap(usual, gutter) <= 0]
    gutter = next((usual for usual in near if is_free(rows, usual)), gutter)
    if gutter is None:
        return _one_column(rows, 0, column_edges(rows))
    rows = [part for row in rows for part in _cut_at(row, gutter)]
    return _divided(rows, gutter, known)


def _overlap(first: Gutter, second: Gutter) -> float:
    return min(first.high, second.high) - max(first.low, second.low)


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


def _divided(rows: Sequence[Row], gutter: Gutter, known: Sequence[Gutter]) -> list[Row]:
    """Return rows band by band: what spans the gutter parts the columns above it from those below."""
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
    across = _with_title_block(across, left, right)
    edges = (_edges(left, (left_edge, gutter.low)), _edges(right, (gutter.high, right_edge)))
    foot = _common_foot(left, right)
    ordered: list[Row] = []
    breaks: list[tuple[float, list[Row]]] = [(band[0].y0, band) for band in _bands(across)]
    if foot is not None:
        breaks = sorted([*breaks, (foot, [])], key=lambda item: item[0])
    for top, band in breaks:
        before = [[row for row in side if (row.y0 + row.y1) / 2 < top] for side in (left, right)]
        left = [row for row in left if (row.y0 + row.y1) / 2 >= top]
        right = [row for row in right if (row.y0 + row.y1) / 2 >= top]
        ordered += _columns(before[0], before[1], edges, known)
        if band:
            spanning = _one_column(band, _SPANNING, (left_edge, right_edge))
            ordered += [replace(row, spanning=True) for row in spanning]
    return ordered + _columns(left, right, edges, known)


def _with_title_block(across: list[Row], left: list[Row], right: list[Row]) -> list[Row]:
    """Return the rows across with what stands beside one another above both columns: authors under a title.

    Only the first page has a title block: a row across, in larger type, above all text that fills a column.
    """
    if not across or across[0].page_number != 1:
        return across
    tops = [min((row.y0 for row in filled_rows(side)), default=0.0) for side in (left, right)]
    title = min(across, key=lambda row: row.y0)
    block = [row for side in (left, right) for row in side if title.y0 < row.y0 and row.y1 <= min(tops)]
    sizes = sorted(row.size for row in (*left, *right))
    if not block or title.size < 1.2 * sizes[len(sizes) // 2]:
        return across
    named = min((row.y0 for row in block if _is_heading(row)), default=None)
    block = [row for row in block if named is None or row.y1 < named]
    for row in sorted(block, key=lambda row: -row.y0):
        if _begins_column(row, [other for other in (left if row in left else right) if other not in block]):
            block.remove(row)
    if not block:
        return across
    ends = max(block, key=lambda row: row.y1)
    block = [row for row in block if not (row is ends and _is_alone(row, block))]
    for row in block:
        (left if row in left else right).remove(row)
    return [*across, *block]


def _is_heading(row: Row) -> bool:
    heading = parted(row.text.strip())
    return is_section_name(heading.title) or (heading.number is not None and row.bold)


def _begins_column(row: Row, side: Sequence[Row]) -> bool:
    """Tell whether running text of the same type goes on right below a row: a short line of code or maths in it."""
    return any(
        0.5 * row.size < other.baseline - row.baseline < 1.35 * row.size
        and abs(other.size - row.size) < 0.3
        and -1.5 < other.x0 - row.x0 < 2 * row.size
        for other in side
    )


def _is_alone(row: Row, block: Sequence[Row]) -> bool:
    """Tell whether nothing stands beside a row: then it is the first heading of its column."""
    return not any(other is not row and other.y1 > row.y0 and other.y0 < row.y1 for other in block)


def _edges(side: Sequence[Row], otherwise: _Edges) -> _Edges:
    return column_edges(side) if len(side) > 4 else otherwise


def _common_foot(left: Sequence[Row], right: Sequence[Row]) -> float | None:
    """Return the height below which both columns hold smaller text only: notes or a bibliography to be read last."""
    sizes = Counter(round(row.size) for row in (*left, *right) if len(row.text) > 20)
    usual = max((size for size, count in sizes.items() if count >= 0.1 * sizes.total()), default=0)
    tops = []
    for side in (left, right):
        top = None
        for row in sorted(side, key=lambda row: -row.y0):
            if len(row.text) <= _SCRAP:
                continue
            if row.size > _SMALLER * usual:
                break
            top = row.y0
        if top is None:
            return None
        tops.append(top)
    return min(tops) - 1 if abs(tops[0] - tops[1]) < _FOOT_DRIFT_PT else None


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
        start = min(other.x0 for other in found if abs(other.baseline - row.baseline) < 1.5)
        if row.x1 - start < 1.2 * (gutter.high - start):
            continue
        below = [other for other in left if 0 < other.baseline - row.baseline < 1.45 * row.size]
        beside = any(abs(other.baseline - row.baseline) < 2 for other in left)
        for other in below:
            same_type = abs(other.size - row.size) < 0.3 and abs(other.x0 - start) < 2.5
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


def _columns(left: list[Row], right: list[Row], edges: tuple[_Edges, _Edges], known: Sequence[Gutter]) -> list[Row]:
    ordered: list[Row] = []
    for number, side in enumerate((left, right)):
        inner = _inner_gutter(side, edges[number], known)
        if inner is not None:
            parts = _divided(side, inner, ())
            for row in parts:
                # Columns inside a column get numbers of their own.
                row.column += 2 * (number + 1) if row.column != _SPANNING else 0
            ordered += parts
        else:
            ordered += _one_column(side, number, edges[number])
    return ordered


def _inner_gutter(side: Sequence[Row], edges: _Edges, known: Sequence[Gutter]) -> Gutter | None:
    """Return the gutter that divides one side of a page again, as on pages of three columns."""
    inner = find_gutter(side) if len(side) > 20 else None
    if inner is not None and parts_text(side, inner):
        return inner
    within = [g for g in known if edges[0] + _LEAST_COLUMN_PT < g.low and g.high < edges[1] - _LEAST_COLUMN_PT]
    return next((g for g in within if is_free(side, g)), None)


def _one_column(rows: Sequence[Row], column: int, edges: _Edges) -> list[Row]:
    """Return rows from top to bottom, those on one baseline as one."""
    ordered = []
    for line in printed_lines(rows):
        row = merged(line)
        row.left, row.right, row.column = edges[0], edges[1], column
        ordered.append(row)
    return ordered
