"""Charges an extraction to its owner's daily limits: checked before a file is read, counted once per generation."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from scholarai.domain.extraction_outcomes import Extracted
from scholarai.domain.paper import Paper
from scholarai.domain.spending import Spent, require_storage
from scholarai.domain.values import Value
from scholarai.services.extraction.lease import PaperLease
from scholarai.services.spending import Spending


class Charging(Value, frozen=True, kw_only=True):
    """How extractions are charged.

    Attributes:
        stored_bytes: The most that all files of one owner may have together; 0 means no limit.
        vectors_usd: Takes an embedding model's name and the number of characters embedded, and returns the estimated cost.
    """

    spending: Spending
    stored_bytes: int = 0
    vectors_usd: Callable[[str, int], float] = lambda _model, _characters: 0.0


@dataclass(slots=True)
class ExtractionCharge:
    """The charge of one extraction; without `charging`, nothing is limited or counted."""

    charging: Charging | None
    lease: PaperLease
    reading_s: float = 0.0
    characters: int = 0

    def require_room(self, stored_bytes: Callable[[], int]) -> None:
        """Require that the owner's limits allow reading the file; a resumed extraction was already admitted.

        Raises:
            LimitReachedError: With the time until the next day begins, or without one if too much is stored.
        """
        if self.charging is None or _was_read(self.lease.paper):
            return
        if self.charging.stored_bytes:
            require_storage(stored_bytes(), self.charging.stored_bytes)
        self.charging.spending.room_of(self.lease.paper.owner, "reading")()

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Measure the time that the body takes to read the file."""
        started_s = self.lease.elapsed_s()
        try:
            yield
        finally:
            self.reading_s += self.lease.elapsed_s() - started_s

    def count(self, found: Extracted | None = None) -> None:
        """Add the extraction to its owner's daily sums, before its result is stored.

        After a crash between the two, the event is delivered again, and the same generation counts once.
        """
        if self.charging is None:
            return
        paper = self.lease.paper
        space = None if found is None else found.engine.space
        spent = Spent(
            uploads=0 if paper.announced else 1,
            pages=0 if found is None else found.counts.pages,
            reading_s=round(self.reading_s, 3),
            cost_usd=0.0 if space is None else self.charging.vectors_usd(space.model, self.characters),
        )
        self.charging.spending.count(paper.owner, spent, once=f"read-{paper.id}-{self.lease.claim.generation}")


def _was_read(paper: Paper) -> bool:
    return paper.work is not None and paper.work.ranges_done > 0 and paper.work.generation == paper.generation
