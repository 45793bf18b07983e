"""Operations on tables of papers by questions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import UNSET

from scholarai.domain.ids import PaperId, ReviewId
from scholarai.domain.marks import CollectionId
from scholarai.entrypoints.calls import Call, EmptyReply, FileReply, JsonReply, Reply

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scholarai.entrypoints.table_schemas import NewColumn
    from scholarai.reviewing.tables import WantedColumn
    from scholarai.services.reviews.requests import ListReviews
    from scholarai.services.reviews.tables import (
        ChangeTable,
        DeleteTable,
        EstimateTable,
        ReadTable,
        StartTable,
        StopTable,
    )


def create_table(call: Call, start: StartTable) -> Reply:
    from scholarai.entrypoints.table_schemas import NewTable, TableSummary
    from scholarai.services.reviews.tables import TableRequest

    body = call.parse(NewTable)
    request = TableRequest(
        title=body.title,
        columns=_wanted(body.columns),
        paper_ids=_ids(body.paper_ids),
        collection_id=_collection(body.collection_id),
        filters=body.filters,
        budget_usd=body.budget_usd,
    )
    made = start.run(call.owner, request, idempotency_key=call.idempotency_key)
    return JsonReply(value=TableSummary.of(made), status=202, headers={"Location": f"/tables/{made.id}"})


def estimate_table(call: Call, estimate: EstimateTable) -> Reply:
    from scholarai.entrypoints.table_schemas import TableEstimateView, TablePapers
    from scholarai.services.reviews.tables import PaperChoice

    body = call.parse(TablePapers)
    choice = PaperChoice(
        paper_ids=_ids(body.paper_ids), collection_id=_collection(body.collection_id), filters=body.filters
    )
    return JsonReply(value=TableEstimateView.of(estimate.run(call.owner, body.columns, choice)))


def list_tables(call: Call, tables: ListReviews) -> Reply:
    from scholarai.entrypoints.table_schemas import TableList, TableSummary

    limit, cursor = call.page()
    page = tables.run(call.owner, limit=limit, cursor=cursor)
    return JsonReply(value=TableList(tables=tuple(map(TableSummary.of, page.reviews)), next_cursor=page.next_cursor))


def get_table(call: Call, read: ReadTable) -> Reply:
    from scholarai.entrypoints.table_schemas import TableView

    return JsonReply(value=TableView.of(read.run(call.owner, _table_id(call))))


def change_table(call: Call, change: ChangeTable) -> Reply:
    from scholarai.entrypoints.table_schemas import ChangedTable, TableSummary
    from scholarai.reviewing.tables import TableChange

    body = call.parse(ChangedTable)
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
    return JsonReply(value=TableSummary.of(change.run(call.owner, _table_id(call), wanted)))


def stop_table(call: Call, stop: StopTable) -> Reply:
    from scholarai.entrypoints.table_schemas import TableSummary

    return JsonReply(value=TableSummary.of(stop.run(call.owner, _table_id(call))))


def delete_table(call: Call, delete: DeleteTable) -> Reply:
    delete.run(call.owner, _table_id(call))
    return EmptyReply()


def export_table(call: Call, read: ReadTable) -> Reply:
    from scholarai.domain.exports import TABLES_EXPORTS, require_export

    export = require_export(call.query.get("format", TABLES_EXPORTS[0].name), TABLES_EXPORTS)
    shown = read.run(call.owner, _table_id(call))
    headers = {"Content-Disposition": f'attachment; filename="table-{_table_id(call)}{export.endings[0]}"'}
    return FileReply(pieces=_once(export.render_table(shown)), content_type=export.content_type, headers=headers)


def _once(data: bytes) -> Iterator[bytes]:
    yield data


def _table_id(call: Call) -> ReviewId:
    return ReviewId(call.parameters["table_id"])


def _ids(paper_ids: Iterable[str] | None) -> tuple[PaperId, ...] | None:
    return None if paper_ids is None else tuple(map(PaperId, paper_ids))


def _collection(collection_id: str | None) -> CollectionId | None:
    return None if collection_id is None else CollectionId(collection_id)


def _wanted(columns: Iterable[NewColumn]) -> tuple[WantedColumn, ...]:
    from scholarai.domain.values import from_plain
    from scholarai.reviewing.tables import WantedColumn

    return tuple(from_plain(WantedColumn, column, from_attributes=True) for column in columns)
