"""Calls about tables: papers by questions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import quote as quoted

from scholarai.client.models import TableEstimateView, TableList, TableSummary, TableView
from scholarai.client.transport import Transport, new_key, wait_for

_FILLING = "filling"
_PAGE = 50

Column = str | Mapping[str, Any]
"""A question, or the fields of a column: `template`, `name`, `question`, `kind` and `expression` (docs/schemas/new_table.json)."""


class TableCalls:
    """The calls; every method raises ApiError like those of `Client`."""

    _transport: Transport

    def table(
        self,
        title: str,
        columns: Sequence[Column],
        papers: Sequence[str] | None = None,
        *,
        collection: str | None = None,
        budget_usd: float | None = None,
        key: str | None = None,
    ) -> TableSummary:
        """Start filling a table and return it; without papers it is of the collection of that id, or of the library."""
        body = {
            "title": title,
            "columns": _columns(columns),
            "paper_ids": papers,
            "collection_id": collection,
            "budget_usd": budget_usd,
        }
        given = {name: value for name, value in body.items() if value is not None}
        answer = self._transport.call("POST", "/tables", given, key=key or new_key())
        return TableSummary.model_validate_json(answer)

    def estimate_table(
        self, columns: int, papers: Sequence[str] | None = None, *, collection: str | None = None
    ) -> TableEstimateView:
        """Return what so many columns are expected to take and cost; no model is asked."""
        body = {"columns": columns, "paper_ids": papers, "collection_id": collection}
        return TableEstimateView.model_validate_json(self._transport.call("POST", "/tables/estimate", body))

    def tables(self) -> Iterator[TableSummary]:
        """Yield all tables, newest first."""
        cursor: str | None = None
        while True:
            answer = self._transport.call("GET", "/tables", query={"limit": _PAGE, "cursor": cursor})
            page = TableList.model_validate_json(answer)
            yield from page.tables
            if (cursor := page.next_cursor) is None:
                return

    def get_table(self, table_id: str) -> TableView:
        """Return a table as far as it is filled."""
        return TableView.model_validate_json(self._transport.call("GET", _path(table_id)))

    def wait_for_table(
        self, table_id: str, *, timeout_s: float = 1_800.0, on_progress: Callable[[TableView], None] = lambda _: None
    ) -> TableView:
        """Return the table once it is no longer being filled.

        Raises:
            ApiError: With code `timeout` where it takes longer.
        """
        return wait_for(
            lambda: self.get_table(table_id),
            on_progress,
            lambda found: found.table.state != _FILLING,
            timeout_s=timeout_s,
            late="the table is not filled",
        )

    def change_table(self, table_id: str, *, add_columns: Sequence[Column] = (), **changes: Any) -> TableSummary:
        """Change a table; only new cells are filled, with `retry=True` also those that are empty because something failed.

        Args:
            table_id: The table.
            add_columns: What it is to ask besides.
            changes: Fields of docs/schemas/changed_table.json, such as `add_papers`, `remove_columns`, `title`, and
                `refresh=True`, which adds the papers that have come into the table's collection.
        """
        body = changes | ({"add_columns": _columns(add_columns)} if add_columns else {})
        return TableSummary.model_validate_json(self._transport.call("PATCH", _path(table_id), body))

    def stop_table(self, table_id: str) -> TableSummary:
        """Stop filling a table; what is filled stays."""
        return TableSummary.model_validate_json(self._transport.call("POST", f"{_path(table_id)}/stop"))

    def export_table(self, table_id: str, form: str = "csv") -> bytes:
        """Return a table as a file: `csv`, `xlsx`, `md` or `json`."""
        return self._transport.file(f"{_path(table_id)}/export", {"format": form})

    def delete_table(self, table_id: str) -> None:
        self._transport.call("DELETE", _path(table_id))


def _columns(columns: Sequence[Column]) -> list[dict[str, Any]]:
    return [{"question": one} if isinstance(one, str) else dict(one) for one in columns]


def _path(table_id: str) -> str:
    return f"/tables/{quoted(table_id, safe='')}"
