"""Reading, stopping and deleting tables, which are kept among the reviews."""

from __future__ import annotations

from msgspec.structs import replace

from scholarai.domain.errors import NotFoundError
from scholarai.domain.ids import OwnerId, ReviewId
from scholarai.domain.review import Review
from scholarai.domain.table_spec import TableSpec
from scholarai.domain.tables import FilledRow, ShownTable
from scholarai.domain.values import Value, from_json
from scholarai.ports.clock import Clock
from scholarai.ports.reviews import LibraryCatalog, ReviewStore
from scholarai.reviewing.chain import ended
from scholarai.reviewing.table_rows import known_rows, row_name, shown_rows
from scholarai.services.reviews.describing import described
from scholarai.services.reviews.requests import DeleteReview


class ReadTable(Value, frozen=True, kw_only=True):
    reviews: ReviewStore
    catalog: LibraryCatalog

    def run(self, owner: OwnerId, table_id: ReviewId) -> ShownTable:
        """Return the table as far as it is filled, its papers named as they are known now.

        Raises:
            NotFoundError: If it is unknown, being deleted, or another owner's.
        """
        table = require_table(self.reviews.get(table_id), owner)
        spec = spec_of(table)
        rows = known_rows(table, read_rows(self.reviews, table))
        there = self.catalog.describe(owner, spec.paper_ids)
        papers = {paper_id: described(paper, 0.0, ()) for paper_id, paper in there.items()}
        return ShownTable(review=table, spec=spec, rows=shown_rows(spec, rows, papers))


class StopTable(Value, frozen=True, kw_only=True):
    reviews: ReviewStore
    clock: Clock

    def run(self, owner: OwnerId, table_id: ReviewId) -> Review:
        """Stop filling; what is filled stays. One that is not being filled comes back as it is.

        Raises:
            NotFoundError: If it is unknown, being deleted, or another owner's.
        """
        now = self.clock.now()

        def rule(found: Review | None) -> Review:
            table = require_table(found, owner)
            return table if table.step is None else replace(ended(table, "cancelled", None, now), outbox=())

        return require_table(self.reviews.change(table_id, rule), owner)


class DeleteTable(Value, frozen=True, kw_only=True):
    reviews: ReviewStore
    delete: DeleteReview

    def run(self, owner: OwnerId, table_id: ReviewId) -> None:
        """Delete the table with everything made for it; a repeated call goes on with what is left.

        Raises:
            NotFoundError: If it is unknown or another owner's.
        """
        require_table(self.reviews.get(table_id), owner, deleting=True)
        self.delete.run(owner, table_id)


def require_table(table: Review | None, owner: OwnerId, *, deleting: bool = False) -> Review:
    """Return the table if it is this owner's; one that is being deleted only where `deleting` asks for it.

    Raises:
        NotFoundError: If not; another owner's table is as unknown as a missing one.
    """
    if table is None or table.owner != owner or table.table is None or (table.deleting and not deleting):
        raise NotFoundError("table_unknown", "there is no such table")
    return table


def spec_of(table: Review) -> TableSpec:
    return table.table or TableSpec(paper_ids=(), columns=())


def read_rows(reviews: ReviewStore, table: Review) -> list[FilledRow]:
    """Return the rows that are filled so far."""
    names = [row_name(paper_id) for paper_id in spec_of(table).paper_ids]
    return [from_json(FilledRow, text) for text in reviews.read_outputs(table.id, names).values()]
