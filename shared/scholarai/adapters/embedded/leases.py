"""Leases in SQLite, shared by all processes that use a data folder."""

from __future__ import annotations

from datetime import datetime

from scholarai.adapters.embedded.database import Database
from scholarai.adapters.system import to_us
from scholarai.domain.values import Value


class SqliteLeases(Value, frozen=True):
    """Implements `ports.leases.LeaseStore`."""

    database: Database

    def take(self, name: str, holder: str, *, now: datetime, until: datetime) -> bool:
        with self.database.writing() as tx:
            taken = tx.execute(
                "INSERT INTO leases (name, holder, expires_us) VALUES (?, ?, ?) ON CONFLICT (name) DO UPDATE"
                " SET holder = excluded.holder, expires_us = excluded.expires_us"
                " WHERE holder = excluded.holder OR expires_us <= ? OR expires_us > ? RETURNING 1",
                (name, holder, to_us(until), to_us(now), to_us(until + (until - now))),
            ).fetchone()
        return taken is not None

    def give_back(self, name: str, holder: str) -> None:
        with self.database.writing() as tx:
            tx.execute("DELETE FROM leases WHERE name = ? AND holder = ?", (name, holder))
