"""The owners of what SQLite stores."""

from __future__ import annotations

from collections.abc import Sequence

from scholarai.adapters.embedded.database import Database
from scholarai.domain.ids import OwnerId
from scholarai.domain.values import Value

_TABLES = ("papers", "sessions", "reviews", "notes", "collections", "zotero_links", "spending")


class SqliteOwners(Value, frozen=True):
    """Implements `ports.callers.StoredOwners`."""

    database: Database

    def all(self) -> Sequence[OwnerId]:
        each = " UNION ".join(f"SELECT owner FROM {table}" for table in _TABLES)  # noqa: S608  - our own names
        with self.database.reading() as tx:
            return [OwnerId(owner) for (owner,) in tx.execute(f"{each} ORDER BY owner")]
