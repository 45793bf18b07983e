"""Builds blocks from rows: joins their text and records lines, words and boxes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from scholarai.domain.content import BLOCK_SEPARATOR, Block, BlockKind, Box, Line, Word
from scholarai.domain.ids import BlockId, SectionId
from scholarai.parsing.coordinates import OFFSETS, tenths_box
from scholarai.parsing.pdf.layout.page import PageRows, displayed
from scholarai.parsing.pdf.layout.rows import Row
from scholarai.parsing.pdf.text.characters import joined


@dataclass(slots=True, eq=False, kw_only=True)
class Piece:
    """Rows of one kind in reading order that will form a block."""

    kind: BlockKind
    rows: list[Row]
    section: int | None = None
    keep_breaks: bool = False


@dataclass(slots=True)
class _Text:
    """The text of a block under construction."""

    parts: list[str] = field(default_factory=list)
    length: int = 0
    lines: list[tuple[int, int]] = field(default_factory=list)

    def append(self, text: str, separator: str) -> None:
        self.parts.append(separator)
        self.length += len(separator)
        self.lines.append((self.length, self.length + len(text)))
        self.parts.append(text)
        self.length += len(text)

    def drop_last_character(self) -> None:
        self.parts[-1] = self.parts[-1][:-1]
        self.length -= 1
        start, end = self.lines[-1]
        self.lines[-1] = (start, end - 1)


def build_blocks(pieces: Sequence[Piece], pages: Mapping[int, PageRows], words: frozenset[str]) -> tuple[Block, ...]:
    """Return pieces as blocks, in order; `words` are compounds that keep their hyphen."""
    blocks = []
    at = 0
    for index, piece in enumerate(pieces, 1):
        block = _block(piece, index, at, pages, words)
        blocks.append(block)
        at = block.end + len(BLOCK_SEPARATOR)
    return tuple(blocks)


def _block(piece: Piece, index: int, at: int, pages: Mapping[int, PageRows], words: frozenset[str]) -> Block:
    text = _Text()
    for row in piece.rows:
        separator = ""
        printed = row.printed
        if text.parts:
            kept, separator = joined(text.parts[-1], printed, words)
            if piece.keep_breaks:
                separator = "\n"
            elif len(kept) < len(text.parts[-1]):
                text.drop_last_character()
        text.append(printed, separator)
    lines = tuple(_line(row, span, pages) for row, span in zip(piece.rows, text.lines, strict=True))
    return Block(
        id=BlockId(f"b{index}"),
        kind=piece.kind,
        text="".join(text.parts),
        start=at,
        end=at + text.length,
        section_id=None if piece.section is None else SectionId(f"s{piece.section}"),
        page_number=piece.rows[0].page_number,
        boxes=tuple(_box(row, pages) for row in piece.rows),
        lines=lines,
    )


def _box(row: Row, pages: Mapping[int, PageRows]) -> Box:
    return tenths_box(displayed(row.box, pages[row.page_number]))


def _line(row: Row, span: tuple[int, int], pages: Mapping[int, PageRows]) -> Line:
    start, end = span
    page = pages[row.page_number]
    at = start
    words = []
    ends = row.extents if page.turned == (1, 0) else _displayed_ends(row, page)
    for word, low, high in zip(row.text.split(" "), ends[::2], ends[1::2], strict=False):
        last = OFFSETS[at + len(word)]
        words.append(_word(Word, (at, last, low, high)))
        at = OFFSETS[last + 1]
    if at - 1 > end:  # the hyphen at the line's end was removed
        words[-1] = words[-1]._replace(end=end)
    vertical = row.vertical != (page.turned[1] != 0)
    return Line(page_number=row.page_number, start=start, end=end, words=tuple(words), vertical=vertical)


# A long paper has half a million words: this does what NamedTuple's constructor does, without its call.
_word = tuple.__new__


def _displayed_ends(row: Row, page: PageRows) -> list[float]:
    sideways = row.vertical != (page.turned[1] != 0)
    ends: list[float] = []
    for low, high in zip(row.extents[::2], row.extents[1::2], strict=False):
        word = Box(row.x0, low, row.x1, high) if row.vertical else Box(low, row.y0, high, row.y1)
        box = displayed(word, page)
        ends += (round(box.y0, 1), round(box.y1, 1)) if sideways else (round(box.x0, 1), round(box.x1, 1))
    return ends
