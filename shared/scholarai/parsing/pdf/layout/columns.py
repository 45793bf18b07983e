"""Finds columns and puts the rows of a page in reading order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from math import inf
from typing import NamedTuple

from scholarai.parsing.pdf.layout.gutters import (
    Gutter,
    column_edges,
    filled_rows,
    find_gutter,
    is_free,
    is_overlong,
    separates_text,
    whole_lines,
)
from scholarai.parsing.pdf.layout.lines import printed_lines
from scholarai.parsing.pdf.layout.rows import Row, cut, merged
from scholarai.parsing.pdf.layout.sidebars import find_sidebar, notes_beside_abstract
from scholarai.parsing.pdf.layout.thresholds import COLUMNS
from scholarai.parsing.pdf.text.labels import is_label
from scholarai.parsing.pdf.text.titles import is_bibliography, is_section_name, split_title

# Columns are numbered from 0; rows across columns have -1, notes in the margin SIDEBAR.
SIDEBAR = 9
_SPANNING = -1

_Edges = tuple[float, float]


class _Split(NamedTuple):
    """Rows divided by a gutter: those across it, and those on each side."""

    across: list[Row]
    left: list[Row]
    right: list[Row]

    def spanned_by(self, rows: Sequence[Row]) -> _Split:
        """Return a copy in which `rows` count as rows across."""
        taken = set(rows)
        left, right = ([row for row in side if row not in taken] for side in (self.left, self.right))
        return _Split([*self.across, *rows], left, right)


def in_reading_order(
    rows: Sequence[Row],
    known: Sequence[Gutter] = (),
    sought: tuple[Gutter | None] | None = None,
    margin: float | None = None,
) -> list[Row]:
    """Put the rows of one page in reading order, join the parts of each row, and set their columns with the columns' edges.

    `known` are gutters of the paper's pages, the usual one of this page's side first. Where the page's own is another, they apply
    if its rows leave them free, however few rows are beside them. `sought` holds the result of `find_gutter` for the rows, if it
    was called before. `margin` is where the text begins beside the notes of the page before.
    """
    upright = [row for row in rows if not row.vertical]
    if not upright:
        return list(rows)
    notes = set(_notes(upright, margin))
    beside = [row for row in upright if row in notes]
    upright = [row for row in upright if row not in notes]
    own = sought[0] if sought is not None and len(upright) == len(rows) else find_gutter(upright)
    last = _one_column(beside, SIDEBAR, column_edges(beside))
    text, entries, inner = _above_list(upright, own)
    return [*_main(text, known, own), *_main(entries, known, inner), *last, *(row for row in rows if row.vertical)]


def _above_list(rows: list[Row], gutter: Gutter | None) -> tuple[list[Row], list[Row], Gutter | None]:
    """Part a page above a list of references that is set in more columns than the text; return the list's gutter, too."""
    heading = next((row for row in rows if is_bibliography(row.text)), None)
    at_left = heading is not None and heading.x0 < min(row.x0 for row in rows) + heading.size
    if heading is not None and (gutter is None or at_left):
        below = [row for row in rows if row.y0 >= heading.y1]
        inner = find_gutter(below)
        if inner is not None and (gutter is None or _overlap(inner, gutter) <= 0):
            entries = set(below)
            return [row for row in rows if row not in entries], below, inner
    return rows, [], None


def inner_gutters(rows: Sequence[Row], gutter: Gutter) -> list[Gutter]:
    """Return the gutters that divide one side of a page again; none where the first one is in the middle of the text."""
    left, right = min(row.x0 for row in rows), max(row.x1 for row in rows)
    if abs(gutter.middle - (left + right) / 2) < COLUMNS.off_centre_share * (right - left):
        return []
    sides = [row for row in rows if row.x1 <= gutter.high], [row for row in rows if row.x0 >= gutter.low]
    found = ((side, find_gutter(side)) for side in sides if len(side) > COLUMNS.inner_rows)
    return [inner for side, inner in found if inner is not None and separates_text(side, inner)]


def margin_of_notes(ordered: Sequence[Row]) -> float | None:
    """Return where the text of a page begins, None unless all of it is right of notes."""
    notes = max((row.x1 for row in ordered if row.column == SIDEBAR), default=None)
    text = min((row.x0 for row in ordered if row.column != SIDEBAR and not row.vertical), default=None)
    return text if notes is not None and text is not None and notes < text else None


