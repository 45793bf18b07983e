"""Pages of a list that is made again with every call."""

from __future__ import annotations

from collections.abc import Sequence

from scholarai.adapters.cursors import Position, decode, encode


def page_of_ids(ids: Sequence[str], limit: int, cursor: str | None) -> tuple[int, int, str | None]:
    """Return where a page of a list begins and ends, and the cursor of the next page, None on the last one.

    A cursor names the last id of a page, which may have moved since, and its place, for when that id is gone.

    Raises:
        InvalidRequestError: If the cursor is not one that this function gave.
    """
    first = 0
    if cursor is not None:
        last = decode(cursor)
        first = ids.index(last.id) + 1 if last.id in ids else max(last.us, 0)
    end = first + limit
    return first, end, encode(Position(end - 1, ids[end - 1])) if end < len(ids) else None
