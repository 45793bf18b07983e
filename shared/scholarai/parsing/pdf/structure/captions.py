"""Recognizes captions, and what they are captions of."""

from __future__ import annotations

import re

from scholarai.parsing.pdf.structure.groups import Group, has_distinct_label
from scholarai.parsing.pdf.structure.thresholds import CAPTIONS
from scholarai.parsing.pdf.text.labels import CAPTION, TABLE_KINDS
from scholarai.parsing.pdf.text.titles import begins_title

_FIGURE_KINDS = (
    "fig", "abb", "scheme", "chart", "plate", "video", "movie", "рис", "图", "圖", "図", "그림", "شكل", "الشكل", "איור",
)  # fmt: skip


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
