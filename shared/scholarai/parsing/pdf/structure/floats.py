"""Finds floats: captions with their figures and tables, and the text inside these."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median_low

from scholarai.domain.content import Box
from scholarai.parsing.pdf.layout.metrics import Metrics
from scholarai.parsing.pdf.layout.page import PageRows
from scholarai.parsing.pdf.layout.regions import Regions
from scholarai.parsing.pdf.layout.rows import Row
from scholarai.parsing.pdf.structure.captions import is_caption, is_figure_caption, is_table_caption, label_of
from scholarai.parsing.pdf.structure.continued_tables import Continuations, text_columns
from scholarai.parsing.pdf.structure.figures import (
    Surroundings,
    bounding_box,
    figure_boxes,
    frames_text,
    has_labels,
    holds_text,
    is_inside,
    is_numbered_title,
    labels_beside,
    lines_of_paragraphs,
    text_rows,
)
from scholarai.parsing.pdf.structure.groups import Group
from scholarai.parsing.pdf.structure.table_rows import Around, head_start, parted_beside, table_rows


@dataclass(slots=True, eq=False, kw_only=True)
class Float:
    """A caption with the region of its figure or the rows of its table."""

    caption: Group
    label: str
    table: bool
    boxes: list[Box] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Floats:
    """The floats of a paper; `inside` holds the rows inside pictures."""

    found: list[Float] = field(default_factory=list)
    inside: set[Row] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class _Page:
    """A page with captions or labels: its floats, pictures and rules, its rows outside captions, those like text, and paragraphs."""

    floats: list[Float]
    regions: Regions
    pictures: list[Box]
    free: list[Row]
    text: set[Row]
    paragraphs: set[Row]


def find_floats(groups: Sequence[Group], pages: Sequence[PageRows], metrics: Metrics) -> Floats:
    """Find the floats of a paper, given its groups in reading order.

    Where a caption's group includes the head of its table, those rows move from the group to the table.
    """
    floats = Floats()
    by_page: dict[int, list[Group]] = {}
    for group in groups:
        by_page.setdefault(group.page_number, []).append(group)
    ceiling = median_low([min(row.y0 for g in on_page for row in g.rows) for on_page in by_page.values()] or [0.0])
    read: list[_Page] = []
    for page in pages:
        on_page = by_page.get(page.page_number, [])
        captions = [group for group in on_page if is_caption(group)]
        if captions or has_labels(on_page, metrics):
            read.append(_on_page(on_page, captions, page.regions, metrics, ceiling))
            floats.found += read[-1].floats
    if any(item.table for item in floats.found):
        taken = _fill_tables(read, _continuations(floats, by_page, pages, metrics))
    else:
        taken = set()
    for one in read:
        floats.inside |= _inside_page(one, taken, metrics)
    return floats


def _on_page(
    groups: Sequence[Group], captions: Sequence[Group], regions: Regions, metrics: Metrics, ceiling: float
) -> _Page:
    """Return the floats of one page, its tables still without rows."""
    captioned = {row for group in captions for row in group.rows}
    free = [row for group in groups for row in group.rows if row not in captioned]
    pictures = [box for box in regions.pictures if not frames_text(box, free, metrics)]
    beside = [group for group in groups if group not in captions]
    text = text_rows(beside, metrics)
    paragraphs = lines_of_paragraphs(beside, metrics)
    found: list[Float] = []
    for group in captions:
        item = Float(caption=group, label=label_of(group), table=is_table_caption(group))
        if is_figure_caption(group):
            others = [row for row in captioned if row not in group.rows]
            page = Surroundings(pictures=pictures, rows=free, others=others, text=text, ceiling=ceiling)
            item.boxes = figure_boxes(group, page, metrics)
        found.append(item)
    return _Page(found, regions, pictures, free, text, paragraphs)


def _continuations(
    floats: Floats, by_page: Mapping[int, Sequence[Group]], pages: Sequence[PageRows], metrics: Metrics
) -> Continuations:
    rows = {number: [row for group in on_page for row in group.rows] for number, on_page in by_page.items()}
    drawn = _rows_of_figures(floats.found, rows)
    return Continuations(
        columns=text_columns(row for on_page in rows.values() for row in on_page),
        rows={number: [row for row in on_page if row not in drawn] for number, on_page in rows.items()},
        rules={page.page_number: page.regions.rules for page in pages},
        metrics=metrics,
    )


def _fill_tables(pages: Sequence[_Page], beyond: Continuations) -> set[Row]:
    """Set the rows of all tables in order, those in the next column or on the next page included, and return them."""
    taken: set[Row] = set()
    for page in pages:
        for item in page.floats:
            if item.table:
                others = [row for other in page.floats if other is not item for row in other.caption.rows]
                free = [row for row in page.free if row not in taken]
                _fill_table(item, Around(free, others, page.regions.rules, beyond.columns), beyond.metrics)
                taken.update(item.rows)
                more = beyond.of(item.rows, item.caption.rows, taken)
                item.rows += more
                taken.update(more)
    return taken


def _rows_of_figures(found: Sequence[Float], rows: Mapping[int, Sequence[Row]]) -> set[Row]:
    """Return the rows of figures and of their captions, above which no table of the same page goes on."""
    taken: set[Row] = set()
    for item in found:
        if item.boxes and not item.table:
            area = bounding_box([*item.boxes, *item.caption.rows])
            taken.update(row for row in rows[item.caption.page_number] if is_inside(row, area))
    return taken


def _inside_page(page: _Page, tables: set[Row], metrics: Metrics) -> set[Row]:
    """Return the rows inside the pictures of a page, whose boxes grow to cover their labels."""
    free = [row for row in page.free if row not in tables and not is_numbered_title(row, metrics)]
    inside = _inside_figures(page.floats, free, page.paragraphs, metrics)
    return inside | _inside_loose(page, free)


def _fill_table(item: Float, around: Around, metrics: Metrics) -> None:
    """Set the rows of a table on the page of its caption, including what the caption's group holds of it."""
    caption, whole = item.caption, item.caption.rows
    caption.rows, beside = parted_beside(caption, around.rules, metrics)
    start = len(caption.rows) if beside else head_start(caption, around.rules)
    own = [*beside, *caption.rows[start:]]
    caption.rows = caption.rows[:start]
    rows = table_rows(caption, around._replace(rows=[*around.rows, *own]), metrics)
    item.boxes = [bounding_box(rows)] if rows else []
    if not set(rows).issuperset(own):
        caption.rows = whole
        rows = [row for row in rows if row not in own]
    item.rows = rows


def _inside_figures(floats: Sequence[Float], free: Sequence[Row], paragraphs: set[Row], metrics: Metrics) -> set[Row]:
    """Extend the boxes of figures over the labels inside and beside them, and return these labels."""
    found: set[Row] = set()
    for item in floats:
        for index, box in enumerate(item.boxes if is_figure_caption(item.caption) else ()):
            near = {row for row in free if is_inside(row, box)}
            near.update(labels_beside(item.caption, box, free, metrics))
            own = near - paragraphs
            item.boxes[index] = bounding_box([box, *own])
            found |= own
    return found


def _inside_loose(page: _Page, free: Sequence[Row]) -> set[Row]:
    """Return the labels inside pictures of no figure, such as a diagram without a caption, but not those of a box of text."""
    figures = [box for item in page.floats if is_figure_caption(item.caption) for box in item.boxes]
    loose = [box for box in page.pictures if not any(bounding_box([box, figure]) == figure for figure in figures)]
    loose = [box for box in loose if not holds_text(box, free, page.text)]
    return {row for row in free if row not in page.paragraphs and any(is_inside(row, box) for box in loose)}
