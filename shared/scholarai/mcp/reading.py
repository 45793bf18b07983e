"""The tool `read`: returns parts of a paper by their names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TypeVar

from scholarai.api.library import Library
from scholarai.domain.chat import PageBoxes
from scholarai.domain.checking import QuotePlace
from scholarai.domain.content import Block, Box, Figure, PaperContent, Section, Table
from scholarai.domain.errors import NotFoundError
from scholarai.domain.ids import BlockId
from scholarai.domain.paper import Paper
from scholarai.mcp.answers import Part
from scholarai.mcp.places import Links, Place, quote_in

# Of a part that is read at once: about 2,000 tokens. A guess.
_CHARACTERS = 8_000
_Drawn = TypeVar("_Drawn", Figure, Table)
_NUMBER = re.compile(r"[A-Z]?\d+(?:\.\d+)*")


def outline(paper: Paper, content: PaperContent, links: Links) -> Part:
    """Return the sections, figures and tables of a paper by their names, and its abstract."""
    pages = {block.section_id: block.page_number for block in reversed(content.blocks)}
    lines = [f"Abstract: {content.abstract}"] if content.abstract else []
    for section in content.sections:
        page = pages.get(section.id)
        named = " ".join(filter(None, (section.number, section.title)))
        lines.append(f"{'  ' * (section.level - 1)}{named}{f' (p. {page})' if page else ''}")
    drawn: list[Figure | Table] = [*content.figures, *content.tables]
    lines += [f"{one.label}: {_beginning(one.caption)}" for one in drawn]
    lines.append(f"{len(content.pages)} pages, {len(content.references)} references")
    place = Place(link=links.paper(paper.id))
    return Part(paper_id=paper.id, title=_title(paper), label="outline", text="\n".join(lines), places=(place,))


def section(library: Library, paper: Paper, content: PaperContent, name: str, links: Links, start: int) -> Part:
    """Return a section with those below it, by its number or title.

    Raises:
        NotFoundError: If there is none, naming those that there are.
    """
    wanted = name.strip().casefold()
    found = next(
        (one for matches in (_is_called, _begins) for one in content.sections if matches(one, wanted)),
        None,
    )
    if found is None:
        raise _missing("section", name, [one.number or one.title for one in content.sections])
    inside = {found.id}
    for one in content.sections:
        if one.parent_id in inside:
            inside.add(one.id)
    blocks = [block for block in content.blocks if block.section_id in inside]
    return _blocks(library, paper, f"section {found.number or found.title}", blocks, links, start)


def page(library: Library, paper: Paper, content: PaperContent, name: str, links: Links, start: int) -> Part:
    """Return what begins on a page.

    Raises:
        NotFoundError: If there is no such page, saying how many there are.
    """
    number = next(map(int, re.findall(r"\d{1,6}", name)), 0)
    blocks = [block for block in content.blocks if block.page_number == number]
    if not blocks:
        raise _missing("page", name, [str(one.page_number) for one in content.pages])
    return _blocks(library, paper, f"p. {number}", blocks, links, start)


def figure(paper: Paper, content: PaperContent, name: str, links: Links) -> Part:
    """Return the caption of a figure.

    Raises:
        NotFoundError: If there is none, naming those that there are.
    """
    item = _labelled(content.figures, name)
    if item is None:
        raise _missing("figure", name, [one.label for one in content.figures])
    return _drawing(paper, content, item, item.caption, links)


def table(paper: Paper, content: PaperContent, name: str, links: Links) -> Part:
    """Return a table: its caption and notes as text, and its rows.

    Raises:
        NotFoundError: If there is none, naming those that there are.
    """
    item = _labelled(content.tables, name)
    if item is None:
        raise _missing("table", name, [one.label for one in content.tables])
    part = _drawing(paper, content, item, "\n".join((item.caption, *item.notes)), links)
    return Part(
        paper_id=part.paper_id, title=part.title, label=part.label, text=part.text, places=part.places, rows=item.rows
    )


def reference(library: Library, paper: Paper, name: str, links: Links) -> Part:
    """Return an entry of the bibliography by its label, as printed, or its number from 1.

    Raises:
        NotFoundError: If there is none, saying how many there are.
    """
    entries = library.references(paper)
    bare = name.strip().strip("[]")
    found = next((entry for entry in entries if (entry.reference.label or "").strip("[]. ") == bare), None)
    if found is None and bare.isascii() and bare.isdigit() and 0 < int(bare[:9]) <= len(entries):
        found = entries[int(bare[:9]) - 1]
    if found is None:
        raise _missing("reference", name, [f"1 to {len(entries)}"] if entries else [])
    mentions = [(mention.sentence_start, mention.sentence_end) for mention in found.mentions[:1]]
    places = [
        place
        for passage in library.passages_at(paper, mentions)
        for place in links.places(paper.id, passage.places, [quote_in(passage.text, 0, len(passage.text))])
    ]
    notices = [f"{notice.kind}" for notice in found.notices]
    cited = [f"Cited: {mention.sentence}" for mention in found.mentions]
    return Part(
        paper_id=paper.id,
        title=_title(paper),
        label=f"reference {name.strip()}",
        text="\n".join((found.reference.raw, *notices, *cited))[:_CHARACTERS],
        places=tuple(places) or (Place(link=links.paper(paper.id)),),
        cited_paper_id=found.paper_id or "",
    )


def _blocks(library: Library, paper: Paper, label: str, blocks: Sequence[Block], links: Links, start: int) -> Part:
    text = "\n\n".join(block.text for block in blocks)
    shown = text[start : start + _CHARACTERS]
    first = _block_at(blocks, start)
    (passage,) = library.passages_at(paper, [(first.start, first.end)])
    end = start + len(shown)
    return Part(
        paper_id=paper.id,
        title=_title(paper),
        label=label,
        text=shown,
        places=links.places(paper.id, passage.places, [quote_in(passage.text, 0, len(passage.text))]),
        next=end if end < len(text) else None,
    )


def _block_at(blocks: Sequence[Block], start: int) -> Block:
    at = 0
    for block in blocks:
        at += len(block.text) + 2
        if at > start:
            return block
    return blocks[-1]


def _drawing(paper: Paper, content: PaperContent, drawn: Figure | Table, text: str, links: Links) -> Part:
    place = _region(content, drawn.page_number, drawn.boxes)
    start, end = _range(content, drawn.block_id)
    places = links.places(paper.id, [QuotePlace(start=start, end=end, page=place)])
    return Part(paper_id=paper.id, title=_title(paper), label=drawn.label, text=text[:_CHARACTERS], places=places)


def _region(content: PaperContent, number: int | None, boxes: Sequence[Box]) -> PageBoxes | None:
    for one in content.pages:
        if one.page_number == number:
            return PageBoxes(
                page_number=one.page_number, width_pt=one.width_pt, height_pt=one.height_pt, boxes=tuple(boxes)
            )
    return None


def _range(content: PaperContent, block_id: BlockId | None) -> tuple[int, int]:
    return next(((block.start, block.end) for block in content.blocks if block.id == block_id), (0, 0))


def _labelled(drawn: Iterable[_Drawn], name: str) -> _Drawn | None:
    """Return what has this label, or failing that its number: "Figure 2", "fig. 2" and "2" are the same."""
    several = list(drawn)
    whole = next((one for one in several if one.label.casefold() == name.strip().casefold()), None)
    number = _NUMBER.search(name)
    if whole is not None or number is None:
        return whole
    return next((one for one in several if _NUMBER.findall(one.label)[-1:] == [number[0]]), None)


def _is_called(one: Section, wanted: str) -> bool:
    title, number = one.title.casefold(), (one.number or "").casefold()
    return bool(wanted) and wanted in {title, number, f"{number} {title}"}


def _begins(one: Section, wanted: str) -> bool:
    return bool(wanted) and one.title.casefold().startswith(wanted)


def _title(paper: Paper) -> str:
    return paper.metadata.title or paper.filename


def _beginning(caption: str) -> str:
    return caption if len(caption) <= 120 else f"{caption[:120]} …"


def _missing(kind: str, name: str, there: Sequence[str]) -> NotFoundError:
    known = f"; there are {', '.join(there[:60])}" if there else "; there is none"
    return NotFoundError(f"{kind}_unknown", f"this paper has no {kind} {name!r}{known}")
