"""Changes the columns and papers of a table, finds the cells that are still empty, and builds the rows that readers see."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import field
from msgspec.structs import replace

from scholarai.domain.errors import ConflictError, InvalidRequestError, NotFoundError
from scholarai.domain.ids import PaperId
from scholarai.domain.review import ComparisonTable, Review, ReviewedPaper, TableCell, TableRow
from scholarai.domain.table_spec import (
    COLUMN_QUESTION_CHARACTERS,
    COLUMNS_PER_TABLE,
    EXPRESSION_CHARACTERS,
    NAME_CHARACTERS,
    PAPERS_PER_TABLE,
    AskedColumn,
    ColumnKind,
    TableSpec,
    template,
)
from scholarai.domain.tables import FilledCell, FilledRow, Operand, ShownCell, ShownRow
from scholarai.domain.values import Value
from scholarai.reviewing.numbers import ExpressionError, columns_in, computed, figure_beside, figure_in, written
from scholarai.reviewing.papers import with_labels

# As ai2-scholarqa-lib does (https://github.com/allenai/ai2-scholarqa-lib):
# ten columns are suggested; at most 6 × 6 cells are shown, of columns of which 70 % are filled.
SUGGESTED_COLUMNS = 10
MOST_ROWS = 6
MOST_COLUMNS = 6
FILLED_SHARE = 0.7
FEWEST_ROWS = 2
CELL_WORDS = 20
NOTHING = TableCell(value="")


class WantedColumn(Value, frozen=True, kw_only=True):
    """A column to add: a ready-made one by its id, a question, or an expression over other columns."""

    template: str | None = None
    name: str = ""
    question: str = ""
    kind: ColumnKind = "words"
    expression: str = ""


class TableChange(Value, frozen=True, kw_only=True):
    """The changes to a table; `retry` asks again for the cells that are empty because something failed.

    `refresh` adds the papers that its collection has and that it never had.
    """

    title: str | None = None
    add_columns: tuple[WantedColumn, ...] = ()
    rename_columns: Mapping[str, str] = field(default_factory=dict)
    remove_columns: tuple[str, ...] = ()
    add_papers: tuple[PaperId, ...] = ()
    remove_papers: tuple[PaperId, ...] = ()
    budget_usd: float | None = None
    retry: bool = False
    refresh: bool = False

    @property
    def asks(self) -> bool:
        """Tell whether cells may have to be filled after it."""
        return self.retry or bool(self.add_papers) or any(column.kind != "computed" for column in self.add_columns)


def column_of(text: str) -> WantedColumn:
    """Return the column that a text asks for: the ready-made one of that id, or a question of one's own."""
    return WantedColumn(template=text) if template(text) else WantedColumn(question=text)


def named(column: WantedColumn) -> str:
    """Return what a column is called if nothing more is known of it."""
    ready = template(column.template) if column.template else None
    return column.name or (ready.name if ready else column.question.rstrip("?") or column.expression)


def changed(spec: TableSpec, change: TableChange) -> TableSpec:
    """Return what the table asks after a change.

    Raises:
        NotFoundError: If it has no such column.
        ConflictError: If a column that goes is part of a computed one that stays.
        InvalidRequestError: If a new column says nothing, or there would be too many columns or papers.
    """
    known = {column.id for column in spec.columns}
    for column_id in (*change.remove_columns, *change.rename_columns):
        if column_id not in known:
            raise NotFoundError("column_unknown", "the table has no such column")
    names = {column_id: _short(name, "name", NAME_CHARACTERS) for column_id, name in change.rename_columns.items()}
    columns = tuple(
        replace(column, name=names.get(column.id, column.name))
        for column in spec.columns
        if column.id not in change.remove_columns
    )
    _require_operands(columns, change.remove_columns)
    removed = frozenset(change.remove_papers)
    papers = dict.fromkeys((*(paper_id for paper_id in spec.paper_ids if paper_id not in removed), *change.add_papers))
    if len(papers) > PAPERS_PER_TABLE:
        raise InvalidRequestError(
            "papers_invalid", f"a table has {PAPERS_PER_TABLE} papers at most, this one would have {len(papers)}"
        )
    return with_columns(replace(spec, columns=columns, paper_ids=tuple(papers)), change.add_columns)


