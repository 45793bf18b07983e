"""A worker's fenced lease on the current step of a review, and the outbox with the messages of the next steps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from scholarai.domain.review import Review
from scholarai.domain.values import Value
from scholarai.ports.clock import Clock
from scholarai.ports.reviews import Output, ReviewStore, StepPublisher
from scholarai.reviewing.chain import settled
from scholarai.services.leases import FencedLease
from scholarai.services.outbox import SweepOutbox


class ReviewLease(FencedLease[Review]):
    """A worker's lease on a review's current step; outputs are stored with the write that they belong to."""

    def __init__(
        self, *, reviews: ReviewStore, clock: Clock, length: timedelta, budget: timedelta, review: Review
    ) -> None:
        super().__init__(
            review,
            lambda rule: reviews.change(review.id, rule),
            clock=clock,
            length=length,
            budget=budget,
            about={"review_id": review.id},
        )
        self._reviews = reviews

    @property
    def review(self) -> Review:
        """The review as this worker last stored it."""
        return self.record

    def change(self, rule: Callable[[Review, datetime], Review], outputs: Sequence[Output] = ()) -> Review:
        """Apply `rule` to the held review and the time, store the outputs with it, and return what is stored.

        Raises:
            ClaimLostError: If the review is no longer this worker's.
        """
        self._keep(self._reviews.change(self.review.id, self.fenced(rule), outputs))
        return self.review


class SettleReview(Value, frozen=True, kw_only=True):
    """Publishes a review's step messages; safe to repeat after a crash at any point."""

    reviews: ReviewStore
    publisher: StepPublisher

    def run(self, review: Review) -> None:
        """Publish the orders in the outbox, then clear them.

        Raises:
            TransientError: If it could not be done now; the outbox stays.
        """
        if review.deleting or not review.outbox:
            return
        for message in review.outbox:
            self.publisher.publish(message)
        self.reviews.change(review.id, lambda stored: None if stored is None else settled(stored, review.outbox))


class FinishReviewDeletion(Value, frozen=True, kw_only=True):
    """Removes what is left of a review that is marked as deleting; the mark goes last."""

    reviews: ReviewStore

    def run(self, review: Review) -> None:
        """Remove outputs, then the document; may be repeated."""
        self.reviews.clear(review.id)
        self.reviews.change(review.id, lambda _: None)


def sweep_reviews(
    reviews: ReviewStore, settle: SettleReview, finish_deletion: FinishReviewDeletion, clock: Clock
) -> SweepOutbox[Review]:
    """Return the sweeper of reviews."""
    return SweepOutbox(
        unfinished=lambda limit: reviews.unfinished(limit=limit),
        since=lambda review: review.updated_at,
        finish=lambda review: finish_deletion.run(review) if review.deleting else settle.run(review),
        about=lambda review: {"review_id": review.id},
        clock=clock,
    )
