"""The flow of a paper: groups in reading order become headings, paragraphs and what stands between them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from scholarai.domain.content import Section
from scholarai.domain.ids import SectionId
from scholarai.parsing.pdf.blocks import Piece
from scholarai.parsing.pdf.groups import CAPTION, Group, starts_item
from scholarai.parsing.pdf.headings import Heading, find_headings
from scholarai.parsing.pdf.metrics import Metrics
from scholarai.parsing.pdf.rows import Row, cut


@dataclass(slots=True)
class Flow:
    title: str | None = None
    sections: list[Section] = field(default_factory=list)
    pieces: list[Piece] = field(default_factory=list)


def read_flow(groups: Sequence[Group], metrics: Metrics) -> Flow:
    """Return the paper's sections and pieces."""
    flow = Flow()
    title = _title_group(groups)
    flow.title = title.text if title else None
    body = [group for group in groups if group is not title]
    headings = {id(heading.group): heading for heading in find_headings(body, metrics)}
    if title is not None:
        flow.pieces.append(Piece(kind="heading", rows=title.rows))
    for group in body:
        heading = headings.get(id(group))
        if heading is None:
            _add(flow, group)
        else:
            _open_section(flow, heading)
    return flow


def _title_group(groups: Sequence[Group]) -> Group | None:
    if not groups:
        return None
    first = [group for group in groups if group.page_number == groups[0].page_number][:12]
    return max(first, key=lambda group: group.size, default=None)


def _open_section(flow: Flow, heading: Heading) -> None:
    number = len(flow.sections) + 1
    parent = next((s for s in reversed(flow.sections) if s.level < heading.level), None)
    flow.sections.append(
        Section(
            id=SectionId(f"s{number}"),
            title=heading.title,
            level=heading.level,
            number=heading.number,
            parent_id=parent.id if parent else None,
        )
    )
    rows = heading.group.rows
    if heading.run_in:
        first = rows[0]
        flow.pieces.append(Piece(kind="heading", rows=[cut(first, 0, heading.run_in)], section=number))
        start = len(first.text) - len(first.text[heading.run_in :].lstrip())
        rows = [cut(first, start, len(first.text)), *rows[1:]]
        flow.pieces.append(Piece(kind="paragraph", rows=rows, section=number))
    else:
        flow.pieces.append(Piece(kind="heading", rows=rows, section=number))


def _add(flow: Flow, group: Group) -> None:
    section = len(flow.sections) or None
    if CAPTION.match(group.text):
        flow.pieces.append(Piece(kind="caption", rows=group.rows, section=section))
        return
    before = next((piece for piece in reversed(flow.pieces) if piece.kind not in {"caption", "footnote"}), None)
    if before is not None and before.kind == "paragraph" and _goes_on(before.rows[-1], group):
        before.rows += group.rows
        return
    kind = "list_item" if starts_item(group.first) else "paragraph"
    flow.pieces.append(Piece(kind=kind, rows=group.rows, section=section))


def _goes_on(last: Row, group: Group) -> bool:
    """Tell whether a group that begins a column goes on with the paragraph that the column before broke off."""
    first = group.first
    if (first.page_number, first.column) == (last.page_number, last.column) or abs(first.size - last.size) > 0.4:
        return False
    return not last.text.endswith((".", "!", "?", ":")) or first.text[0].islower()
