"""Finds the rows of a captioned table."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from itertools import filterfalse, takewhile
from math import inf
from operator import or_
from statistics import median
from typing import NamedTuple

from scholarai.parsing.pdf.layout.metrics import Metrics
from scholarai.parsing.pdf.layout.regions import Rule
from scholarai.parsing.pdf.layout.rows import Row, cut
from scholarai.parsing.pdf.structure.captions import caption_extent
from scholarai.parsing.pdf.structure.groups import Group
from scholarai.parsing.pdf.structure.strips import (
    Strip,
    StripLine,
    extents_of_cells,
    goes_on_narrow,
    is_in_column,
    strip_lines,
)
from scholarai.parsing.pdf.structure.table_rules import outermost_rule, whole_rules
from scholarai.parsing.pdf.structure.thresholds import TABLES
from scholarai.parsing.pdf.text.labels import CAPTION
from scholarai.parsing.pdf.text.titles import is_section_name, split_title


class Around(NamedTuple):
    """What is on a caption's page: the rows that may belong to its table, those of other captions, and the rules.

    `columns` are the columns of running text of the paper.
    """

    rows: Sequence[Row]
    others: Sequence[Row]
    rules: Sequence[Rule]
    columns: Sequence[Strip] = ()


def table_rows(caption: Group, around: Around, metrics: Metrics) -> list[Row]:
    """Return the rows of a table, with the notes below: between rules beside its caption, else the nearer ones below or above it.

    None if nothing there looks like a table.
    """
    if beside := _rows_beside_caption(caption, around, metrics):
        return beside
    strip = _caption_strip(caption, around)
    around = around._replace(rules=whole_rules(around.rules))
    found, is_below = _nearest(caption, around, strip, metrics)
    for _ in range(TABLES.most_widenings):
        wide = table_strip(found, around, strip)
        if wide == strip or (is_below and _is_below_other(found, caption, around.others, strip, wide)):
            break
        strip = wide
        found, is_below = _nearest(caption, around, strip, metrics)
    if not any(line.tabular for line in found):
        return []
    table = [row for line in found for row in line.rows]
    notes = notes_below(table, _within(around, strip, caption).rows, metrics) if is_below else []
    return sorted([*table, *notes], key=lambda row: (row.y0, row.x0))


def parted_beside(caption: Group, rules: Sequence[Rule], metrics: Metrics) -> tuple[list[Row], list[Row]]:
    """Return the rows of a caption, cut where a table between rules beside it begins, and the parts that are the table's."""
    beside = _rules_beside(caption, rules, metrics)
    own: list[Row] = []
    parts: list[Row] = []
    for row in caption.rows:
        within = bool(beside) and beside[0].y < (row.y0 + row.y1) / 2 < beside[-1].y
        edge = beside[0].x0 - TABLES.same_edge_pt if within else inf
        words = sum(low < edge for low in row.extents[::2])
        if row.x0 > edge:
            parts.append(row)
        elif row.x1 > edge > row.extents[2 * words - 1]:
            end = len(" ".join(row.text.split(" ")[:words]))
            own.append(cut(row, 0, end))
            parts.append(cut(row, end + 1, len(row.text)))
        else:
            own.append(row)
    return own, parts


def _rules_beside(caption: Group, rules: Sequence[Rule], metrics: Metrics) -> list[Rule]:
    """Return the rules of one length to the right of a caption's first words, the first of them as high on the page."""
    near = TABLES.rules_apart_ems * metrics.size
    whole = [rule for rule in whole_rules(rules) if rule.x0 > caption.first.x0 + near]
    first = next((rule for rule in whole if abs(rule.y - caption.first.y0) < near), None)
    if first is None:
        return []
    alike = [rule for rule in whole if abs(rule.x0 - first.x0) < TABLES.same_edge_pt > abs(rule.x1 - first.x1)]
    return alike if len(alike) > 1 else []


