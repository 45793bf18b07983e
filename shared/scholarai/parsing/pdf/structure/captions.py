"""Recognises captions and what they are captions of, and joins their parts: a label alone, a last line or page elsewhere."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from scholarai.parsing.pdf.layout.metrics import Metrics
from scholarai.parsing.pdf.layout.rows import Row
from scholarai.parsing.pdf.structure.groups import Group, has_distinct_label
from scholarai.parsing.pdf.structure.thresholds import CAPTIONS, GROUPS
from scholarai.parsing.pdf.text.labels import CAPTION, TABLE_KINDS, is_label
from scholarai.parsing.pdf.text.titles import begins_title

_FIGURE_KINDS = (
    "fig", "abb", "scheme", "chart", "plate", "video", "movie", "рис", "图", "圖", "図", "그림", "شكل", "الشكل", "איור",
)  # fmt: skip
# What Dove's and other journals print below a figure's title, as a paragraph of the caption.
_NOTES = re.compile(r"(?:notes?|abbreviations?):\s", re.IGNORECASE)
_ENDS_SENTENCE = (".", "!", "?", ":", ".\u201d", '."', ".)")


def is_caption(group: Group) -> bool:
    """Tell whether a group is a caption: a label, followed by its end or a change of type; labels alone are cells of a table."""
    match = CAPTION.match(group.first.text)
    if match is None or match["label"][0].islower():
        return False
    return bool(match["end"].strip()) or _is_set_apart(group, match)


def _is_set_apart(group: Group, match: re.Match[str]) -> bool:
    """Tell whether a label without a mark behind it is apart from its text: by its type, its line or the space above it."""
    first = group.first
    label_bold = all(run.style.bold for run in first.runs if run.start < match.end("label") - 1)
    rest = first.text[match.end() :]
    return (
        (label_bold and not (first.bold and len(group.rows) == 1 and not rest))
        or has_distinct_label(first)
        or len(first.text) == match.end()
        or (len(first.text) < CAPTIONS.continued_characters and rest.lower().startswith("(cont"))
        or (begins_title(rest) and group.gap > CAPTIONS.apart_leadings)
    )


def label_of(caption: Group) -> str:
    """Return a caption's label, such as `Figure 2`."""
    match = CAPTION.match(caption.first.text)
    return match["label"].strip() if match else ""


def is_table_caption(caption: Group) -> bool:
    return _kind(caption).startswith(TABLE_KINDS)


def is_figure_caption(caption: Group) -> bool:
    return _kind(caption).startswith(_FIGURE_KINDS)


def _kind(caption: Group) -> str:
    match = CAPTION.match(caption.first.text)
    return match["kind"].lower() if match else ""


def caption_extent(caption: Group) -> tuple[float, float]:
    """Return the left and right edge within which a caption's figure or table is."""
    first = caption.first
    x0, x1 = min(row.x0 for row in caption.rows), max(row.x1 for row in caption.rows)
    margin = 0.0 if first.spanning else CAPTIONS.margin_pt
    return min(x0, first.left) - margin, max(x1, first.right) + margin


def with_caption_parts(groups: Sequence[Group]) -> list[Group]:
    """Return groups with a caption's text joined to its label, and its last line to its text."""
    out: list[Group] = []
    taken: set[Group] = set()
    for index, group in enumerate(groups):
        if group in taken:
            continue
        parts: list[Group] = []
        if CAPTION.match(group.first.text) is not None:
            parts = _parts_of(group, groups[index + 1 : index + 1 + GROUPS.caption_parts_apart])
            taken.update(parts)
        rows = [row for part in (group, *parts) for row in part.rows]
        out.append(replace(group, rows=rows) if parts else group)
    return out


def _parts_of(group: Group, following: Sequence[Group]) -> list[Group]:
    """Return the groups that go on with a caption, from top to bottom."""
    found: list[Group] = []
    if len(group.rows) == 1 and is_label(group.first.text):
        at = next((at for at, one in enumerate(following) if _is_text_of(group, one, next_one=at == 0)), None)
        if at is None:
            return []
        found.append(following[at])
    last = (found or [group])[-1].last
    line = next((one for one in following if one not in found and _is_last_line(last, one)), None)
    found += [line] if line is not None else []
    return [*found, *_notes_below((found or [group])[-1].last, following)] if is_figure_caption(group) else found


def _notes_below(last: Row, following: Sequence[Group]) -> list[Group]:
    """Return the paragraphs of notes directly below the last row of a caption, which may be wider than its title."""
    found: list[Group] = []
    for group in following:
        if _NOTES.match(group.first.text) and _is_next_row(last, group.first):
            found.append(group)
            last = group.last
    return found


def _is_text_of(label: Group, group: Group, *, next_one: bool) -> bool:
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
    if len(group.rows) > 1 or row.column == last.column or row.cells or row.style.font != last.style.font:
        return False
    return _is_next_row(last, row) and row.x1 < last.x1 and CAPTION.match(row.text) is None


def _is_next_row(last: Row, row: Row) -> bool:
    """Tell whether a row is directly below another one, at the same edge and in type of its size."""
    least, most = GROUPS.caption_text_least_share * last.height, GROUPS.caption_text_leadings * last.height
    solid = row.page_number == last.page_number and least < row.y0 - last.y0 < most
    at_edge = abs(row.x0 - last.x0) < GROUPS.aligned_ems * last.size
    return solid and at_edge and abs(row.size - last.size) <= GROUPS.other_size_share * last.size


def join_continued_captions(groups: Sequence[Group], captions: Sequence[Group], metrics: Metrics) -> list[Group]:
    """Move rows that go on with a caption to its group, and return the groups that are left.

    Args:
        groups: The groups of a paper in reading order, those of figures and tables taken out.
        captions: Those of them that are captions; they get the rows.
        metrics: The body's type.
    """
    known = set(captions)
    joined: set[Group] = set()
    for caption, group in pairwise(groups):
        if caption in known and _goes_on(caption, group, metrics):
            caption.rows = [*caption.rows, *group.rows]
            joined.add(group)
    return [group for group in groups if group not in joined]


def _goes_on(caption: Group, group: Group, metrics: Metrics) -> bool:
    last, first = caption.last, group.first
    elsewhere = (last.page_number, last.column) != (first.page_number, first.column)
    if not elsewhere or is_caption(group) or first.cells or last.text.rstrip().endswith(_ENDS_SENTENCE):
        return False
    alike = abs(last.size - first.size) < GROUPS.continued_size_share * metrics.size
    full = last.x1 > last.right - GROUPS.continued_full_share * (last.right - last.left)
    return last.style.font == first.style.font and alike and full and _differs(last, metrics)


def _differs(row: Row, metrics: Metrics) -> bool:
    """Tell whether a row is in other type than the body: no paragraph then goes on beside it."""
    return row.style.font != metrics.font or abs(row.size - metrics.size) > GROUPS.other_size_share * metrics.size
