"""Builds the services that show, change and delete reviews, and those of the library search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scholarai.bootstrap.models import Models

if TYPE_CHECKING:
    from scholarai.domain.review import Review
    from scholarai.ports.reviews import StepPublisher
    from scholarai.services.library.search import FindInLibrary, SearchLibrary
    from scholarai.services.outbox import SweepOutbox
    from scholarai.services.reviews.editing import EditReview
    from scholarai.services.reviews.reports import ReadReport, TraceReview
    from scholarai.services.reviews.requests import CancelReview, DeleteReview, GetReview, ListReviews
    from scholarai.services.reviews.settling import FinishReviewDeletion, SettleReview


class Reviews(Models):
    """The services of stored reviews and of the library search."""

    def settle_review(self, publisher: StepPublisher | None = None) -> SettleReview:
        from scholarai.services.reviews.settling import SettleReview

        return SettleReview(reviews=self.backend().reviews, publisher=publisher or self.backend().review_steps)

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
