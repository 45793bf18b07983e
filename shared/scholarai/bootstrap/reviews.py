"""What writes, shows and deletes reviews, and searches the library."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from scholarai.bootstrap.models import embedder, local_reranker, price_per_token, quote_picker, text_model
from scholarai.bootstrap.stores import backend, settings

if TYPE_CHECKING:
    from scholarai.ports.reviews import StepPublisher
    from scholarai.services.library_search import FindInLibrary, SearchLibrary
    from scholarai.services.reviews.editing import EditReview
    from scholarai.services.reviews.job import ReviewTools
    from scholarai.services.reviews.reports import ReadReport, TraceReview
    from scholarai.services.reviews.requests import CancelReview, DeleteReview, GetReview, ListReviews, StartReview
    from scholarai.services.reviews.run import RunStep
    from scholarai.services.reviews.settling import FinishReviewDeletion, PayReviewDebts, SettleReview
    from scholarai.services.reviews.shelf import Shelf


def start_review(publisher: StepPublisher | None = None) -> StartReview:
    from scholarai.adapters.system import RandomIds, SystemClock
    from scholarai.services.reviews.requests import StartReview

    return StartReview(
        reviews=backend().reviews,
        papers=backend().papers,
        catalog=backend().catalog,
        settle=settle_review(publisher),
        clock=SystemClock(),
        ids=RandomIds(),
        model=lambda: settings().chat_model if settings().uses_gemini else "extractive",
        price_per_token=price_per_token,
    )


def run_review_step(publisher: StepPublisher | None = None) -> RunStep:
    """Return what does the steps of reviews; `publisher` takes the orders of the next ones, None: the backend's."""
    from datetime import timedelta

    from scholarai.services.reviews.run import ReviewRules, RunStep

    rules = ReviewRules(
        lease=timedelta(seconds=settings().lease_s),
        max_attempts=settings().max_attempts,
        budget_usd=settings().review_budget_usd,
    )
    return RunStep(tools=review_tools(), settle=settle_review(publisher), rules=rules)


def settle_review(publisher: StepPublisher | None = None) -> SettleReview:
    from scholarai.services.reviews.settling import SettleReview

    return SettleReview(reviews=backend().reviews, publisher=publisher or backend().review_steps)


def review_tools() -> ReviewTools:
    from scholarai.adapters.system import SystemClock
    from scholarai.services.reviews.job import ReviewTools

    return ReviewTools(
        reviews=backend().reviews,
        catalog=backend().catalog,
        contents=backend().contents,
        find=find_in_library(),
        shelf=review_shelf(),
        embedder=embedder,
        reranker=local_reranker,
        picker=quote_picker,
        model=text_model,
        price_per_token=price_per_token,
        clock=SystemClock(),
    )


@functools.cache
def review_shelf() -> Shelf:
    """Return the papers that this process keeps open for quotes."""
    from scholarai.services.reviews.shelf import Shelf

    return Shelf(contents=backend().contents)


def find_in_library() -> FindInLibrary:
    from scholarai.services.library_search import FindInLibrary

    return FindInLibrary(search=backend().search, embedder=embedder)


def search_library() -> SearchLibrary:
    from scholarai.services.library_search import SearchLibrary

    return SearchLibrary(catalog=backend().catalog, find=find_in_library())


def get_review() -> GetReview:
    from scholarai.services.reviews.requests import GetReview

    return GetReview(reviews=backend().reviews)


def list_reviews() -> ListReviews:
    from scholarai.services.reviews.requests import ListReviews

    return ListReviews(reviews=backend().reviews)


def read_report() -> ReadReport:
    from scholarai.services.reviews.reports import ReadReport

    return ReadReport(reviews=backend().reviews)


def trace_review() -> TraceReview:
    from scholarai.services.reviews.reports import TraceReview

    return TraceReview(reviews=backend().reviews)


def cancel_review() -> CancelReview:
    from scholarai.adapters.system import SystemClock
    from scholarai.services.reviews.requests import CancelReview

    return CancelReview(reviews=backend().reviews, clock=SystemClock())


def edit_review() -> EditReview:
    from scholarai.adapters.system import SystemClock
    from scholarai.services.reviews.editing import EditReview

    return EditReview(
        reviews=backend().reviews,
        settle=settle_review(),
        clock=SystemClock(),
        asks_model=lambda: settings().uses_gemini,
    )


def delete_review() -> DeleteReview:
    from scholarai.adapters.system import SystemClock
    from scholarai.services.reviews.requests import DeleteReview

    return DeleteReview(reviews=backend().reviews, finish=finish_review_deletion(), clock=SystemClock())


def finish_review_deletion() -> FinishReviewDeletion:
    from scholarai.services.reviews.settling import FinishReviewDeletion

    return FinishReviewDeletion(reviews=backend().reviews)


def pay_review_debts() -> PayReviewDebts:
    from scholarai.adapters.system import SystemClock
    from scholarai.services.reviews.settling import PayReviewDebts

    return PayReviewDebts(
        reviews=backend().reviews,
        settle=settle_review(),
        finish_deletion=finish_review_deletion(),
        clock=SystemClock(),
    )
