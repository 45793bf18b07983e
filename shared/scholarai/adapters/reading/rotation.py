"""Rotates lines and boxes from the orientation of a page's text to the one in which the page is displayed."""

from __future__ import annotations

from scholarai.domain.content import Box
from scholarai.parsing.coordinates import tenths_box
from scholarai.parsing.layout import RawLine
from scholarai.parsing.pdf.layout.thresholds import PAGES

Matrix = tuple[float, ...]


def turned(line: RawLine, matrix: Matrix) -> RawLine:
    """Return a line as it stands on the displayed page."""
    spans = tuple(span._replace(box=turned_box(Box(*span.box), matrix)) for span in line.spans)
    a, b, c, d, *_ = matrix
    across, down = line.direction
    direction = (round(across * a + down * c), round(across * b + down * d))
    vertical = line.vertical
    ends = []
    for low, high in zip(line.extents[::2], line.extents[1::2], strict=True):
        word = Box(line.box.x0, low, line.box.x1, high) if vertical else Box(low, line.box.y0, high, line.box.y1)
        box = turned_box(word, matrix)
        ends += [box.y0, box.y1] if direction[0] == 0 else [box.x0, box.x1]
    if direction[0]:
        descent = PAGES.descent_ems
        spans = tuple(span._replace(baseline_pt=span.box[3] - descent * span.style.size_pt) for span in spans)
    return RawLine(spans, turned_box(line.box, matrix), tuple(ends), direction)


def turned_box(box: Box, matrix: Matrix) -> Box:
    """Return a box as it stands on the displayed page."""
    a, b, c, d, e, f = matrix
    xs = sorted((box.x0 * a + box.y0 * c + e, box.x1 * a + box.y1 * c + e))
    ys = sorted((box.x0 * b + box.y0 * d + f, box.x1 * b + box.y1 * d + f))
    return tenths_box((xs[0], ys[0], xs[1], ys[1]))
