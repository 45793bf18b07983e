"""Finds the cells of a table that are still to be filled, and builds the rows that its readers see."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from scholarai.domain.ids import PaperId
from scholarai.domain.review import Review, ReviewedPaper
from scholarai.domain.table_spec import AskedColumn, TableSpec
from scholarai.domain.tables import FilledCell, FilledRow, Operand, ShownCell, ShownRow
from scholarai.reviewing.figures import columns_in, computed, figure_beside, figure_in, written
from scholarai.reviewing.labels import with_labels
from scholarai.reviewing.tables import is_filled


def row_name(paper_id: PaperId) -> str:
    """Return the name under which a row is stored among the outputs."""
    return f"row-{paper_id}"


def known_rows(review: Review, stored: Iterable[FilledRow]) -> dict[PaperId, FilledRow]:
    """Return a table's rows by paper; a paper of which nothing may be kept any more was deleted."""
    rows = {row.paper_id: row for row in stored}
    named = review.table.paper_ids if review.table is not None else ()
    for paper_id in set(named) - set(review.papers):
        title = rows[paper_id].title if paper_id in rows else ""
        rows[paper_id] = FilledRow(paper_id=paper_id, title=title, deleted=True)
    return rows


def pending(spec: TableSpec, rows: Mapping[PaperId, FilledRow]) -> list[tuple[PaperId, tuple[AskedColumn, ...]]]:
    """Return the papers that have cells to fill, each with the columns of these, in the table's order."""
    left = [(paper_id, _missing(spec, rows.get(paper_id))) for paper_id in spec.paper_ids]
    return [(paper_id, columns) for paper_id, columns in left if columns]


def without_errors(row: FilledRow) -> FilledRow:
    """Return a row whose failed cells are to be filled again."""
    return replace(row, cells={name: cell for name, cell in row.cells.items() if cell.error is None})


def shown_rows(
    spec: TableSpec, rows: Mapping[PaperId, FilledRow], papers: Mapping[PaperId, ReviewedPaper]
) -> tuple[ShownRow, ...]:
    """Return the rows as readers see them; `papers` are those that are there, their labels not given yet."""
    labelled = {one.paper_id: one for one in with_labels([papers[p] for p in spec.paper_ids if p in papers])}
    found = []
    for paper_id in spec.paper_ids:
        paper, row = labelled.get(paper_id), rows.get(paper_id) or FilledRow(paper_id=paper_id)
        found.append(
            ShownRow(
                paper_id=paper_id,
                label=paper.label.strip("()") if paper is not None else row.title,
                title=paper.title if paper is not None else row.title,
                year=paper.year if paper is not None else None,
                deleted=row.deleted,
                cells=_cells(spec, row),
            )
        )
    return tuple(found)


def _missing(spec: TableSpec, row: FilledRow | None) -> tuple[AskedColumn, ...]:
    if row is None:
        return spec.asked
    return () if row.deleted else tuple(column for column in spec.asked if column.id not in row.cells)


def _cells(spec: TableSpec, row: FilledRow) -> tuple[ShownCell, ...]:
    asked = {column.id: _cell(column, row) for column in spec.asked}
    return tuple(asked.get(column.id) or _computed(column, asked) for column in spec.columns)


def _cell(column: AskedColumn, row: FilledRow) -> ShownCell:
    cell = row.cells.get(column.id)
    if row.deleted:
        return ShownCell(column_id=column.id, state="failed", error="paper_deleted")
    if cell is None:
        return ShownCell(column_id=column.id, state="pending")
    if cell.error is not None:
        return ShownCell(column_id=column.id, state="failed", error=cell.error)
    if not is_filled(cell):
        return ShownCell(column_id=column.id, state="not_found")
    return ShownCell(
        column_id=column.id,
        state="candidate" if cell.candidate else "filled",
        value=cell.value,
        number=_number(column, cell),
        citations=cell.citations,
        doubts=cell.doubts,
    )


def _number(column: AskedColumn, cell: FilledCell) -> float | None:
    """Return the figure of a cell; of a candidate, which may say anything, only for a column of numbers."""
    if not cell.candidate:
        return figure_in(cell.value)
    return figure_beside(column.question or column.name, cell.value) if column.kind == "number" else None


def _computed(column: AskedColumn, cells: Mapping[str, ShownCell]) -> ShownCell:
    """Return the result over a row's cited numbers; it waits while one of its columns does, and is as sure as they are."""
    names = columns_in(column.expression)
    used = [cells[name] for name in names if name in cells]
    if any(cell.state == "pending" for cell in used):
        return ShownCell(column_id=column.id, state="pending")
    numbers = {cell.column_id: cell.number for cell in used if cell.number is not None}
    result = computed(column.expression, numbers)
    if result is None:
        return ShownCell(column_id=column.id, state="not_found")
    operands = [
        Operand(column_id=name, value=numbers[name], citations=cells[name].citations) for name in result.columns
    ]
    unjudged = any(cells[name].state == "candidate" for name in result.columns)
    return ShownCell(
        column_id=column.id,
        state="candidate" if unjudged else "filled",
        value=written(result.value),
        number=result.value,
        operands=tuple(operands),
    )