def _rows_beside_caption(caption: Group, around: Around, metrics: Metrics) -> list[Row]:
    """Return the rows of a table between rules beside its caption, with its notes; one row of numbers is of a plot with lines."""
    rules = _rules_beside(caption, around.rules, metrics)
    if not rules or max(row.x1 for row in caption.rows) > rules[0].x0:
        return []
    strip, near = Strip(rules[0].x0, rules[0].x1), TABLES.rules_apart_ems * metrics.size
    top, bottom = rules[0].y, rules[-1].y
    inside = [row for row in around.rows if strip.touches(row)]
    rows = [row for row in inside if top < (row.y0 + row.y1) / 2 < bottom]
    lines = strip_lines(rows, metrics, around.columns)
    others = any(strip.touches(row) and top - near < row.y1 and row.y0 < bottom + near for row in around.others)
    if others or sum(line.tabular for line in lines) < 2:
        return []
    return sorted([*rows, *notes_below(rows, inside, metrics)], key=lambda row: (row.y0, row.x0))


def _caption_strip(caption: Group, around: Around) -> Strip:
    """Return the strip of a caption: its column of text, which cells below it may seem to divide, unless another caption is beside it."""
    strip = Strip(*caption_extent(caption))
    slack = TABLES.beyond_column_pt
    column = next(
        (one for one in around.columns if one.left - slack < strip.left and strip.right < one.right + slack), strip
    )
    wide = Strip(min(strip.left, column.left), max(strip.right, column.right))
    beside = [row for row in around.others if wide.touches(row) and not strip.touches(row)]
    alone = all(row.y1 < caption.first.y0 or row.y0 > caption.last.y1 for row in beside)
    return wide if alone else strip


def head_start(caption: Group, rules: Sequence[Rule]) -> int:
    """Return the index of the first of a caption's rows where its table begins: below a rule, or in columns."""
    for index in range(1, len(caption.rows)):
        above, row = caption.rows[index - 1], caption.rows[index]
        low, high = above.y1 - TABLES.head_rule_pt, row.y0 + TABLES.head_rule_pt
        if any(low <= rule.y <= high and rule.x0 < row.x1 and rule.x1 > row.x0 for rule in rules):
            return index
        if row.cells and sum(bool(other.cells) for other in caption.rows[index:]) > 1:
            return index
    return len(caption.rows)


def lines_outward(
    lines: Sequence[StripLine],
    edge: float,
    rules: Sequence[Rule],
    metrics: Metrics,
    columns: Sequence[Strip],
    *,
    up: bool = False,
) -> list[StripLine]:
    """Return the lines of a table, from its edge to the first line that is no part of it.

    A line is a part if it holds cells, lies between two rules, or is followed by such a line.

    Args:
        lines: The lines on one side of the edge, in any order.
        edge: The y coordinate where the table begins.
        rules: Whole rules of the strip.
        metrics: The body's type.
        columns: The columns of running text.
        up: Whether the table is above the edge.
    """
    last_rule = outermost_rule(rules, edge, lines, columns, metrics, up=up)
    found: list[StripLine] = []
    waiting: list[StripLine] = []
    stacked: set[StripLine] = set()
    starts: set[int] = set()
    for line in _outward_from(lines, up=up):
        within = _is_within(line, last_rule, up=up)
        loose = list(filterfalse(stacked.__contains__, waiting))
        fits = not (within or line.tabular) and _fits(line, starts, columns)
        if not within and (
            _is_far(line, edge, metrics, up=up) or (not fits and _stops(line, found, loose, metrics, columns))
        ):
            waiting += [line] if not waiting and _is_head(line, rules) else []
            break
        if goes_on_narrow(line, [*found[-1:], *waiting], columns):
            stacked.add(line)
        waiting.append(line)
        if within or ((line.tabular or fits) and (last_rule is None or _goes_on(found, line))):
            found += waiting
            starts.update(round(low) for one in waiting for low in _starts(one))
            waiting = []
        edge = min(edge, line.top) if up else max(edge, line.bottom)
    return found + _last_lines(waiting, rules, above=up and bool(found), ruled=last_rule is not None)


def _outward_from(lines: Sequence[StripLine], *, up: bool) -> list[StripLine]:
    return sorted(lines, key=lambda line: -line.bottom if up else line.top)


def _fits(line: StripLine, starts: AbstractSet[int], columns: Sequence[Strip]) -> bool:
    """Tell whether a line of text is one of cells: all its parts begin where cells above do, not at the edges of columns of text."""
    own = _starts(line)
    first = line.rows[0]
    if len(own) == 1 and first.x0 <= first.left + TABLES.inner_cell_ems * first.size:
        return False
    edges = {round(column.left) for column in columns}
    return all(_is_near(low, starts) for low in own) and not all(_is_near(low, edges) for low in own)


