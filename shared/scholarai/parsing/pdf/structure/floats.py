"""Finds floats: captions with their figures and tables, and the text inside these."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import median_low

from scholarai.domain.content import Box
from scholarai.parsing.pdf.layout.metrics import Metrics
from scholarai.parsing.pdf.layout.page import PageRows
from scholarai.parsing.pdf.layout.regions import Regions, Rule
from scholarai.parsing.pdf.layout.rows import Row
from scholarai.parsing.pdf.structure.captions import is_caption, is_figure_caption, is_table_caption, label_of
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
    text_rows,
)
from scholarai.parsing.pdf.structure.groups import Group
from scholarai.parsing.pdf.structure.table_rows import head_start, rows_beyond, table_rows


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


def find_floats(groups: Sequence[Group], pages: Sequence[PageRows], metrics: Metrics) -> Floats:
    """Return the floats of a paper, given its groups in reading order.

    Where a caption's group includes the head of its table, those rows move from the group to the table.
    """
    floats = Floats()
    by_page: dict[int, list[Group]] = {}
    for group in groups:
        by_page.setdefault(group.page_number, []).append(group)
    ceiling = median_low([min(row.y0 for g in on_page for row in g.rows) for on_page in by_page.values()] or [0.0])
    for page in pages:
        on_page = by_page.get(page.page_number, [])
        captions = [group for group in on_page if is_caption(group)]
        if captions or has_labels(on_page, metrics):
            found, inside = _on_page(on_page, captions, page.regions, metrics, ceiling)
            floats.found += found
            floats.inside |= inside
    _follow_tables(floats, groups, metrics)
    return floats


def _follow_tables(floats: Floats, groups: Sequence[Group], metrics: Metrics) -> None:
    """Add to each table at the end of a column the rows with which it goes on in the next one or on the next page."""
    taken = {row for item in floats.found for row in item.rows} | floats.inside
    for item in floats.found:
        if item.table:
            last = (item.rows or item.caption.rows)[-1:]
            at = next(index for index, group in enumerate(groups) if last[0] in group.rows or group is item.caption)
            left = (group for group in groups[at + 1 :] if not taken.issuperset(group.rows))
            more = rows_beyond(last, left, metrics)
            item.rows += more
            taken.update(more)


def _on_page(
    groups: Sequence[Group], captions: Sequence[Group], regions: Regions, metrics: Metrics, ceiling: float
) -> tuple[list[Float], set[Row]]:
    """Return the floats of one page, and the rows inside its pictures."""
    captioned = {row for group in captions for row in group.rows}
    free = [row for group in groups for row in group.rows if row not in captioned]
    pictures = [box for box in regions.pictures if not frames_text(box, free, metrics)]
    text = text_rows((group for group in groups if group not in captions), metrics)
    taken: set[Row] = set()
    found: list[Float] = []
    for group in captions:
        item = Float(caption=group, label=label_of(group), table=is_table_caption(group))
        if item.table:
            taken |= _fill_table(item, [row for row in free if row not in taken], regions.rules, metrics)
        elif is_figure_caption(group):
            others = [row for row in captioned if row not in group.rows]
            page = Surroundings(pictures=pictures, rows=free, others=others, text=text, ceiling=ceiling)
            item.boxes = figure_boxes(group, page, metrics)
        found.append(item)
    free = [row for row in free if row not in taken and not is_numbered_title(row, metrics)]
    inside = _inside_figures(found, free, metrics)
    return found, inside | _inside_loose(pictures, found, free, text, metrics)


def _fill_table(item: Float, free: Sequence[Row], rules: Sequence[Rule], metrics: Metrics) -> set[Row]:
    """Set the rows of a table, including its head from the caption's group, and return them."""
    caption, whole = item.caption, item.caption.rows
    start = head_start(caption, rules)
    head = whole[start:]
    caption.rows = whole[:start]
    rows = table_rows(caption, [*free, *head], rules, metrics)
    item.boxes = [bounding_box(rows)] if rows else []
    if set(rows).issuperset(head):
        item.rows = rows
    elif head and head[0] in rows:  # notes below the table were in the caption's group, too
        item.rows = [*rows, *(row for row in head if row not in rows)]
        return set(item.rows)
    else:
        caption.rows = whole
        item.rows = [row for row in rows if row not in head]
    return set(rows)


def _inside_figures(floats: Sequence[Float], free: Sequence[Row], metrics: Metrics) -> set[Row]:
    """Return the labels inside and beside figures, whose boxes grow to cover them."""
    found: set[Row] = set()
    for item in floats:
        for index, box in enumerate(item.boxes if is_figure_caption(item.caption) else ()):
            own = {row for row in free if is_inside(row, box) and not metrics.is_prose(row)}
            own.update(labels_beside(item.caption, box, free, metrics))
            item.boxes[index] = bounding_box([box, *own])
            found |= own
    return found


def _inside_loose(
    pictures: Sequence[Box], floats: Sequence[Float], free: Sequence[Row], text: set[Row], metrics: Metrics
) -> set[Row]:
    """Return the labels inside pictures of no figure, such as a diagram without a caption, but not those of a box of text."""
    figures = [box for item in floats if is_figure_caption(item.caption) for box in item.boxes]
    loose = [box for box in pictures if not any(bounding_box([box, figure]) == figure for figure in figures)]
    loose = [box for box in loose if not holds_text(box, free, text)]
    return {row for row in free if not metrics.is_prose(row) and any(is_inside(row, box) for box in loose)}
