"""Pages of a listing in SQLite, newest first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scholarai.adapters.cursors import Position, encode


def page_of(rows: Sequence[Any], limit: int) -> tuple[Sequence[Any], str | None]:
    """Return at most `limit` rows, and the cursor of the next page, None on the last one.

    Args:
        rows: Rows of document, owner, id and time in microseconds: one more than `limit` if there are further ones.
        limit: Rows of a page.
    """
    shown = rows[:limit]
    more = len(rows) > limit and bool(shown)
    return shown, encode(Position(shown[-1][3], shown[-1][2])) if more else None
