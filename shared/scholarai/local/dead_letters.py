"""Marks papers and reviews whose events became dead letters as failed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime

from scholarai.adapters.embedded.events import PendingEvent
from scholarai.domain.endings import failed
from scholarai.domain.ids import OwnerId, ReviewId
from scholarai.domain.object_names import address_of
from scholarai.domain.paper import Failure, Paper
from scholarai.domain.review import Review
from scholarai.entrypoints.reviews import ORDERED
from scholarai.ports.reviews import ReviewStore
from scholarai.ports.stores import PaperStore
from scholarai.reviewing.chain import ended

FAILURE = Failure(
    code="delivery_exhausted",
    message="the paper's upload was announced to the extraction again and again, and never accepted",
    action="Start the extraction again; if that fails too, look into the server's log.",
    retryable=True,
)
REVIEW_FAILURE = Failure(
    code="delivery_exhausted",
    message="a step of the review was ordered again and again, and never accepted",
    action="Start the review again; if that fails too, look into the server's log.",
    retryable=True,
)


@dataclass(frozen=True, slots=True)
class DeadLetters:
    papers: PaperStore
    reviews: ReviewStore
    default_owner: OwnerId
    now: Callable[[], datetime]

    def record(self, event: PendingEvent) -> None:
        """Mark the event's paper or review as failed, unless it has ended or moved on since."""
        data = event.event["data"]
        if event.event["type"] == ORDERED:
            self.reviews.change(ReviewId(data["review_id"]), lambda review: self._stopped(review, int(data["n"])))
            return
        address = address_of(data["bucket"], data["name"], self.default_owner)
        if address is not None:
            self.papers.change(address.paper_id, lambda paper: self._given_up(paper, int(data["generation"])))

    def _given_up(self, paper: Paper | None, generation: int) -> Paper | None:
        if paper is None or paper.deleting or paper.generation > generation or paper.status in {"completed", "failed"}:
            return paper
        return failed(replace(paper, generation=generation), FAILURE, self.now())

    def _stopped(self, review: Review | None, n: int) -> Review | None:
        if review is None or review.deleting or review.step is None or review.n != n:
            return review
        return ended(review, "failed", REVIEW_FAILURE, self.now())
