"""Divides the rows of a table into cells by the positions of words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from scholarai.parsing.pdf.layout.rows import Row
from scholarai.parsing.pdf.structure.thresholds import CELLS


class _Cell(NamedTuple):
    """Text between wide gaps; `words` are its words as separate cells, empty for a word."""

    text: str
    low: float
    high: float
    words: tuple[_Cell, ...] = ()


def table_cells(rows: Sequence[Row]) -> tuple[tuple[str, ...], ...]:
    """Return the cells of a table row by row, empty if no columns are recognized."""
    lines = [_cells(row) for row in rows if not row.vertical]
    columns = _columns(lines)
    if len(columns) < 2:
        return ()
    return tuple(_in_columns(line, columns) for line in lines)


def _cells(row: Row) -> list[_Cell]:
    cells: list[_Cell] = []
    for index, word in enumerate(row.text.split(" ")):
        low, high = row.extents[2 * index], row.extents[2 * index + 1]
        alone = _Cell(word, low, high)
        if cells and low - cells[-1].high < CELLS.white_ems * row.size:
            last = cells[-1]
            cells[-1] = _Cell(f"{last.text} {word}", last.low, max(last.high, high), (*last.words, alone))
        else:
            cells.append(_Cell(word, low, high, (alone,)))
    return cells


def _columns(lines: Sequence[Sequence[_Cell]]) -> list[tuple[float, float]]:
    """Return the extents of columns, where cells of several lines overlap, without spanning cells."""
    full = [line for line in lines if len(line) > 1]
    if not full:
        return []
    most = max(len(line) for line in full)
    telling = [line for line in full if len(line) >= max(2, CELLS.model_line_share * most)]
    extents = sorted((cell.low, cell.high) for line in telling for cell in line)
    columns: list[tuple[float, float]] = []
    for low, high in extents:
        if columns and low < columns[-1][1]:
            columns[-1] = (columns[-1][0], max(columns[-1][1], high))
        else:
            columns.append((low, high))
    return columns


def _in_columns(line: Sequence[_Cell], columns: Sequence[tuple[float, float]]) -> tuple[str, ...]:
    texts = [""] * len(columns)
    for cell in _apart(line, columns):
        middle = (cell.low + cell.high) / 2
        place = min(range(len(columns)), key=lambda i: _distance(middle, cell, columns[i]))
        texts[place] = f"{texts[place]} {cell.text}".strip()
    return tuple(texts)


def _apart(line: Sequence[_Cell], columns: Sequence[tuple[float, float]]) -> Sequence[_Cell]:
    """Return a line's cells; a narrow table head with one word above each column is split into words."""
    words = [word for cell in line for word in cell.words]
    if len(line) == len(columns) or len(words) != len(columns):
        return line
    over = all(word.low < high and word.high > low for word, (low, high) in zip(words, columns, strict=True))
    return words if over else line


def _distance(middle: float, cell: _Cell, column: tuple[float, float]) -> tuple[float, float]:
    overlap = min(cell.high, column[1]) - max(cell.low, column[0])
    return (-max(0.0, overlap), abs(middle - (column[0] + column[1]) / 2))
