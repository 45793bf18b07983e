"""Finds the places that a question names in a paper: as ranges of its text, and figures, tables and equations also as regions of pages."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby, takewhile

from msgspec.structs import replace

from scholarai.domain.chat import Evidence
from scholarai.domain.content import Block, Equation, Figure, PaperContent, Section, Table
from scholarai.domain.figure_images import ImageRegion, image_regions
from scholarai.domain.ids import BlockId, SectionId
from scholarai.domain.limits import CHUNK_CHARACTERS
from scholarai.domain.sentences import sentence_spans
from scholarai.domain.values import Value
from scholarai.retrieval.index import abstract_range
from scholarai.retrieval.place_names import COUNTED, Cue, find_cues
from scholarai.retrieval.terms import terms

# Sentences shown that mention a figure, an equation or a reference. A guess: later ones say little more.
_MENTIONS = 4
# Blocks around an equation among which its explanation is looked for; other lines of a system may come first. A guess.
_BESIDE = 2
_RUNNING = frozenset({"paragraph", "list_item", "theorem"})
_MENTIONED_AS = {"figure": r"fig(?:ure|s)?", "table": r"tab(?:le|s)?", "equation": r"eq(?:uation|n|s)?"}
# Extraction lists these among the figures, but nobody calls them figures.
OTHER_KIND = re.compile(
    r"(?<!\s)\s*+(?:algorithm|listing|code|box|scheme|chart|plate|program|procedure)\b", re.IGNORECASE
)
_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50}
# Patterns of titles of sections, in order of preference: a later one counts where no section matches an earlier one.
_TITLES = {
    "conclusion": ("conclusions?", "concluding", "summary", "discussion"),
    "concluding remark": ("concluding", "conclusions?"),
    "related work": ("related work", "background", "previous work"),
    "method": ("methods?", "methodology", "approach", "materials"),
    "methodology": ("methodology", "methods?", "approach"),
    "material and method": ("methods?", "materials"),
    "experiment": ("experiments?", "experimental", "evaluation"),
    "result": ("results?", "findings?"),
    "abstract": ("abstract", "summary"),
    "appendix": ("appendix", "appendices", "supplement\\w*"),
}
_LETTERED = re.compile(r"[A-Z](?:\.\d+)*\.?$")
# Jaccard similarity of the words of a title and of the name asked for; below it another section is meant. A guess.
_LEAST_ALIKE = 0.5


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

    None for a figure or table that is described in words: that takes a search.
    """
    counted = _with_number(content, cue)
    return tuple(_FINDERS[cue.kind](content, counted)) if counted and cue.kind in _FINDERS else ()


def number_of(label: str) -> str:
    """Return the number in a printed label: "Figure 2" -> "2", "(3.1a)" -> "3.1a", "[12]" -> "12", "" where there is none."""
    match = re.search(r"(?:[A-Za-z]\.?)?\d+(?:\.\d+)*[a-z]?|\b[IVX]{1,5}\b", label)
    return match[0].lower() if match else ""


def same_number(printed: str, asked: str) -> bool:
    """Tell whether a printed number is the one asked for; "2" and "2b" match each other, and "II" is 2."""
    a, b = _in_digits(printed), _in_digits(asked)
    return bool(a) and (a == b or a == _without_panel(b) or _without_panel(a) == b)


def _in_digits(number: str) -> str:
    number = number.lower().strip(" .")
    if not number or not set(number) <= set(_ROMAN):
        return number
    values = [_ROMAN[letter] for letter in number]
    return str(sum(-a if a < b else a for a, b in zip(values, [*values[1:], 0], strict=True)))


def _without_panel(number: str) -> str:
    return re.sub(r"(?<=\d)[a-z]$", "", number)


def _with_number(content: PaperContent, cue: Cue) -> Cue | None:
    """Return a cue such as "the last figure" with the number printed in the paper, None where the paper has too few."""
    if not cue.value.startswith(COUNTED):
        return cue
    labels = {
        "page": [str(page.page_number) for page in content.pages],
        "figure": [item.label for item in content.figures if not OTHER_KIND.match(item.label)],
        "table": [item.label for item in content.tables],
        "equation": [item.label or "" for item in content.equations],
    }
    numbers = [number for number in map(number_of, labels[cue.kind]) if number]
    at = int(cue.value.removeprefix(COUNTED))
    if not -len(numbers) <= at < len(numbers):
        return None
    return replace(cue, value=numbers[at], last_page=int(numbers[at]) if cue.kind == "page" else 0)


# Pages, sections and the title page


def _pages(content: PaperContent, cue: Cue) -> Iterator[Place]:
    wanted = range(int(cue.value), cue.last_page + 1)
    for block in content.blocks:
        lines = [line for line in block.lines if line.page_number in wanted]
        if lines:
            yield Place(cue=cue, start=block.start + lines[0].start, end=block.start + lines[-1].end)
        elif not block.lines and block.page_number in wanted:
            yield Place(cue=cue, start=block.start, end=block.end)