def _notes(rows: Sequence[Row], margin: float | None) -> list[Row]:
    """Return the rows beside the text of a page."""
    if margin is not None and all(row.x1 < margin or row.x0 > margin - COLUMNS.overlap_pt for row in rows):
        return [row for row in rows if row.x1 < margin]
    sidebar = find_sidebar(rows)
    if sidebar is not None:
        gutter, on_left = sidebar
        return [row for row in rows if (row.x1 <= gutter.high if on_left else row.x0 >= gutter.low)]
    return notes_beside_abstract(rows) if rows[0].page_number <= COLUMNS.last_title_page else []


def _main(rows: Sequence[Row], known: Sequence[Gutter], gutter: Gutter | None) -> list[Row]:
    if not rows:
        return []
    if gutter is None or not known or _overlap(known[0], gutter) <= 0:
        gutter = next((usual for usual in known if is_free(rows, usual)), gutter)
    if gutter is None:
        return _one_column(rows, 0, column_edges(rows))
    rows = [part for row in rows for part in _cut_at(row, gutter)]
    return _divided(rows, gutter, known)


def _overlap(first: Gutter, second: Gutter) -> float:
    return min(first.high, second.high) - max(first.low, second.low)


def _cut_at(row: Row, gutter: Gutter) -> list[Row]:
    """Split a row that the PDF gives as one line across the gutter."""
    beyond, near = COLUMNS.cut_beyond_pt, COLUMNS.cut_middle_pt
    if row.vertical or len(row.extents) < 4 or row.x0 >= gutter.low - beyond or row.x1 <= gutter.high + beyond:
        return [row]
    needed = max(COLUMNS.cut_gap_share * (gutter.high - gutter.low), COLUMNS.cut_gap_ems * row.size)
    at = -1
    for index, word in enumerate(row.text.split(" ")[:-1]):
        at += len(word) + 1
        low, high = row.extents[2 * index + 1], row.extents[2 * index + 2]
        if high - low >= needed and low <= gutter.middle + near and high >= gutter.middle - near:
            return [cut(row, 0, at), cut(row, at + 1, len(row.text))]
    return [row]


def _divided(rows: Sequence[Row], gutter: Gutter, known: Sequence[Gutter]) -> list[Row]:
    """Set the columns of rows, and return them band by band: rows across the gutter end the columns above them."""
    edges = min(row.x0 for row in rows), max(row.x1 for row in rows)
    split = _split(rows, gutter, edges)
    split = split.spanned_by(_neighbours(split))
    split = split.spanned_by(_last_lines(split, gutter))
    split = split.spanned_by(_short_title_lines(split))
    split = split.spanned_by(_title_block(split, gutter))
    column_edges = _edges(split.left, (edges[0], gutter.low)), _edges(split.right, (gutter.high, edges[1]))
    left, right = split.left, split.right
    ordered: list[Row] = []
    for top, band in _breaks(split):
        above = [[row for row in side if (row.y0 + row.y1) / 2 < top] for side in (left, right)]
        left, right = ([row for row in side if (row.y0 + row.y1) / 2 >= top] for side in (left, right))
        ordered += _columns(above[0], above[1], column_edges, known)
        for part in _parted(band):
            ordered += [replace(row, spanning=True) for row in _one_column(part, _SPANNING, edges)]
    return ordered + _columns(left, right, column_edges, known)


def _parted(band: list[Row]) -> list[list[Row]]:
    """Return rows across both columns in one part, or a box of small print beside the title as a part before the others."""
    if not band:
        return []
    largest = max(row.size for row in band)
    title = [row for row in band if row.size > COLUMNS.box_size_share * largest]
    end, foot = max(row.x1 for row in title), max(row.y1 for row in title)
    box = [row for row in band if row.size < COLUMNS.box_size_share * largest and row.x0 > end and row.y0 < foot]
    return [box, [row for row in band if row not in box]] if box else [band]


def _split(rows: Sequence[Row], gutter: Gutter, edges: _Edges) -> _Split:
    split = _Split([], [], [])
    for row in rows:
        if _crosses(row, gutter, *edges) or _is_heading_of_both(row, gutter):
            (split.left if is_overlong(row, gutter, rows) else split.across).append(row)
        else:
            (split.left if (row.x0 + row.x1) / 2 < gutter.middle else split.right).append(row)
    return split


def _breaks(split: _Split) -> list[tuple[float, list[Row]]]:
    """Return the y coordinates at which columns end with the rows across there, none at a common foot."""
    breaks = [(band[0].y0, band) for band in _bands(split.across)]
    foot = _common_foot(split.left, split.right)
    return breaks if foot is None else sorted([*breaks, (foot, [])], key=lambda item: item[0])


