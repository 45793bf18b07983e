"""Applies changes to what a table asks: columns and papers come and go, and filled cells stay filled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import field
from msgspec.structs import replace

from scholarai.domain.errors import ConflictError, InvalidRequestError, NotFoundError
from scholarai.domain.ids import PaperId
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
from scholarai.domain.values import Value
from scholarai.reviewing.figures import ExpressionError, columns_in


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
        return self.retry or bool(self.add_papers) or any(one.kind != "computed" for one in self.add_columns)


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
    papers = dict.fromkeys((*(one for one in spec.paper_ids if one not in removed), *change.add_papers))
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
    for one in wanted:
        made = _column(one, f"c{spec.made + 1}", spec)
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
    found = template(wanted.template or "")
    if found is None:
        raise InvalidRequestError("template_unknown", "there is no ready-made column of this id")
    name = _short(wanted.name.strip() or found.name, "name", NAME_CHARACTERS)
    return AskedColumn(id=column_id, name=name, question=found.question, kind=found.kind)


def _expression(text: str, spec: TableSpec) -> str:
    expression = _short(text, "expression", EXPRESSION_CHARACTERS)
    try:
        names = columns_in(expression)
    except ExpressionError as error:
        raise InvalidRequestError("expression_invalid", f"the expression cannot be computed: {error}") from None
    known = {column.id for column in spec.asked}
    unknown = [name for name in names if name not in known]
    if unknown or not names:
        said = f"{unknown[0]} is no column with a number" if unknown else "an expression names a column, such as c1"
        raise InvalidRequestError("expression_invalid", said)
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
