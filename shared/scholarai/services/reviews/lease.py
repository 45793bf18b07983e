"""A worker's lease on the current step of a review: every write is fenced by its epoch."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from datetime import datetime, timedelta

from scholarai.domain.review import Review
from scholarai.ports.clock import Clock
from scholarai.ports.reviews import Output, ReviewStore
from scholarai.reviewing.chain import released, renewed, require_held
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
            lambda found: rule(renewed(require_held(found, self._epoch), now, self._length), now),
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
        self._reviews.change(self.review.id, lambda found: renewed(require_held(found, self._epoch), now, self._length))
