"""Sums of what owners took, in SQLite."""

from __future__ import annotations

from datetime import date

from scholarai.adapters.embedded.database import Database
from scholarai.domain.ids import OwnerId
from scholarai.domain.spending import Spent
from scholarai.domain.values import Value


class SqliteSpendingStore(Value, frozen=True):
    """Implements `ports.spending.SpendingStore`."""

    database: Database

    def read(self, owner: OwnerId, day: date) -> Spent:
        with self.database.reading() as tx:
            row = tx.execute(
                "SELECT questions, input_tokens, output_tokens, cost_usd FROM spending WHERE owner = ? AND day = ?",
                (owner, day.isoformat()),
            ).fetchone()
        if row is None:
            return Spent()
        return Spent(questions=row[0], input_tokens=row[1], output_tokens=row[2], cost_usd=row[3])

    def add(self, owner: OwnerId, day: date, spent: Spent) -> None:
        with self.database.writing() as tx:
            tx.execute(
                "INSERT INTO spending (owner, day, questions, input_tokens, output_tokens, cost_usd)"
                " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (owner, day) DO UPDATE SET"
                " questions = questions + excluded.questions, input_tokens = input_tokens + excluded.input_tokens,"
                " output_tokens = output_tokens + excluded.output_tokens, cost_usd = cost_usd + excluded.cost_usd",
                (owner, day.isoformat(), spent.questions, spent.input_tokens, spent.output_tokens, spent.cost_usd),
            )

    def forget(self, owner: OwnerId) -> None:
        with self.database.writing() as tx:
            tx.execute("DELETE FROM spending WHERE owner = ?", (owner,))