def _title_page(content: PaperContent, cue: Cue) -> Iterator[Place]:
    """Find the title page: the blocks before the first section, or the first block where there are none."""
    front = list(takewhile(lambda block: block.section_id is None, content.blocks)) or list(content.blocks[:1])
    if front:
        end = min(front[-1].end, front[0].start + CHUNK_CHARACTERS)
        yield Place(cue=cue, start=front[0].start, end=end, whole=True)


def _numbered_section(content: PaperContent, cue: Cue) -> Iterator[Place]:
    numbers = [(section, _section_number(section.number)) for section in content.sections if section.number]
    sections = [section for section, number in numbers if number == _section_number(cue.value)]
    if cue.text.lower().startswith("appendix"):
        sections = sections[-1:]  # sections of the body may have letters, too
    yield from _section_runs(content, cue, sections)


def _section_number(number: str) -> str:
    return _in_digits(number.lower().removeprefix("appendix").removeprefix("section"))


def _named_section(content: PaperContent, cue: Cue) -> Iterator[Place]:
    """Find sections by their title, by a usual name for it, or by most of its words."""
    name = cue.value
    sections = _titled(content, name)
    if not sections and name == "appendix":
        sections = [section for section in content.sections if section.number and _LETTERED.match(section.number)]
    abstract = abstract_range(content) if not sections and name == "abstract" else None
    if abstract is not None:
        yield Place(cue=cue, start=abstract[0], end=abstract[1])
    yield from _section_runs(content, cue, sections)


