"""Trims a comparison table to what is worth reading: few rows, few columns, few gaps."""

from __future__ import annotations

from msgspec.structs import replace

from scholarai.domain.review import ComparisonTable, TableCell, TableRow

# As ai2-scholarqa-lib does (https://github.com/allenai/ai2-scholarqa-lib):
# ten columns are suggested; at most 6 × 6 cells are shown, of columns of which 70 % are filled.
SUGGESTED_COLUMNS = 10
MOST_ROWS = 6
MOST_COLUMNS = 6
FILLED_SHARE = 0.7
FEWEST_ROWS = 2
CELL_WORDS = 20
NOTHING = TableCell(value="")


def trim(table: ComparisonTable) -> ComparisonTable | None:
    """Return the table with its fullest rows and columns, in their order; None when too little is left to compare.

    A column stays when FILLED_SHARE of its cells say something, or when it is the fullest one of all.
    """
    fullest = sorted(filter(_filled, table.rows), key=lambda row: -_filled(row))[:MOST_ROWS]
    rows = [row for row in table.rows if row in fullest]
    counts = [sum(is_filled(row.cells[column]) for row in rows) for column in range(len(table.columns))]
    least = max(1, min(FILLED_SHARE * len(rows), max(counts, default=0)))
    full = [column for column, count in enumerate(counts) if count >= least]
    kept = sorted(sorted(full, key=lambda column: -counts[column])[:MOST_COLUMNS])
    if len(rows) < FEWEST_ROWS or not kept:
        return None
    return replace(
        table,
        columns=tuple(table.columns[column] for column in kept),
        rows=tuple(replace(row, cells=tuple(row.cells[column] for column in kept)) for row in rows),
    )


def is_filled(cell: TableCell) -> bool:
    """Tell a cell that says something and can prove it."""
    return bool(cell.citations)


def _filled(row: TableRow) -> int:
    return sum(map(is_filled, row.cells))
