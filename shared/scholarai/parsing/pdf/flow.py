"""Turns groups in reading order into sections and pieces of one kind each."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from scholarai.domain.content import BlockKind, Section
from scholarai.domain.ids import SectionId
from scholarai.parsing.pdf.blocks import Piece
from scholarai.parsing.pdf.front.title_page import Front
from scholarai.parsing.pdf.layout.metrics import Metrics
from scholarai.parsing.pdf.layout.rows import Row
from scholarai.parsing.pdf.references.entries import (
    begins_with_names,
    bibliography_start,
    counted,
    entry_rows,
    raised_number,
    reference_entries,
)
from scholarai.parsing.pdf.references.fields import YEAR
from scholarai.parsing.pdf.structure.floats import Float, Floats
from scholarai.parsing.pdf.structure.footnotes import find_footnotes, is_marked_note
from scholarai.parsing.pdf.structure.groups import Group, starts_item
from scholarai.parsing.pdf.structure.heading import Heading, Look
from scholarai.parsing.pdf.text.labels import PAGE_TURN
from scholarai.parsing.pdf.text.titles import is_bibliography, is_end_matter, is_section_name
from scholarai.parsing.pdf.thresholds import FLOW

_THEOREM = re.compile(
    r"\W{0,3}(?:theorem|lemma|proposition|corollary|definition|remark|conjecture|assumption|claim|axiom|hypothesis|observation|"
    r"example)\s*+(?:(?:[A-Z]?\d[\d.]*|[A-Z])\s*+)?[(.:\[]",
    re.IGNORECASE,
)
_ENTRY_YEAR = re.compile(r"[\s(](?:19|20)\d\d[a-z]?[).,;:]")
_LISTED_FILE = re.compile(r"\bS\d")
_FLOATING: frozenset[BlockKind] = frozenset({"caption", "footnote", "table"})


@dataclass(slots=True, eq=False)
class Flow:
    """Sections and pieces; `bibliography` holds the pieces of references in order, `captions` those of captions by their float."""

    sections: list[Section] = field(default_factory=list)
    pieces: list[Piece] = field(default_factory=list)
    bibliography: list[Piece] = field(default_factory=list)
    captions: dict[Float, Piece] = field(default_factory=dict)
    authors: tuple[str, ...] = ()
    in_bibliography: bool = False
    looks: set[Look] = field(default_factory=set)
    """The looks of the headings so far."""
    section: int | None = None
    section_before: int | None = None
    """The section before that of the bibliography."""


def read_flow(
    groups: Sequence[Group], headings: Sequence[Heading], floats: Floats, front: Front, metrics: Metrics
) -> Flow:
    """Return the sections and pieces of a paper, given its groups in reading order."""
    flow = Flow(authors=tuple(author.name for author in front.authors))
    by_group = {heading.group: heading for heading in headings}
    captions = {item.caption: item for item in floats.found if not _is_listed_file(item)}
    indents = _indents(groups, metrics)
    notes = find_footnotes(groups, metrics) - set(front.abstract_groups)
    pending: list[Row] = []
    unnamed = _unnamed_bibliography(groups, headings)
    for group in groups:
        if PAGE_TURN.fullmatch(group.text.strip()):
            continue
        flow.in_bibliography |= group is unnamed or _resumes_bibliography(flow, group)
        heading = by_group.get(group)
        if heading is not None and _opens_section(flow, heading, pending):
            _close_bibliography(flow, pending)
            _open_section(flow, heading, indents=indents)
        elif group in captions:
            _add_float(flow, captions[group], group)
        elif group.first.vertical:
            _add_rotated(flow, group)
        elif group in front.title_groups:
            _add_title(flow, group)
        elif _is_body_beside(pending, group, metrics):
            _close_bibliography(flow, pending)
            flow.section = flow.section_before
            _add(flow, group, front, notes, indents=indents)
        elif flow.in_bibliography and _is_of_bibliography(pending, group, metrics):
            pending += group.rows
        else:
            _add(flow, group, front, notes, indents=indents)
    _close_bibliography(flow, pending)
    return flow


def _opens_section(flow: Flow, heading: Heading, pending: Sequence[Row]) -> bool:
    """Tell whether a heading begins a section; in a bibliography it does not if it has an entry's year or the next number."""
    if not flow.in_bibliography:
        return True
    number = counted(heading.group.first)
    is_next = number > 0 and number == 1 + next(filter(None, map(counted, reversed(pending))), 0)
    return not is_next and not _ENTRY_YEAR.search(heading.group.text) and _ends_bibliography(flow, heading)


