"""Finds the places that a question names in a paper: as ranges of its text, and figures, tables and equations also as regions of pages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile

from scholarai.domain.chat import Evidence
from scholarai.domain.content import Block, CiteSpan, Equation, Figure, PaperContent, Table
from scholarai.domain.figure_images import ImageRegion, image_regions
from scholarai.domain.ids import BlockId
from scholarai.domain.limits import CHUNK_CHARACTERS
from scholarai.domain.sentences import sentence_spans
from scholarai.domain.values import Value
from scholarai.retrieval.cues import Cue, find_cues
from scholarai.retrieval.numbering import OTHER_KIND, number_of, numbered, same_number

# Sentences shown that mention a figure, an equation or a reference. A guess: later ones say little more.
_MENTIONS = 4
# Blocks around an equation among which its explanation is looked for; other lines of a system may come first. A guess.
_WHERE = 2
_RUNNING = frozenset({"paragraph", "list_item", "theorem"})
_MENTIONED_AS = {"figure": r"fig(?:ure|s)?", "table": r"tab(?:le|s)?", "equation": r"eq(?:uation|n|s)?"}
_PROOF = re.compile(r"\W*proof\b", re.IGNORECASE)


class Place(Value, frozen=True, kw_only=True):
    """A range of the paper's text that a cue named.

    `whole` ranges are shown as they are, the others are searched. `named` are the parts that belong to the place where the range has
    more than that, such as the sentence of a paragraph that mentions a figure.
    """

    cue: Cue
    start: int
    end: int
    whole: bool = False
    named: tuple[tuple[int, int], ...] = ()


def find_places(content: PaperContent, cue: Cue) -> tuple[Place, ...]:
    """Return the places that a cue names, most relevant first; none when the paper has no such thing.

    None for a figure or table that is described in words: `described.py` finds those.
    """
    counted = numbered(content, cue)
    return () if counted is None else tuple(_PLACES[cue.kind](content, counted))


def named_floats(content: PaperContent, cue: Cue) -> Iterator[Figure | Table]:
    """Yield the figures or tables that a cue names; "Figure 2b" names Figure 2 as well, and "Figure 2" Figure 2b."""
    items: dict[str, tuple[Figure | Table, ...]] = {"figure": content.figures, "table": content.tables}
    counted = numbered(content, cue)
    for item in items.get(cue.kind, ()) if counted else ():
        if counted and not OTHER_KIND.match(item.label) and same_number(number_of(item.label), counted.value):
            yield item


def named_equations(content: PaperContent, cue: Cue) -> Iterator[Equation]:
    """Yield the equations that a cue names; "Eq. (6)" names 6a and 6b."""
    counted = numbered(content, cue) if cue.kind == "equation" else None
    for equation in content.equations if counted else ():
        if counted and equation.label and same_number(number_of(equation.label), counted.value):
            yield equation


def float_places(content: PaperContent, cue: Cue, item: Figure | Table) -> Iterator[Place]:
    """Yield the caption of a figure or table and its cells, as one place where they fit into a passage."""
    blocks = content.blocks
    at = next((place for place, block in enumerate(blocks) if block.id == item.block_id), None)
    if at is None:
        return
    caption = blocks[at]
    beside = (blocks[place] for place in (at + 1, at - 1) if 0 <= place < len(blocks))
    cells = next((block for block in beside if block.kind == "table"), None) if isinstance(item, Table) else None
    if cells is None:
        yield _whole(cue, caption)
        return
    start, end = min(caption.start, cells.start), max(caption.end, cells.end)
    if end - start > CHUNK_CHARACTERS:
        yield from (_whole(cue, caption), _whole(cue, cells))
        return
    named = ((caption.start, caption.end), (cells.start, cells.end))
    yield Place(cue=cue, start=start, end=end, whole=True, named=named)


def mentions(content: PaperContent, cue: Cue, item: Figure | Table) -> Iterator[Place]:
    """Yield the first sentences that mention a figure or table."""
    kind = "table" if isinstance(item, Table) else "figure"
    yield from _mentioning(content, cue, kind, number_of(item.label))


def named_regions(content: PaperContent, question: str, evidence: Sequence[Evidence] = ()) -> tuple[ImageRegion, ...]:
    """Return the regions of the figures, tables and equations that a question names, each once, in the order of its cues.

    Figures and tables that it describes in words are recognized by their captions in the evidence.
    """
    named = [
        item for cue in find_cues(question) for item in (*named_floats(content, cue), *named_equations(content, cue))
    ]
    named += _described_floats(content, question, evidence)
    regions = image_regions(content) if named else ()
    found = {region.index: region for item in named for region in regions if region.item is item}
    return tuple(found.values())


def _described_floats(content: PaperContent, question: str, evidence: Sequence[Evidence]) -> Iterator[Figure | Table]:
    starts = {block.id: block.start for block in content.blocks}
    items: list[Figure | Table] = [*content.figures, *content.tables]
    for cue in find_cues(question):
        own = [piece for piece in evidence if piece.pinned_by == cue.text and cue.kind.startswith("described")]
        for item in items:
            if own and item.block_id is not None and starts.get(item.block_id) == own[0].start:
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
    items = list(named_floats(content, cue))
    for item in items:
        yield from float_places(content, cue, item)
    yield from _mentioning(content, cue, cue.kind, cue.value)


def _mentioning(content: PaperContent, cue: Cue, kind: str, number: str) -> Iterator[Place]:
    stem = re.escape(number.rstrip("abcdefghijklmnopqrstuvwxyz") or number)
    before = r"(?:[A-Z]?\d+[a-z]?\)?(?:\s*(?:,|and|&|[-–])\s*)+\(?)*"  # "Figures 2, 3 and 4" mentions all three
    mention = re.compile(rf"\b{_MENTIONED_AS[kind]}s?\b\.?\s*\(?{before}{stem}(?!\.?\d)", re.IGNORECASE)
    spans = ((block, found.span()) for block in content.blocks for found in mention.finditer(block.text))
    yield from _told(cue, ((block, span) for block, span in spans if block.kind in _RUNNING))


def _told(cue: Cue, spans: Iterable[tuple[Block, tuple[int, int]]]) -> Iterator[Place]:
    """Yield the paragraphs around ranges of blocks, with the sentences of these ranges as `named`."""
    found: dict[BlockId, tuple[Block, list[tuple[int, int]]]] = {}
    count = 0
    for block, (start, end) in spans:
        inside = ((low, high) for low, high in sentence_spans(block.text) if low < end and high > start)
        sentence = next(inside, (start, end))
        sentences = found.setdefault(block.id, (block, []))[1]
        if sentence not in sentences:
            sentences.append(sentence)
            count += 1
        if count == _MENTIONS:
            break
    for block, sentences in found.values():
        named = tuple((block.start + start, block.start + end) for start, end in sentences)
        yield Place(cue=cue, start=block.start, end=block.end, named=named)


def _equation(content: PaperContent, cue: Cue) -> Iterator[Place]:
    """Find an equation, the sentence behind it that explains its symbols, the one that leads to it, and its mentions."""
    places = {block.id: place for place, block in enumerate(content.blocks)}
    named = named_equations(content, cue)
    at = next((places[equation.block_id] for equation in named if equation.block_id in places), None)
    if at is None:
        return
    yield _whole(cue, content.blocks[at])
    yield from _sentence_beside(content, cue, range(at + 1, at + 1 + _WHERE), 0)
    yield from _sentence_beside(content, cue, range(at - 1, at - 1 - _WHERE, -1), -1)
    yield from _mentioning(content, cue, "equation", cue.value)


def _sentence_beside(content: PaperContent, cue: Cue, places: range, which: int) -> Iterator[Place]:
    for place in places:
        if not 0 <= place < len(content.blocks) or content.blocks[place].kind == "heading":
            return
        block = content.blocks[place]
        if block.kind in _RUNNING:
            spans = sentence_spans(block.text)
            yield from _told(cue, [(block, spans[which])] if spans else [])
            return


def _statement(content: PaperContent, cue: Cue) -> Iterator[Place]:
    """Find where a theorem, an algorithm or the like is stated, with its proof or code, and its mentions."""
    words = r"\s+".join(map(re.escape, cue.value.split()))
    mention = re.compile(rf"\b{words}(?!\.?\d)", re.IGNORECASE)
    opening = re.compile(rf"\W*{words}(?!\.?\d)", re.IGNORECASE)
    stated = [p for p, block in enumerate(content.blocks) if block.kind != "heading" and opening.match(block.text)]
    # A paragraph may begin with the name, too: prefer what is typeset as a statement.
    stated.sort(key=lambda place: content.blocks[place].kind == "paragraph")
    if not stated:
        return
    yield _whole(cue, content.blocks[stated[0]])
    following = content.blocks[stated[0] + 1 : stated[0] + 2]
    yield from (_whole(cue, block) for block in following if block.kind == "code" or _PROOF.match(block.text))
    own = content.blocks[stated[0]].id
    told = (b for b in content.blocks if b.kind in _RUNNING and b.id != own)
    yield from _told(cue, ((block, found.span()) for block in told for found in mention.finditer(block.text)))


def _section(content: PaperContent, cue: Cue) -> Iterator[Place]:
    from scholarai.retrieval.section_places import numbered_sections, section_runs  # few questions name a section

    found = numbered_sections(content, cue.value)
    if cue.text.lower().startswith("appendix"):
        found = found[-1:]  # sections of the body may have letters, too
    for start, end in section_runs(content, found):
        yield Place(cue=cue, start=start, end=end)


def _named_section(content: PaperContent, cue: Cue) -> Iterator[Place]:
    from scholarai.retrieval.section_places import named_sections

    for start, end in named_sections(content, cue.value):
        yield Place(cue=cue, start=start, end=end)


def _reference(content: PaperContent, cue: Cue) -> Iterator[Place]:
    """Find an entry by its printed label, else by its position in the list, and the sentences that cite it."""
    entries = [block for block in content.blocks if block.kind == "reference"]
    labels = [number_of(reference.label or "") for reference in content.references]
    at = labels.index(cue.value) if cue.value in labels else int(cue.value) - 1
    if not 0 <= at < len(content.references):
        return
    if len(entries) == len(content.references):
        yield _whole(cue, entries[at])
    blocks = {block.id: block for block in content.blocks}
    spans = (s for s in content.cite_spans if content.references[at].id in s.reference_ids and s.block_id in blocks)
    yield from _told(cue, ((blocks[span.block_id], _range(span)) for span in spans))


def _range(span: CiteSpan) -> tuple[int, int]:
    return span.start, span.end


def _front(content: PaperContent, cue: Cue) -> Iterator[Place]:
    """Find the title page: the blocks before the first section, or the first block where there are none."""
    front = list(takewhile(lambda block: block.section_id is None, content.blocks)) or list(content.blocks[:1])
    if front:
        yield Place(
            cue=cue, start=front[0].start, end=min(front[-1].end, front[0].start + CHUNK_CHARACTERS), whole=True
        )


def _described(_content: PaperContent, _cue: Cue) -> Iterator[Place]:
    return iter(())


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
    "described_figure": _described,
    "described_table": _described,
}


def _whole(cue: Cue, block: Block) -> Place:
    return Place(cue=cue, start=block.start, end=block.end, whole=True)
