"""Lists of documents, latest first, page by page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scholarai.adapters.gcp.calls import read_query
from scholarai.adapters.gcp.documents import can_be_id
from scholarai.adapters.pages import Position, bad_cursor, decode, encode
from scholarai.adapters.system import from_us, to_us

if TYPE_CHECKING:
    from scholarai.adapters.gcp.calls import StoredDocument

NAME = "__name__"


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """Some documents and the cursor of the next ones (None: there are none)."""

    documents: Sequence[StoredDocument]
    next_cursor: str | None


def read_page(query: Any, moment_field: str, *, limit: int, cursor: str | None) -> Page:
    """Return the query's documents by `moment_field` and then by name, both downwards.

    Raises:
        InvalidRequestError: If the cursor is not one that this function gave.
    """
    ordered = query.order_by(moment_field, direction="DESCENDING").order_by(NAME, direction="DESCENDING")
    if cursor is not None:
        ordered = ordered.start_after(_after(decode(cursor), moment_field))
    documents = read_query(ordered.limit(limit + 1))
    shown = documents[:limit]
    more = len(documents) > limit and bool(shown)
    return Page(documents=shown, next_cursor=_cursor(shown[-1], moment_field) if more else None)


def _after(position: Position, moment_field: str) -> dict[str, object]:
    try:
        moment = from_us(position.us)
    except OverflowError:
        moment = None
    if moment is None or not can_be_id(position.id):
        raise bad_cursor()
    return {moment_field: moment, NAME: position.id}


def _cursor(document: StoredDocument, moment_field: str) -> str:
    return encode(Position(to_us(document.get(moment_field)), document.id))
