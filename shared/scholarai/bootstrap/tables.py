"""Builds the services of tables."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from scholarai.bootstrap.chat import Chat
from scholarai.bootstrap.reviews import Reviews

if TYPE_CHECKING:
    from scholarai.ports.reviews import StepPublisher
    from scholarai.services.reviews.job import ReviewTools
    from scholarai.services.reviews.requests import ListReviews
    from scholarai.services.tables.choosing import ChoosePapers
    from scholarai.services.tables.estimating import EstimateTable
    from scholarai.services.tables.reading import DeleteTable, ReadTable, StopTable
    from scholarai.services.tables.requests import ChangeTable, StartTable
    from scholarai.services.tables.rules import TableRules


class Tables(Chat, Reviews):
    """The services of tables, whose steps are those of reviews."""

    def review_tools(self) -> ReviewTools:
        return replace(super().review_tools(), passages=self.find_passages)

    def start_table(self, publisher: StepPublisher | None = None) -> StartTable:
        from scholarai.adapters.system import RandomIds, SystemClock
        from scholarai.services.tables.requests import StartTable

        return StartTable(
            reviews=self.backend().reviews,
            papers=self.backend().papers,
            choose=self.choose_papers(),
            settle=self.settle_review(publisher),
            clock=SystemClock(),
            ids=RandomIds(),
            rules=self.table_rules(),
        )

    def change_table(self, publisher: StepPublisher | None = None) -> ChangeTable:
        from scholarai.adapters.system import SystemClock
        from scholarai.services.tables.requests import ChangeTable

        return ChangeTable(
            reviews=self.backend().reviews,
            papers=self.backend().papers,
            choose=self.choose_papers(),
            settle=self.settle_review(publisher),
            clock=SystemClock(),
            rules=self.table_rules(),
        )

    def choose_papers(self) -> ChoosePapers:
        from scholarai.services.tables.choosing import ChoosePapers

        backend = self.backend()
        return ChoosePapers(catalog=backend.catalog, index=backend.library_index, collections=backend.collections)

    def estimate_table(self) -> EstimateTable:
        from scholarai.services.tables.estimating import EstimateTable

        return EstimateTable(
            choose=self.choose_papers(),
            rules=self.table_rules(),
            cost=lambda read, written: self.expected_cost(read, written, "review"),
        )

    def table_rules(self) -> TableRules:
        from scholarai.services.tables.rules import TableRules

        return TableRules(
            model=lambda: self.provider_for("review").model,
            price_per_token=lambda: self.price_per_token("review"),
            spending=self.spending(),
        )

    def read_table(self) -> ReadTable:
        from scholarai.services.tables.reading import ReadTable

        return ReadTable(reviews=self.backend().reviews, catalog=self.backend().catalog)

    def list_tables(self) -> ListReviews:
        from scholarai.services.reviews.requests import ListReviews

        return ListReviews(reviews=self.backend().reviews, tables=True)

    def stop_table(self) -> StopTable:
        from scholarai.adapters.system import SystemClock
        from scholarai.services.tables.reading import StopTable

        return StopTable(reviews=self.backend().reviews, clock=SystemClock())

    def delete_table(self) -> DeleteTable:
        from scholarai.services.tables.reading import DeleteTable

        return DeleteTable(reviews=self.backend().reviews, delete=self.delete_review())
