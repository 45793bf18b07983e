"""A worker's hold on the current step of a review: every write is fenced by its epoch."""

from __future__ import annotations

import contextlib
import logging
import threading
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta

from scholarai.domain.errors import ClaimLostError, TransientError
from scholarai.domain.review import Review
from scholarai.ports.clock import Clock
from scholarai.ports.reviews import Output, ReviewStore
from scholarai.reviewing.chain import renewed, require_held

# A guess: two beats may fail before the lease is over.
_BEATS_PER_LEASE = 3
# A guess: how long the end of a step waits for a beat that hangs in the store.
_JOIN_S = 5.0

_LOG = logging.getLogger(__name__)


class ReviewTenure:
    """The time from claiming a step to letting go of it; `review` is as this worker last stored it."""

    def __init__(
        self, *, reviews: ReviewStore, clock: Clock, lease: timedelta, budget: timedelta, review: Review
    ) -> None:
        self.review = review
        self._epoch = review.epoch
        self._reviews = reviews
        self._clock = clock
        self._lease = lease
        self._deadline = clock.now() + budget

    def change(self, rule: Callable[[Review, datetime], Review], outputs: Sequence[Output] = ()) -> Review:
        """Apply `rule` to the held review and the time, store the outputs with it, and return what is stored.

        Raises:
            ClaimLostError: If the review is no longer this worker's.
        """
        now = self._clock.now()
        stored = self._reviews.change(
            self.review.id,
            lambda found: rule(renewed(require_held(found, self._epoch), now, self._lease), now),
            outputs,
        )
        self.review = stored or self.review
        return self.review

    def has_time(self) -> bool:
        """Tell whether this run may begin something new."""
        return self._clock.now() < self._deadline

    @contextlib.contextmanager
    def kept_alive(self) -> Iterator[None]:
        """Renew the lease from a thread while the body works, for as long as this worker's time lasts."""
        stop = threading.Event()
        beats = threading.Thread(target=self._beat, args=(stop,), name="review-lease", daemon=True)
        beats.start()
        try:
            yield
        finally:
            stop.set()
            beats.join(timeout=_JOIN_S)

    def _beat(self, stop: threading.Event) -> None:
        while not stop.wait(self._lease.total_seconds() / _BEATS_PER_LEASE) and self.has_time():
            now = self._clock.now()
            try:
                self._reviews.change(
                    self.review.id,
                    lambda found, now=now: renewed(require_held(found, self._epoch), now, self._lease),  # type: ignore[misc]
                )
            except ClaimLostError:
                return  # the worker's own next write meets it too
            except TransientError as error:
                _LOG.warning("lease not renewed", extra={"review_id": self.review.id, "code": error.code})
