"""Where the cells of a table stand: the grid that spans leave, its head, and its rows that name others."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from scholarai.domain.content import CellSpan
from scholarai.parsing.rich_text import Rich

# Wider and longer than any printed table; cells beyond it are left out.
WIDEST_SPAN = 1_000


@dataclass(frozen=True, slots=True)
class SourceCell:
    """A cell as its source gives it, and how many rows and columns it covers."""

    text: Rich
    rows: int = 1
    columns: int = 1


@dataclass(frozen=True, slots=True)
class Grid:
    """The cells of a table in rows of equal length; what the fields mean is said at `domain.content.Table`."""

    rows: tuple[tuple[Rich, ...], ...] = ()
    header_rows: int = 0
    spans: tuple[CellSpan, ...] = ()
    notes: tuple[Rich, ...] = ()


def grid_of(
    rows: Iterable[Sequence[SourceCell]],
    *,
    header_rows: int = 0,
    notes: Sequence[Rich] = (),
    covered_are_given: bool = False,
) -> Grid:
    """Return the grid of rows of cells, without rows that hold no text and columns in which no cell begins.

    Args:
        rows: Cells from left to right.
        header_rows: The number of rows of the head.
        notes: What stands below the table.
        covered_are_given: Whether rows also hold cells, empty ones, where a cell above covers them (LaTeX, Word).
    """
    placed, spans = _all_placed(rows, covered_are_given=covered_are_given)
    width = max((column + 1 for row in placed for column in row), default=0)
    full = [index for index, row in enumerate(placed) if any(map(has_text, row.values()))]
    return Grid(
        rows=tuple(tuple(placed[index].get(column, ()) for column in range(width)) for index in full),
        header_rows=sum(index < header_rows for index in full),
        spans=tuple(kept for span in spans if (kept := _within(span, full, width)) is not None),
        notes=tuple(note for note in notes if has_text(note)),
    )


def _all_placed(
    rows: Iterable[Sequence[SourceCell]], *, covered_are_given: bool
) -> tuple[list[dict[int, Rich]], list[CellSpan]]:
    """Return the cells of each row by their columns, and the cells that span several rows or columns."""
    placed: list[dict[int, Rich]] = []
    spans: list[CellSpan] = []
    standing: list[CellSpan] = []
    for cells in rows:
        standing = [span for span in standing if span.row + span.rows > len(placed)]
        own, begun = _placed(cells, len(placed), [] if covered_are_given else standing)
        placed.append(own)
        spans += begun
        standing += begun
    return placed, spans


def stacked(above: Grid, below: Grid) -> Grid:
    """Return the grid of two tables under one caption; the head is the upper one's."""
    if not above.rows or not below.rows:
        return replace(below if below.rows else above, notes=(*above.notes, *below.notes))
    width = max(len(above.rows[0]), len(below.rows[0]))
    rows = tuple((*row, *((),) * (width - len(row))) for row in (*above.rows, *below.rows))
    moved = (span._replace(row=span.row + len(above.rows)) for span in below.spans)
    return Grid(rows, above.header_rows, (*above.spans, *moved), (*above.notes, *below.notes))


def group_rows(rows: Sequence[Sequence[str]], header_rows: int) -> tuple[int, ...]:
    """Return the indices of rows below the head that only hold a name of the rows that follow, in their first cell."""
    alone = [index for index, row in enumerate(rows) if index >= header_rows and len(row) > 1 and _only_first(row)]
    values = len(rows) - header_rows - len(alone)
    return tuple(index for index in alone if index + 1 < len(rows)) if len(alone) <= values else ()


def span_of(value: str) -> int:
    """Return how many rows or columns a cell covers, as an attribute says it; 1 for anything else than a number."""
    return min(max(int(value), 1), WIDEST_SPAN) if value.isascii() and value.isdecimal() else 1


def has_text(parts: Rich) -> bool:
    """Tell whether a cell holds more than white space."""
    return any(not isinstance(part, str) or part.strip() for part in parts)


def _placed(cells: Sequence[SourceCell], row: int, above: Sequence[CellSpan]) -> tuple[dict[int, Rich], list[CellSpan]]:
    """Return a row's cells by column, beside the spans that reach into it from above, and the spans that begin in it."""
    covered = {column for span in above for column in range(span.column, min(span.column + span.columns, WIDEST_SPAN))}
    placed: dict[int, Rich] = {}
    begun: list[CellSpan] = []
    column = 0
    for cell in cells:
        while column in covered:
            column += 1
        if column >= WIDEST_SPAN:
            break
        placed[column] = cell.text
        if cell.rows > 1 or cell.columns > 1:
            begun.append(CellSpan(row, column, cell.rows, cell.columns))
        column += cell.columns
    return placed, begun


def _within(span: CellSpan, full: Sequence[int], width: int) -> CellSpan | None:
    """Return a span as it is in a grid of the rows `full`, None if it covers a single place of it or none."""
    first, end = bisect_left(full, span.row), bisect_left(full, span.row + span.rows)
    columns = min(span.columns, width - span.column)
    if first == end or full[first] != span.row or (end - first) * columns < 2:
        return None
    return CellSpan(first, span.column, end - first, columns)


def _only_first(row: Sequence[str]) -> bool:
    return bool(row[0]) and not any(row[1:])
