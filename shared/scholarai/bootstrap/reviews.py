"""Builds the services of reviews and of the library search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scholarai.bootstrap.models import Models
from scholarai.bootstrap.once import once

if TYPE_CHECKING:
    from scholarai.config_models import Role
    from scholarai.domain.review import Review
    from scholarai.ports.reviews import StepPublisher
    from scholarai.services.library.search import FindInLibrary, SearchLibrary
    from scholarai.services.outbox import SweepOutbox
    from scholarai.services.reviews.editing import EditReview
    from scholarai.services.reviews.estimating import EstimateReview
    from scholarai.services.reviews.job import ReviewTools
    from scholarai.services.reviews.paper_cache import PaperCache
    from scholarai.services.reviews.reports import ReadReport, TraceReview
    from scholarai.services.reviews.requests import CancelReview, DeleteReview, GetReview, ListReviews, StartReview
    from scholarai.services.reviews.run import RunStep
    from scholarai.services.reviews.settling import FinishReviewDeletion, SettleReview


class Reviews(Models):
    """The services of reviews and of the library search."""

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

    def settle_review(self, publisher: StepPublisher | None = None) -> SettleReview:
        from scholarai.services.reviews.settling import SettleReview

        return SettleReview(reviews=self.backend().reviews, publisher=publisher or self.backend().review_steps)

    def review_tools(self) -> ReviewTools:
        from scholarai.adapters.system import SystemClock
        from scholarai.services.reviews.job import ReviewTools

        return ReviewTools(
            reviews=self.backend().reviews,
            catalog=self.backend().catalog,
            contents=self.backend().contents,
            find=self.find_in_library(),
            papers=self.review_paper_cache(),
            embedder=self.embedder,
            reranker=self.local_reranker,
            picker=self.quote_picker,
            model=lambda: self.model_for("review"),
            price_per_token=lambda: self.price_per_token("review"),
            clock=SystemClock(),
            spending=self.spending(),
            looking=self.deep_models,
        )

    @once
    def review_paper_cache(self) -> PaperCache:
        """Return the papers that this process keeps open for quotes."""
        from scholarai.services.reviews.paper_cache import PaperCache

        return PaperCache(contents=self.backend().contents)

    def find_in_library(self) -> FindInLibrary:
        from scholarai.services.library.search import FindInLibrary

        return FindInLibrary(search=self.backend().search, embedder=self.embedder)

    def search_library(self) -> SearchLibrary:
        from scholarai.services.library.search import SearchLibrary

        return SearchLibrary(catalog=self.backend().catalog, find=self.find_in_library())

    def get_review(self) -> GetReview:
        from scholarai.services.reviews.requests import GetReview

        return GetReview(reviews=self.backend().reviews)

    def list_reviews(self) -> ListReviews:
        from scholarai.services.reviews.requests import ListReviews

        return ListReviews(reviews=self.backend().reviews)

    def read_report(self) -> ReadReport:
        from scholarai.services.reviews.reports import ReadReport

        return ReadReport(reviews=self.backend().reviews, catalog=self.backend().catalog)

    def trace_review(self) -> TraceReview:
        from scholarai.services.reviews.reports import TraceReview

        return TraceReview(reviews=self.backend().reviews)

    def cancel_review(self) -> CancelReview:
        from scholarai.adapters.system import SystemClock
        from scholarai.services.reviews.requests import CancelReview

        return CancelReview(reviews=self.backend().reviews, clock=SystemClock())

    def edit_review(self) -> EditReview:
        from scholarai.adapters.system import SystemClock
        from scholarai.services.reviews.editing import EditReview

        return EditReview(
            reviews=self.backend().reviews,
            settle=self.settle_review(),
            clock=SystemClock(),
            asks_model=lambda: self.model_for("review") is not None,
        )

    def delete_review(self) -> DeleteReview:
        from scholarai.adapters.system import SystemClock
        from scholarai.services.reviews.requests import DeleteReview

        return DeleteReview(reviews=self.backend().reviews, finish=self.finish_review_deletion(), clock=SystemClock())

    def finish_review_deletion(self) -> FinishReviewDeletion:
        from scholarai.services.reviews.settling import FinishReviewDeletion

        return FinishReviewDeletion(reviews=self.backend().reviews)

    def sweep_reviews(self) -> SweepOutbox[Review]:
        from scholarai.adapters.system import SystemClock
        from scholarai.services.reviews.settling import sweep_reviews

        return sweep_reviews(self.backend().reviews, self.settle_review(), self.finish_review_deletion(), SystemClock())
