"""A worker's fenced lease on the current step of a review, and the outbox with the messages of the next steps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from datetime import datetime, timedelta

from scholarai.domain.review import Review
from scholarai.domain.values import Value
from scholarai.ports.clock import Clock
from scholarai.ports.reviews import Output, ReviewStore, StepPublisher
from scholarai.reviewing.chain import released, renewed, require_held, settled
from scholarai.services.outbox import SweepOutbox
from scholarai.services.under_way import heartbeat


class ReviewLease:
    """A worker's lease on a step, from the claim to the release.

    Attributes:
        review: As this worker last stored it.
        released: Whether the lease was given back because this process must end.
    """

    def __init__(
        self, *, reviews: ReviewStore, clock: Clock, length: timedelta, budget: timedelta, review: Review
    ) -> None:
        self.review = review
        self.released = False
        self._epoch = review.epoch
        self._reviews = reviews
        self._clock = clock
        self._length = length
        self._deadline = clock.now() + budget

    def change(self, rule: Callable[[Review, datetime], Review], outputs: Sequence[Output] = ()) -> Review:
        """Apply `rule` to the held review and the time, store the outputs with it, and return what is stored.

        Raises:
            ClaimLostError: If the review is no longer this worker's.
        """
        now = self._clock.now()
        stored = self._reviews.change(
            self.review.id,
            lambda current: rule(renewed(require_held(current, self._epoch), now, self._length), now),
            outputs,
        )
        self.review = stored or self.review
        return self.review

    def release(self) -> None:
        """Give the step back, so that another worker may have it at once; that counts as no attempt.

        Raises:
            ClaimLostError: If the review is no longer this worker's.
            TransientError: If the store cannot be reached; the lease then ends by itself.
        """
        self.released = True
        self.change(released)

    def has_time(self) -> bool:
        """Tell whether this run has time to start something new."""
        return self._clock.now() < self._deadline

    def kept_alive(self) -> AbstractContextManager[None]:
        """Renew the lease in the background while the body works, for as long as this worker's time lasts."""
        return heartbeat(self._renew, self._length, has_time=self.has_time, about={"review_id": self.review.id})

    def _renew(self) -> None:
        now = self._clock.now()
        self._reviews.change(
            self.review.id, lambda stored: renewed(require_held(stored, self._epoch), now, self._length)
        )


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
