"""What the HTTP API takes and answers about tables."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Literal, Self

from msgspec import UNSET, Meta, Struct, UnsetType, field

from scholarai.domain.ids import ReviewId
from scholarai.domain.marks import CollectionId
from scholarai.domain.paper import Failure
from scholarai.domain.review import Estimate, Filters, Notice, Review, Spent
from scholarai.domain.table_spec import (
    COLUMN_QUESTION_CHARACTERS,
    COLUMNS_PER_TABLE,
    EXPRESSION_CHARACTERS,
    NAME_CHARACTERS,
    PAPERS_PER_TABLE,
    TEMPLATES,
    TITLE_CHARACTERS,
    AskedColumn,
    ColumnKind,
)
from scholarai.domain.tables import Operand, ShownCell, ShownRow, ShownTable
from scholarai.entrypoints.calls import View, render_json
from scholarai.entrypoints.chat_requests import Id
from scholarai.entrypoints.chat_schemas import CitationV1, DoubtV1
from scholarai.services.reviews.tables import TableEstimate

TableState = Literal["filling", "ready", "stopped"]

_Name = Annotated[str, Meta(max_length=NAME_CHARACTERS)]
_Title = Annotated[str, Meta(min_length=1, max_length=TITLE_CHARACTERS)]
_Papers = Annotated[tuple[Id, ...], Meta(max_length=PAPERS_PER_TABLE)]
_Collection = Annotated[
    Id | None, Meta(description="The papers in this collection and in those nested in it, where no paper is named.")
]
_Budget = Annotated[
    Annotated[float, Meta(ge=0, le=1_000)] | None,
    Meta(description="What models may cost together for this table, in US dollars."),
]


class NewColumn(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A column: a ready-made one by `template`, a `question` of one's own, or with `kind` `computed` an `expression`."""

    template: Annotated[str | None, Meta(description=f"One of {', '.join(f'`{one.id}`' for one in TEMPLATES)}.")] = None
    name: Annotated[_Name, Meta(description="Without it the template's name, or the question's beginning.")] = ""
    question: Annotated[str, Meta(max_length=COLUMN_QUESTION_CHARACTERS)] = ""
    kind: Annotated[
        ColumnKind, Meta(description="`number` asks for a figure; `computed` asks no paper but uses other columns.")
    ] = "words"
    expression: Annotated[
        str,
        Meta(
            max_length=EXPRESSION_CHARACTERS,
            description="Ids of columns with `+ - * /`, brackets and `mean`, `sum`, `min`, `max`, such as `c2 / c1 * 100`.",
        ),
    ] = ""


_Columns = Annotated[tuple[NewColumn, ...], Meta(max_length=COLUMNS_PER_TABLE)]


class NewTable(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table to fill."""

    title: _Title
    columns: _Columns = ()
    paper_ids: Annotated[
        _Papers | None, Meta(description="The papers, a row each; those of the library that pass `filters` without it.")
    ] = None
    collection_id: _Collection = None
    filters: Annotated[Filters, Meta(description="What papers must have to count.")] = Filters()
    budget_usd: _Budget = None


class ChangedTable(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The changes to a table; what is left out stays. Only new cells are filled."""

    title: _Title | UnsetType = UNSET
    add_columns: _Columns = ()
    rename_columns: Annotated[
        Mapping[str, _Name], Meta(max_length=COLUMNS_PER_TABLE, description="New names by the columns' ids.")
    ] = field(default_factory=dict)
    remove_columns: Annotated[tuple[Id, ...], Meta(max_length=COLUMNS_PER_TABLE)] = ()
    add_papers: _Papers = ()
    remove_papers: _Papers = ()
    budget_usd: _Budget = None
    retry: Annotated[
        bool, Meta(description="Fill the cells again that are empty because something failed, or was stopped.")
    ] = False
    refresh: Annotated[
        bool,
        Meta(
            description="Add the papers that have come into the table's collection; a paper removed before stays out."
        ),
    ] = False


class TablePapers(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The size of a planned table: a number of columns, and its papers."""

    columns: Annotated[int, Meta(ge=0, le=COLUMNS_PER_TABLE)]
    paper_ids: Annotated[_Papers | None, Meta(description="All of the library that pass `filters` without it.")] = None
    collection_id: _Collection = None
    filters: Filters = Filters()


class TableEstimateView(TableEstimate, View, frozen=True, kw_only=True):
    """What filling cells is expected to take; of `cost`, `usd` is null where the model's price is not known.

    `note` says what cells are without a model, and how to connect one; empty with one.
    """


class OperandView(Operand, View, frozen=True, kw_only=True):
    """A number that a computed cell used, with what supports it."""

    citations: tuple[CitationV1, ...]


class CellView(ShownCell, View, frozen=True, kw_only=True):
    """A cell of a table; `pending` ones are not filled yet, `failed` ones say in `error` why they have no value.

    A `candidate` is a sentence of the paper that may answer, found without a model; `not_found` says that no passage was found, and
    nothing of the paper. `number` is the figure in its value, in a candidate beside what the column asks for. `doubts` are words of the value that its quotes do not carry. `operands` are the numbers that a
    computed cell used.
    """

    citations: tuple[CitationV1, ...]
    doubts: tuple[DoubtV1, ...]
    operands: tuple[OperandView, ...]


class RowView(ShownRow, View, frozen=True, kw_only=True):
    """A paper with its cells in the order of the columns; `label` is author and year."""

    cells: tuple[CellView, ...]


class TableSummary(View, frozen=True, kw_only=True):
    """A table and what it asks; `papers` counts its rows. `model` is `extractive` where no language model fills it.

    `collection_id` is the collection that it was made of, which may be deleted by now.
    """

    id: ReviewId
    title: str
    state: TableState
    papers: int
    collection_id: CollectionId | None
    columns: tuple[AskedColumn, ...]
    model: str
    created_at: datetime
    updated_at: datetime
    estimate: Estimate
    spent: Spent
    budget_usd: float | None
    failure: Failure | None = field(name="error")
    notices: tuple[Notice, ...]

    @classmethod
    def of(cls, review: Review) -> Self:
        """Return the table that is kept as this review."""
        spec = review.table
        return cls.showing(
            review,
            title=review.title or "",
            state=_state(review),
            papers=len(spec.paper_ids) if spec else 0,
            collection_id=spec.collection_id if spec else None,
            columns=spec.columns if spec else (),
            budget_usd=review.request.budget_usd,
        )


class TableView(Struct, frozen=True, kw_only=True):
    """A table with its rows, as far as it is filled."""

    table: TableSummary
    rows: tuple[RowView, ...]

    @classmethod
    def of(cls, shown: ShownTable) -> TableView:
        return cls(table=TableSummary.of(shown.review), rows=tuple(map(RowView.of, shown.rows)))


class TableList(Struct, frozen=True, kw_only=True):
    """Tables, newest first; `next_cursor` asks for the next page and is null on the last one."""

    tables: tuple[TableSummary, ...]
    next_cursor: str | None


def table_as_json(shown: ShownTable) -> bytes:
    """Return a table as the API answers it."""
    return render_json(TableView.of(shown))


def _state(review: Review) -> TableState:
    if review.step is not None:
        return "filling"
    return "ready" if review.state == "completed" else "stopped"
