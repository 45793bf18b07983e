"""The services of tables over the small library of the tests of reviews."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from doubles.watched import Watch, Watched
from msgspec import structs
from unit.services_reviews.system import ADA, LEASE, PRICE, System, paper_about

from scholarai.adapters.system import RandomIds
from scholarai.domain.ids import PaperId, ReviewId
from scholarai.domain.spending import FREE
from scholarai.domain.tables import ShownCell, ShownTable
from scholarai.ports.reviews import ReviewStore
from scholarai.reviewing.tables import TableChange, WantedColumn
from scholarai.services.library.passages import FindPassages
from scholarai.services.reviews.run import RunStep
from scholarai.services.reviews.tables import ChoosePapers, FillTables, TableRequest, TableRules, Tables

ASKED = ("How large is the entrance of the nest site that they prefer?", "How many scouts stood at one site?")
COLUMNS = tuple(WantedColumn(question=question) for question in ASKED)
MOST_STEPS = 100


class Killed(BaseException):
    """The process ends here, as by `kill -9`: nobody catches it."""


class TableSystem(System):
    """Tables are kept in `store` where there is one, else beside the papers."""

    def __init__(self, folder: Path, watch: Watch = lambda *_: None, store: ReviewStore | None = None) -> None:
        super().__init__(folder, watch)
        self.store: ReviewStore = store or self.backend.reviews
        self.reviews = Watched("reviews", self.store, watch)

    def add_papers(self, count: int) -> tuple[PaperId, ...]:
        """Store papers that differ in their animals and numbers."""
        names = [f"{'abcdefghijklmnopqrstuvwxyz'[n % 26] * (1 + n // 26)}nts" for n in range(count)]
        return tuple(self.add(name, paper_about(name, 2010 + n), year=2010 + n) for n, name in enumerate(names))

    @property
    def rules(self) -> TableRules:
        return TableRules(
            model=lambda: self.model.name if self.model else "extractive",
            price_per_token=lambda: PRICE if self.model else None,
            cost=lambda _read, _written: FREE,
            spending=self.spending,
        )

    @property
    def choose(self) -> ChoosePapers:
        return ChoosePapers(
            catalog=self.backend.catalog, index=self.backend.library_index, collections=self.backend.collections
        )

    @property
    def run_step(self) -> RunStep:
        made = super().run_step
        return dataclasses.replace(
            made, tools=structs.replace(made.tools, passages=lambda: FindPassages(embedder=lambda: self.embedder))
        )

    @property
    def filling(self) -> FillTables:
        return FillTables(
            reviews=self.reviews,
            papers=self.backend.papers,
            choose=self.choose,
            settle=self.settle,
            clock=self.clock,
            ids=RandomIds(),
            rules=self.rules,
        )

    def start_table(self, columns: Sequence[WantedColumn] = COLUMNS, **about: Any) -> ReviewId:
        return self.filling.start(ADA, TableRequest(title="Nests", columns=tuple(columns), **about)).id

    def change_table(self, table_id: ReviewId, **change: Any) -> None:
        self.filling.change(ADA, table_id, TableChange(**change))

    @property
    def tables(self) -> Tables:
        return Tables(
            reviews=self.store, catalog=self.backend.catalog, clock=self.clock, delete_review=self.requests.delete
        )

    def shown(self, table_id: ReviewId) -> ShownTable:
        return self.tables.read(ADA, table_id)

    def fill(self, table_id: ReviewId) -> ShownTable:
        """Do all steps that are ordered; at most as many as any table has."""
        for _ in range(MOST_STEPS):
            if self.step() is None:
                break
        return self.shown(table_id)

    def resume(self, table_id: ReviewId) -> ShownTable:
        """Do what another process does once the lease of one that was killed is over: its message comes again."""
        self.clock.advance(10 * LEASE.total_seconds())
        self.orders.taken = max(0, self.orders.taken - 1)
        self.sweeper.sweep()
        return self.fill(table_id)


def cells(table: ShownTable) -> list[ShownCell]:
    return [cell for row in table.rows for cell in row.cells]


def states(table: ShownTable) -> list[str]:
    return [cell.state for cell in cells(table)]
