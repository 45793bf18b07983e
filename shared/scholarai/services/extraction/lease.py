"""A worker's lease on a paper, with the time and the progress of its extraction."""

from __future__ import annotations

from datetime import timedelta

from msgspec.structs import replace

from scholarai.domain.errors import TransientError
from scholarai.domain.paper import Claim, Paper, Progress
from scholarai.ports.clock import Clock
from scholarai.ports.stores import PaperStore
from scholarai.services.leases import FencedLease

# Firestore sustains about one write per second on one document.
PROGRESS_EVERY = timedelta(seconds=1)


class PaperLease(FencedLease[Paper]):
    """A worker's lease on a paper.

    Attributes:
        claim: The worker's.
        made_progress: Whether a range was stored since the claim; the next attempt then resumes after it.
    """

    def __init__(self, *, papers: PaperStore, clock: Clock, length: timedelta, budget: timedelta, paper: Paper) -> None:
        super().__init__(
            paper,
            lambda rule: papers.change(paper.id, rule),
            clock=clock,
            length=length,
            budget=budget,
            about={"paper_id": paper.id},
        )
        assert paper.claim is not None  # noqa: S101  - a lease without a claim is refused
        self.claim: Claim = paper.claim
        self.made_progress = False
        self._started = self._written = clock.now()

    @property
    def paper(self) -> Paper:
        """The paper as this worker last stored it."""
        return self.record

    def elapsed_s(self) -> float:
        """Return the seconds since this worker began."""
        return (self._clock.now() - self._started).total_seconds()

    def require_time(self) -> None:
        """Stop the work when its time is over.

        Raises:
            TransientError: With code `out_of_time`.
        """
        if not self.has_time():
            raise TransientError("out_of_time", "the time for one run is over, the next one goes on from here")

    def report(self, progress: Progress, *, now: bool = False) -> None:
        """Store the progress, unless the last write was less than a second ago; `now` stores it anyway."""
        if now or self._clock.now() - self._written >= PROGRESS_EVERY:
            self.change(lambda held, _: replace(held, progress=progress))

    def stored(self, paper: Paper) -> None:
        """Record a range that was stored by a fenced write."""
        self._keep(paper)
        self.made_progress = True

    def _keep(self, record: Paper | None) -> None:
        super()._keep(record)
        self._written = self._clock.now()
