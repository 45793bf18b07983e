"""A worker's lease on the current step of a review."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from scholarai.domain.review import Review
from scholarai.ports.clock import Clock
from scholarai.ports.reviews import Output, ReviewStore
from scholarai.services.leases import FencedLease


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
