"""Finds the painted regions of a page: figures as connected areas, and the rules of tables."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from scholarai.domain.content import Box
from scholarai.parsing.layout import Graphic
from scholarai.parsing.pdf.layout.thresholds import REGIONS

_WHITE = 0xFFFFFF


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
    """Return the pictures and rules formed by a page's painted areas."""
    rules: set[Rule] = set()
    boxes: list[tuple[float, float, float, float]] = []
    for graphic in graphics:
        x0, y0, x1, y1 = graphic.box
        if y1 - y0 <= REGIONS.thin_pt and x1 - x0 >= REGIONS.least_pt:
            rules.add(Rule(round(x0), round((y0 + y1) / 2, 1), round(x1)))
        elif graphic.fill != _WHITE:
            boxes.append(graphic.box)
    return Regions(painted_areas(boxes, width_pt, height_pt), sorted(rules, key=lambda rule: rule.y))


def painted_areas(boxes: Iterable[tuple[float, float, float, float]], width_pt: float, height_pt: float) -> list[Box]:
    """Return the bounding boxes of connected boxes, without rules and page backgrounds."""
    columns = int(width_pt / REGIONS.cell_pt) + 1
    lines = int(height_pt / REGIONS.cell_pt) + 1
    grid = [0] * (lines + 1)
    most = REGIONS.whole_page_share * width_pt * height_pt
    for x0, y0, x1, y1 in boxes:
        if (y1 - y0 <= REGIONS.thin_pt and x1 - x0 >= REGIONS.least_pt) or (x1 - x0) * (y1 - y0) > most:
            continue
        first, last, top, bottom = (
            int(x0 / REGIONS.cell_pt),
            int(x1 / REGIONS.cell_pt),
            int(y0 / REGIONS.cell_pt),
            int(y1 / REGIONS.cell_pt),
        )
        if first < 0 or top < 0 or last > columns or bottom > lines:
            first, last = max(0, first), min(columns, last)
            top, bottom = max(0, top), min(lines, bottom)
        if last < first or bottom < top:
            continue
        mask = (2 << last) - (1 << first)
        for line in range(top, bottom + 1):
            grid[line] |= mask
    return _areas(grid)


class _Area:
    """The extent of connected cells, in columns and lines of the grid."""

    def __init__(self, first: int, line: int, last: int) -> None:
        self.first, self.top, self.last, self.bottom = first, line, last, line

    def take(self, first: int, last: int, line: int) -> None:
        """Add cells of a line below."""
        self.first, self.last, self.bottom = min(self.first, first), max(self.last, last), line

    def join(self, other: _Area) -> None:
        """Add the cells of another area."""
        self.first, self.last = min(self.first, other.first), max(self.last, other.last)
        self.top = min(self.top, other.top)

    def box(self) -> Box:
        right, bottom = (self.last + 1) * REGIONS.cell_pt, (self.bottom + 1) * REGIONS.cell_pt
        return Box(self.first * REGIONS.cell_pt, self.top * REGIONS.cell_pt, right, bottom)


def _areas(grid: list[int]) -> list[Box]:
    """Return the bounding boxes of connected cells, without those too small."""
    areas: dict[_Area, None] = {}  # in order of their first cells
    above: list[tuple[_Area, int]] = []  # the runs of the previous line, each with its area
    for line, bits in enumerate(grid):
        now: list[tuple[_Area, int]] = []
        for run in _runs(bits):
            first, last = (run & -run).bit_length() - 1, run.bit_length() - 1
            wide = run << 1 | run | run >> 1
            touching = [area for area, mask in above if mask & wide]
            area = touching[0] if touching else _Area(first, line, last)
            areas.setdefault(area)
            for other in {*touching} - {area}:
                area.join(other)
                del areas[other]
                now, above = _renamed(now, other, area), _renamed(above, other, area)
            area.take(first, last, line)
            now.append((area, run))
        above = now
    boxes = [area.box() for area in areas]
    return [box for box in boxes if box.x1 - box.x0 >= REGIONS.least_pt and box.y1 - box.y0 >= REGIONS.least_pt]


def _renamed(runs: list[tuple[_Area, int]], old: _Area, new: _Area) -> list[tuple[_Area, int]]:
    return [(new if area is old else area, run) for area, run in runs]


def _runs(bits: int) -> Iterable[int]:
    """Return each run of set bits as a separate number."""
    while bits:
        low = bits & -bits
        run = bits & ~(bits + low)
        yield run
        bits &= ~run
