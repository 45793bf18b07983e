"""Publishes the step messages in a review's outbox, and finishes the deletion of reviews."""

from __future__ import annotations

from scholarai.domain.review import Review
from scholarai.domain.values import Value
from scholarai.ports.clock import Clock
from scholarai.ports.reviews import ReviewStore, StepPublisher
from scholarai.reviewing.chain import settled
from scholarai.services.outbox import SweepOutbox


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
        self.reviews.change(review.id, lambda found: None if found is None else settled(found, review.outbox))


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
