"""Operations on tables of papers by questions."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import UNSET

from scholarai.bootstrap import App
from scholarai.domain.exports import TABLES_EXPORTS, rendered_table, require_export
from scholarai.domain.ids import PaperId, ReviewId
from scholarai.domain.marks import CollectionId
from scholarai.domain.values import from_plain
from scholarai.entrypoints.calls import Call, EmptyReply, FileReply, JsonReply
from scholarai.entrypoints.operations import BODY_PROBLEMS, Routes
from scholarai.entrypoints.queries import PAGING, TABLES_EXPORT, TABLES_EXPORT_MEDIA_TYPES
from scholarai.entrypoints.table_schemas import (
    ChangedTable,
    NewColumn,
    NewTable,
    TableEstimateView,
    TableList,
    TablePapers,
    TableSummary,
    TableView,
)
from scholarai.reviewing.tables import TableChange, WantedColumn
from scholarai.services.reviews.tables import PaperChoice, TableRequest

routes = Routes()


@routes.add(
    "POST",
    "/tables",
    "chat",
    "Have a table filled: a row per paper, a column per question",
    status=202,
    problems=(*BODY_PROBLEMS, 409),
    costs=True,
    repeatable=True,
)
def create_table(call: Call, body: NewTable, app: App) -> JsonReply[TableSummary]:
    request = TableRequest(
        title=body.title,
        columns=_wanted(body.columns),
        paper_ids=_ids(body.paper_ids),
        collection_id=_collection(body.collection_id),
        filters=body.filters,
        budget_usd=body.budget_usd,
    )
    made = app.reviews.fill_tables().start(call.owner, request, idempotency_key=call.idempotency_key)
    return JsonReply(value=TableSummary.of(made), status=202, headers={"Location": f"/tables/{made.id}"})


@routes.add(
    "POST",
    "/tables/estimate",
    "chat",
    "What filling cells of a table is expected to take and cost; no model is asked",
    problems=BODY_PROBLEMS,
)
def estimate_table(call: Call, body: TablePapers, app: App) -> JsonReply[TableEstimateView]:
    choice = PaperChoice(
        paper_ids=_ids(body.paper_ids), collection_id=_collection(body.collection_id), filters=body.filters
    )
    return JsonReply(value=TableEstimateView.of(app.reviews.fill_tables().estimate(call.owner, body.columns, choice)))


@routes.add(
    "PATCH",
    "/tables/{table_id}",
    "chat",
    "Change a table's title, columns or papers; only new cells are filled",
    problems=(*BODY_PROBLEMS, 409),
    costs=True,
)
def change_table(call: Call, body: ChangedTable, app: App) -> JsonReply[TableSummary]:
    wanted = TableChange(
        title=None if body.title is UNSET else body.title,
        add_columns=_wanted(body.add_columns),
        rename_columns=body.rename_columns,
        remove_columns=body.remove_columns,
        add_papers=tuple(map(PaperId, body.add_papers)),
        remove_papers=tuple(map(PaperId, body.remove_papers)),
        budget_usd=body.budget_usd,
        retry=body.retry,
        refresh=body.refresh,
    )
    return JsonReply(value=TableSummary.of(app.reviews.fill_tables().change(call.owner, _table_id(call), wanted)))


@routes.add("GET", "/tables", "status", "List one's tables, newest first", query=PAGING, problems=(422,))
def list_tables(call: Call, app: App) -> JsonReply[TableList]:
    limit, cursor = call.page()
    page = app.reviews.tables().page(call.owner, limit=limit, cursor=cursor)
    return JsonReply(value=TableList(tables=tuple(map(TableSummary.of, page.reviews)), next_cursor=page.next_cursor))


@routes.add("GET", "/tables/{table_id}", "status", "A table with its cells, as far as it is filled")
def get_table(call: Call, app: App) -> JsonReply[TableView]:
    return JsonReply(value=TableView.of(app.reviews.tables().read(call.owner, _table_id(call))))


@routes.add("DELETE", "/tables/{table_id}", "status", "Delete a table with everything made for it", status=204)
def delete_table(call: Call, app: App) -> EmptyReply:
    app.reviews.tables().delete(call.owner, _table_id(call))
    return EmptyReply()


@routes.add("POST", "/tables/{table_id}/stop", "status", "Stop filling a table; what is filled stays")
def stop_table(call: Call, app: App) -> JsonReply[TableSummary]:
    return JsonReply(value=TableSummary.of(app.reviews.tables().stop(call.owner, _table_id(call))))


@routes.add(
    "GET",
    "/tables/{table_id}/export",
    "chat",
    "A table as a file, with the quotes behind its cells",
    query=TABLES_EXPORT,
    texts=TABLES_EXPORT_MEDIA_TYPES,
    problems=(409, 422),
)
def export_table(call: Call, app: App) -> FileReply:
    export = require_export(call.query.get("format", TABLES_EXPORTS[0].name), TABLES_EXPORTS)
    shown = app.reviews.tables().read(call.owner, _table_id(call))
    headers = {"Content-Disposition": f'attachment; filename="table-{_table_id(call)}{export.endings[0]}"'}
    return FileReply(pieces=iter((rendered_table(export, shown),)), content_type=export.content_type, headers=headers)


def _table_id(call: Call) -> ReviewId:
    return ReviewId(call.parameters["table_id"])


def _ids(paper_ids: Iterable[str] | None) -> tuple[PaperId, ...] | None:
    return None if paper_ids is None else tuple(map(PaperId, paper_ids))


def _collection(collection_id: str | None) -> CollectionId | None:
    return None if collection_id is None else CollectionId(collection_id)


def _wanted(columns: Iterable[NewColumn]) -> tuple[WantedColumn, ...]:
    return tuple(from_plain(WantedColumn, column, from_attributes=True) for column in columns)
