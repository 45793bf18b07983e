"""What a review owes: the order of its next step, the end of its deletion; and how that is paid after a crash."""

from __future__ import annotations

import logging
from datetime import timedelta

from scholarai.domain.errors import TransientError
from scholarai.domain.review import Review
from scholarai.domain.values import Value
from scholarai.ports.clock import Clock
from scholarai.ports.reviews import ReviewStore, StepPublisher
from scholarai.reviewing.chain import settled

# A guess: the worker that made a debt normally pays it within a second.
_GRACE = timedelta(seconds=30)
_REVIEWS_PER_SWEEP = 100

_LOG = logging.getLogger(__name__)


class SettleReview(Value, frozen=True, kw_only=True):
    """Publishes what a review owes; may be repeated after a crash anywhere."""

    reviews: ReviewStore
    publisher: StepPublisher

    def run(self, review: Review) -> None:
        """Publish the orders in the outbox, then clear them.

        Raises:
            TransientError: If it could not be done now; the debt stays.
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


class PayReviewDebts(Value, frozen=True, kw_only=True):
    """Does what a crashed process still owed; run it every few minutes."""

    reviews: ReviewStore
    settle: SettleReview
    finish_deletion: FinishReviewDeletion
    clock: Clock

    def run(self) -> int:
        """Settle reviews that have owed for a while and return how many; those that fail are left for the next run."""
        now = self.clock.now()
        owing = self.reviews.owing(limit=_REVIEWS_PER_SWEEP)
        # What is owed since a time to come was written by a clock that ran ahead: when it is due nobody knows.
        return sum(self._pay(review) for review in owing if not now - _GRACE <= review.updated_at <= now)

    def _pay(self, review: Review) -> bool:
        try:
            if review.deleting:
                self.finish_deletion.run(review)
            else:
                self.settle.run(review)
        except TransientError as error:
            _LOG.warning("review debt not paid", extra={"review_id": review.id, "code": error.code})
            return False
        return True
