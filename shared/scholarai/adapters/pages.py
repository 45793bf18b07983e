"""Pages of lists, and the opaque cursors that lead from one to the next."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from scholarai.domain.errors import InvalidRequestError


class Position(NamedTuple):
    """The last row of a page: its time and its id."""

    us: int
    id: str


# Sorts after every row: times fit into 63 bits, and ids are printable.
NEWEST = Position(2**62, "\U0010ffff")


def page_of(rows: Sequence[Any], limit: int) -> tuple[Sequence[Any], str | None]:
    """Return at most `limit` rows of SQLite, and the cursor of the next page, None on the last one.

    Args:
        rows: Rows of document, owner, id and time in microseconds: one more than `limit` if there are further ones.
        limit: Rows of a page.
    """
    shown = rows[:limit]
    more = len(rows) > limit and bool(shown)
    return shown, encode(Position(shown[-1][3], shown[-1][2])) if more else None


def page_of_ids(ids: Sequence[str], limit: int, offset: int, cursor: str | None) -> tuple[int, int, str | None]:
    """Return where a page of a list begins and ends, and the cursor of the next page, None on the last one.

    Raises:
        InvalidRequestError: If the cursor is not one that this function gave.
    """
    return page_of_places(
        len(ids), limit, offset, cursor, lambda wanted: ids.index(wanted) if wanted in ids else None, ids.__getitem__
    )


def page_of_places(
    count: int,
    limit: int,
    offset: int,
    cursor: str | None,
    place_of: Callable[[str], int | None],
    id_at: Callable[[int], str],
) -> tuple[int, int, str | None]:
    """Do the same for a list that is known only by its length and two look-ups, so that it need not be made.

    A cursor names the last id of a page, which may have moved since, and its place, for when that id is gone.

    Args:
        count: Length of the list.
        limit: Rows of a page.
        offset: Index of the first row where there is no cursor.
        cursor: That of the page before; None: the page at `offset`.
        place_of: Returns the index of an id, None where it is not in the list.
        id_at: Returns the id at an index.

    Raises:
        InvalidRequestError: If the cursor is not one that this function gave.
    """
    first = offset
    if cursor is not None:
        last = decode(cursor)
        place = place_of(last.id)
        first = max(last.us, 0) if place is None else place + 1
    end = first + limit
    return first, end, encode(Position(end - 1, id_at(end - 1))) if end < count else None


def encode(position: Position) -> str:
    """Return the cursor of a position."""
    return base64.urlsafe_b64encode(f"{position.us}:{position.id}".encode()).decode().rstrip("=")


def decode(cursor: str | None) -> Position:
    """Return the position that a cursor encodes; None starts with the newest row.

    Raises:
        InvalidRequestError: If `encode` did not give this cursor.
    """
    if cursor is None:
        return NEWEST
    try:
        text = base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True).decode()
        us, colon, row_id = text.partition(":")
        position = Position(int(us), row_id)
    except (binascii.Error, ValueError):
        raise bad_cursor() from None
    if not colon or encode(position) != cursor or abs(position.us) > NEWEST.us:
        raise bad_cursor()
    return position


def bad_cursor() -> InvalidRequestError:
    """Return the error for a cursor that this list did not issue."""
    return InvalidRequestError("bad_cursor", "the cursor is not one that this list gave", action="Start from page one.")