def with_columns(spec: TableSpec, wanted: Sequence[WantedColumn]) -> TableSpec:
    """Return the table with more columns behind those that it has.

    Raises:
        InvalidRequestError: If one says nothing, or there would be too many.
    """
    for column in wanted:
        made = _column(column, f"c{spec.made + 1}", spec)
        spec = replace(spec, columns=(*spec.columns, made), made=spec.made + 1)
    if len(spec.columns) > COLUMNS_PER_TABLE:
        raise InvalidRequestError(
            "columns_invalid",
            f"a table has {COLUMNS_PER_TABLE} columns at most, this one would have {len(spec.columns)}",
        )
    return spec


def _column(wanted: WantedColumn, column_id: str, spec: TableSpec) -> AskedColumn:
    if wanted.template is not None:
        return _ready_made(wanted, column_id)
    if wanted.kind == "computed":
        expression = _expression(wanted.expression, spec)
        name = _short(wanted.name.strip() or _begun(expression), "name", NAME_CHARACTERS)
        return AskedColumn(id=column_id, name=name, kind="computed", expression=expression)
    question = _short(wanted.question, "question", COLUMN_QUESTION_CHARACTERS)
    name = _short(wanted.name.strip() or _begun(question), "name", NAME_CHARACTERS)
    return AskedColumn(id=column_id, name=name, question=question, kind=wanted.kind)


def _ready_made(wanted: WantedColumn, column_id: str) -> AskedColumn:
    ready = template(wanted.template or "")
    if ready is None:
        raise InvalidRequestError("template_unknown", "there is no ready-made column of this id")
    name = _short(wanted.name.strip() or ready.name, "name", NAME_CHARACTERS)
    return AskedColumn(id=column_id, name=name, question=ready.question, kind=ready.kind)


def _expression(text: str, spec: TableSpec) -> str:
    expression = _short(text, "expression", EXPRESSION_CHARACTERS)
    try:
        names = columns_in(expression)
    except ExpressionError as error:
        raise InvalidRequestError("expression_invalid", f"the expression cannot be computed: {error}") from None
    known = {column.id for column in spec.asked}
    unknown = [name for name in names if name not in known]
    if unknown or not names:
        message = f"{unknown[0]} is no column with a number" if unknown else "an expression names a column, such as c1"
        raise InvalidRequestError("expression_invalid", message)
    return expression


def _require_operands(columns: Sequence[AskedColumn], removed: Sequence[str]) -> None:
    for column in columns:
        if column.kind == "computed" and set(columns_in(column.expression)) & set(removed):
            raise ConflictError(
                "column_used", f"the column “{column.name}” is computed from it", action="Remove that column first."
            )


def _short(text: str, what: str, most: int) -> str:
    plain = " ".join(text.split())
    if not 0 < len(plain) <= most:
        raise InvalidRequestError("column_invalid", f"the {what} of a column has 1 to {most} characters")
    return plain


def _begun(question: str) -> str:
    """Return the beginning of a question as a name."""
    if len(question) <= NAME_CHARACTERS:
        return question.rstrip("?")
    return question[: NAME_CHARACTERS - 2].rsplit(" ", 1)[0] + " …"


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
    shown = []
    for paper_id in spec.paper_ids:
        paper, row = labelled.get(paper_id), rows.get(paper_id) or FilledRow(paper_id=paper_id)
        shown.append(
            ShownRow(
                paper_id=paper_id,
                label=paper.label.strip("()") if paper is not None else row.title,
                title=paper.title if paper is not None else row.title,
                year=paper.year if paper is not None else None,
                deleted=row.deleted,
                cells=_cells(spec, row),
            )
        )
    return tuple(shown)


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