def _is_of_bibliography(pending: Sequence[Row], group: Group, metrics: Metrics) -> bool:
    """Tell whether a group within a bibliography is part of it, not a footnote of its page."""
    marked = is_marked_note(group, metrics) or not any(map(str.isalnum, group.text))
    return not marked or _continues_numbering(pending, group)


def _is_listed_file(item: Float) -> bool:
    """Tell whether a caption names a file beside the paper, such as `Figure S1`, of which no page shows anything."""
    return not item.boxes and not item.rows and _LISTED_FILE.search(item.label) is not None


def _continues_numbering(pending: Sequence[Row], group: Group) -> bool:
    """Tell whether a group begins with the raised number of the next entry, not with a footnote mark."""
    number = int(raised_number(group.first) or 0)
    if not number:  # as nearly always, and looking through all entries for each group would take quadratic time
        return False
    last = max((int(raised_number(row) or 0) for row in pending), default=0)
    return last < number <= last + FLOW.next_numbers if pending else number == 1


def _is_body_beside(pending: Sequence[Row], group: Group, metrics: Metrics) -> bool:
    """Tell whether a group is the body's text above the next column of entries, which are set smaller."""
    if not pending or counted(group.first) or group.first.vertical:
        return False
    last = pending[-1]
    moved = (group.first.page_number, group.first.column) != (last.page_number, last.column)
    smaller = metrics.size - last.size > FLOW.same_size_share * metrics.size
    return moved and smaller and abs(group.size - metrics.size) < FLOW.body_size_pt


def _resumes_bibliography(flow: Flow, group: Group) -> bool:
    """Tell whether a group is the next entry of a counted bibliography that other text interrupted."""
    if flow.in_bibliography or len(flow.bibliography) < FLOW.resumed_entries:
        return False
    number = counted(group.first)
    if not number:
        return False
    last = max(counted(piece.rows[0]) for piece in flow.bibliography)
    return 0 < last < number <= last + FLOW.next_numbers


