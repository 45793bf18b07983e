"""Debts to the world: announcements that are owed, deletions that are unfinished, and how they get paid."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from scholarai.domain.endings import settled
from scholarai.domain.errors import ConflictError, TransientError
from scholarai.domain.paper import Paper
from scholarai.domain.values import Value
from scholarai.ports.clock import Clock
from scholarai.ports.events import EventPublisher
from scholarai.ports.papers import ContentStore, PaperStore
from scholarai.services.crops import CropShelf
from scholarai.services.deletion import FinishDeletion

# A guess: the worker that made a debt normally pays it within a second.
_GRACE = timedelta(seconds=30)
_PAPERS_PER_SWEEP = 100

_LOG = logging.getLogger(__name__)


class SettlePaper(Value, frozen=True, kw_only=True):
    """Clears up after a paper whose generation ended, and announces it; may be repeated after a crash anywhere."""

    papers: PaperStore
    contents: ContentStore
    publisher: EventPublisher
    crops: CropShelf | None = None

    def run(self, paper: Paper) -> None:
        """Drop what the ended generation replaced, publish what `paper` owes, then clear the debt.

        Raises:
            TransientError: If it could not be done now; the debt stays.
        """
        if not paper.outbox or paper.deleting:
            return
        ended = max(event.generation for event in paper.outbox)
        self.contents.drop(paper.id, keep_generation=paper.visible_generation, below=ended + 1)
        if self.crops is not None:
            self.crops.drop(paper.id, keep_generation=paper.visible_generation, below=ended + 1)
        for event in paper.outbox:
            self.publisher.publish(event)
        self.papers.change(paper.id, lambda found: None if found is None else settled(found, paper.outbox))


class PayDebts(Value, frozen=True, kw_only=True):
    """Does what a crashed process still owed; run it every few minutes."""

    papers: PaperStore
    settle: SettlePaper
    finish_deletion: FinishDeletion
    clock: Clock

    def run(self) -> int:
        """Settle papers that have owed for a while and return how many; those that fail are left for the next run."""
        now = self.clock.now()
        owing = self.papers.owing(limit=_PAPERS_PER_SWEEP)
        # What is owed since a time to come was written by a clock that ran ahead: when it is due nobody knows.
        return sum(self._pay(paper) for paper in owing if not now - _GRACE <= _owed_since(paper) <= now)

    def _pay(self, paper: Paper) -> bool:
        try:
            if paper.deleting:
                self.finish_deletion.run(paper)
            else:
                self.settle.run(paper)
        except (TransientError, ConflictError) as error:
            _LOG.warning("debt not paid", extra={"paper_id": paper.id, "code": error.code})
            return False
        return True


def _owed_since(paper: Paper) -> datetime:
    return paper.updated_at if paper.deleting else paper.outbox[0].occurred_at