def _title_block(split: _Split, gutter: Gutter) -> list[Row]:
    """Return the rows beside one another above both columns, such as authors under a title.

    A title block begins with a row across in larger type, above the first line that fills a column, its words joined where
    they are apart.
    """
    across, beside = split.across, (*split.left, *split.right)
    if not across or not beside or across[0].page_number > COLUMNS.last_title_page:
        return []
    # The name of a journal or conference may be printed above it.
    title = next((row for row in sorted(across, key=lambda row: row.y0) if _is_title(row, beside)), None)
    lines = whole_lines(beside)
    columns = [row for row in lines if row.x1 < gutter.high], [row for row in lines if row.x0 > gutter.low]
    end = min(min((row.y0 for row in filled_rows(column)), default=0.0) for column in columns)
    block = [row for row in beside if title is not None and title.y0 < row.y0 and row.y1 <= end]
    named = min((row.y0 for row in block if _is_heading(row) and not _follows(row, block)), default=inf)
    block = [row for row in block if row.y1 < named]
    ends = max(block, key=lambda row: row.y1, default=None)
    straddles = ends is not None and ends.x0 < gutter.low and ends.x1 > gutter.high
    return [row for row in block if row is not ends or straddles or not _is_alone(row, block)]


def _short_title_lines(split: _Split) -> list[Row]:
    """Return the lines of a title across that end within one column, above or below its other lines in the same large type."""
    beside = [*split.left, *split.right]
    if not split.across or not beside or split.across[0].page_number > COLUMNS.last_title_page:
        return []
    title = [row for row in split.across if _is_title(row, beside)]
    found: list[Row] = []
    for row in sorted(beside, key=lambda row: row.y0):
        near = [other for other in (*title, *found) if abs(other.size - row.size) < COLUMNS.same_size_pt]
        if any(abs(other.baseline - row.baseline) < COLUMNS.last_line_ems * row.size for other in near):
            found.append(row)
    return found


