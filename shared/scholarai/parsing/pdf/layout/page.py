"""Prepares one page: its visible rows, turned upright, before the paper's metrics are known."""

from __future__ import annotations

from typing import NamedTuple

from scholarai.domain.content import Box, Matrix, Note
from scholarai.parsing.layout import PageLayout, RawLine
from scholarai.parsing.pdf.layout.hidden import visible
from scholarai.parsing.pdf.layout.regions import Regions, page_regions
from scholarai.parsing.pdf.layout.right_to_left import is_right_to_left, mirrored
from scholarai.parsing.pdf.layout.rows import Row, row_of, with_full_box, with_true_heights
from scholarai.parsing.pdf.layout.text_layer import TextLayer, text_layer
from scholarai.parsing.pdf.layout.thresholds import PAGES

MIRRORED = (0, 0)


class PageRows(NamedTuple):
    """Rows in the frame in which text runs from left to right; `turned` is the direction of the text on the displayed page.

    For a right-to-left page, `turned` is `MIRRORED`: the frame is the mirrored page.
    """

    page_number: int
    width_pt: float
    height_pt: float
    rows: list[Row]
    turned: tuple[int, int] = (1, 0)
    regions: Regions = Regions([], [])


class PreparedPage(NamedTuple):
    """The part of a page that is kept while others are read: its rows, and the layout of what may be the title page."""

    page_number: int
    width_pt: float
    height_pt: float
    rows: PageRows
    notes: list[Note]
    layer: TextLayer
    layout: PageLayout | None
    to_pdf: Matrix | None


def prepare(page: PageLayout) -> PreparedPage:
    """Return a page's visible rows, with notes on hidden text."""
    rows, notes = _page_rows(page)
    first = page if page.page_number <= PAGES.title_pages else None
    return PreparedPage(
        page.page_number, page.width_pt, page.height_pt, rows, notes, text_layer(page), first, page.to_pdf
    )


def _page_rows(page: PageLayout) -> tuple[PageRows, list[Note]]:
    seen = visible(page)
    direction = _main_direction(page)
    if direction == (1, 0) and is_right_to_left(page.lines):
        direction = MIRRORED
    rows = []
    for line, spans in zip(page.lines, seen.lines, strict=True):
        if not spans:
            continue
        complete = len(spans) == len(line.spans)
        shown = line if complete else line._replace(spans=tuple(spans))
        if direction == MIRRORED:
            shown = mirrored(shown, page.width_pt)
        elif direction != (1, 0):
            shown = _turned(shown, page, direction)
        row = row_of(with_true_heights(shown), page.page_number, complete=complete)
        if row is not None:
            rows.append(with_full_box(row))
    sideways = direction[1] != 0
    width, height = (page.height_pt, page.width_pt) if sideways else (page.width_pt, page.height_pt)
    graphics = page.graphics
    if direction != (1, 0):
        graphics = tuple(graphic._replace(box=_upright(graphic.box, page, direction)) for graphic in graphics)
    regions = page_regions(graphics, width, height)
    return PageRows(page.page_number, width, height, rows, direction, regions), seen.notes


def displayed(box: Box, page: PageRows) -> Box:
    """Return a box of the upright frame in coordinates of the displayed page."""
    width, height = page.width_pt, page.height_pt
    match page.turned:
        case (0, -1):
            return Box(box.y0, width - box.x1, box.y1, width - box.x0)
        case (0, 1):
            return Box(height - box.y1, box.x0, height - box.y0, box.x1)
        case (-1, 0):
            return Box(width - box.x1, height - box.y1, width - box.x0, height - box.y0)
    if page.turned == MIRRORED:
        return Box(width - box.x1, box.y0, width - box.x0, box.y1)
    return box


def _main_direction(page: PageLayout) -> tuple[int, int]:
    counts: dict[tuple[int, int], int] = {}
    for line in page.lines:
        counts[line.direction] = counts.get(line.direction, 0) + sum(len(span.text) for span in line.spans)
    direction = max(counts, key=counts.__getitem__, default=(1, 0))
    return (
        direction
        if counts.get(direction, 0) > PAGES.direction_share * sum(counts.values()) and direction != (0, 0)
        else (1, 0)
    )


def _turned(line: RawLine, page: PageLayout, direction: tuple[int, int]) -> RawLine:
    spans = []
    for span in line.spans:
        box = _upright(Box(*span.box), page, direction)
        spans.append(span._replace(box=box, baseline_pt=box.y1 - PAGES.descent_ems * span.style.size_pt))
    along_x = line.direction[0] != 0
    ends: list[float] = []
    for low, high in zip(line.extents[::2], line.extents[1::2], strict=True):
        word = Box(low, line.box.y0, high, line.box.y1) if along_x else Box(line.box.x0, low, line.box.x1, high)
        box = _upright(word, page, direction)
        ends += [box.x0, box.x1] if line.direction == direction else [box.y0, box.y1]
    turned = (1, 0) if line.direction == direction else (0, 1)
    return RawLine(tuple(spans), _upright(line.box, page, direction), tuple(ends), turned)


def _upright(box: Box, page: PageLayout, direction: tuple[int, int]) -> Box:
    width, height = page.width_pt, page.height_pt
    match direction:
        case (0, -1):
            return Box(round(height - box.y1, 1), box.x0, round(height - box.y0, 1), box.x1)
        case (0, 1):
            return Box(box.y0, round(width - box.x1, 1), box.y1, round(width - box.x0, 1))
        case (0, 0):
            return Box(round(width - box.x1, 1), box.y0, round(width - box.x0, 1), box.y1)
    return Box(round(width - box.x1, 1), round(height - box.y1, 1), round(width - box.x0, 1), round(height - box.y0, 1))