def _unnamed_bibliography(groups: Sequence[Group], headings: Sequence[Heading]) -> Group | None:
    """Return the first group of a bibliography without a heading, as in physics journals."""
    if any(is_bibliography(heading.title) for heading in headings):
        return None
    named = [at for at, group in enumerate(groups) if is_bibliography(group.first.text)]
    if named:  # in type that makes no heading, perhaps without a gap below
        below = groups[named[-1] + (len(groups[named[-1]].rows) == 1) :]
        if any(YEAR.search(group.text) for group in below[: FLOW.dated_groups]):
            return below[0]
    rows = [(row, group) for group in groups for row in group.rows if not group.equation]
    late = rows[len(rows) // FLOW.early_parts :]
    start = bibliography_start([row for row, _ in late])
    return late[start][1] if start is not None else None


def _indents(groups: Sequence[Group], metrics: Metrics) -> bool:
    """Tell whether paragraphs of this paper begin with an indent."""
    long = [group for group in groups if _is_long(group, metrics)]
    return sum(map(_is_indented, long)) > FLOW.indented_share * len(long)


def _is_long(group: Group, metrics: Metrics) -> bool:
    return len(group.rows) > FLOW.paragraph_rows and abs(group.size - metrics.size) < FLOW.body_size_pt


def _is_indented(group: Group) -> bool:
    shift = group.first.x0 - group.first.left
    return FLOW.indent_least_ems * group.size < shift < FLOW.indent_most_ems * group.size


def _ends_bibliography(flow: Flow, heading: Heading) -> bool:
    """Tell whether a heading ends the bibliography; a phrase that looks like no heading above is part of an entry."""
    if is_section_name(heading.title) or is_end_matter(heading.title):
        return not heading.run_in or heading.look.bold
    names = heading.number is None and begins_with_names(heading.group.text)
    return not (heading.run_in or names) and heading.look in flow.looks


def _open_section(flow: Flow, heading: Heading, *, indents: bool) -> None:
    number = len(flow.sections) + 1
    parent = next((s for s in reversed(flow.sections) if s.level < heading.level), None)
    flow.sections.append(
        Section(
            id=SectionId(f"s{number}"),
            title=heading.group.printed(heading.title),
            level=heading.level,
            number=heading.number,
            parent_id=parent.id if parent else None,
        )
    )
    flow.looks.add(heading.look)
    flow.in_bibliography = is_bibliography(heading.title)
    flow.section_before = flow.section if flow.in_bibliography else flow.section_before
    flow.section = number
    if heading.run_in:
        _add_paragraph(flow, heading.group, indents=indents, new=True)
    else:
        flow.pieces.append(Piece(kind="heading", rows=heading.group.rows, section=number))


def _add_rotated(flow: Flow, group: Group) -> None:
    """Add rotated text: short text is the label of an axis or a stamp, long text a rotated table."""
    if len(group.text) >= FLOW.rotated_characters:
        flow.pieces.append(Piece(kind="table", rows=group.rows, section=flow.section, keep_breaks=True))


def _add_title(flow: Flow, group: Group) -> None:
    last = flow.pieces[-1] if flow.pieces else None
    if last is not None and last.kind == "heading" and last.section is None:
        last.rows += group.rows
    else:
        flow.pieces.append(Piece(kind="heading", rows=list(group.rows)))


def _add_float(flow: Flow, item: Float, group: Group) -> None:
    piece = Piece(kind="caption", rows=group.rows, section=flow.section)
    flow.pieces.append(piece)
    flow.captions[item] = piece
    if item.rows:
        table = Piece(kind="table", rows=item.rows, section=flow.section, keep_breaks=True)
        flow.pieces.append(table)


def _close_bibliography(flow: Flow, pending: list[Row]) -> None:
    if pending and is_bibliography(pending[0].text):
        flow.pieces.append(Piece(kind="paragraph", rows=[pending.pop(0)], section=flow.section))
    rows, below = entry_rows(pending, flow.authors)
    for entry in reference_entries(rows):
        piece = Piece(kind="reference", rows=entry, section=flow.section)
        flow.pieces.append(piece)
        flow.bibliography.append(piece)
    if below:
        flow.pieces.append(Piece(kind="paragraph", rows=below, section=flow.section))
    pending.clear()
    flow.in_bibliography = False


def _add(flow: Flow, group: Group, front: Front, notes: set[Group], *, indents: bool) -> None:
    if group.equation:
        flow.pieces.append(Piece(kind="equation", rows=group.rows, section=flow.section))
    elif group in notes:
        flow.pieces.append(Piece(kind="footnote", rows=group.rows, section=flow.section))
    elif _is_code(group):
        _add_code(flow, group)
    elif group in front.abstract_groups:
        new = group is front.abstract_groups[0]
        _add_paragraph(flow, group, indents=indents, new=new)
    elif _THEOREM.match(group.text) and _distinct_start(group):
        flow.pieces.append(Piece(kind="theorem", rows=group.rows, section=flow.section))
    else:
        _add_paragraph(flow, group, indents=indents, new=False)


def _distinct_start(group: Group) -> bool:
    style = group.first.runs[0].style
    return style.bold or style.small_caps or style.italic


def _is_code(group: Group) -> bool:
    letters = sum(len(row.text) for row in group.rows)
    return sum(len(row.text) * row.share("mono") for row in group.rows) > FLOW.code_share * letters


def _add_code(flow: Flow, group: Group) -> None:
    last = flow.pieces[-1] if flow.pieces else None
    near = last is not None and last.rows[-1].page_number == group.page_number and group.gap < FLOW.code_leadings
    if last is not None and last.kind == "code" and near:
        last.rows += group.rows
    else:
        flow.pieces.append(Piece(kind="code", rows=list(group.rows), section=flow.section, keep_breaks=True))


def _add_paragraph(flow: Flow, group: Group, *, indents: bool, new: bool) -> None:
    item = starts_item(group.first)
    before = None if new or item else _open_paragraph(flow)
    if before is not None and _continues(before.rows[-1], group, apart=flow.pieces[-1] is not before, indents=indents):
        before.rows = [*before.rows, *group.rows]
    else:
        kind: BlockKind = "list_item" if item else "paragraph"
        flow.pieces.append(Piece(kind=kind, rows=list(group.rows), section=flow.section))


def _open_paragraph(flow: Flow) -> Piece | None:
    """Return the last paragraph before any floats and footnotes, which may continue."""
    before = next((piece for piece in reversed(flow.pieces) if piece.kind not in _FLOATING), None)
    goes_on = (
        before is not None and before.kind in {"paragraph", "list_item", "theorem"} and before.section == flow.section
    )
    return before if goes_on else None


def _continues(last: Row, group: Group, *, apart: bool, indents: bool) -> bool:
    """Tell whether a group continues the last paragraph after a column break, a page break or a float."""
    first = group.first
    moved = (first.page_number, first.column) != (last.page_number, last.column) or apart
    if not moved or abs(first.size - last.size) > FLOW.same_size_share * last.size or first.vertical:
        return False
    text = last.text.rstrip()
    if first.text[0].islower() or text.endswith("-"):
        return not text.endswith((".", "!", "?"))
    ended = text.endswith((".", "!", "?", ":", ".)", ".\u201d", '."'))
    full = last.x1 > last.right - FLOW.full_ems * last.size
    at_edge = first.x0 < first.left + FLOW.edge_ems * first.size
    if ended:
        return indents and full and at_edge and group.size == first.size and len(group.text) > FLOW.long_characters
    return full and at_edge
