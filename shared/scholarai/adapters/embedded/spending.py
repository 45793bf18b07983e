"""Sums of what owners took, in SQLite."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from msgspec.structs import astuple

from scholarai.adapters.embedded.database import Database
from scholarai.domain.ids import OwnerId
from scholarai.domain.spending import Spent
from scholarai.domain.values import Value

# The columns of sums are named like the fields.
_SUMS = Spent.__struct_fields__
_READ = f"SELECT {', '.join(_SUMS)} FROM spending WHERE owner = ? AND day = ?"  # noqa: S608  - our own names
_ADD = (
    f"INSERT INTO spending (owner, day, {', '.join(_SUMS)}) VALUES (?, ?{', ?' * len(_SUMS)})"  # noqa: S608
    f" ON CONFLICT (owner, day) DO UPDATE SET {', '.join(f'{name} = {name} + excluded.{name}' for name in _SUMS)}"
)


class SqliteSpendingStore(Value, frozen=True):
    """Implements `ports.spending.SpendingStore`."""

    database: Database

    def read(self, owner: OwnerId, day: date) -> Spent:
        with self.database.reading() as tx:
            row = tx.execute(_READ, (owner, day.isoformat())).fetchone()
        return Spent() if row is None else Spent(**dict(zip(_SUMS, row, strict=True)))

    def add(self, owner: OwnerId, day: date, spent: Spent, *, once: str | None = None) -> None:
        with self.database.writing() as tx:
            if once is not None:
                added = tx.execute("INSERT OR IGNORE INTO counted (owner, key) VALUES (?, ?)", (owner, once))
                if added.rowcount == 0:
                    return
            tx.execute(_ADD, (owner, day.isoformat(), *astuple(spent)))

    def days(self, owner: OwnerId) -> Sequence[date]:
        with self.database.reading() as tx:
            rows = tx.execute("SELECT day FROM spending WHERE owner = ?", (owner,)).fetchall()
        return [date.fromisoformat(day) for (day,) in rows]

    def cost_usd(self, day: date) -> float:
        with self.database.reading() as tx:
            (total,) = tx.execute(
                "SELECT coalesce(sum(cost_usd), 0.0) FROM spending WHERE day = ?", (day.isoformat(),)
            ).fetchone()
        return float(total)

    def forget(self, owner: OwnerId) -> None:
        with self.database.writing() as tx:
            tx.execute("DELETE FROM spending WHERE owner = ?", (owner,))
            tx.execute("DELETE FROM counted WHERE owner = ?", (owner,))