def _titled(content: PaperContent, name: str) -> list[Section]:
    exact = [one for one in content.sections if " ".join(one.title.lower().split()).removesuffix("s") == name]
    if exact:
        return exact
    # A summary in the first half is an abstract, not a conclusion.
    sections = content.sections[len(content.sections) // 2 :] if name.startswith("conclu") else content.sections
    for pattern in _TITLES.get(name, _TITLES.get(name.rsplit(maxsplit=1)[-1], ())):
        titled = [one for one in sections if re.search(rf"\b{pattern}\b", one.title, re.IGNORECASE)]
        if titled:
            return titled
    asked = set(terms(name))
    alike = [len(asked & set(own)) / max(len(asked | set(own)), 1) for own in (terms(one.title) for one in sections)]
    best = max(alike, default=0.0)
    return [one for one, share in zip(sections, alike, strict=True) if share == best >= _LEAST_ALIKE]


def _section_runs(content: PaperContent, cue: Cue, sections: Collection[Section]) -> Iterator[Place]:
    """Yield the ranges of the text that sections and their subsections take, headings included."""
    inside: set[SectionId] = {section.id for section in sections}
    for section in content.sections:  # parents come before their children
        if section.parent_id in inside:
            inside.add(section.id)
    for is_inside, run in groupby(content.blocks, key=lambda block: block.section_id in inside):
        blocks = list(run)
        if is_inside:
            yield Place(cue=cue, start=blocks[0].start, end=blocks[-1].end)


# Figures, tables and equations


def named_floats(content: PaperContent, cue: Cue) -> Iterator[Figure | Table]:
    """Yield the figures or tables that a cue names; "Figure 2b" names Figure 2 as well, and "Figure 2" Figure 2b."""
    items: dict[str, tuple[Figure | Table, ...]] = {"figure": content.figures, "table": content.tables}
    counted = _with_number(content, cue)
    for item in items.get(cue.kind, ()) if counted else ():
        if counted and not OTHER_KIND.match(item.label) and same_number(number_of(item.label), counted.value):
            yield item


def named_equations(content: PaperContent, cue: Cue) -> Iterator[Equation]:
    """Yield the equations that a cue names; "Eq. (6)" names 6a and 6b."""
    counted = _with_number(content, cue) if cue.kind == "equation" else None
    for equation in content.equations if counted else ():
        if counted and equation.label and same_number(number_of(equation.label), counted.value):
            yield equation


def float_places(content: PaperContent, cue: Cue, item: Figure | Table) -> Iterator[Place]:
    """Yield the caption of a figure or table and its cells, as one place where they fit into a passage."""
    blocks = content.blocks
    at = next((number for number, block in enumerate(blocks) if block.id == item.block_id), None)
    if at is None:
        return
    caption = blocks[at]
    beside = (blocks[number] for number in (at + 1, at - 1) if 0 <= number < len(blocks))
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


def mentions(content: PaperContent, cue: Cue, kind: str, number: str) -> Iterator[Place]:
    """Yield the first sentences that mention a figure, table or equation."""
    stem = re.escape(number.rstrip("abcdefghijklmnopqrstuvwxyz") or number)
    before = r"(?:[A-Z]?\d+[a-z]?\)?(?:\s*(?:,|and|&|[-–])\s*)+\(?)*"  # "Figures 2, 3 and 4" mentions all three
    mention = re.compile(rf"\b{_MENTIONED_AS[kind]}s?\b\.?\s*\(?{before}{stem}(?!\.?\d)", re.IGNORECASE)
    running = (block for block in content.blocks if block.kind in _RUNNING)
    yield from _sentences_at(
        cue, ((block, match.span()) for block in running for match in mention.finditer(block.text))
    )


def named_regions(content: PaperContent, question: str, evidence: Sequence[Evidence] = ()) -> tuple[ImageRegion, ...]:
    """Return the regions of the figures, tables and equations that a question names, each once, in the order of its cues.

    Figures and tables that it describes in words are recognized by their captions in the evidence.
    """
    starts = {block.id: block.start for block in content.blocks}
    floats: list[Figure | Table] = [*content.figures, *content.tables]
    items: list[Figure | Table | Equation] = []
    for cue in find_cues(question):
        items += [*named_floats(content, cue), *named_equations(content, cue)]
        pinned = [piece for piece in evidence if piece.pinned_by == cue.text and cue.kind.startswith("described")]
        items += [item for item in floats if pinned and item.block_id and starts.get(item.block_id) == pinned[0].start]
    regions = image_regions(content) if items else ()
    named = {region.index: region for item in items for region in regions if region.item is item}
    return tuple(named.values())


def _float(content: PaperContent, cue: Cue) -> Iterator[Place]:
    for item in named_floats(content, cue):
        yield from float_places(content, cue, item)
    yield from mentions(content, cue, cue.kind, cue.value)


def _equation(content: PaperContent, cue: Cue) -> Iterator[Place]:
    """Find an equation, the sentence behind it that explains its symbols, the one that leads to it, and its mentions."""
    numbers = {block.id: number for number, block in enumerate(content.blocks)}
    named = named_equations(content, cue)
    at = next((numbers[equation.block_id] for equation in named if equation.block_id in numbers), None)
    if at is None:
        return
    yield _whole(cue, content.blocks[at])
    behind, before = content.blocks[at + 1 : at + 1 + _BESIDE], content.blocks[max(at - _BESIDE, 0) : at][::-1]
    for blocks, which in ((behind, 0), (before, -1)):
        text = takewhile(lambda block: block.kind != "heading", blocks)
        block = next((block for block in text if block.kind in _RUNNING), None)
        spans = sentence_spans(block.text) if block else ()
        if block and spans:
            yield from _sentences_at(cue, [(block, spans[which])])
    yield from mentions(content, cue, "equation", cue.value)


# Theorems and references


def _statement(content: PaperContent, cue: Cue) -> Iterator[Place]:
    """Find where a theorem, an algorithm or the like is stated, with its proof or code, and its mentions."""
    words = r"\s+".join(map(re.escape, cue.value.split()))
    mention = re.compile(rf"\b{words}(?!\.?\d)", re.IGNORECASE)
    opening = re.compile(rf"\W*{words}(?!\.?\d)", re.IGNORECASE)
    stated = [n for n, block in enumerate(content.blocks) if block.kind != "heading" and opening.match(block.text)]
    # A paragraph may begin with the name, too: prefer what is typeset as a statement.
    at = min(stated, key=lambda number: content.blocks[number].kind == "paragraph", default=None)
    if at is None:
        return
    yield _whole(cue, content.blocks[at])
    for block in content.blocks[at + 1 : at + 2]:
        if block.kind == "code" or re.match(r"\W*proof\b", block.text, re.IGNORECASE):
            yield _whole(cue, block)
    others = (block for n, block in enumerate(content.blocks) if block.kind in _RUNNING and n != at)
    yield from _sentences_at(cue, ((block, match.span()) for block in others for match in mention.finditer(block.text)))


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
    cited = (s for s in content.cite_spans if content.references[at].id in s.reference_ids and s.block_id in blocks)
    yield from _sentences_at(cue, ((blocks[span.block_id], (span.start, span.end)) for span in cited))


def _whole(cue: Cue, block: Block) -> Place:
    return Place(cue=cue, start=block.start, end=block.end, whole=True)


def _sentences_at(cue: Cue, spans: Iterable[tuple[Block, tuple[int, int]]]) -> Iterator[Place]:
    """Yield the paragraphs around the first ranges of blocks; the sentences of the ranges are `named`."""
    sentences: dict[BlockId, tuple[Block, dict[tuple[int, int], None]]] = {}
    for block, (start, end) in spans:
        inside = (span for span in sentence_spans(block.text) if span[0] < end and span[1] > start)
        sentences.setdefault(block.id, (block, {}))[1].setdefault(next(inside, (start, end)))
        if sum(len(own) for _, own in sentences.values()) == _MENTIONS:
            break
    for block, own in sentences.values():
        named = tuple((block.start + start, block.start + end) for start, end in own)
        yield Place(cue=cue, start=block.start, end=block.end, named=named)


_FINDERS = {
    "front": _title_page,
    "page": _pages,
    "figure": _float,
    "table": _float,
    "equation": _equation,
    "section": _numbered_section,
    "named_section": _named_section,
    "statement": _statement,
    "reference": _reference,
}
