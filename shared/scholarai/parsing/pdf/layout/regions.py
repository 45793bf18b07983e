"""Painted regions of a page: pictures as connected areas, and the rules of tables."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from scholarai.domain.content import Box
from scholarai.parsing.layout import Graphic

# Side of the squares in which painted areas touch, in points: parts of one plot lie closer than columns do.
_CELL_PT = 6.0
THIN_PT = 2.5
LEAST_PT = 18.0
_WHITE = 0xFFFFFF
_WHOLE_PAGE = 0.85


class Rule(NamedTuple):
    """A horizontal rule, in points of the upright page."""

    x0: float
    y: float
    x1: float


class Regions(NamedTuple):
    """Pictures, and the horizontal rules from top to bottom."""

    pictures: list[Box]
    rules: list[Rule]


def page_regions(graphics: Iterable[Graphic], width_pt: float, height_pt: float) -> Regions:
    """Return the pictures and rules that a page's painted areas form."""
    rules: set[Rule] = set()
    boxes: list[tuple[float, float, float, float]] = []
    for graphic in graphics:
        x0, y0, x1, y1 = graphic.box
        if y1 - y0 <= THIN_PT and x1 - x0 >= LEAST_PT:
            rules.add(Rule(round(x0), round((y0 + y1) / 2, 1), round(x1)))
        elif graphic.fill != _WHITE:
            boxes.append(graphic.box)
    return Regions(painted_areas(boxes, width_pt, height_pt), sorted(rules, key=lambda rule: rule.y))


def painted_areas(boxes: Iterable[tuple[float, float, float, float]], width_pt: float, height_pt: float) -> list[Box]:
    """Return the bounding boxes of what boxes form together where they touch, rules and whole-page grounds aside."""
    columns = int(width_pt / _CELL_PT) + 1
    lines = int(height_pt / _CELL_PT) + 1
    grid = [0] * (lines + 1)
    most = _WHOLE_PAGE * width_pt * height_pt
    for x0, y0, x1, y1 in boxes:
        if (y1 - y0 <= THIN_PT and x1 - x0 >= LEAST_PT) or (x1 - x0) * (y1 - y0) > most:
            continue
        first, last, top, bottom = int(x0 / _CELL_PT), int(x1 / _CELL_PT), int(y0 / _CELL_PT), int(y1 / _CELL_PT)
        if first < 0 or top < 0 or last > columns or bottom > lines:
            first, last = max(0, first), min(columns, last)
            top, bottom = max(0, top), min(lines, bottom)
        if last < first or bottom < top:
            continue
        mask = (2 << last) - (1 << first)
        for line in range(top, bottom + 1):
            grid[line] |= mask
    return _areas(grid)


def _areas(grid: list[int]) -> list[Box]:
    """Return the bounding boxes of connected cells, too small ones left out."""
    areas: list[list[int]] = []  # first column, first line, last column, last line, columns of the last line as bits
    open_areas: list[tuple[list[int], int]] = []
    for line, bits in enumerate(grid):
        now: list[tuple[list[int], int]] = []
        for run in _runs(bits):
            first, last = (run & -run).bit_length() - 1, run.bit_length() - 1
            wide = run << 1 | run | run >> 1
            touching = [area for area, mask in open_areas if mask & wide]
            area = touching[0] if touching else [first, line, last, line]
            if not touching:
                areas.append(area)
            for other in touching[1:]:
                if other is not area:
                    area[:] = [min(area[0], other[0]), min(area[1], other[1]), max(area[2], other[2]), line]
                    other[:] = [0, 0, -1, -1]
                    now = [(area if kept is other else kept, mask) for kept, mask in now]
                    open_areas = [(area if kept is other else kept, mask) for kept, mask in open_areas]
            area[:] = [min(area[0], first), area[1], max(area[2], last), line]
            now.append((area, run))
        open_areas = now
    boxes = [
        Box(a[0] * _CELL_PT, a[1] * _CELL_PT, (a[2] + 1) * _CELL_PT, (a[3] + 1) * _CELL_PT)
        for a in areas
        if a[2] >= a[0]
    ]
    return [box for box in boxes if box.x1 - box.x0 >= LEAST_PT and box.y1 - box.y0 >= LEAST_PT]


def _runs(bits: int) -> Iterable[int]:
    """Return the runs of set bits as numbers of their own."""
    while bits:
        low = bits & -bits
        run = bits & ~(bits + low)
        yield run
        bits &= ~run
