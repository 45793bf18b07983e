"""Pages of a list that is made again with every call."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from scholarai.adapters.cursors import Position, decode, encode


def page_of_ids(ids: Sequence[str], limit: int, cursor: str | None) -> tuple[int, int, str | None]:
    """Return where a page of a list begins and ends, and the cursor of the next page, None on the last one.

    Raises:
        InvalidRequestError: If the cursor is not one that this function gave.
    """
    return page_of_places(
        len(ids), limit, cursor, lambda wanted: ids.index(wanted) if wanted in ids else None, ids.__getitem__
    )


def page_of_places(
    count: int, limit: int, cursor: str | None, place_of: Callable[[str], int | None], id_at: Callable[[int], str]
) -> tuple[int, int, str | None]:
    """Return the same of a list that is not made: how many it has, where an id stands in it (None: nowhere), and which stands there.

    A cursor names the last id of a page, which may have moved since, and its place, for when that id is gone.

    Raises:
        InvalidRequestError: If the cursor is not one that this function gave.
    """
    first = 0
    if cursor is not None:
        last = decode(cursor)
        place = place_of(last.id)
        first = max(last.us, 0) if place is None else place + 1
    end = first + limit
    return first, end, encode(Position(end - 1, id_at(end - 1))) if end < count else None
