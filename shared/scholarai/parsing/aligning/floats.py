"""Places a source's figures and tables on the PDF's pages, by their captions, numbers and cells."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

from msgspec.structs import replace

from scholarai.domain.content import Block, Box, CellBox, Figure, PaperContent, Table
from scholarai.domain.ids import BlockId
from scholarai.parsing.assembly import CELL_SEPARATOR

Partners = Mapping[BlockId, BlockId]
"""The PDF's block that prints most of a block of the source."""

_Item = TypeVar("_Item", Figure, Table)
_NUMBER = re.compile(r"(?:[A-Z]\.?)?\d+(?:\.\d+)*")


def placed_figures(source: PaperContent, pdf: PaperContent, partners: Partners) -> tuple[Figure, ...]:
    """Return the source's figures with the regions of the PDF's that have the same caption, or else the same number."""
    known = _Known(pdf.figures)
    return tuple(
        figure if (found := known.of(figure, [figure.block_id], partners)) is None else _with_region(figure, found)
        for figure in source.figures
    )


def placed_tables(
    source: PaperContent, pdf: PaperContent, partners: Partners, blocks: Sequence[Block]
) -> tuple[Table, ...]:
    """Return the source's tables with regions, and a box for each cell whose words were found on one page.

    `blocks` are the source's with their lines.
    """
    known = _Known(pdf.tables)
    by_id = {block.id: block for block in blocks}
    captions = {block.text: block.id for block in blocks if block.kind == "caption"}
    tables = []
    for table in source.tables:
        block = by_id.get(table.block_id) if table.block_id is not None else None
        found = known.of(table, [captions.get(table.caption), table.block_id], partners)
        placed = _with_region(table, found) if found is not None else _around_rows(table, block)
        tables.append(replace(placed, cell_boxes=tuple(_cell_boxes(table, block)) if block else ()))
    return tuple(tables)


class _Known:
    """A PDF's figures or tables, by their caption's block and by their number."""

    def __init__(self, items: Sequence[Figure] | Sequence[Table]) -> None:
        self._by_block: dict[BlockId | None, Figure | Table] = {}
        self._by_number: dict[str, Figure | Table] = {}
        for item in items:
            if item.boxes:
                self._by_block.setdefault(item.block_id, item)
                self._by_number.setdefault(_number(item.label), item)

    def of(self, item: Figure | Table, captions: Sequence[BlockId | None], partners: Partners) -> Figure | Table | None:
        printed = (partners.get(caption) for caption in captions if caption is not None)
        by_number = self._by_number.get(_number(item.label)) if _number(item.label) else None
        return next((self._by_block[block] for block in printed if block in self._by_block), by_number)


def _number(label: str) -> str:
    found = _NUMBER.search(label)
    return found[0] if found else ""


def _with_region(item: _Item, found: Figure | Table) -> _Item:
    return replace(item, page_number=found.page_number, boxes=found.boxes)


def _around_rows(table: Table, block: Block | None) -> Table:
    """Return a table with the area of its printed rows, those on its first page."""
    if block is None or block.kind != "table" or not block.boxes:
        return table
    first = [box for line, box in zip(block.lines, block.boxes, strict=True) if line.page_number == block.page_number]
    return replace(table, page_number=block.page_number, boxes=(Box.around(first),))


def _cell_boxes(table: Table, block: Block) -> Iterator[CellBox]:
    for row, column, start, end in _cells(table, block.text):
        places = list(_words_in(block, start, end))
        pages = {page_number for page_number, _ in places}
        if len(pages) == 1:
            yield CellBox(row, column, pages.pop(), Box.around([box for _, box in places]))


def _cells(table: Table, text: str) -> Iterator[tuple[int, int, int, int]]:
    """Yield the row, the column and the character range of each cell; nothing where the text was not made from the rows."""
    if text != "\n".join(map(CELL_SEPARATOR.join, table.rows)):
        return
    at = 0
    for row, cells in enumerate(table.rows):
        for column, cell in enumerate(cells):
            yield row, column, at, at + len(cell)
            at += len(cell) + (len(CELL_SEPARATOR) if column < len(cells) - 1 else 1)


def _words_in(block: Block, start: int, end: int) -> Iterator[tuple[int, Box]]:
    for line, box in zip(block.lines, block.boxes, strict=True):
        if line.start < end and line.end > start:
            for word in line.words:
                if word.start < end and word.end > start:
                    x0, y0, x1, y1 = box
                    low, high = word.low_pt, word.high_pt
                    yield line.page_number, Box(x0, low, x1, high) if line.vertical else Box(low, y0, high, y1)
