"""Reads the cells of a table from its printed lines: its head, lines that make one row, cells over several columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise, takewhile
from typing import NamedTuple

from scholarai.domain.content import Box, CellSpan
from scholarai.parsing.pdf.structure.cell import Cell, Line, joined
from scholarai.parsing.pdf.structure.cell_thresholds import CELLS
from scholarai.parsing.pdf.structure.cells import with_columns
from scholarai.parsing.pdf.structure.table_body import body_rows, is_ruled, row_distance
from scholarai.parsing.pdf.structure.table_parts import Area
from scholarai.parsing.pdf.structure.table_rules import whole_rules


class PrintedTable(NamedTuple):
    """A table as `domain.content.Table` holds it; `boxes` has the box of each filled place, in the area of the table."""

    rows: tuple[tuple[str, ...], ...] = ()
    header_rows: int = 0
    spans: tuple[CellSpan, ...] = ()
    boxes: tuple[tuple[int, int, Box], ...] = ()
    notes: tuple[str, ...] = ()


def read_table(area: Area) -> PrintedTable:
    """Return the cells of a table, empty if no columns are recognized."""
    lines, columns = with_columns(area.lines, area.rules)
    if not columns:
        return PrintedTable()
    width = columns[-1][1] - columns[0][0]
    wholes = [rule for rule in whole_rules(area.rules) if rule.x1 > columns[0][0] and rule.x0 < columns[-1][1]]
    full = [rule.y for rule in wholes if rule.x1 - rule.x0 > CELLS.full_rule_share * width]
    parts = [rule.y for rule in wholes if rule.x1 - rule.x0 <= CELLS.full_rule_share * width]
    head = _head_length(lines, full)
    levels = _levels(_with_spans(lines[:head], columns), [*full, *parts], row_distance(lines[head:], columns))
    long = [rule.y for rule in wholes if rule.x1 - rule.x0 > CELLS.long_rule_share * width]
    body = body_rows(lines[head:], long, columns)
    table = _printed([*map(_row, levels), *map(_row, body)], len(levels), len(columns))
    note = " ".join(cell.text for line in area.notes for cell in line.cells)
    return table._replace(notes=(note,) if note else ())


def _head_length(lines: Sequence[Line], full: Sequence[float]) -> int:
    """Return the number of lines above the first row of values."""
    ruled = [index for index, (above, below) in enumerate(pairwise(lines), 1) if is_ruled(above, below, full)]
    values = next((index for index, line in enumerate(lines) if _has_values(line)), len(lines))
    bold = next((index for index, line in enumerate(lines) if not line.bold), 0)
    if bold:
        return bold - _names_of_rows(lines[:bold])
    first = ruled[0] if ruled else 0
    if len(ruled) > CELLS.grid_share * len(lines):  # a rule below each row
        return max((index for index in ruled if index <= values < len(lines)), default=first)
    if _is_head_above_rule(lines, first):
        return first
    return values if values <= CELLS.head_lines and values < len(lines) else 0


def _is_head_above_rule(lines: Sequence[Line], first: int) -> bool:
    """Tell whether the lines above the first rule are the head of the table: few lines, most of whose cells are no values."""
    valued = sum(map(_has_values, lines[:first]))
    return 0 < first <= min(CELLS.head_lines, len(lines) - 1) and (valued < 2 or 2 * valued <= first)


def _names_of_rows(head: Sequence[Line]) -> int:
    """Return how many lines at the end of a bold head only name the rows below it: they are in the first column, which has no head."""
    names = sum(1 for _ in takewhile(_is_name, reversed(head)))
    return names if 0 < names < len(head) and head[-names - 1].at(0) is None else 0


def _is_name(line: Line) -> bool:
    return [cell.columns for cell in line.cells] == [(0, 0)]


def _with_spans(head: Sequence[Line], columns: Sequence[tuple[float, float]]) -> list[Line]:
    """Return the lines of a head, each cell over all cells of the next line above which it is centred, or that only it can name."""
    found = [
        _over_hanging(replace(line, cells=[_widened(cell, line, below, columns) for cell in line.cells]), below)
        for line, below in pairwise(head)
    ]
    return [*found, *head[-1:]]


def _over_hanging(line: Line, below: Line) -> Line:
    """Return a line of a head with its cells over those of the next line that have none above them and stand to the right.

    In one level of a head, cells of one line all stand in its first line or all in its last: cells that have none below
    them, beside cells that have none above them, are in two levels.
    """
    under = {column for cell in below.cells for column in range(cell.columns[0], cell.columns[1] + 1)}
    over = {column for cell in line.cells for column in range(cell.columns[0], cell.columns[1] + 1)}
    if all(under.intersection(range(cell.columns[0], cell.columns[1] + 1)) for cell in line.cells):
        return line
    cells = []
    for cell in line.cells:
        first, last = cell.columns
        other = below.at(first)
        goes_on = other is not None and first == last and other.text[0].islower()
        while other is not None and not goes_on and last + 1 in under - over:
            last += 1
        cells.append(replace(cell, columns=(first, last)))
    return replace(line, cells=cells)


def _widened(cell: Cell, line: Line, below: Line, columns: Sequence[tuple[float, float]]) -> Cell:
    first, last = cell.columns
    if first == last and cell.box.x1 - cell.box.x0 < columns[first][1] - columns[first][0] + CELLS.aligned_pt:
        return cell
    middle = (cell.box.x0 + cell.box.x1) / 2
    others = {column for one in line.cells if one is not cell for column in range(one.columns[0], one.columns[1] + 1)}
    free = {one.columns[0] for one in below.cells if one.columns[0] == one.columns[1]} - others
    spans = [
        (begin, end)
        for begin in free
        for end in free
        if begin <= first and last <= end and free.issuperset(range(begin, end + 1))
        if abs((columns[begin][0] + columns[end][1]) / 2 - middle) < CELLS.centred_pt
    ]
    return replace(cell, columns=max(spans, key=lambda span: span[1] - span[0], default=cell.columns))


def _has_values(line: Line) -> bool:
    cells = [cell for cell in line.cells if cell.columns[0] > 0]
    return 2 * sum(cell.is_value for cell in cells) > len(cells)


def _levels(lines: Sequence[Line], rules: Sequence[float], distance: float) -> list[list[Line]]:
    """Return the lines of the head by level; a level ends at a rule, below cells over several columns, and as far apart as rows.

    Args:
        lines: The lines of the head.
        rules: The heights of the table's rules.
        distance: How far apart the rows of the body are at least, 0 if as near as lines of one row may be.
    """
    levels: list[list[Line]] = []
    for line in lines:
        above = levels[-1][-1] if levels else None
        apart = above is not None and 0 < distance <= line.middle - above.middle
        if above is None or apart or is_ruled(above, line, rules) or _divides(above, line):
            levels.append([])
        levels[-1].append(line)
    return levels


def _divides(above: Line, line: Line) -> bool:
    """Tell whether a cell of a line names several cells of the line below."""
    return any(
        sum(cell.columns[0] <= below.columns[0] <= cell.columns[1] for below in line.cells) > 1 for cell in above.cells
    )


def _row(lines: Sequence[Line]) -> list[Cell]:
    """Return the cells of lines as one row."""
    by_column: dict[int, list[Cell]] = {}
    for line in lines:
        for cell in line.cells:
            by_column.setdefault(cell.columns[0], []).append(cell)
    return [joined(cells) for _, cells in sorted(by_column.items())]


def _printed(rows: Sequence[Sequence[Cell]], header: int, width: int) -> PrintedTable:
    texts = [[""] * width for _ in rows]
    spans: list[CellSpan] = []
    boxes: list[tuple[int, int, Box]] = []
    for index, row in enumerate(rows):
        for cell in row:
            first, last = cell.columns
            at, covered = _first_level(rows[:header], index, cell) if index < header else (index, 1)
            texts[at][first] = cell.text
            boxes.append((at, first, cell.box))
            if last > first or covered > 1:
                spans.append(CellSpan(at, first, covered, last - first + 1))
    return PrintedTable(tuple(map(tuple, texts)), header, tuple(spans), tuple(boxes))


def _first_level(head: Sequence[Sequence[Cell]], index: int, cell: Cell) -> tuple[int, int]:
    """Return the first level of the head that a cell covers, and how many: all where no other cell is in its columns."""
    beside = [
        level
        for level, row in enumerate(head)
        for other in row
        if other is not cell and other.columns[0] <= cell.columns[1] and other.columns[1] >= cell.columns[0]
    ]
    first = max((level + 1 for level in beside if level < index), default=0)
    last = min((level - 1 for level in beside if level > index), default=len(head) - 1)
    return first, last - first + 1
