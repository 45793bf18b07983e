"""A worker's lease on a paper: every write is fenced by its claim and renews the lease."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import datetime, timedelta

from msgspec.structs import replace

from scholarai.domain.claims import renew, require_claim
from scholarai.domain.endings import interrupted
from scholarai.domain.errors import TransientError
from scholarai.domain.paper import Claim, Paper, Progress
from scholarai.ports.clock import Clock
from scholarai.ports.stores import PaperRule, PaperStore
from scholarai.services.under_way import heartbeat

# Firestore sustains about one write per second on one document.
PROGRESS_EVERY = timedelta(seconds=1)


class PaperLease:
    """A worker's lease on a paper, from the claim to the release.

    Attributes:
        paper: As this worker last stored it.
        claim: What every write is fenced by.
        made_progress: Whether a range was stored since the claim; the next attempt then resumes after it.
        released: Whether the lease was given back because this process must end.
    """

    def __init__(self, *, papers: PaperStore, clock: Clock, length: timedelta, budget: timedelta, paper: Paper) -> None:
        if paper.claim is None:
            raise ValueError("a lease starts with a claimed paper, this one has no claim")
        self.paper = paper
        self.claim: Claim = paper.claim
        self.made_progress = False
        self.released = False
        self._papers = papers
        self._clock = clock
        self._length = length
        self._attempts = paper.attempts
        self._started = clock.now()
        self._deadline = self._started + budget
        self._written = self._started

    def elapsed_s(self) -> float:
        """Return the seconds since this worker began."""
        return (self._clock.now() - self._started).total_seconds()

    def require_time(self) -> None:
        """Stop the work when its time is over.

        Raises:
            TransientError: With code `out_of_time`.
        """
        if not self._has_time():
            raise TransientError("out_of_time", "the time for one run is over, the next one goes on from here")

    def change(self, rule: Callable[[Paper, datetime], Paper]) -> Paper:
        """Apply `rule` to the held paper and the time, and return it as stored.

        Raises:
            ClaimLostError: If the paper is no longer this worker's.
        """
        self.leave(rule)
        return self.paper

    def leave(self, rule: Callable[[Paper, datetime], Paper | None]) -> None:
        """Like `change`, with a rule that may remove the paper."""
        stored = self._papers.change(self.paper.id, self.fenced(rule))
        self._keep(stored or self.paper)

    def release(self) -> None:
        """Give the paper back, so that another worker may have it at once; that counts as no attempt.

        Raises:
            ClaimLostError: If the paper is no longer this worker's.
            TransientError: If the store cannot be reached; the lease then ends by itself.
        """
        self.released = True
        before = self._attempts - 1
        self.change(lambda held, now: interrupted(held, min(held.attempts, before), now))

    def fenced(self, rule: Callable[[Paper, datetime], Paper | None]) -> PaperRule:
        """Return `rule` for a store: it renews the lease first, and fails once the claim is lost."""
        now = self._clock.now()
        return lambda found: rule(renew(found, self.claim, now, self._length), now)

    def fence(self, found: Paper | None) -> Paper:
        """Return the paper if it is still held; a rule that changes nothing.

        Raises:
            ClaimLostError: If it is not.
        """
        return require_claim(found, self.claim)

    def report(self, progress: Progress, *, now: bool = False) -> None:
        """Store the progress, unless the last write was less than a second ago; `now` stores it anyway."""
        if now or self._clock.now() - self._written >= PROGRESS_EVERY:
            self.change(lambda held, _: replace(held, progress=progress))

    def stored(self, paper: Paper) -> None:
        """Record a range that was stored by a fenced write."""
        self._keep(paper)
        self.made_progress = True

    def kept_alive(self) -> AbstractContextManager[None]:
        """Renew the lease in the background while the body works, for as long as this worker's time lasts."""
        return heartbeat(self._renew, self._length, has_time=self._has_time, about={"paper_id": self.paper.id})

    def _keep(self, paper: Paper) -> None:
        self.paper = paper
        self._written = self._clock.now()

    def _renew(self) -> None:
        self._papers.change(self.paper.id, self.fenced(lambda held, _: held))

    def _has_time(self) -> bool:
        return self._clock.now() < self._deadline
