"""Locates a character range of a paper's text: its section, and a box per printed line."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from scholarai.domain.chat import CellPlace, PageBoxes
from scholarai.domain.content import Block, Box, CellBox, Figure, Line, Page, PaperContent, Table, Word
from scholarai.domain.ids import BlockId, SectionId
from scholarai.domain.values import Value

# A gap between two words in which something was not read is wider than in justified lines: in points, and as a multiple of
# the line's median gap. Guesses, checked on the sample papers by benchmarks/grounding.py.
HOLE_PT = 14.0
HOLE_SPACES = 4.0
_LOST = re.compile(r"[a-z]{2} ,\s")
_UNREAD = re.compile("[\ufffd\ue000-\uf8ff]")
_RUNNING = frozenset({"paragraph", "list_item", "theorem", "footnote"})
# Least overlap of a cell and the quoted part of a line, as a share of the smaller one, along and across. A guess.
_COMMON_SHARE = 0.5
# Characters of a header in a label; a longer one is cut.
_MOST_CHARACTERS = 60


class PageLocator(Value, frozen=True, kw_only=True):
    """Locates ranges of one paper's text; papers without a layout (LaTeX, Markdown) have no boxes."""

    blocks: tuple[Block, ...]
    starts: tuple[int, ...]
    pages: dict[int, Page]
    titles: dict[SectionId, str]
    regions: dict[BlockId, PageBoxes]
    tables: tuple[Table, ...] = ()

    @classmethod
    def of(cls, content: PaperContent) -> PageLocator:
        return cls(
            blocks=content.blocks,
            starts=tuple(block.start for block in content.blocks),
            pages={page.page_number: page for page in content.pages},
            titles={section.id: section.title for section in content.sections},
            regions=dict(_regions(content)),
            tables=tuple(table for table in content.tables if table.cell_boxes),
        )

    def locate(self, ranges: Iterable[tuple[int, int]]) -> tuple[PageBoxes, ...]:
        """Return the boxes of the ranges, pages in order, on each page one box per line in reading order.

        A line that the range covers in part gets a box as wide as the words inside it.
        """
        return self._on_pages(place for start, end in ranges for place in self._boxes(start, end))

    def cell(self, ranges: Sequence[tuple[int, int]]) -> tuple[CellPlace, tuple[PageBoxes, ...]] | None:
        """Return the cells that contain the ranges, and their boxes; None unless all are in one row of a table."""
        if not self.in_table(ranges):
            return None
        places = [place for start, end in ranges for place in self._boxes(start, end)]
        found = cells_of_one_row(self.tables, places) if places else None
        if found is None:
            return None
        return cell_place(*found), self._on_pages((cell.page_number, cell.box) for cell in found[1])

    def _on_pages(self, places: Iterable[tuple[int, Box]]) -> tuple[PageBoxes, ...]:
        by_page: dict[int, list[Box]] = {}
        for page_number, box in places:
            by_page.setdefault(page_number, []).append(box)
        return tuple(
            PageBoxes(page_number=number, width_pt=page.width_pt, height_pt=page.height_pt, boxes=tuple(boxes))
            for number, boxes in sorted(by_page.items())
            if (page := self.pages.get(number)) is not None
        )

    def section_title(self, place: int) -> str | None:
        """Return the title of the section that a place of the text is in."""
        block = self.blocks[max(bisect_right(self.starts, place) - 1, 0)] if self.blocks else None
        return None if block is None or block.section_id is None else self.titles.get(block.section_id)

    def paragraph(self, place: int) -> tuple[int, int]:
        """Return the range of the block around a place of the text."""
        block = next(self._blocks(place, place + 1), None)
        return (place, place) if block is None else (block.start, block.end)

    def region(self, ranges: Iterable[tuple[int, int]]) -> PageBoxes | None:
        """Return the region of the first figure or table whose caption the ranges touch."""
        touched = (block for start, end in ranges for block in self._blocks(start, end))
        return next((self.regions[block.id] for block in touched if block.id in self.regions), None)

    def in_table(self, ranges: Iterable[tuple[int, int]]) -> bool:
        """Tell whether all of the ranges stand in tables."""
        kinds = [block.kind for start, end in ranges for block in self._blocks(start, end)]
        return bool(kinds) and all(kind == "table" for kind in kinds)

    def with_whole_tables(self, ranges: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
        """Yield the ranges, in the place of one in a table that of all its rows: a row says nothing without the head."""
        for start, end in ranges:
            tables = [block for block in self._blocks(start, end) if block.kind == "table"]
            yield (min(start, tables[0].start), max(end, tables[-1].end)) if tables else (start, end)

    def has_gap(self, ranges: Iterable[tuple[int, int]]) -> bool:
        """Tell whether extraction lost something inside the ranges, such as a formula.

        Signs of it are replacement or private-use characters, a space before a comma, or a gap in a printed line.
        """
        touched = (
            (block, start - block.start, end - block.start)
            for start, end in ranges
            for block in self._blocks(start, end)
        )
        return any(
            _UNREAD.search(block.text, max(low, 0), max(high, 0)) is not None
            or (
                block.kind in _RUNNING
                and (
                    _LOST.search(block.text, max(low, 0), max(high, 0)) is not None
                    or any(_is_open(line, low, high) for line in block.lines)
                )
            )
            for block, low, high in touched
        )

    def _blocks(self, start: int, end: int) -> Iterator[Block]:
        first = max(bisect_right(self.starts, start) - 1, 0)
        for block in self.blocks[first:]:
            if block.start >= end:
                return
            if block.end > start:
                yield block

    def _boxes(self, start: int, end: int) -> Iterator[tuple[int, Box]]:
        for block in self._blocks(start, end):
            for line, box in zip(block.lines, block.boxes, strict=True):
                low, high = max(start - block.start, line.start), min(end - block.start, line.end)
                if low < high and block.text[low:high].strip():
                    yield line.page_number, _narrow(line, box, low, high)


def _regions(content: PaperContent) -> Iterator[tuple[BlockId, PageBoxes]]:
    pages = {page.page_number: page for page in content.pages}
    items: list[Figure | Table] = [*content.figures, *content.tables]
    for item in items:
        page = None if item.page_number is None else pages.get(item.page_number)
        if item.block_id is not None and item.boxes and page is not None:
            yield (
                item.block_id,
                PageBoxes(
                    page_number=page.page_number, width_pt=page.width_pt, height_pt=page.height_pt, boxes=item.boxes
                ),
            )


def _is_open(line: Line, low: int, high: int) -> bool:
    words = [word for word in line.words if word.start < high and word.end > low]
    gaps = sorted(after.low_pt - before.high_pt for before, after in pairwise(words))
    return len(gaps) > 1 and gaps[-1] > max(HOLE_PT, HOLE_SPACES * gaps[len(gaps) // 2])


def _narrow(line: Line, box: Box, low: int, high: int) -> Box:
    """Return the part of a line's box that covers the characters `low` to `high` of its block."""
    if low <= line.start and high >= line.end:
        return box
    words = [word for word in line.words if word.start < high and word.end > low]
    if not words:
        words = [Word(line.start, line.end, *((box.y0, box.y1) if line.vertical else (box.x0, box.x1)))]
    edges = [(_edge(word, max(low, word.start)), _edge(word, min(high, word.end))) for word in words]
    first = min(min(pair) for pair in edges)
    last = max(max(pair) for pair in edges)
    return Box(box.x0, first, box.x1, last) if line.vertical else Box(first, box.y0, last, box.y1)


def _edge(word: Word, place: int) -> float:
    """Return the position of a character of a word along the line, with all letters equally wide."""
    share = (place - word.start) / max(word.end - word.start, 1)
    return word.low_pt + share * (word.high_pt - word.low_pt)


def cells_of_one_row(tables: Iterable[Table], places: Sequence[tuple[int, Box]]) -> tuple[Table, list[CellBox]] | None:
    """Return the cells that the lines of a quote cover, with their table; None unless all of them are in one row.

    `places` has at least one entry: the page number and box of each quoted part of a line.
    """
    for table in tables:
        covered = [[cell for cell in table.cell_boxes if _shares(cell, place)] for place in places]
        cells = sorted({cell for one in covered for cell in one})
        if cells and all(covered):
            return (table, cells) if len({cell.row for cell in cells}) == 1 else None
    return None


def cell_place(table: Table, cells: Sequence[CellBox]) -> CellPlace:
    """Return the names of cells of one row: the table's label, and the headers of the row and of a single column."""
    row, columns = cells[0].row, {cell.column for cell in cells}
    named = row >= table.header_rows and columns != {0}
    heads = [_text_at(table, above, cells[0].column) for above in range(table.header_rows)]
    single = row >= table.header_rows and len(columns) == 1
    return CellPlace(
        table=table.label,
        row=_short(_text_at(table, row, 0)) if named else "",
        column=_short(" ".join(filter(None, dict.fromkeys(heads)))) if single else "",
    )


def _shares(cell: CellBox, place: tuple[int, Box]) -> bool:
    page_number, box = place
    if cell.page_number != page_number:
        return False
    along = min(cell.box.x1, box.x1) - max(cell.box.x0, box.x0)
    down = min(cell.box.y1, box.y1) - max(cell.box.y0, box.y0)
    least = min(cell.box.x1 - cell.box.x0, box.x1 - box.x0), min(cell.box.y1 - cell.box.y0, box.y1 - box.y0)
    return along > _COMMON_SHARE * least[0] and down > _COMMON_SHARE * least[1]


def _text_at(table: Table, row: int, column: int) -> str:
    """Return the text of the cell that covers a place of a table's grid."""
    spans = (
        span
        for span in table.spans
        if span.row <= row < span.row + span.rows and span.column <= column < span.column + span.columns
    )
    span = next(spans, None)
    return table.rows[row][column] if span is None else table.rows[span.row][span.column]


def _short(text: str) -> str:
    return text if len(text) <= _MOST_CHARACTERS else f"{text[:_MOST_CHARACTERS].rpartition(' ')[0]} …"
