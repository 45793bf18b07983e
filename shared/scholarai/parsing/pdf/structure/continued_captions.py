"""Captions that go on at the top of the next column or page."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from scholarai.parsing.pdf.layout.metrics import Metrics
from scholarai.parsing.pdf.layout.rows import Row
from scholarai.parsing.pdf.structure.captions import is_caption
from scholarai.parsing.pdf.structure.groups import Group
from scholarai.parsing.pdf.structure.thresholds import GROUPS

_ENDS_SENTENCE = (".", "!", "?", ":", ".\u201d", '."', ".)")


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
