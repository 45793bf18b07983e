"""Painted regions of a page: pictures as connected areas, and the rules of tables."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from scholarai.domain.content import Box
from scholarai.parsing.layout import Graphic

# Side of the squares in which painted areas touch, in points: parts of one plot lie closer than columns do.
_CELL_PT = 6.0
_THIN_PT = 2.5
_LEAST_PT = 18.0
_WHOLE_PAGE = 0.85
# A page of a million strokes tells no more about its regions than its first fifty thousand.
_MOST_GRAPHICS = 50_000


class Regions(NamedTuple):
    """Pictures, and horizontal rules as (x0, y, x1)."""

    pictures: list[Box]
    rules: list[tuple[float, float, float]]


def painted_regions(graphics: Iterable[Graphic], width_pt: float, height_pt: float) -> Regions:
    """Return what a page's painted areas form."""
    rules: set[tuple[float, float, float]] = set()
    columns = int(width_pt / _CELL_PT) + 2
    grid = [0] * (int(height_pt / _CELL_PT) + 2)
    for graphic, _ in zip(graphics, range(_MOST_GRAPHICS), strict=False):
        box = graphic.box
        x0, y0, x1, y1 = max(0.0, box.x0), max(0.0, box.y0), min(width_pt, box.x1), min(height_pt, box.y1)
        if x1 < x0 or y1 < y0 or (x1 - x0) * (y1 - y0) > _WHOLE_PAGE * width_pt * height_pt:
            continue
        if y1 - y0 <= _THIN_PT and x1 - x0 >= _LEAST_PT:
            rules.add((round(x0), round((y0 + y1) / 2, 1), round(x1)))
            continue
        first, last = int(x0 / _CELL_PT), min(columns - 1, int(x1 / _CELL_PT))
        mask = ((1 << (last - first + 1)) - 1) << first
        for line in range(int(y0 / _CELL_PT), int(y1 / _CELL_PT) + 1):
            grid[line] |= mask
    return Regions(_areas(grid), sorted(rules, key=lambda rule: rule[1]))


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
        Box(a[0] * _CELL_PT, a[1] * _CELL_PT, (a[2] + 1) * _CELL_PT, (a[3] + 1) * _CELL_PT) for a in areas if a[2] >= a[0]
    ]
    return [box for box in boxes if box.x1 - box.x0 >= _LEAST_PT and box.y1 - box.y0 >= _LEAST_PT]


def _runs(bits: int) -> Iterable[int]:
    """Return the runs of set bits as numbers of their own."""
    while bits:
        low = bits & -bits
        run = bits & ~(bits + low)
        yield run
        bits &= ~run
