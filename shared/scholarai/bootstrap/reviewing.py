"""Builds the services that start reviews and tables and run their steps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scholarai.bootstrap.adding import Adding
from scholarai.bootstrap.once import once
from scholarai.bootstrap.reviews import Reviews

if TYPE_CHECKING:
    from scholarai.config_models import Role
    from scholarai.ports.reviews import StepPublisher
    from scholarai.services.reviews.estimating import EstimateReview
    from scholarai.services.reviews.job import ReviewTools
    from scholarai.services.reviews.paper_cache import PaperCache
    from scholarai.services.reviews.requests import ListReviews, StartReview
    from scholarai.services.reviews.run import RunStep
    from scholarai.services.tables.choosing import ChoosePapers
    from scholarai.services.tables.estimating import EstimateTable
    from scholarai.services.tables.reading import DeleteTable, ReadTable, StopTable
    from scholarai.services.tables.requests import ChangeTable, StartTable
    from scholarai.services.tables.rules import TableRules


class Reviewing(Adding, Reviews):
    """The services that make reviews and tables; the steps of a table are those of a review."""

    def start_review(self, publisher: StepPublisher | None = None) -> StartReview:
        from scholarai.adapters.system import RandomIds, SystemClock
        from scholarai.services.reviews.requests import StartReview

        return StartReview(
            reviews=self.backend().reviews,
            papers=self.backend().papers,
            catalog=self.backend().catalog,
            settle=self.settle_review(publisher),
            clock=SystemClock(),
            ids=RandomIds(),
            model=lambda: self.provider_for("review").model,
            price_per_token=lambda: self.price_per_token("review"),
            spending=self.spending(),
            depth=self.settings().review_depth,
            role_prices=self.looking_prices,
            discover=self.discover,
        )

    def looking_prices(self) -> dict[str, tuple[float, float]]:
        """Return what a token read and one written cost with the models that weigh, search again and check."""
        roles: tuple[Role, ...] = ("rewrite", "weigh", "judge")
        found = {role: self.price_per_token(role) for role in roles}
        return {role: price for role, price in found.items() if price is not None}

    def estimate_review(self) -> EstimateReview:
        from scholarai.services.reviews.estimating import EstimateReview

        return EstimateReview(
            papers=self.backend().papers,
            catalog=self.backend().catalog,
            model=lambda: self.provider_for("review").model,
            price_per_token=lambda: self.price_per_token("review"),
            cost=self.expected_cost,
            depth=self.settings().review_depth,
            role_prices=self.looking_prices,
        )

    def run_review_step(self, publisher: StepPublisher | None = None) -> RunStep:
        """Return the runner of review steps; `publisher` gets the messages of the next steps, None: the backend's."""
        from datetime import timedelta

        from scholarai.services.reviews.run import ReviewRules, RunStep

        rules = ReviewRules(
            lease=timedelta(seconds=self.settings().lease_s),
            max_attempts=self.settings().max_attempts,
            budget_usd=self.settings().review_budget_usd,
        )
        return RunStep(tools=self.review_tools(), settle=self.settle_review(publisher), rules=rules, held=self.held())

    def review_tools(self) -> ReviewTools:
        import time

        from scholarai.adapters.system import SystemClock
        from scholarai.services.reviews.job import Fetching, ReviewTools

        def fetching() -> Fetching:
            return Fetching(discover=self.discover(), add=self.add_work(), sleep=time.sleep)

        return ReviewTools(
            reviews=self.backend().reviews,
            catalog=self.backend().catalog,
            contents=self.backend().contents,
            find=self.find_in_library(),
            papers=self.review_paper_cache(),
            embedder=self.embedder,
            picker=self.quote_picker,
            model=lambda: self.model_for("review"),
            price_per_token=lambda: self.price_per_token("review"),
            clock=SystemClock(),
            spending=self.spending(),
            looking=self.deep_models,
            passages=self.find_passages,
            discover=self.discover,
            fetching=fetching,
        )

    @once
    def review_paper_cache(self) -> PaperCache:
        """Return the papers that this process keeps open for quotes."""
        from scholarai.services.reviews.paper_cache import PaperCache

        return PaperCache(contents=self.backend().contents)

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
