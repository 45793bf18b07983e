"""Opaque cursors of paginated lists."""

from __future__ import annotations

import base64
import binascii
from typing import NamedTuple

from scholarai.domain.errors import InvalidRequestError


class Position(NamedTuple):
    """The last row of a page: its time and its id."""

    us: int
    id: str


# Sorts after every id: ids are printable.
NEWEST = Position(2**62, "\U0010ffff")


def encode(position: Position) -> str:
    """Return the cursor of a position."""
    return base64.urlsafe_b64encode(f"{position.us}:{position.id}".encode()).decode().rstrip("=")


def decode(cursor: str | None) -> Position:
    """Return the position of a cursor; None starts with the newest row.

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
        raise _bad() from None
    if not colon or encode(position) != cursor:
        raise _bad()
    return position


def _bad() -> InvalidRequestError:
    return InvalidRequestError("bad_cursor", "the cursor is not one that this list gave", action="Start from page one.")
