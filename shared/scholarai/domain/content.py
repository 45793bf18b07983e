"""What extraction reads from a paper: pages, sections, blocks with boxes, references, chunks.

Character ranges of blocks and chunks count in `PaperContent.text()`; those of lines, words and cite spans count
inside their block's text. Boxes are PDF points from the top left of the displayed page, y down; pages count from 1.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple, Self, TypeAlias

from scholarai.domain import formats
from scholarai.domain.ids import BlockId, ChunkId, ReferenceId, SectionId
from scholarai.domain.imprint import Imprint
from scholarai.domain.values import Value

SourceFormat: TypeAlias = formats.SourceFormat
BlockKind = Literal[
    "paragraph",
    "heading",
    "list_item",
    "equation",
    "caption",
    "table",
    "footnote",
    "code",
    "theorem",
    "reference",
]
ChunkKind = Literal["text", "equation", "caption", "table", "reference"]

BLOCK_SEPARATOR = "\n\n"


class Box(NamedTuple):
    """A rectangle on a displayed page, in points."""

    x0: float
    y0: float
    x1: float
    y1: float

    @classmethod
    def around(cls, boxes: Sequence["Box"]) -> Self:
        """Return the smallest rectangle that holds all of these."""
        lefts, tops, rights, bottoms = zip(*boxes, strict=True)
        return cls(min(lefts), min(tops), max(rights), max(bottoms))


class Window(NamedTuple):
    """A character range of a text that is embedded as one piece."""

    start: int
    end: int


class Word(NamedTuple):
    """A word's character range in its block and its extent along its line (x, or y where the line is vertical)."""

    start: int
    end: int
    low_pt: float
    high_pt: float


class Line(Value, frozen=True, kw_only=True):
    """One printed line of a block; its box is the block's box of the same index."""

    page_number: int
    start: int
    end: int
    words: tuple[Word, ...] = ()
    vertical: bool = False


Matrix: TypeAlias = tuple[float, float, float, float, float, float]
"""a, b, c, d, e, f: x' = a·x + c·y + e, y' = b·x + d·y + f."""


class Page(Value, frozen=True, kw_only=True):
    """A page as it is displayed: turned and cropped, its origin at the top left, y downwards.

    `to_pdf` takes such points to the coordinates of the PDF itself; None where these have their origin at the lower left of what is
    displayed, and differ in nothing else.
    """

    page_number: int
    width_pt: float
    height_pt: float
    to_pdf: Matrix | None = None


class Author(Value, frozen=True, kw_only=True):
    name: str
    orcid: str | None = None
    affiliation: str | None = None


class Section(Value, frozen=True, kw_only=True):
    id: SectionId
    title: str
    level: int
    number: str | None = None
    parent_id: SectionId | None = None


class Block(Value, frozen=True, kw_only=True):
    """A run of text of one kind. `boxes` has one box per entry of `lines`; both are empty without a page layout.

    `page_number` is that of the first line. `confidence` says how sure OCR is of the text, from 0 to 1; null for text
    that was not recognised from a picture.
    """

    id: BlockId
    kind: BlockKind
    text: str
    start: int
    end: int
    section_id: SectionId | None = None
    page_number: int | None = None
    boxes: tuple[Box, ...] = ()
    lines: tuple[Line, ...] = ()
    confidence: float | None = None


class Panel(NamedTuple):
    """A part of a figure: its letter as printed, and what the caption says of it."""

    letter: str
    text: str


class Figure(Value, frozen=True, kw_only=True):
    """A figure: its label as printed ("Figure 2"), its caption and the region of the drawing, caption excluded.

    `panels` are those that the caption describes by their letters. `files` names the files of the drawing, as a LaTeX or
    Markdown source does.
    """

    label: str
    caption: str
    page_number: int | None = None
    boxes: tuple[Box, ...] = ()
    block_id: BlockId | None = None
    panels: tuple[Panel, ...] = ()
    files: tuple[str, ...] = ()


class CellSpan(NamedTuple):
    """A cell over several places of a table's grid: its first row and column, from 0, and how many of each it covers."""

    row: int
    column: int
    rows: int
    columns: int


