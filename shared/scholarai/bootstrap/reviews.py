"""Makes the services of reviews, and of tables, which are made by the steps of reviews."""

from __future__ import annotations

import time
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from scholarai.bootstrap.literature import LiteratureServices
from scholarai.bootstrap.once import once
from scholarai.bootstrap.passages import PassageServices
from scholarai.bootstrap.system import System
from scholarai.config.models import Role
from scholarai.ports.reviews import StepPublisher
from scholarai.services.exporting.reviews import ExportReview
from scholarai.services.outbox import SettleReview
from scholarai.services.reviews.forgetting import FinishReviewDeletion
from scholarai.services.reviews.job import Fetching, PaperCache, ReviewTools
from scholarai.services.reviews.reports import Reports
from scholarai.services.reviews.requests import Reviews, StartReview
from scholarai.services.reviews.tables import ChoosePapers, FillTables, TableRules, Tables

if TYPE_CHECKING:
    from scholarai.services.reviews.run import RunStep


@dataclass(eq=False)
class ReviewServices:
    """The services of reviews and tables."""

    system: System
    passages: PassageServices
    literature: LiteratureServices

    def start_review(self, publisher: StepPublisher | None = None) -> StartReview:
        return StartReview(
            reviews=self.system.backend().reviews,
            papers=self.system.backend().papers,
            catalog=self.system.backend().catalog,
            settle=self.settle_review(publisher),
            clock=self.system.clock,
            ids=self.system.ids,
            model=lambda: self.system.models.provider_for("review").model,
            price_per_token=lambda: self.system.models.price_per_token("review"),
            cost=self.system.models.expected_cost,
            spending=self.system.spending(),
            depth=self.system.settings().review_depth,
            role_prices=self.role_prices,
            discover=self.literature.discover,
        )

    def role_prices(self) -> dict[str, tuple[float, float]]:
        """Return what a token read and one written cost with the models that weigh, search again and check."""
        roles: tuple[Role, ...] = ("rewrite", "weigh", "judge")
        found = {role: self.system.models.price_per_token(role) for role in roles}
        return {role: price for role, price in found.items() if price is not None}

    def run_review_step(self, publisher: StepPublisher | None = None) -> RunStep:
        """Return the runner of review steps; `publisher` gets the messages of the next steps, None: the backend's."""
        from scholarai.services.reviews.run import (  # pydantic, which showing a review does not need
            ReviewRules,
            RunStep,
        )

        rules = ReviewRules(
            lease=timedelta(seconds=self.system.settings().lease_s),
            max_attempts=self.system.settings().max_attempts,
            budget_usd=self.system.settings().review_budget_usd,
        )
        return RunStep(
            tools=self.review_tools(), settle=self.settle_review(publisher), rules=rules, held=self.system.held_leases()
        )

    def review_tools(self) -> ReviewTools:
        def fetching() -> Fetching:
            return Fetching(discover=self.literature.discover(), add=self.literature.add_work(), sleep=time.sleep)

        return ReviewTools(
            reviews=self.system.backend().reviews,
            catalog=self.system.backend().catalog,
            contents=self.system.backend().contents,
            find=self.passages.find_in_library(),
            papers=self.paper_cache(),
            embedder=self.system.models.embedder,
            picker=self.system.models.quote_picker,
            model=lambda: self.system.models.model_for("review"),
            price_per_token=lambda: self.system.models.price_per_token("review"),
            clock=self.system.clock,
            spending=self.system.spending(),
            looking=self.system.models.deep_models,
            passages=self.passages.find_passages,
            discover=self.literature.discover,
            fetching=fetching,
        )

    @once
    def paper_cache(self) -> PaperCache:
        """Return the papers that this process keeps open for quotes."""
        return PaperCache(contents=self.system.backend().contents)

    def settle_review(self, publisher: StepPublisher | None = None) -> SettleReview:
        return SettleReview(
            reviews=self.system.backend().reviews, publisher=publisher or self.system.backend().review_steps
        )

    def requests(self) -> Reviews:
        return Reviews(
            reviews=self.system.backend().reviews,
            settle=self.settle_review(),
            finish=self.finish_review_deletion(),
            clock=self.system.clock,
            asks_model=lambda: self.system.models.model_for("review") is not None,
        )

    def reports(self) -> Reports:
        return Reports(reviews=self.system.backend().reviews, catalog=self.system.backend().catalog)

    def export_review(self) -> ExportReview:
        return ExportReview(reports=self.reports(), papers=self.system.backend().papers)

    def finish_review_deletion(self) -> FinishReviewDeletion:
        return FinishReviewDeletion(reviews=self.system.backend().reviews)

    def fill_tables(self, publisher: StepPublisher | None = None) -> FillTables:
        backend = self.system.backend()
        return FillTables(
            reviews=backend.reviews,
            papers=backend.papers,
            choose=ChoosePapers(catalog=backend.catalog, index=backend.library_index, collections=backend.collections),
            settle=self.settle_review(publisher),
            clock=self.system.clock,
            ids=self.system.ids,
            rules=TableRules(
                model=lambda: self.system.models.provider_for("review").model,
                price_per_token=lambda: self.system.models.price_per_token("review"),
                cost=lambda read, written: self.system.models.expected_cost(read, written, "review"),
                spending=self.system.spending(),
            ),
        )

    def tables(self) -> Tables:
        backend = self.system.backend()
        return Tables(
            reviews=backend.reviews,
            catalog=backend.catalog,
            clock=self.system.clock,
            delete_review=self.requests().delete,
        )
