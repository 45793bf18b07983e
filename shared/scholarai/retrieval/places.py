"""Where the places that a question names are in a paper."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import takewhile

from scholarai.domain.content import Block, Figure, PaperContent, Section, Table
from scholarai.domain.ids import BlockId, SectionId
from scholarai.domain.limits import CHUNK_CHARACTERS
from scholarai.domain.values import Value
from scholarai.retrieval.cues import Cue

# Characters around an equation or statement that explain it: what stands before, and the "where" behind. A guess.
_AROUND = 700
# Paragraphs that mention a float, shown beside its caption.
_MENTIONS = 2

# What readers keep among the figures, and nobody calls one.
_OTHER_KIND = re.compile(r"\s*(?:algorithm|listing|box|scheme|chart|plate|program|procedure)\b", re.IGNORECASE)

# Later names count where a paper has no section of an earlier one.
_SYNONYMS = {
    "conclusion": ("conclusion", "concluding", "summary", "discussion"),
    "concluding remark": ("concluding", "conclusion"),
    "related work": ("related work", "background", "previous work"),
    "method": ("method", "approach", "materials"),
    "methodology": ("method", "approach"),
    "material and method": ("method", "materials"),
    "experiment": ("experiment", "evaluation"),
    "result": ("result", "finding"),
}


class Place(Value, frozen=True, kw_only=True):
    """A range of the paper's text that a cue named; `whole` ranges are shown as they are, others searched in."""

    cue: Cue
    start: int
    end: int
    whole: bool = False


def find_places(content: PaperContent, cue: Cue) -> tuple[Place, ...]:
    """Return the places that a cue names, most telling first; none when the paper has no such thing."""
    return tuple(_PLACES[cue.kind](content, cue))


def named_floats(content: PaperContent, cue: Cue) -> Iterator[Figure | Table]:
    """Yield the figures or tables that a cue names; "Figure 2b" names Figure 2 as well."""
    number = cue.value.lower()
    items: dict[str, tuple[Figure | Table, ...]] = {"figure": content.figures, "table": content.tables}
    for item in items.get(cue.kind, ()):
        label = "" if _OTHER_KIND.match(item.label) else _number_of(item.label)
        if label and label in {number, number.rstrip("abcdefghijklmnopqrstuvwxyz")}:
            yield item


def _page(content: PaperContent, cue: Cue) -> Iterator[Place]:
    wanted = range(int(cue.value), cue.last_page + 1)
    for block in content.blocks:
        lines = [line for line in block.lines if line.page_number in wanted]
        if lines:
            yield Place(cue=cue, start=block.start + lines[0].start, end=block.start + lines[-1].end)
        elif not block.lines and block.page_number in wanted:
            yield Place(cue=cue, start=block.start, end=block.end)


def _float(content: PaperContent, cue: Cue) -> Iterator[Place]:
    blocks = _by_id(content)
    for item in named_floats(content, cue):
        if item.block_id in blocks:
            yield _whole(cue, blocks[item.block_id])
    yield from _mentions(content, cue)


def _mentions(content: PaperContent, cue: Cue) -> Iterator[Place]:
    word = {"figure": r"fig(?:ure|s)?", "table": r"tab(?:le|s)?"}[cue.kind]
    stem = re.escape(cue.value.rstrip("abcdefghijklmnopqrstuvwxyz") or cue.value)
    mention = re.compile(rf"\b{word}s?\b\.?\s*\(?{stem}(?!\.?\d)", re.IGNORECASE)
    mentioning = (b for b in content.blocks if b.kind in {"paragraph", "list_item"} and mention.search(b.text))
    for _, block in zip(range(_MENTIONS), mentioning, strict=False):
        yield Place(cue=cue, start=block.start, end=block.end)


def _equation(content: PaperContent, cue: Cue) -> Iterator[Place]:
    blocks = _by_id(content)
    for equation in content.equations:
        if _number_of(equation.label or "") == cue.value.lower() and equation.block_id in blocks:
            yield _around(cue, blocks[equation.block_id], content)