def _starts(line: StripLine) -> list[float]:
    return [low for row in line.rows for low, _ in extents_of_cells(row)]


def _is_near(place: float, places: AbstractSet[int]) -> bool:
    return not places.isdisjoint({round(place) - 1, round(place), round(place) + 1})


def _is_far(line: StripLine, edge: float, metrics: Metrics, *, up: bool) -> bool:
    distance = edge - line.bottom if up else line.top - edge
    return distance > TABLES.gap_ems * metrics.size


def _last_lines(waiting: Sequence[StripLine], rules: Sequence[Rule], *, above: bool, ruled: bool) -> list[StripLine]:
    """Return those of the lines beyond a table's cells that are in it: its head above a rule, or names where it has no rules."""
    if above and waiting and _is_head(waiting[0], rules):
        return [waiting[0]]
    return [] if ruled else _until_end(waiting)


def _is_below_other(
    found: Sequence[StripLine], caption: Group, others: Sequence[Row], strip: Strip, wide: Strip
) -> bool:
    """Tell whether the rows beside a table are below another caption, level with this one."""
    top = min(line.top for line in found)
    return any(
        wide.touches(row) and not strip.touches(row) and row.y1 > caption.first.y0 and row.y0 < top for row in others
    )


def table_strip(found: Sequence[StripLine], around: Around, strip: Strip) -> Strip:
    """Return a strip as wide as the rules of a table in it, and as rows beside most of its lines in the same type."""
    if not found:
        return strip
    top, bottom = min(line.top for line in found), max(line.bottom for line in found)
    slack = TABLES.rule_beside_pt
    own = [rule for rule in around.rules if top - slack < rule.y < bottom + slack and strip.touches_rule(rule)]
    edges = [edge for rule in own for edge in (rule.x0, rule.x1)]
    edges += [edge for row in _rows_beside(found, around.rows, strip) for edge in (row.x0, row.x1)]
    return Strip(min([strip.left, *edges]), max([strip.right, *edges]))


def _rows_beside(found: Sequence[StripLine], rows: Sequence[Row], strip: Strip) -> list[Row]:
    """Return the rows beside most lines of a table that are cells of it, none if they are of the next column of text."""
    size = median(row.size for line in found for row in line.rows)
    beside = [_beside(line, rows, strip, size) for line in found]
    partners = [row for own in beside for row in own]
    wider = [any(row.x1 > strip.right for row in line.rows) for line in found]
    often = sum(map(or_, map(bool, beside), wider)) > TABLES.beside_share * len(found)
    if not partners or not often:
        return []
    return [] if _is_other_column(partners, rows, strip, min(line.top for line in found)) else partners


def _beside(line: StripLine, rows: Sequence[Row], strip: Strip, size: float) -> list[Row]:
    """Return the rows outside a strip on the baseline of a line of it, if all are in the same type."""
    middle = (line.top + line.bottom) / 2
    partners = [
        row
        for row in rows
        if abs((row.y0 + row.y1) / 2 - middle) < TABLES.same_line_ems * row.size and not strip.touches(row)
    ]
    return partners if all(abs(row.size - size) < TABLES.same_size_pt for row in partners) else []


def _is_other_column(beside: Sequence[Row], rows: Sequence[Row], strip: Strip, top: float) -> bool:
    """Tell whether rows beside a table are of a column of text, which goes on above the table in their type."""
    own = Strip(min(row.x0 for row in beside), max(row.x1 for row in beside))
    size = median(row.size for row in beside)
    return any(
        own.touches(row) and not strip.touches(row) and abs(row.size - size) < TABLES.same_size_pt
        for row in rows
        if 0 <= top - row.y1 < TABLES.line_above_ems * size or row.y0 < top < row.y1
    )


