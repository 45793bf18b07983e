"""Makes questions that name places of a paper, each with where its answer must stand, from what was read of the paper."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from scholarai.domain.chat import Citation, Evidence
from scholarai.domain.content import Block, PaperContent, Section
from scholarai.domain.ids import BlockId

# Of one kind and paper, so that long papers do not decide.
PER_KIND = 2
# A place with less running text has nothing to quote.
LEAST_CHARACTERS = 300
RUNNING = frozenset({"paragraph", "list_item", "theorem"})
STATEMENTS = "Theorem|Lemma|Proposition|Corollary|Definition|Algorithm"
ASKING = {
    "page": ("Summarize page {}.", "What does page {} say?", "What is on page {}?", "What are the main points of p. {}?"),
    "section": ("What does Section {} say?", "Summarize section {}.", "What is done in Sec. {}?"),
    "named section": ("What does the section “{}” say?", "Summarize the section on {}.", "What is in the {} section?"),
    "abstract": ("What does the abstract say?", "Summarize the abstract."),
    "conclusion": ("What does the conclusion say?", "What is concluded in the conclusions?"),
    "appendix": ("What is in Appendix {}?", "Summarize appendix {}."),
    "figure": ("What does Figure {} show?", "Explain Fig. {}.", "What is shown in figure {}?"),
    "table": ("What does Table {} show?", "What is in table {}?"),
    "equation": ("What does Eq. ({}) say?", "Explain equation {}.", "What do the symbols in Eq. {} mean?"),
    "statement": ("What does {} state?", "Explain {}."),
    "reference": ("What is reference [{}] cited for?", "What is reference [{}]?"),
}  # fmt: skip
MISSING = (
    "What does Figure 99 show?", "What is in Table 99?", "Summarize page 9999.", "What does Section 99.9 say?",
    "Explain Eq. (999).", "What is reference [999]?", "What does Theorem 99 state?",
)  # fmt: skip


@dataclass(frozen=True)
class Made:
    """A question; its answer stands on `page`, or inside one of the character ranges of the paper's text."""

    kind: str
    text: str
    page: int | None = None
    ranges: Sequence[tuple[int, int]] = field(default=())

    def holds(self, quoted: Citation | Evidence) -> bool:
        """Tell whether a citation, or an excerpt that a model is given, stands at the place."""
        if self.page is not None:
            pages = quoted.page_numbers if isinstance(quoted, Evidence) else [page.page_number for page in quoted.pages]
            return set(pages) == {self.page}
        if quoted.start is None or quoted.end is None:
            return False
        return any(start <= quoted.start and quoted.end <= end for start, end in self.ranges)


def made_questions(name: str, content: PaperContent) -> Iterator[Made]:
    """Yield the questions of a paper, always the same ones."""
    chance = random.Random(name)
    for kind, places in _PLACES.items():
        found = list(places(content))
        for value, page, ranges in chance.sample(found, min(PER_KIND, len(found))):
            text = chance.choice(ASKING[kind]).format(value)
            yield Made(kind, text, page, ranges)


Found = tuple[str, int | None, Sequence[tuple[int, int]]]


def _pages(content: PaperContent) -> Iterator[Found]:
    for page in content.pages:
        here = [
            b
            for b in content.blocks
            if b.kind in RUNNING and {line.page_number for line in b.lines} == {page.page_number}
        ]
        if sum(len(block.text) for block in here) >= LEAST_CHARACTERS:
            yield str(page.page_number), page.page_number, ()


def _sections(content: PaperContent, wanted: Callable[[Section], str | None]) -> Iterator[Found]:
    for section in content.sections:
        value = wanted(section)
        inside = {section.id}
        for other in content.sections:
            if other.parent_id in inside:
                inside.add(other.id)
        blocks = [block for block in content.blocks if block.section_id in inside]
        if value and sum(len(block.text) for block in blocks if block.kind in RUNNING) >= LEAST_CHARACTERS:
            yield value, None, _joined(blocks)


def _joined(blocks: Sequence[Block]) -> list[tuple[int, int]]:
    """Return the ranges of blocks, neighbours as one."""
    ranges: list[tuple[int, int]] = []
    for block in blocks:
        if ranges and block.start - ranges[-1][1] <= len("\n\n"):
            ranges[-1] = (ranges[-1][0], block.end)
        else:
            ranges.append((block.start, block.end))
    return ranges


def _numbered(section: Section) -> str | None:
    return section.number.strip(" .") if section.number and section.number.strip(" .")[0].isdigit() else None


