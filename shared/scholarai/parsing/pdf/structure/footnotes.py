"""Finds footnotes, and removes their marks from the text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from scholarai.parsing.pdf.layout.columns import SIDEBAR
from scholarai.parsing.pdf.layout.metrics import Metrics
from scholarai.parsing.pdf.layout.rows import Row, Run
from scholarai.parsing.pdf.structure.groups import Group, starts_item
from scholarai.parsing.pdf.structure.thresholds import FOOTNOTES
from scholarai.parsing.pdf.text.labels import CAPTION, PAGE_TURN

_MARK = re.compile(r"(?:\d{1,2}|[*\u2217†‡§¶\u2016#a-z])\s?(?=\S)")
_LABEL = re.compile(r"(\d{1,2}|[*\u2217†‡§¶\u2016]+)(?=\D|$)")


def find_footnotes(groups: Sequence[Group], metrics: Metrics) -> set[Group]:
    """Return the groups that are footnotes: those with a mark, below all text of their column, or where a text breaks off."""
    found = {group for group in groups if is_marked_note(group, metrics)}
    broken_off = 0
    columns: dict[tuple[int, int], list[Group]] = {}
    for group in groups:
        if turn := PAGE_TURN.fullmatch(group.text.strip()):
            broken_off = group.page_number if turn["breaks_off"] else 0
        elif group.page_number == broken_off and group.size <= FOOTNOTES.smaller_share * metrics.size:
            found.add(group)
        if not group.first.vertical:
            columns.setdefault((group.page_number, group.first.column), []).append(group)
    for column in columns.values():
        below: list[Group] = []
        for group in sorted(column, key=lambda group: -group.first.y0):
            if group.size > FOOTNOTES.smaller_share * metrics.size or CAPTION.match(group.text) or _begins_code(group):
                break
            below.append(group)
        if below and len(below) < len(column) and below[-1].gap > FOOTNOTES.below_leadings:
            found |= set(below)
    return found


def is_marked_note(group: Group, metrics: Metrics) -> bool:
    """Tell whether a group is smaller than the body and begins with a footnote mark, or is in the margin."""
    first = group.first
    if first.column == SIDEBAR:
        return True
    if group.size > FOOTNOTES.smaller_share * metrics.size or first.vertical or _begins_code(group):
        return False
    if _raised_label(first) is not None:
        return True
    apart = group.gap > FOOTNOTES.marked_leadings
    return bool(_MARK.match(first.text)) and apart and not starts_item(first) and not first.text[0].islower()


def _begins_code(group: Group) -> bool:
    """Tell whether a group begins in the type of code, whose comments have marks of their own: `# Settings`."""
    return group.first.runs[0].style.mono


def _raised_label(row: Row) -> str | None:
    lead = row.runs[0]
    text = row.text[lead.start : lead.end].strip()
    small = lead.raised or lead.style.size_pt < FOOTNOTES.mark_size_share * row.size
    return text if small and len(text) <= FOOTNOTES.mark_characters else None


def without_note_marks(rows: Sequence[Row], metrics: Metrics) -> list[Row]:
    """Return rows without the raised marks of footnotes on their page: `data¹, so` becomes `data, so`."""
    labels: dict[int, set[str]] = {}
    ends: dict[int, float] = {}
    for row in rows:
        ends[row.page_number] = max(row.y1, ends.get(row.page_number, 0.0))
    for row in rows:
        # Small rows with a mark in the upper half are affiliations of authors.
        low = row.y0 > FOOTNOTES.lower_half_share * ends[row.page_number]
        if row.size <= FOOTNOTES.smaller_share * metrics.size and not row.vertical and low:
            label = _raised_label(row)
            match = _LABEL.match(label or "")
            if match and match[0] == label:
                labels.setdefault(row.page_number, set()).add(match[0])
    return [_unmarked(row, labels[row.page_number], metrics) if row.page_number in labels else row for row in rows]


def _unmarked(row: Row, labels: set[str], metrics: Metrics) -> Row:
    if abs(row.size - metrics.size) > FOOTNOTES.body_size_share * metrics.size:
        return row
    for run in row.runs[:0:-1]:
        small = not run.lowered and (run.raised or run.style.size_pt < FOOTNOTES.mark_size_share * row.size)
        before = row.text[max(run.start - FOOTNOTES.word_letters, 0) : run.start]
        if (
            small
            and row.text[run.start : run.end].strip() in labels
            and (before.isalpha() or before[-1] in ".,;:)\u201d\"'\u2019")
        ):
            row = _without(row, run)
    return row


def _without(row: Row, run: Run) -> Row:
    """Return a row without a run at the end of a word; the word keeps its extent."""
    end = run.start + len(row.text[run.start : run.end].rstrip())
    length = end - run.start
    text = row.text[: run.start] + row.text[end:]
    if text.count(" ") != row.text.count(" "):
        return row
    runs = tuple(
        other._replace(start=start, end=max(start, stop))
        for other in row.runs
        for start in (other.start - length if other.start >= end else other.start,)
        for stop in (other.end - length if other.end >= end else other.end,)
        if stop > start
    )
    return replace(row, text=text, runs=runs, cells=tuple(cell - length if cell >= end else cell for cell in row.cells))
