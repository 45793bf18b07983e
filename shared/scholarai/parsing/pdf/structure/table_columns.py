"""Finds the columns of a table by rules and white space."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import pairwise
from math import inf
from operator import and_
from typing import TypeAlias

from scholarai.parsing.pdf.layout.regions import Rule
from scholarai.parsing.pdf.structure.cell import Cell, Line
from scholarai.parsing.pdf.structure.cell_thresholds import CELLS

# The left and right edge of a column, and those of a word.
_Extent: TypeAlias = tuple[float, float]


def ruled_columns(lines: Sequence[Line], rules: Sequence[Rule]) -> list[_Extent]:
    """Return the columns between the ends of rules, where most rules of a table are drawn cell by cell."""
    if not lines:
        return []
    top, bottom = lines[0].middle - CELLS.beside_pt, lines[-1].middle + CELLS.beside_pt
    ends: dict[int, set[int]] = {}
    for rule in rules:
        if top <= rule.y <= bottom:
            for end in (rule.x0, rule.x1):
                near = next((other for other in ends if abs(other - end) <= CELLS.same_end_pt), end)
                ends.setdefault(int(near), set()).add(round(rule.y))
    heights = {height for own in ends.values() for height in own}
    edges = sorted(end for end, own in ends.items() if len(own) > CELLS.edge_share * len(heights))
    if len(heights) < CELLS.least_rules or len(edges) < 3:
        return []
    return [(float(low), float(high)) for low, high in pairwise(edges)]


def columns_by_space(lines: Sequence[Line]) -> list[_Extent]:
    """Return the extents of columns, with those divided that stand near to each other."""
    columns = _without_stretched(_columns(lines), lines)
    return _with_heads([part for column in columns for part in _divided(column, lines)], lines)


def _without_stretched(columns: Sequence[_Extent], lines: Sequence[Line]) -> list[_Extent]:
    """Return columns, joined where the gap between them is a space that justified lines stretch: more lines have text there."""
    found: list[_Extent] = []
    for column in columns:
        if found and _is_stretched(found[-1], column, lines):
            found[-1] = (found[-1][0], column[1])
        else:
            found.append(column)
    return found


def _is_stretched(left: _Extent, right: _Extent, lines: Sequence[Line]) -> bool:
    """Tell whether cells run across two columns in several lines, and in more than keep the gap between them."""
    across = apart = 0
    for line in lines:
        sides = [[_is_across(cell, column) for cell in line.cells] for column in (left, right)]
        both = any(map(and_, *sides))
        across += both
        apart += not both and all(map(any, sides))
    return across > apart and across >= CELLS.divided_lines


def _with_heads(columns: Sequence[_Extent], lines: Sequence[Line]) -> list[_Extent]:
    """Return columns with those joined of which one holds a head alone and its neighbour what stands below, moved aside."""
    found: list[_Extent] = []
    for column in columns:
        if found and _are_head_and_body(found[-1], column, lines):
            found[-1] = (found[-1][0], column[1])
        else:
            found.append(column)
    return found


def _are_head_and_body(left: _Extent, right: _Extent, lines: Sequence[Line]) -> bool:
    """Tell whether all cells of one of two columns stand above all of the other's, and are few."""
    sides = [_lines_of(column, other, lines) for column, other in ((left, right), (right, left))]
    if not all(sides):
        return False
    head, body = sorted(sides)
    return head[-1] < body[0] and CELLS.head_share * len(body) > len(head)


def _lines_of(column: _Extent, other: _Extent, lines: Sequence[Line]) -> list[int]:
    """Return the indices of the lines with a cell in a column that is not over another one, too."""
    return [
        i
        for i, line in enumerate(lines)
        if any(_is_across(cell, column) and not _is_across(cell, other) for cell in line.cells)
    ]


def _is_across(cell: Cell, column: _Extent) -> bool:
    return cell.box.x0 < column[1] and cell.box.x1 > column[0]


