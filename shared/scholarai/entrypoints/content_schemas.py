"""The API's view of a paper's content: everything that was read except word boxes, which are internal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, Self

from msgspec import Struct, structs

from scholarai.domain.content import (
    Author,
    Block,
    BlockKind,
    Box,
    Chunk,
    ChunkKind,
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
from scholarai.domain.ids import BlockId, ChunkId, ReferenceId, SectionId
from scholarai.entrypoints.calls import View


class LineView(NamedTuple):
    """A printed line: its page, and its characters in its block's text."""

    page_number: int
    start: int
    end: int


class BlockView(View, frozen=True, kw_only=True):
    """A run of text of one kind; `start` and `end` count in the paper's text; `boxes` has one box per entry of `lines`.

    `confidence` is OCR's, from 0 to 1, null for text that was not recognised from a picture.
    """

    id: BlockId
    kind: BlockKind
    text: str
    section_id: SectionId | None
    page_number: int | None
    boxes: tuple[Box, ...]
    lines: tuple[LineView, ...]
    start: int
    end: int
    confidence: float | None

    @classmethod
    def of(cls, block: Block) -> Self:
        lines = tuple(LineView(line.page_number, line.start, line.end) for line in block.lines)
        return cls.showing(block, lines=lines)


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
    volume: str | None
    issue: str | None
    page_range: str | None
    publisher: str | None
    issn: str | None
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


class ChunkView(Struct, frozen=True, kw_only=True):
    """A passage as it is searched, with the paper that it is of; `start` and `end` count in the paper's text."""

    id: ChunkId
    text: str
    kind: ChunkKind
    start: int
    end: int
    index: int
    total: int
    section_path: tuple[str, ...]
    page_numbers: tuple[int, ...]
    block_ids: tuple[BlockId, ...]
    cite_keys: tuple[ReferenceId, ...]
    title: str | None
    authors: tuple[str, ...]
    doi: str | None
    source: str

    @classmethod
    def of(cls, chunk: Chunk, *, authors: tuple[str, ...], source: str) -> ChunkView:
        return cls(**structs.asdict(chunk), authors=authors, source=source)


class ExtractedPaper(ContentView, frozen=True, kw_only=True):
    """What `scholarai extract` writes of a file, whose name is `source`."""

    source: str
    chunks: tuple[ChunkView, ...]

    @classmethod
    def with_chunks(cls, content: PaperContent, chunks: Iterable[Chunk], *, source: str) -> ExtractedPaper:
        """Return a paper and its passages as they are published."""
        view = ContentView.of(content)
        authors = tuple(author.name for author in content.authors)
        views = tuple(ChunkView.of(chunk, authors=authors, source=source) for chunk in chunks)
        return cls(**{name: getattr(view, name) for name in view.__struct_fields__}, source=source, chunks=views)
