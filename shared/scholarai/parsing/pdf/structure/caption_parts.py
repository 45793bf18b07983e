"""Joins the parts of a caption that are separate groups: a label alone on its row, and a last line read in another column."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scholarai.parsing.pdf.layout.rows import Row
from scholarai.parsing.pdf.structure.groups import Group
from scholarai.parsing.pdf.structure.thresholds import GROUPS
from scholarai.parsing.pdf.text.labels import CAPTION, is_label


def with_caption_parts(groups: Sequence[Group]) -> list[Group]:
    """Return groups with a caption's text joined to its label, and its last line to its text."""
    out: list[Group] = []
    taken: set[Group] = set()
    for index, group in enumerate(groups):
        if group in taken:
            continue
        parts: list[Group] = []
        if CAPTION.match(group.first.text) is not None:
            parts = _parts(group, groups[index + 1 : index + 1 + GROUPS.caption_parts_apart])
            taken.update(parts)
        rows = [row for part in (group, *parts) for row in part.rows]
        out.append(replace(group, rows=rows) if parts else group)
    return out


def _parts(group: Group, following: Sequence[Group]) -> list[Group]:
    """Return the groups that go on with a caption, from top to bottom."""
    found: list[Group] = []
    if len(group.rows) == 1 and is_label(group.first.text):
        at = next((at for at, one in enumerate(following) if _is_text(group, one, next_one=at == 0)), None)
        if at is None:
            return []
        found.append(following[at])
    last = (found or [group])[-1].last
    line = next((one for one in following if one not in found and _is_last_line(last, one)), None)
    return [*found, *([line] if line is not None else [])]


def _is_text(label: Group, group: Group, *, next_one: bool) -> bool:
    """Tell whether a group is the text of the caption whose label is above it."""
    near = next_one and group.gap < GROUPS.caption_text_leadings
    fits = not group.first.cells and group.size <= GROUPS.caption_text_size_share * label.size
    return fits and (near or _is_below(label.first, group.first))


def _is_below(label: Row, row: Row) -> bool:
    """Tell whether a row of another column is directly below a label: centred, or at its edge."""
    low, high = GROUPS.caption_text_least_share * label.height, GROUPS.caption_text_leadings * label.height
    near = GROUPS.aligned_ems * label.size
    aligned = abs(row.x0 - label.x0) < near or abs((row.x0 + row.x1) - (label.x0 + label.x1)) / 2 < near
    elsewhere = row.spanning or row.column != label.column
    return elsewhere and row.page_number == label.page_number and low < row.y0 - label.y0 < high and aligned


def _is_last_line(last: Row, group: Group) -> bool:
    """Tell whether a group is the short last line of a wide caption, which was read in a column below it."""
    row = group.first
    if len(group.rows) > 1 or row.page_number != last.page_number or row.column == last.column or row.cells:
        return False
    least, most = GROUPS.caption_text_least_share * last.height, GROUPS.caption_text_leadings * last.height
    solid = least < row.y0 - last.y0 < most
    at_edge = abs(row.x0 - last.x0) < GROUPS.aligned_ems * last.size
    alike = row.style.font == last.style.font and abs(row.size - last.size) <= GROUPS.other_size_share * last.size
    return solid and at_edge and alike and row.x1 < last.x1 and CAPTION.match(row.text) is None
