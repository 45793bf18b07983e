"""Divides the rows of a table into lines of cells, and places these in its columns."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from statistics import median_low

from scholarai.domain.content import Box
from scholarai.parsing.pdf.layout.regions import Rule
from scholarai.parsing.pdf.layout.rows import Row
from scholarai.parsing.pdf.structure.cell import Cell, Line, joined
from scholarai.parsing.pdf.structure.cell_thresholds import CELLS
from scholarai.parsing.pdf.structure.table_columns import columns_by_space, ruled_columns

_NOTE = re.compile(r"[*†‡§¶]|notes?\b|abbreviations?\b|source\b|doi:|data are", re.IGNORECASE)


def printed_lines(rows: Sequence[Row]) -> tuple[list[Line], list[Line]]:
    """Return the lines of a table on one page, and those of the notes below it."""
    lines = _lines([row for row in rows if not row.vertical])
    end = _notes_start(lines)
    return lines[:end], lines[end:]


def with_columns(lines: Sequence[Line], rules: Sequence[Rule]) -> tuple[Sequence[Line], Sequence[tuple[float, float]]]:
    """Return the lines of a table with their cells in its columns, and the extents of these, empty if fewer than two are seen.

    Args:
        lines: Lines whose cells are in no columns yet.
        rules: The horizontal rules of the table.
    """
    ruled, spaced = ruled_columns(lines, rules), columns_by_space(lines)
    if len(ruled) < len(spaced) and any(_holds_columns(column, spaced, lines) for column in ruled):
        ruled = []  # rules may be drawn in fewer pieces than there are columns
    columns = ruled or spaced
    if len(columns) < 2:
        return lines, []
    placed = [replace(line, cells=_in_columns(line.cells, columns, columns)) for line in lines]
    if not ruled:
        return placed, columns
    margins = _margins(columns, placed)  # a note may begin, and a long word end, nearer to an edge than other text
    usual = _without(median_low(margins), columns)
    placed = [replace(line, cells=_in_columns(line.cells, columns, usual)) for line in lines]
    return placed, _without(margins[0], columns)


def _holds_columns(ruled: tuple[float, float], spaced: Sequence[tuple[float, float]], lines: Sequence[Line]) -> bool:
    """Tell whether a column between two ends of rules holds several columns of text that white space divides in most lines."""
    inside = [(low, high) for low, high in spaced if ruled[0] <= (low + high) / 2 <= ruled[1]]
    filled = [
        sum(any(cell.box.x0 < high and cell.box.x1 > low for cell in line.cells) for line in lines)
        for low, high in inside
    ]
    return sum(2 * count > len(lines) for count in filled) > 1


def _margins(columns: Sequence[tuple[float, float]], lines: Sequence[Line]) -> list[float]:
    """Return the least space that each line leaves at a side of a column that rules divide from the next, in ascending order."""
    return sorted(
        max(0.0, min(side for cell in line.cells for side in _sides(cell, columns))) for line in lines if line.cells
    )


def _sides(cell: Cell, columns: Sequence[tuple[float, float]]) -> tuple[float, float]:
    return cell.box.x0 - columns[cell.columns[0]][0], columns[cell.columns[1]][1] - cell.box.x1


def _without(margin: float, columns: Sequence[tuple[float, float]]) -> Sequence[tuple[float, float]]:
    return [(low + margin, high - margin) for low, high in columns]


def _lines(rows: Sequence[Row]) -> list[Line]:
    lines: list[Line] = []
    middle = 0.0
    for row in sorted(rows, key=lambda row: row.y0 + row.y1):
        here = (row.y0 + row.y1) / 2
        if not lines or here - middle > CELLS.same_line_ems * row.size:
            lines.append(Line(row.page_number, row.size, row.bold))
            middle = here
        lines[-1].cells += _cells(row)
        lines[-1].bold = lines[-1].bold and row.bold
    for line in lines:
        line.cells = _glued(sorted(line.cells, key=lambda cell: cell.box.x0), line.size)
    return lines


def _notes_start(lines: Sequence[Line]) -> int:
    """Return the index of the first of the lines at the end of a table that hold running text, not cells."""
    start = len(lines)
    full = max((len(line.cells) for line in lines), default=0)
    inner = [cell.box.x0 for line in lines for cell in line.cells[1:]]
    for index in range(len(lines) - 1, 0, -1):
        cells = lines[index].cells
        if all(_is_among(cell.box.x0, inner) for cell in cells):
            break
        if len(cells) > max(1, CELLS.note_cells_share * full) or any(cell.is_value for cell in cells[1:]):
            break
        if _words(lines[index]) >= CELLS.note_words or _NOTE.match(cells[0].text):
            start = index
    named = (i for i, line in enumerate(lines[1:start], 1) if _words(line) >= CELLS.note_words and _is_named_note(line))
    return next(named, start)


def _words(line: Line) -> int:
    return sum(len(cell.words) for cell in line.cells)


def _is_named_note(line: Line) -> bool:
    first, *more = line.cells
    return first.text[0].isalpha() and _NOTE.match(first.text) is not None and not any(cell.is_value for cell in more)


def _is_among(start: float, starts: Sequence[float]) -> bool:
    """Tell whether cells begin at a place in several lines."""
    return sum(abs(start - other) < CELLS.same_start_pt for other in starts) >= CELLS.divided_lines


def _cells(row: Row) -> list[Cell]:
    words = row.printed.split(" ")
    return [
        Cell(word, Box(low, row.y0, high, row.y1), ((word, low, high),))
        for word, low, high in zip(words, row.extents[::2], row.extents[1::2], strict=False)
    ]


def _glued(words: Sequence[Cell], size: float) -> list[Cell]:
    """Return the words of a line as cells, which end at wide gaps."""
    cells: list[Cell] = []
    for word in words:
        if cells and word.box.x0 - cells[-1].box.x1 < CELLS.white_ems * size:
            cells[-1] = joined([cells[-1], word])
        else:
            cells.append(word)
    return cells


def _in_columns(
    cells: Sequence[Cell], columns: Sequence[tuple[float, float]], inner: Sequence[tuple[float, float]]
) -> list[Cell]:
    """Return a line's cells with their columns; those over several are split where each part has a column of its own.

    Args:
        cells: The cells of the line.
        columns: The columns.
        inner: The same without the margins that rules leave at their sides.
    """
    words = sum(len(cell.words) for cell in cells)
    placed = []
    for cell in cells:
        split = _parts(_placed(cell, columns), columns)
        aligned = all(_is_aligned(part, inner[part.columns[0]]) for part in split)
        placed += split if aligned or words == len(columns) else [joined(split)]
    found: list[Cell] = []
    for cell in placed:
        if found and cell.columns[0] <= found[-1].columns[1]:
            found[-1] = joined([found[-1], cell])
        else:
            found.append(cell)
    return found


def _placed(cell: Cell, columns: Sequence[tuple[float, float]]) -> Cell:
    over = [
        index
        for index, (low, high) in enumerate(columns)
        if min(cell.box.x1, high) - max(cell.box.x0, low)
        > min(CELLS.touching_pt, (high - low) / 2, (cell.box.x1 - cell.box.x0) / 2)
    ]
    if not over:
        middle = (cell.box.x0 + cell.box.x1) / 2
        over = [min(range(len(columns)), key=lambda i: abs(middle - (columns[i][0] + columns[i][1]) / 2))]
    if len(over) == 1 and not _is_aligned(cell, columns[over[0]]):
        over = next((pair for pair in _beside(over[0], columns) if _is_centred_over(cell, pair, columns)), over)
    return Cell(cell.text, cell.box, cell.words, (over[0], over[-1]))


def _beside(column: int, columns: Sequence[tuple[float, float]]) -> list[list[int]]:
    pairs = [[column - 1, column], [column, column + 1]]
    return [pair for pair in pairs if pair[0] >= 0 and pair[1] < len(columns)]


def _is_centred_over(cell: Cell, pair: Sequence[int], columns: Sequence[tuple[float, float]]) -> bool:
    """Tell whether a cell is centred over two columns, and most of the space between them is below it."""
    (left, low), (high, right) = columns[pair[0]], columns[pair[1]]
    covered = min(cell.box.x1, high) - max(cell.box.x0, low)
    off = abs((cell.box.x0 + cell.box.x1) - (left + right)) / 2
    return off < CELLS.aligned_pt * 2 and covered > CELLS.gap_share * (high - low)


def _parts(cell: Cell, columns: Sequence[tuple[float, float]]) -> list[Cell]:
    """Return a cell, or its words by column if each column that it is over has some."""
    first, last = cell.columns
    if first == last:
        return [cell]
    parts: dict[int, list[Cell]] = {}
    for text, low, high in cell.words:
        word = _placed(Cell(text, Box(low, cell.box.y0, high, cell.box.y1), ((text, low, high),)), columns)
        if word.columns[0] != word.columns[1] and not _begins(word, columns):
            return [cell]
        parts.setdefault(word.columns[0], []).append(replace(word, columns=(word.columns[0], word.columns[0])))
    split = [joined(words) for _, words in sorted(parts.items())]
    return split if len(split) == last - first + 1 else [cell]


def _begins(word: Cell, columns: Sequence[tuple[float, float]]) -> bool:
    """Tell whether a word begins with its first column, and is too long for it: the next cell may be printed over its end."""
    first, last = word.columns
    return last == first + 1 and abs(word.box.x0 - columns[first][0]) < CELLS.same_start_pt


def _is_aligned(cell: Cell, column: tuple[float, float]) -> bool:
    low, high = cell.box.x0 - column[0], column[1] - cell.box.x1
    return min(abs(low), abs(high), abs(low - high) / 2) < CELLS.aligned_pt
