"""A paper about bees that tests can ask questions of, with pages, figures, tables, equations and references."""

from __future__ import annotations

from dataclasses import dataclass, field

from scholarai.domain.content import (
    BLOCK_SEPARATOR,
    Block,
    BlockKind,
    Box,
    CiteSpan,
    Equation,
    Figure,
    Line,
    Page,
    PaperContent,
    Reference,
    Section,
    Table,
)
from scholarai.domain.ids import BlockId, ReferenceId, SectionId

LINE_CHARACTERS = 80

ABSTRACT = (
    "We study how honey bees choose nest sites. Scouts dance for good sites, and the swarm flies once a quorum is "
    "reached. In 24 trials the swarm took the best of five sites in 87 percent of cases."
)


@dataclass(slots=True)
class Writer:
    """Puts a paper together block by block; every block is printed on the page that is current then."""

    blocks: list[Block] = field(default_factory=list)
    sections: list[Section] = field(default_factory=list)
    page: int = 1
    at: int = 0

    def section(self, number: str | None, title: str, *, parent: str | None = None) -> None:
        name = SectionId(f"s{len(self.sections)}")
        outer = next((s.id for s in self.sections if s.number == parent and parent), None)
        self.sections.append(Section(id=name, title=title, number=number, level=2 if outer else 1, parent_id=outer))
        self.add("heading", f"{number} {title}" if number else title)

    def add(self, kind: BlockKind, text: str) -> BlockId:
        name = BlockId(f"b{len(self.blocks)}")
        lines = tuple(
            Line(page_number=self.page, start=start, end=min(start + LINE_CHARACTERS, len(text)))
            for start in range(0, len(text), LINE_CHARACTERS)
        )
        top = 50.0 + 14 * sum(len(block.lines) for block in self.blocks if block.page_number == self.page)
        self.blocks.append(
            Block(
                id=name,
                kind=kind,
                text=text,
                start=self.at,
                end=self.at + len(text),
                section_id=self.sections[-1].id if self.sections else None,
                page_number=self.page,
                boxes=tuple(Box(72, top + 14 * n, 540, top + 14 * n + 12) for n in range(len(lines))),
                lines=lines,
            )
        )
        self.at += len(text) + len(BLOCK_SEPARATOR)
        return name


def bee_paper() -> PaperContent:
    """Return the paper: three pages, six sections, one figure, one table, one equation, two references."""
    write = Writer()
    write.section(None, "Abstract")
    write.add("paragraph", ABSTRACT)
    write.section("1", "Introduction")
    write.add("paragraph", _filled("A swarm without a home must find one soon, as earlier work has shown [1]."))
    write.section("2", "Methods")
    write.add("paragraph", _filled("We marked 4,000 workers with paint so that every scout could be told apart."))
    write.page = 2
    write.section("2.1", "Wooden boxes", parent="2")
    boxes = write.add("paragraph", _filled("Each box had an entrance of 15 square centimetres facing south [2]."))
    equation = write.add("equation", "q(t) = a exp(-t/b) (1)")
    write.add("paragraph", "Here b is the time after which half of the scouts have stopped dancing.")
    write.section("3", "Results")
    write.add("paragraph", _filled("The quorum was about twenty scouts at one site, as Figure 1 shows."))
    figure = write.add("caption", "Figure 1: Scouts at the chosen site over time. The dashed line is the quorum.")
    caption = write.add("caption", "Table 1: Sites offered and how often each was chosen.")
    write.add("table", "site volume chosen\nA 40 litres 21\nB 15 litres 2\nC 10 litres 1")
    write.add("theorem", "Theorem 1. A swarm with a finite quorum reaches a decision with probability one.")
    write.page = 3
    write.section("4", "Conclusions")
    write.add("paragraph", _filled("Swarms choose well because scouts stop dancing for poor sites by themselves."))
    write.section(None, "References")
    first = write.add("reference", "[1] Lindauer, M. Swarm bees in search of a home. 1955.")
    second = write.add("reference", "[2] Seeley, T. Honeybee democracy. 2010.")
    blocks = {block.id: block for block in write.blocks}
    marker = blocks[boxes].text.index("[2]")
    return PaperContent(
        source_format="pdf",
        title="How Honey Bees Choose a Home",
        abstract=ABSTRACT,
        pages=tuple(Page(page_number=n, width_pt=612, height_pt=792) for n in (1, 2, 3)),
        sections=tuple(write.sections),
        blocks=tuple(write.blocks),
        figures=(Figure(label="Figure 1", caption=blocks[figure].text, page_number=2, block_id=figure),),
        tables=(Table(label="Table 1", caption=blocks[caption].text, page_number=2, block_id=caption),),
        equations=(Equation(label="(1)", text=blocks[equation].text, block_id=equation),),
        references=tuple(
            Reference(id=ReferenceId(f"r{n}"), raw=blocks[name].text, label=f"[{n}]")
            for n, name in ((1, first), (2, second))
        ),
        cite_spans=(CiteSpan(block_id=boxes, start=marker, end=marker + 3, reference_ids=(ReferenceId("r2"),)),),
    )


def _filled(telling: str) -> str:
    """Return a paragraph of some length with one telling sentence in its middle."""
    before = " ".join(f"Weather of day {n} was mild and of no further interest." for n in range(1, 13))
    after = " ".join(f"Observation {n} was written down by two people." for n in range(1, 13))
    return f"{before} {telling} {after}"