def _is_title(row: Row, others: Sequence[Row]) -> bool:
    """Tell whether a row is in larger type than the median of others."""
    sizes = sorted(other.size for other in others)
    return row.size >= COLUMNS.title_size_share * sizes[len(sizes) // 2]


def _is_heading(row: Row) -> bool:
    heading = split_title(row.text.strip())
    return is_section_name(heading.title) or (heading.number is not None and row.bold)


def _follows(row: Row, block: Sequence[Row]) -> bool:
    """Tell whether a row goes on right behind another one, as a raised mark and what follows it do."""
    before = (other for other in block if other.y1 > row.y0 and other.y0 < row.y1)
    return any(0 <= row.x0 - other.x1 < COLUMNS.neighbour_gap_ems * row.size for other in before)


def _is_alone(row: Row, block: Sequence[Row]) -> bool:
    """Tell whether a row has no other row beside it, and is thus the first heading of its column."""
    return not any(other is not row and other.y1 > row.y0 and other.y0 < row.y1 for other in block)


def _edges(side: Sequence[Row], otherwise: _Edges) -> _Edges:
    return column_edges(side) if len(side) > COLUMNS.edge_rows else otherwise


def _common_foot(left: Sequence[Row], right: Sequence[Row]) -> float | None:
    """Return the y coordinate below which both columns have only smaller text: notes or a bibliography, read last."""
    sizes = Counter(round(row.size) for row in (*left, *right) if len(row.text) > COLUMNS.usual_characters)
    usual = max((size for size, count in sizes.items() if count >= COLUMNS.usual_share * sizes.total()), default=0)
    feet = [_foot(side, COLUMNS.smaller_share * usual) for side in (left, right)]
    top = min(top for top, _ in feet)
    level = top < inf and all(own < inf and above < top + COLUMNS.foot_drift_pt for own, above in feet)
    return top - 1 if level else None


def _foot(side: Sequence[Row], largest: float) -> tuple[float, float]:
    """Return the top of the smaller text at the foot of a column, its heading included, and the bottom of what is above."""
    top = inf
    for row in sorted(side, key=lambda row: -row.y0):
        if len(row.text) <= COLUMNS.fragment_characters:
            continue
        if row.size > largest and (top == inf or not is_section_name(split_title(row.text).title)):
            return top, row.y1
        top = row.y0
    return top, 0.0


def _crosses(row: Row, gutter: Gutter, left_edge: float, right_edge: float) -> bool:
    into_left = max(COLUMNS.crossing_pt, COLUMNS.crossing_share * (gutter.low - left_edge))
    into_right = max(COLUMNS.crossing_pt, COLUMNS.crossing_share * (right_edge - gutter.high))
    return row.x0 < gutter.low - into_left and row.x1 > gutter.high + into_right


def _is_heading_of_both(row: Row, gutter: Gutter) -> bool:
    """Tell whether the name of a section begins before the right column and ends within it, in the middle over both."""
    begins = row.x0 < gutter.high - row.size and row.x1 > gutter.high
    return begins and is_section_name(split_title(row.text).title)


def _neighbours(split: _Split) -> list[Row]:
    """Return the words that a wide space separates from the rows across, such as a caption's label."""
    found: dict[Row, None] = {}
    for row in split.across:
        for other in (*split.left, *split.right):
            if other not in found and _stands_beside(other, row):
                found[other] = None
    return list(found)


def _stands_beside(other: Row, row: Row) -> bool:
    if abs(other.baseline - row.baseline) >= COLUMNS.same_baseline_pt:
        return False
    if is_label(other.text) and other.x1 < row.x0:
        return True  # however wide the space to a hanging caption, and whatever the label's size
    gap = row.x0 - other.x1 if other.x0 < row.x0 else other.x0 - row.x1
    same_size = abs(other.size - row.size) < COLUMNS.same_size_pt
    return same_size and -COLUMNS.overlap_pt < gap < COLUMNS.neighbour_gap_ems * row.size


def _last_lines(split: _Split, gutter: Gutter) -> list[Row]:
    """Return the short last lines of paragraphs across, which end left of the gutter."""
    across, left = list(split.across), list(split.left)
    for row in sorted(split.across, key=lambda row: row.y0):
        start = min(other.x0 for other in across if abs(other.baseline - row.baseline) < COLUMNS.start_baseline_pt)
        if row.x1 - start < COLUMNS.full_share * (gutter.high - start) or _is_beside(row, left):
            continue
        for other in [other for other in left if _is_below(other, row, start)]:
            if not _is_beside(other, across):
                left.remove(other)
                across.append(other)
    return across[len(split.across) :]


def _is_below(other: Row, row: Row, start: float) -> bool:
    """Tell whether a row of the same type is on the next line, at the line's start."""
    if not 0 < other.baseline - row.baseline < COLUMNS.last_line_ems * row.size:
        return False
    return abs(other.size - row.size) < COLUMNS.same_size_pt and abs(other.x0 - start) < COLUMNS.last_line_edge_pt


def _is_beside(row: Row, others: Sequence[Row]) -> bool:
    near = COLUMNS.last_line_baseline_pt
    return any(abs(other.baseline - row.baseline) < near and other is not row for other in others)


def _bands(rows: list[Row]) -> list[list[Row]]:
    """Return rows in groups without large vertical gaps."""
    bands: list[list[Row]] = []
    for row in sorted(rows, key=lambda row: row.y0):
        if bands and row.y0 - max(other.y1 for other in bands[-1]) < COLUMNS.band_gap_ems * row.size:
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
                # Columns inside a column are numbered separately.
                row.column += 2 * (number + 1) if row.column != _SPANNING else 0
            ordered += parts
        else:
            ordered += _one_column(side, number, edges[number])
    return ordered


def _inner_gutter(side: Sequence[Row], edges: _Edges, known: Sequence[Gutter]) -> Gutter | None:
    """Return the gutter that divides one side of a page again, as on three-column pages."""
    inner = find_gutter(side) if len(side) > COLUMNS.inner_rows else None
    if inner is not None and separates_text(side, inner):
        return inner
    if not side:
        return None
    # The edges of most of the text are those of one of two short columns.
    low = min(edges[0], *(row.x0 for row in side)) + COLUMNS.least_column_pt
    high = max(edges[1], *(row.x1 for row in side)) - COLUMNS.least_column_pt
    within = [g for g in known if low < g.low and g.high < high]
    return next((g for g in within if is_free(side, g)), None)


def _one_column(rows: Sequence[Row], column: int, edges: _Edges) -> list[Row]:
    """Set the column of rows and its edges, and return them from top to bottom, with those on one baseline joined."""
    ordered = []
    for line in printed_lines(rows):
        row = merged(line)
        row.left, row.right, row.column = edges[0], edges[1], column
        ordered.append(row)
    return ordered