def _nearest(caption: Group, around: Around, strip: Strip, metrics: Metrics) -> tuple[list[StripLine], bool]:
    """Return the lines of the table below or above a caption, and whether it is below."""
    near = _within(around, strip, caption)
    top, bottom = caption.last.y0 + TABLES.beyond_caption_pt, caption.first.y1 - TABLES.beyond_caption_pt
    lower = strip_lines((row for row in near.rows if row.y0 >= top), metrics, around.columns)
    upper = strip_lines((row for row in near.rows if row.y1 <= bottom), metrics, around.columns)
    below = lines_outward(lower, caption.last.y1, near.rules, metrics, around.columns)
    above = lines_outward(upper, caption.first.y0, near.rules, metrics, around.columns, up=True)
    found = min((below, above), key=lambda side: (not any(line.tabular for line in side), _distance(side, caption)))
    return found, found is below


def _distance(lines: Sequence[StripLine], caption: Group) -> float:
    return min((max(line.top - caption.last.y1, caption.first.y0 - line.bottom) for line in lines), default=inf)


def _within(around: Around, strip: Strip, caption: Group) -> Around:
    """Return what is in a strip between the captions above and below a caption."""
    others = [row for row in around.others if strip.touches(row)]
    low = max((row.y1 for row in others if row.y1 <= caption.first.y0), default=-inf)
    high = min((row.y0 for row in others if row.y0 >= caption.last.y1), default=inf)
    return Around(
        [row for row in around.rows if strip.touches(row) and low < (row.y0 + row.y1) / 2 < high],
        others,
        [rule for rule in around.rules if strip.touches_rule(rule) and low < rule.y < high],
    )


def notes_below(table: Sequence[Row], beside: Sequence[Row], metrics: Metrics) -> list[Row]:
    """Return the small rows directly below a table."""
    edge = max(row.y1 for row in table)
    found: list[Row] = []
    taken = set(table)
    for row in sorted(
        (row for row in beside if row.y0 >= edge - TABLES.on_rule_pt and row not in taken), key=lambda row: row.y0
    ):
        small = row.size <= TABLES.note_size_share * metrics.size and not CAPTION.match(row.text)
        if not small or row.vertical or row.y0 - edge > TABLES.note_gap_ems * row.size:
            break
        found.append(row)
        edge = max(edge, row.y1)
    return found


def _is_within(line: StripLine, last_rule: float | None, *, up: bool) -> bool:
    if last_rule is None:
        return False
    return line.top >= last_rule - TABLES.on_rule_pt if up else line.bottom <= last_rule + TABLES.on_rule_pt


def _stops(
    line: StripLine,
    found: Sequence[StripLine],
    waiting: Sequence[StripLine],
    metrics: Metrics,
    columns: Sequence[Strip],
) -> bool:
    """Tell whether a line is not in a table, whatever follows; near cells of a bold head may look like running text."""
    if line.tabular:
        return False
    largest = max([metrics.size, *(other.size for other in found[-1:])])
    if len(waiting) >= TABLES.names_lines or line.size > TABLES.larger_share * largest:
        return True
    return any(
        CAPTION.match(row.text)
        or (metrics.is_prose(row) and is_in_column(row, columns) and (found or not row.bold))
        or is_section_name(split_title(row.text).title)
        for row in line.rows
    )


def _goes_on(found: Sequence[StripLine], line: StripLine) -> bool:
    """Tell whether a line below a table's last rule is a row of it, as where the table goes on in the next column."""
    sizes = [row.size for other in found for row in other.rows]
    return bool(sizes) and abs(median(sizes) - line.size) < TABLES.same_size_pt


def _until_end(lines: Sequence[StripLine]) -> list[StripLine]:
    """Return the lines before the first that no table holds."""
    return list(takewhile(lambda line: not line.ends, lines))


def _is_head(line: StripLine, rules: Sequence[Rule]) -> bool:
    """Tell whether a line is directly above a rule that is as wide: the head of the table below, though its cells are near."""
    left, right = min(row.x0 for row in line.rows), max(row.x1 for row in line.rows)
    below = [rule for rule in rules if 0 <= rule.y - line.bottom < TABLES.head_rule_ems * line.size]
    wide = any(rule.x0 <= left + TABLES.same_edge_pt and right - TABLES.same_edge_pt <= rule.x1 for rule in below)
    full = any(row.x1 - row.x0 > TABLES.full_row_share * (row.right - row.left) for row in line.rows)
    return wide and not full and not any(CAPTION.match(row.text) for row in line.rows)
