"""Sweeps outboxes: publishes the events that a crashed process left there, and finishes deletions and merges that it began."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from msgspec.structs import replace

from scholarai.domain.errors import ConflictError, TransientError
from scholarai.domain.leases import Record
from scholarai.domain.paper import Paper, PaperEvent
from scholarai.domain.review import Review, StepMessage
from scholarai.domain.values import Value
from scholarai.ports.clock import Clock
from scholarai.ports.events import EventPublisher
from scholarai.ports.reviews import ReviewStore, StepPublisher
from scholarai.ports.stores import ContentStore, PaperStore
from scholarai.services.papers.deletion import FinishDeletion
from scholarai.services.papers.figure_images import FigureImages
from scholarai.services.reviews.forgetting import FinishReviewDeletion

if TYPE_CHECKING:
    from scholarai.services.papers.merging import MergePapers

# A guess: the worker that wrote an entry normally delivers it within a second.
_GRACE = timedelta(seconds=30)
# Entries that one run finishes. A guess.
_ENTRIES_PER_SWEEP = 100
# Entries that may fail in one run before it ends. A guess: each may have waited for a store.
_FAILURES_PER_SWEEP = 400

_LOG = logging.getLogger(__name__)

Entry = TypeVar("Entry")


class SweepOutbox(Value, Generic[Entry], frozen=True, kw_only=True):
    """Finishes what a crashed process left undone; run it every few minutes.

    Attributes:
        unfinished: Returns at most that many papers or reviews with work left, oldest first.
        since: Returns when the work of one began to wait.
        finish: Finishes one; raises TransientError or ConflictError if that is impossible now.
        about: The fields that name one in the log.
    """

    unfinished: Callable[[int], Sequence[Entry]]
    since: Callable[[Entry], datetime]
    finish: Callable[[Entry], None]
    about: Callable[[Entry], Mapping[str, str]]
    clock: Clock

    def sweep(self) -> int:
        """Finish entries that have waited for a while, and return their count; one that fails is left for the next run.

        For each entry that fails, one more is read, so that failing entries do not hold up those behind them.
        """
        finished = 0
        failed: list[Mapping[str, str]] = []
        while True:
            due = self._due(beyond=failed)[: _ENTRIES_PER_SWEEP - finished]
            fails = [self.about(entry) for entry in due if not self._finished(entry)]
            finished += len(due) - len(fails)
            failed += fails
            if not fails or len(failed) >= _FAILURES_PER_SWEEP:
                return finished

    def _due(self, *, beyond: Sequence[Mapping[str, str]]) -> list[Entry]:
        """Return the oldest entries that have waited for a while, without those that `beyond` names."""
        now = self.clock.now()
        return [
            entry
            for entry in self.unfinished(_ENTRIES_PER_SWEEP + len(beyond))
            # A timestamp in the future came from a fast clock; treat it as due now.
            if not now - _GRACE <= self.since(entry) <= now and self.about(entry) not in beyond
        ]

    def _finished(self, entry: Entry) -> bool:
        try:
            self.finish(entry)
        except (TransientError, ConflictError) as error:
            _LOG.warning("outbox entry not delivered", extra={**self.about(entry), "code": error.code})
            return False
        return True


class SettlePaper(Value, frozen=True, kw_only=True):
    """Cleans up after a paper's extraction has ended, and publishes its events; may be repeated after a crash at any point."""

    papers: PaperStore
    contents: ContentStore
    publisher: EventPublisher
    images: FigureImages | None = None

    def settle(self, paper: Paper) -> None:
        """Drop the generations that readers no longer follow, publish the events in the paper's outbox, then clear it.

        Raises:
            TransientError: If a store or the publisher failed; the outbox stays.
        """
        if not paper.outbox or paper.deleting:
            return
        ended = max(event.generation for event in paper.outbox)
        self.contents.drop(paper.id, keep_generation=paper.visible_generation, below=ended + 1)
        if self.images is not None:
            self.images.drop(paper.id, keep_generation=paper.visible_generation, below=ended + 1)
        _deliver(paper, self.publisher.publish, self.papers.change)


class SettleReview(Value, frozen=True, kw_only=True):
    """Publishes a review's step messages; safe to repeat after a crash at any point."""

    reviews: ReviewStore
    publisher: StepPublisher

    def settle(self, review: Review) -> None:
        """Publish the orders in the outbox, then clear them.

        Raises:
            TransientError: If it could not be done now; the outbox stays.
        """
        if review.outbox and not review.deleting:
            _deliver(review, self.publisher.publish, self.reviews.change)


def without_entries(record: Record, delivered: Collection[PaperEvent | StepMessage]) -> Record:
    """Return a paper or a review without the entries of its outbox that were delivered; later ones stay."""
    return replace(record, outbox=tuple(entry for entry in record.outbox if entry not in delivered))


def sweep_papers(
    papers: PaperStore,
    settle: SettlePaper,
    finish_deletion: FinishDeletion,
    clock: Clock,
    merge: Callable[[], MergePapers],
) -> SweepOutbox[Paper]:
    """Return the sweeper of papers; `merge` makes what merges them, where one is to be finished."""

    def finish(paper: Paper) -> None:
        if paper.merging is not None:
            merge().finish(paper)
        elif paper.deleting:
            finish_deletion.finish(paper)
        else:
            settle.settle(paper)

    return SweepOutbox(
        unfinished=lambda limit: papers.unfinished(limit=limit),
        since=lambda paper: paper.outbox[0].occurred_at if paper.outbox and not paper.deleting else paper.updated_at,
        finish=finish,
        about=lambda paper: {"paper_id": paper.id},
        clock=clock,
    )


def sweep_reviews(
    reviews: ReviewStore, settle: SettleReview, finish_deletion: FinishReviewDeletion, clock: Clock
) -> SweepOutbox[Review]:
    """Return the sweeper of reviews."""
    return SweepOutbox(
        unfinished=lambda limit: reviews.unfinished(limit=limit),
        since=lambda review: review.updated_at,
        finish=lambda review: finish_deletion.finish(review) if review.deleting else settle.settle(review),
        about=lambda review: {"review_id": review.id},
        clock=clock,
    )


def _deliver(
    record: Record,
    publish: Callable[[Any], None],
    change: Callable[[Any, Callable[[Record | None], Record | None]], object],
) -> None:
    """Publish all entries of an outbox, then clear them."""
    for entry in record.outbox:
        publish(entry)
    change(record.id, lambda stored: None if stored is None else without_entries(stored, record.outbox))