def _columns(lines: Sequence[Line]) -> list[_Extent]:
    """Return the extents of columns, where cells of several lines overlap, without cells over several columns."""
    full = [line.cells for line in lines if len(line.cells) > 1]
    most = max(map(len, full), default=0)
    telling = [cells for cells in full if len(cells) >= max(2, CELLS.model_line_share * most)]
    narrow = [cell for cells in telling for cell in cells if not _is_over_several(cell, telling)]
    columns = _united([(cell.box.x0, cell.box.x1) for cell in narrow])
    others = [
        (cell.box.x0, cell.box.x1)
        for cells in full
        for cell in cells
        if all(cell.box.x1 <= low or cell.box.x0 >= high for low, high in columns)
    ]
    return _united([*columns, *others])


def _united(extents: Sequence[_Extent]) -> list[_Extent]:
    columns: list[_Extent] = []
    for low, high in sorted(extents):
        if columns and low < columns[-1][1]:
            columns[-1] = (columns[-1][0], max(columns[-1][1], high))
        else:
            columns.append((low, high))
    return columns


def _is_over_several(cell: Cell, lines: Sequence[Sequence[Cell]]) -> bool:
    """Tell whether a cell is above or below two cells or more of most lines."""
    over = sum(sum(other.box.x0 < cell.box.x1 and other.box.x1 > cell.box.x0 for other in cells) > 1 for cells in lines)
    return over > CELLS.spanning_share * len(lines)


def _divided(column: _Extent, lines: Sequence[Line]) -> list[_Extent]:
    """Return the columns that a seeming one consists of, whose cells have no wide gap between them in most lines."""
    low, high = column
    inside = [
        (cell, number)
        for number, line in enumerate(lines)
        for cell in line.cells
        if cell.box.x0 > low - CELLS.aligned_pt and cell.box.x1 < high + CELLS.aligned_pt
    ]
    words: dict[int, list[_Extent]] = {}
    for cell, number in inside:
        words.setdefault(number, []).extend((start, end) for _, start, end in cell.words)
    edge = _second_edge(list(words.values()), max((lines[number].size for _, number in inside), default=0.0))
    if edge is None or not low < edge < high:
        return [column]
    ends = [end for own in words.values() for start, end in own if start < edge - CELLS.same_start_pt and end < edge]
    return [*_divided((low, max(ends)), lines), *_divided((edge, high), lines)] if ends else [column]


def _second_edge(lines: Sequence[Sequence[_Extent]], size: float) -> float | None:
    """Return where the second cell of most lines begins: behind a gap that is no space, or is wider in other lines.

    Args:
        lines: The words of each line in a column.
        size: The size of the type in points.
    """
    # The starts of words behind others, each with the gap before it, negative where text is printed over it.
    inner = sorted((start, start - end) for words in lines for (_, end), (start, _) in pairwise(words))
    first = sorted(words[0][0] for words in lines)
    starts, ends = (sorted(word[side] for words in lines for word in words) for side in (0, 1))
    last = sorted(words[-1][1] for words in lines)
    for edge in sorted({start for start, _ in inner}, reverse=True):
        low, high = edge - CELLS.same_start_pt, edge + CELLS.same_start_pt
        near = inner[bisect_left(inner, (low, -inf)) : bisect_right(inner, (high, inf))]
        if len(near) < CELLS.divided_lines:
            continue
        alone = bisect_right(first, high) - bisect_left(first, low)
        over = bisect_left(starts, low) - bisect_right(ends, edge)
        across = max(0, over - sum(start - gap > edge for start, gap in near))
        if across > CELLS.across_share * (len(near) + alone):
            continue
        behind = len(last) - bisect_right(last, high)
        if len(near) + alone + across >= behind and not _are_spaces([gap for _, gap in near], size):
            return edge
    return None


def _are_spaces(gaps: Sequence[float], size: float) -> bool:
    """Tell whether gaps may be spaces between words: alike, whatever stands before them, and no wider than a space can be."""
    if max(gaps) < 0 or min(gaps) > CELLS.widest_space_ems * size:
        return False
    return max(gaps) < CELLS.second_gap_ems * size or max(gaps) - min(gaps) < CELLS.unlike_ems * size
