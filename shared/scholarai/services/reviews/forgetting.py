"""Removes a deleted paper's text from reviews, where the reference stays, and reviews that are deleted themselves."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from msgspec.structs import replace

from scholarai.domain.errors import TransientError
from scholarai.domain.ids import OwnerId, PaperId, ReviewId
from scholarai.domain.review import Notice, Report, Review, ReviewSection
from scholarai.domain.review_outputs import ModelCall, Planned, Quoted, Reranked, Retrieved, Tables
from scholarai.domain.tables import FilledRow
from scholarai.domain.values import Value, from_json, to_json
from scholarai.ports.clock import Clock
from scholarai.ports.reviews import Output, ReviewStore
from scholarai.reviewing.chain import interrupted, kind_of, with_notices
from scholarai.reviewing.forgetting import GonePaper, Left, forget

# A guess: a worker that was interrupted writes nothing more, so a second try meets a new one at most.
_TRIES = 10
# Steps that can add a paper the review did not reference yet.
_TAKES_PAPERS_IN = frozenset({"retrieve", "missing", "plan"})
_KINDS: Mapping[str, Any] = {
    "retrieve": Retrieved,
    "rerank": Reranked,
    "weigh": Reranked,
    "missing": Reranked,
    "quotes": Quoted,
    "plan": Planned,
    "section": ReviewSection,
    "tables": Tables,
    "report": Report,
    "row": FilledRow,
    "call": ModelCall,
}


class ForgetPaper(Value, frozen=True, kw_only=True):
    """Removes a deleted paper's text from its owner's reviews; safe to repeat after a crash at any point.

    The paper must be marked as deleting before, so that every step that begins from now on leaves it out; a worker that
    began one earlier is interrupted, for it may have read the paper. The interrupted worker orders its step again, or the
    sweeper does.
    """

    reviews: ReviewStore
    clock: Clock

    def forget(self, owner: OwnerId, paper_id: PaperId) -> None:
        """Forget the paper in every review that keeps something of it.

        Raises:
            TransientError: If it could not be done now.
        """
        for review in self.reviews.touching(owner, paper_id):
            self._forget(review.id, paper_id)

    def _forget(self, review_id: ReviewId, paper_id: PaperId) -> None:
        for _ in range(_TRIES):
            review = self._interrupt(review_id, paper_id)
            if review is None or paper_id not in review.papers or self._replaced(review, paper_id):
                return
        raise TransientError("review_busy", "a review of the paper changed again and again while it was forgotten")

    def _interrupt(self, review_id: ReviewId, paper_id: PaperId) -> Review | None:
        """Interrupt the current step if its worker may have read the paper, and return the review."""
        now = self.clock.now()

        def rule(stored: Review | None) -> Review | None:
            if stored is None or stored.deleting:
                return stored
            reads = paper_id in stored.papers or kind_of(stored.step or "") in _TAKES_PAPERS_IN
            return interrupted(stored, now) if reads else stored

        self.reviews.change(review_id, rule)
        review = self.reviews.get(review_id)
        return None if review is None or review.deleting else review

    def _replaced(self, review: Review, paper_id: PaperId) -> bool:
        """Store everything without the paper; return False if the review changed meanwhile."""
        outputs = _without(self.reviews.read_all_outputs(review.id), paper_id)
        now = self.clock.now()

        def rule(stored: Review | None) -> Review | None:
            if stored != review:
                raise _ChangedError
            return _released(review, paper_id, now)

        try:
            self.reviews.change(review.id, rule, outputs)
        except _ChangedError:
            return False
        return True


class FinishReviewDeletion(Value, frozen=True, kw_only=True):
    """Removes what is left of a review that is marked as deleting; the mark goes last."""

    reviews: ReviewStore

    def finish(self, review: Review) -> None:
        """Remove outputs, then the document; may be repeated."""
        self.reviews.clear(review.id)
        self.reviews.change(review.id, lambda _: None)


class _ChangedError(Exception):
    """The review changed since it was read."""


def _without(stored: Mapping[str, str], paper_id: PaperId) -> list[Output]:
    """Return the outputs that change when the paper is removed."""
    left: dict[str, Left] = {
        name: from_json(_KINDS[kind_of(name)], text)
        for name, text in stored.items()
        if kind_of(name) in _KINDS and ".calls-" not in name
    }
    gone = GonePaper(paper_id, list(left.values()))
    changed = {name: forget(value, gone) for name, value in left.items()}
    return [Output(name=name, json=to_json(value).decode()) for name, value in changed.items() if value != left[name]]


def _released(review: Review, paper_id: PaperId, now: datetime) -> Review:
    """Remove the paper's text from the review and add a notice."""
    notice = Notice(
        code="source_deleted", detail="A paper was deleted after it was read; what was quoted from it is gone."
    )
    kept = tuple(other for other in review.papers if other != paper_id)
    return replace(with_notices(review, [notice]), papers=kept, updated_at=now)
