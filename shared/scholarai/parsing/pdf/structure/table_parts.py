"""Puts the parts of a table, in several columns of text or on several pages, into one area, as if they stood below each other."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, takewhile
from math import inf
from statistics import median
from typing import NamedTuple

from scholarai.domain.content import Box
from scholarai.parsing.pdf.layout.regions import Rule
from scholarai.parsing.pdf.layout.rows import Row
from scholarai.parsing.pdf.structure.cell import Cell, Line
from scholarai.parsing.pdf.structure.cell_thresholds import CELLS
from scholarai.parsing.pdf.structure.cells import printed_lines


class Part(NamedTuple):
    """The rows of a table in one column of text of one page, the rules of that page, and the column's left edge."""

    rows: Sequence[Row]
    rules: Sequence[Rule]
    left: float = 0.0


@dataclass(frozen=True, slots=True)
class Placed:
    """A part in the area of the whole table: how far it was moved, its lines, its rules and the lines of its notes."""

    right: float
    down: float
    lines: Sequence[Line]
    rules: Sequence[Rule]
    notes: Sequence[Line]


@dataclass(frozen=True, slots=True)
class Area:
    """The parts of a table from top to bottom, each moved to the columns of the first."""

    parts: Sequence[Placed]

    @property
    def lines(self) -> list[Line]:
        return [line for part in self.parts for line in part.lines]

    @property
    def rules(self) -> list[Rule]:
        """The rules without those between two parts, which are where a page ends."""
        ends = [part.lines[-1].middle for part in self.parts[:-1]]
        return [rule for part, end in zip(self.parts, [*ends, inf], strict=True) for rule in part.rules if rule.y < end]

    @property
    def notes(self) -> list[Line]:
        return [line for part in self.parts for line in part.notes]

    def printed(self, box: Box) -> tuple[int, Box]:
        """Return the index of the part in which a box of the area begins, and the box where it is printed there."""
        tops = [part.lines[0].top for part in self.parts]
        index = max(bisect_right(tops, box.y0) - 1, 0)
        part = self.parts[index]
        low = min(box.y1, max(line.bottom for line in part.lines))
        return index, Box(box.x0 - part.right, box.y0 - part.down, box.x1 - part.right, low - part.down)


def areas(parts: Sequence[Part]) -> list[Area]:
    """Return the parts by area: parts with the same columns are in one, and a head that is printed again counts once."""
    found: list[list[Placed]] = []
    starts: list[float] = []
    for part in parts:
        lines, notes = printed_lines(part.rows)
        if not lines:
            continue
        rules = _own_rules(part.rules, lines)
        placed = _below(found[-1], lines, rules, notes, starts[-1] - part.left) if found else None
        if placed is None:
            found.append([Placed(0.0, 0.0, lines, rules, notes)])
            starts.append(part.left)
        elif placed.lines:
            found[-1].append(placed)
    return [Area(tuple(one)) for one in found]


def _own_rules(rules: Sequence[Rule], lines: Sequence[Line]) -> list[Rule]:
    top, bottom = lines[0].top - CELLS.beside_pt, lines[-1].bottom + CELLS.beside_pt
    left, right = _left_of(lines), max(cell.box.x1 for line in lines for cell in line.cells)
    return [rule for rule in rules if top <= rule.y <= bottom and rule.x0 < right and rule.x1 > left]


def _below(
    above: Sequence[Placed], lines: list[Line], rules: Sequence[Rule], notes: Sequence[Line], shift: float
) -> Placed | None:
    """Return a part below others without the head that it repeats, None if its columns are others.

    Args:
        above: The parts above it.
        lines: Its lines.
        rules: Its rules.
        notes: The lines of its notes.
        shift: How far its column of text is to the left of that of the first part.
    """
    right = _shift(above[0].lines, lines, shift)
    if right is None:
        return None
    own = lines[_repeated(above[0].lines, lines) :]
    if not own:
        return Placed(right, 0.0, [], [], notes)
    last = above[-1].lines[-1]
    down = last.middle + _step(above[0].lines) - own[0].middle
    return Placed(
        right,
        down,
        [
            replace(line, cells=[_moved(cell, right, down) for cell in line.cells], seam=line.seam or line is own[0])
            for line in own
        ],
        [Rule(rule.x0 + right, rule.y + down, rule.x1 + right) for rule in rules if rule.y > own[0].middle],
        notes,
    )


def _repeated(first: Sequence[Line], lines: Sequence[Line]) -> int:
    """Return how many lines of a part are the head printed again, whose first lines may have been taken for the head of a page."""
    for left_out in range(min(CELLS.head_lines, len(first))):
        pairs = zip(first[left_out:], lines, strict=False)
        found = sum(1 for _ in takewhile(lambda pair: _text(pair[0]) == _text(pair[1]), pairs))
        if found:
            return found
    return 0


def _shift(first: Sequence[Line], lines: Sequence[Line], likely: float) -> float | None:
    """Return how far a part is moved to the right so that most of its cells have an edge where the first part has one.

    Columns that are equally wide have edges at several places: the `likely` one is taken if it will do.
    """
    cells = [cell for line in lines if len(line.cells) > 1 for cell in line.cells]
    known = [cell for line in first if len(line.cells) > 1 for cell in line.cells]
    if not cells or not known:
        return None
    if _aligned(cells, known, likely) > CELLS.same_columns_share * len(cells):
        return likely
    shifts = [0.0, _left(known) - _left(cells), _left_of(first) - _left_of(lines)]
    best = max(shifts, key=lambda shift: _aligned(cells, known, shift))
    return best if _aligned(cells, known, best) > CELLS.same_columns_share * len(cells) else None


def _aligned(cells: Sequence[Cell], known: Sequence[Cell], right: float) -> int:
    low = {round(cell.box.x0) for cell in known}
    high = {round(cell.box.x1) for cell in known}
    middle = {round((cell.box.x0 + cell.box.x1) / 2) for cell in known}
    return sum(
        _near(cell.box.x0 + right, low)
        or _near(cell.box.x1 + right, high)
        or _near((cell.box.x0 + cell.box.x1) / 2 + right, middle)
        for cell in cells
    )


def _near(place: float, places: set[int]) -> bool:
    return not places.isdisjoint({round(place) - 1, round(place), round(place) + 1})


def _left(cells: Sequence[Cell]) -> float:
    return min(cell.box.x0 for cell in cells)


def _left_of(lines: Sequence[Line]) -> float:
    return min(cell.box.x0 for line in lines for cell in line.cells)


def _text(line: Line) -> str:
    return "".join("".join(cell.text for cell in line.cells).split())


def _step(lines: Sequence[Line]) -> float:
    """Return the usual distance of two lines."""
    return median([below.middle - above.middle for above, below in pairwise(lines)] or [2 * lines[0].size])


def _moved(cell: Cell, right: float, down: float) -> Cell:
    x0, y0, x1, y1 = cell.box
    words = tuple((text, low + right, high + right) for text, low, high in cell.words)
    return replace(cell, box=Box(x0 + right, y0 + down, x1 + right, y1 + down), words=words)
