"""Builds PaperContent from a draft: resolves keys and labels, counts ranges, drops empty blocks."""

from __future__ import annotations

from scholarai.domain.content import (
    BLOCK_SEPARATOR,
    Block,
    CiteSpan,
    Equation,
    Figure,
    PaperContent,
    Section,
    Table,
)
from scholarai.domain.ids import BlockId, SectionId
from scholarai.domain.imprint import Imprint
from scholarai.parsing.bibliography import Bibliography
from scholarai.parsing.drafts import DraftBlock, DraftFloat, DraftPaper, DraftSection, Head
from scholarai.parsing.grids import group_rows
from scholarai.parsing.rich_text import Cite, CitedText, Part, Rich, plain_text, render
from scholarai.parsing.section_names import PRINTED_REFERENCES

REFERENCES_TITLE = "References"


def finished(paper: DraftPaper, head: Head, bibliography: Bibliography) -> PaperContent:
    """Return the paper with its bibliography inserted, and citations and cross-references written out."""
    _insert_bibliography(paper, bibliography)
    return _Finisher(paper, bibliography).content(head)


def is_references_title(title: str) -> bool:
    return title.strip().rstrip(".:").lower() in PRINTED_REFERENCES


def _insert_bibliography(paper: DraftPaper, bibliography: Bibliography) -> None:
    """Insert the entries where the source prints them, under a new heading unless they already have one."""
    if not bibliography.entries:
        return
    at = paper.bibliography_at if paper.bibliography_at is not None else len(paper.blocks)
    section = paper.blocks[at - 1].section if at else None
    drafts: list[DraftBlock] = []
    if section is None or not is_references_title(plain_text(section.title)):
        following = next((block.section for block in paper.blocks[at:] if block.section is not None), None)
        section = DraftSection((REFERENCES_TITLE,), 1)
        before = paper.sections.index(following) if following in paper.sections and at else len(paper.sections)
        paper.sections.insert(before, section)
        drafts.append(DraftBlock("heading", section.title, section))
    drafts += [DraftBlock("reference", (text,), section) for text in bibliography.printed()]
    paper.blocks[at:at] = drafts


def _is_inside(draft: DraftBlock, outer: DraftSection | None) -> bool:
    section = draft.section
    while section is not None and section is not outer:
        section = section.parent
    return section is not None


class _Finisher:
    def __init__(self, paper: DraftPaper, bibliography: Bibliography) -> None:
        self._paper = paper
        self._bibliography = bibliography
        self._section_ids: dict[DraftSection | None, SectionId] = {
            s: SectionId(f"s{n}") for n, s in enumerate(paper.sections, start=1)
        }
        self._block_ids: dict[DraftBlock, BlockId] = {}
        self._texts: dict[DraftBlock, str] = {}
        self._cites: list[CiteSpan] = []

    def content(self, head: Head) -> PaperContent:
        blocks = self._blocks()
        return PaperContent(
            source_format=self._paper.source_format,
            title=head.title,
            authors=head.authors,
            doi=head.doi,
            arxiv_id=head.arxiv_id,
            abstract=self._abstract(),
            year=head.year,
            venue=head.venue,
            keywords=head.keywords,
            **{name: getattr(head.imprint, name) for name in Imprint.__struct_fields__},
            sections=tuple(self._section(section) for section in self._paper.sections),
            blocks=blocks,
            figures=tuple(self._figure(item) for item in self._paper.floats if not item.is_table),
            tables=tuple(self._table(item) for item in self._paper.floats if item.is_table),
            equations=self._equations(),
            references=self._bibliography.references(),
            cite_spans=tuple(self._cites),
            notes=tuple(self._paper.notes),
        )

    def _blocks(self) -> tuple[Block, ...]:
        blocks: list[Block] = []
        at = 0
        for draft in self._paper.blocks:
            parts = self._printed(draft.parts) if draft.kind == "heading" else draft.parts
            rendered = self._render(parts, keep_lines=draft.keep_lines)
            if not rendered.text.strip():
                continue
            block_id = BlockId(f"b{len(blocks) + 1}")
            self._block_ids[draft] = block_id
            self._texts[draft] = rendered.text
            end = at + len(rendered.text)
            section_id = self._section_ids.get(draft.section)
            blocks.append(
                Block(id=block_id, kind=draft.kind, text=rendered.text, start=at, end=end, section_id=section_id)
            )
            self._cites += [
                CiteSpan(block_id=block_id, start=start, end=stop, reference_ids=ids)
                for start, stop, ids in rendered.cites
            ]
            at = end + len(BLOCK_SEPARATOR)
        return tuple(blocks)

    def _section(self, section: DraftSection) -> Section:
        return Section(
            id=self._section_ids[section],
            title=self._render(self._printed(section.title)).text,
            level=section.level,
            number=section.number,
            parent_id=self._section_ids.get(section.parent),
        )

    def _printed(self, heading: Rich) -> list[Part]:
        """Return a heading without the citation keys of unknown works, which no paper prints."""
        parts = (self._bibliography.without_keys(part) if isinstance(part, Cite) else part for part in heading)
        return [part for part in parts if part is not None]

    def _abstract(self) -> str | None:
        abstract = self._paper.abstract
        texts = [
            self._texts[draft]
            for draft in self._paper.blocks
            if draft in self._texts and draft.kind != "footnote" and _is_inside(draft, abstract)
        ]
        return BLOCK_SEPARATOR.join(texts[1:]) or None  # without its own heading

    def _figure(self, item: DraftFloat) -> Figure:
        return Figure(label=item.label, caption=self._caption(item), block_id=self._id(item.caption), files=item.files)

    def _table(self, item: DraftFloat) -> Table:
        grid = item.grid
        rows = tuple(tuple(self._render(cell).text for cell in row) for row in grid.rows)
        return Table(
            label=item.label,
            caption=self._caption(item),
            block_id=self._id(item.table) or self._id(item.caption),
            rows=rows,
            header_rows=grid.header_rows,
            group_rows=group_rows(rows, grid.header_rows),
            spans=grid.spans,
            notes=tuple(self._render(note).text for note in grid.notes),
        )

    def _caption(self, item: DraftFloat) -> str:
        return self._texts.get(item.caption, "") if item.caption is not None else ""

    def _equations(self) -> tuple[Equation, ...]:
        return tuple(
            Equation(
                text=self._texts[item.block],
                block_id=self._block_ids[item.block],
                label=item.label,
                latex=item.latex,
            )
            for item in self._paper.equations
            if item.block in self._texts
        )

    def _id(self, draft: DraftBlock | None) -> BlockId | None:
        return self._block_ids.get(draft) if draft is not None else None

    def _render(self, parts: Rich | list[Part], *, keep_lines: bool = False) -> CitedText:
        return render(parts, self._bibliography, self._paper.targets, keep_lines=keep_lines)