def _named(section: Section) -> str | None:
    plain = 2 <= len(section.title.split()) <= 6 and re.fullmatch(r"[\w ,’'-]+", section.title)
    return section.title if plain and not re.match(r"(?i)references|bibliograph|appendix", section.title) else None


def _appendix(section: Section) -> str | None:
    return section.number if section.number and re.fullmatch(r"[A-Z]", section.number) else None


def _floats(content: PaperContent, kind: str, names: str) -> Iterator[Found]:
    for item in content.figures if kind == "figure" else content.tables:
        label = re.fullmatch(rf"(?i)(?:{names})\.?\s*(\d+)", item.label)
        own = _own(content, item.block_id)
        if label and own:
            mention = re.compile(
                rf"(?i)\b(?:{names})s?\b\.?\s*(?:\d+\w?(?:,|\s*and|\s*&|\s*[-–])\s*)*{label[1]}(?![\d.]\d|\d)"
            )
            told = _mentioning(content, mention)
            cells = _neighbours(content, own[0], {"table"})
            yield label[1], None, [*own, *cells, *told]


def _neighbours(content: PaperContent, own: tuple[int, int], kinds: set[str]) -> list[tuple[int, int]]:
    """Return the blocks of some kinds right before and behind a range."""
    found = []
    for first, second in pairwise(content.blocks):
        found += [(second.start, second.end)] if first.end == own[1] and second.kind in kinds else []
        found += [(first.start, first.end)] if second.start == own[0] and first.kind in kinds else []
    return found


def _equations(content: PaperContent) -> Iterator[Found]:
    for equation in content.equations:
        number = re.fullmatch(r"\(?(\d+)\)?", equation.label or "")
        own = _own(content, equation.block_id)
        if number and own:
            mention = re.compile(rf"(?i)\beq(?:uation|n)?s?\b\.?\s*\(?{number[1]}\b|\({number[1]}\)")
            told = _mentioning(content, mention)
            yield number[1], None, [*own, *_neighbours(content, own[0], set(RUNNING)), *told]


def _statements(content: PaperContent) -> Iterator[Found]:
    seen: set[str] = set()
    for place, block in enumerate(content.blocks):
        label = re.match(rf"({STATEMENTS})\s+(\d+(?:\.\d+)*)(?=[\s.:(])", block.text)
        if label and label[0] not in seen and block.kind != "heading":
            seen.add(label[0])
            mention = re.compile(rf"(?i)\b{label[1]}\s+{re.escape(label[2])}(?!\.?\d)")
            told = _mentioning(content, mention)
            # What follows is its body or its proof.
            yield label[0], None, [*((one.start, one.end) for one in content.blocks[place : place + 3]), *told]


def _references(content: PaperContent) -> Iterator[Found]:
    entries = [block for block in content.blocks if block.kind == "reference"]
    blocks = {block.id: block for block in content.blocks}
    if len(entries) != len(content.references):
        return
    for reference, entry in zip(content.references, entries, strict=True):
        number = re.fullmatch(r"\[?(\d+)\]?\.?", reference.label or "")
        spans = [span for span in content.cite_spans if reference.id in span.reference_ids]
        citing = [(blocks[span.block_id].start, blocks[span.block_id].end) for span in spans if span.block_id in blocks]
        if number and citing:
            yield number[1], None, [(entry.start, entry.end), *citing]


def _own(content: PaperContent, block_id: BlockId | None) -> list[tuple[int, int]]:
    return [(block.start, block.end) for block in content.blocks if block.id == block_id]


def _mentioning(content: PaperContent, mention: re.Pattern[str]) -> list[tuple[int, int]]:
    running = (block for block in content.blocks if block.kind in RUNNING)
    return [(block.start, block.end) for block in running if mention.search(block.text)]


def _titled(pattern: str) -> Callable[[PaperContent], Iterable[Found]]:
    return lambda content: _sections(
        content, lambda one: one.title if re.search(pattern, one.title, re.IGNORECASE) else None
    )


_PLACES: dict[str, Callable[[PaperContent], Iterable[Found]]] = {
    "page": _pages,
    "section": lambda content: _sections(content, _numbered),
    "named section": lambda content: _sections(content, _named),
    "abstract": _titled(r"^abstract$"),
    "conclusion": _titled(r"\bconclu"),
    "appendix": lambda content: _sections(content, _appendix),
    "figure": lambda content: _floats(content, "figure", "figure|fig"),
    "table": lambda content: _floats(content, "table", "table|tab"),
    "equation": _equations,
    "statement": _statements,
    "reference": _references,
}