def _statement(content: PaperContent, cue: Cue) -> Iterator[Place]:
    words = r"\s+".join(map(re.escape, cue.value.split()))
    opening = re.compile(rf"\W*{words}(?!\.?\d)", re.IGNORECASE)
    for block in content.blocks:
        if block.kind not in {"heading", "reference"} and opening.match(block.text):
            yield _around(cue, block, content)
            return


def _section(content: PaperContent, cue: Cue) -> Iterator[Place]:
    wanted = cue.value.lower().rstrip(".")
    named = [s for s in content.sections if s.number and _plain_number(s.number) == wanted]
    yield from _sections(content, cue, named)


def _named_section(content: PaperContent, cue: Cue) -> Iterator[Place]:
    names = _SYNONYMS.get(cue.value, (cue.value,))
    for name in names:
        named = [section for section in content.sections if name in section.title.lower()]
        if named:
            yield from _sections(content, cue, named)
            return


def _sections(content: PaperContent, cue: Cue, named: list[Section]) -> Iterator[Place]:
    inside = {section.id for section in named}
    for section in content.sections:  # parents come before their children
        if section.parent_id in inside:
            inside.add(section.id)
    for first, last in _runs(content, inside):
        yield Place(cue=cue, start=first.start, end=last.end)


def _runs(content: PaperContent, sections: set[SectionId]) -> Iterator[tuple[Block, Block]]:
    run: list[Block] = []
    for block in content.blocks:
        if block.section_id in sections:
            run.append(block)
        elif run:
            yield run[0], run[-1]
            run = []
    if run:
        yield run[0], run[-1]


def _reference(content: PaperContent, cue: Cue) -> Iterator[Place]:
    """Find an entry by its printed label, else by its place in the list; then the paragraphs that cite it."""
    entries = [block for block in content.blocks if block.kind == "reference"]
    labels = [_number_of(reference.label or "") for reference in content.references]
    at = labels.index(cue.value) if cue.value in labels else int(cue.value) - 1
    if not 0 <= at < len(content.references):
        return
    if len(entries) == len(content.references):
        yield _whole(cue, entries[at])
    blocks = _by_id(content)
    citing = (span.block_id for span in content.cite_spans if content.references[at].id in span.reference_ids)
    for _, block_id in zip(range(_MENTIONS), dict.fromkeys(citing), strict=False):
        if block_id in blocks:
            yield Place(cue=cue, start=blocks[block_id].start, end=blocks[block_id].end)


def _front(content: PaperContent, cue: Cue) -> Iterator[Place]:
    """Find the title page: what stands before the first section, or the beginning where nothing does."""
    front = list(takewhile(lambda block: block.section_id is None, content.blocks)) or list(content.blocks[:1])
    if front:
        yield Place(
            cue=cue, start=front[0].start, end=min(front[-1].end, front[0].start + CHUNK_CHARACTERS), whole=True
        )


_PLACES = {
    "front": _front,
    "page": _page,
    "figure": _float,
    "table": _float,
    "equation": _equation,
    "section": _section,
    "named_section": _named_section,
    "statement": _statement,
    "reference": _reference,
}


def _by_id(content: PaperContent) -> dict[BlockId, Block]:
    return {block.id: block for block in content.blocks}


def _whole(cue: Cue, block: Block) -> Place:
    return Place(cue=cue, start=block.start, end=block.end, whole=True)


def _around(cue: Cue, block: Block, content: PaperContent) -> Place:
    end = content.blocks[-1].end
    return Place(cue=cue, start=max(block.start - _AROUND, 0), end=min(block.end + _AROUND, end))


def _number_of(label: str) -> str:
    """Return the number in a printed label: "Figure 2" -> "2", "(3.1a)" -> "3.1a", "[12]" -> "12"."""
    found = re.search(r"(?:[A-Za-z]\.?)?\d+(?:\.\d+)*[a-z]?|\b[IVX]{1,5}\b", label)
    return found[0].lower() if found else ""


def _plain_number(number: str) -> str:
    return number.lower().removeprefix("appendix").removeprefix("section").strip(" .")