class CellBox(NamedTuple):
    """Where the cell at a place of a table's grid is printed."""

    row: int
    column: int
    page_number: int
    box: Box


class Table(Value, frozen=True, kw_only=True):
    """A table: label, caption, region, and its cells row by row where they could be read.

    `rows` are equally long; a cell of `spans` stands at its first place and leaves the others empty. The first
    `header_rows` are the head, and `group_rows` are the indices of rows that only name the rows below them. `notes` are
    printed below. A table that goes on over pages is one; `boxes` are on its first page, `cell_boxes` on all of them.
    """

    label: str
    caption: str
    page_number: int | None = None
    boxes: tuple[Box, ...] = ()
    block_id: BlockId | None = None
    rows: tuple[tuple[str, ...], ...] = ()
    header_rows: int = 0
    group_rows: tuple[int, ...] = ()
    spans: tuple[CellSpan, ...] = ()
    notes: tuple[str, ...] = ()
    cell_boxes: tuple[CellBox, ...] = ()


class Equation(Value, frozen=True, kw_only=True):
    """A displayed equation: its printed number ("3"), its LaTeX, its glyph text.

    `latex` is what the source gives, or what a PDF's layout says with certainty; null where neither does.
    """

    text: str
    block_id: BlockId
    label: str | None = None
    latex: str | None = None


class Reference(Value, frozen=True, kw_only=True):
    """A bibliography entry as printed (`raw`) and what was read from it; `venue` is the journal, the proceedings or the book."""

    id: ReferenceId
    raw: str
    label: str | None = None
    title: str | None = None
    authors: tuple[str, ...] = ()
    year: int | None = None
    doi: str | None = None
    arxiv_id: str | None = None
    venue: str | None = None


class CiteSpan(Value, frozen=True, kw_only=True):
    """An in-text citation marker of the paper, as a range in a block's text."""

    block_id: BlockId
    start: int
    end: int
    reference_ids: tuple[ReferenceId, ...]


class Note(Value, frozen=True, kw_only=True):
    """Something extraction left out or could not do, and why (`code` is stable, `detail` is for a person)."""

    code: str
    detail: str
    page_number: int | None = None


class FormulaCommand(Value, frozen=True, kw_only=True):
    """A TeX command of the paper's own that its formulas use: `body` stands for it, with `#1` for its first argument."""

    name: str
    arity: int
    body: str


class PaperContent(Imprint, frozen=True, kw_only=True):
    """Everything read from one generation of a paper, blocks in reading order."""

    source_format: SourceFormat
    title: str | None = None
    authors: tuple[Author, ...] = ()
    doi: str | None = None
    arxiv_id: str | None = None
    abstract: str | None = None
    year: int | None = None
    venue: str | None = None
    keywords: tuple[str, ...] = ()
    pages: tuple[Page, ...] = ()
    sections: tuple[Section, ...] = ()
    blocks: tuple[Block, ...] = ()
    figures: tuple[Figure, ...] = ()
    tables: tuple[Table, ...] = ()
    equations: tuple[Equation, ...] = ()
    references: tuple[Reference, ...] = ()
    cite_spans: tuple[CiteSpan, ...] = ()
    commands: tuple[FormulaCommand, ...] = ()
    notes: tuple[Note, ...] = ()

    def text(self) -> str:
        """Return the text that block, chunk and citation ranges count in."""
        return BLOCK_SEPARATOR.join(block.text for block in self.blocks)


class Chunk(Value, frozen=True, kw_only=True):
    """The unit of retrieval: at most 2,000 characters inside one section.

    `start` and `end` span its blocks in the paper's text; `text` may add a mentioning paragraph to a caption or table.
    """

    id: ChunkId
    text: str
    kind: ChunkKind
    start: int
    end: int
    index: int
    total: int
    section_path: tuple[str, ...] = ()
    page_numbers: tuple[int, ...] = ()
    block_ids: tuple[BlockId, ...] = ()
    cite_keys: tuple[ReferenceId, ...] = ()
    title: str | None = None
    doi: str | None = None
