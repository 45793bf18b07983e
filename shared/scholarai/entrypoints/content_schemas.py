"""The API's view of a paper's content: everything that was read except word boxes, which are internal."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Struct

from scholarai.domain.content import (
    Author,
    Block,
    BlockKind,
    Box,
    CiteSpan,
    Equation,
    Figure,
    FormulaCommand,
    Note,
    Page,
    PaperContent,
    Reference,
    Section,
    SourceFormat,
    Table,
)
from scholarai.domain.ids import BlockId, SectionId


class LineView(NamedTuple):
    """A printed line: its page, and its characters in its block's text."""

    page_number: int
    start: int
    end: int


class BlockView(Struct, frozen=True, kw_only=True):
    """A run of text of one kind; `start` and `end` count in the paper's text; `boxes` has one box per entry of `lines`."""

    id: BlockId
    kind: BlockKind
    text: str
    section_id: SectionId | None
    page_number: int | None
    boxes: tuple[Box, ...]
    lines: tuple[LineView, ...]
    start: int
    end: int

    @classmethod
    def of(cls, block: Block) -> BlockView:
        return cls(
            id=block.id,
            kind=block.kind,
            text=block.text,
            section_id=block.section_id,
            page_number=block.page_number,
            boxes=block.boxes,
            lines=tuple(LineView(line.page_number, line.start, line.end) for line in block.lines),
            start=block.start,
            end=block.end,
        )


class ContentView(Struct, frozen=True, kw_only=True):
    """Everything read from a paper, blocks in reading order, joined by empty lines to the paper's text."""

    source_format: SourceFormat
    title: str | None
    authors: tuple[Author, ...]
    doi: str | None
    arxiv_id: str | None
    abstract: str | None
    year: int | None
    venue: str | None
    keywords: tuple[str, ...]
    pages: tuple[Page, ...]
    sections: tuple[Section, ...]
    blocks: tuple[BlockView, ...]
    figures: tuple[Figure, ...]
    tables: tuple[Table, ...]
    equations: tuple[Equation, ...]
    references: tuple[Reference, ...]
    cite_spans: tuple[CiteSpan, ...]
    commands: tuple[FormulaCommand, ...]
    notes: tuple[Note, ...]

    @classmethod
    def of(cls, content: PaperContent) -> ContentView:
        same = {name: getattr(content, name) for name in cls.__struct_fields__ if name != "blocks"}
        return cls(blocks=tuple(map(BlockView.of, content.blocks)), **same)
