"""Starts a change of a finished report."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from msgspec.structs import replace

from scholarai.domain.errors import ConflictError, InvalidRequestError, NotFoundError
from scholarai.domain.ids import OwnerId, ReviewId
from scholarai.domain.review import Edit, Report, Review, StepMessage
from scholarai.domain.values import from_json
from scholarai.ports.clock import Clock
from scholarai.ports.reviews import ReviewStore
from scholarai.reviewing import schedule
from scholarai.services.reviews.requests import require_review
from scholarai.services.reviews.settling import SettleReview


@dataclass(frozen=True, slots=True, kw_only=True)
class EditReview:
    """Orders the step that makes the next version; the old ones are kept."""

    reviews: ReviewStore
    settle: SettleReview
    clock: Clock
    asks_model: Callable[[], bool]

    def run(self, owner: OwnerId, review_id: ReviewId, edit: Edit) -> Review:
        """Return the review as it waits for its change.

        Raises:
            NotFoundError: If the review, or the section, is unknown; of what is restored, in the earlier version.
            ConflictError: If the review has no finished report, or is being changed already.
            InvalidRequestError: If the edit lacks what its action needs.
        """
        review = require_review(self.reviews.get(review_id), owner)
        if not review.version:
            raise ConflictError("review_unfinished", "only a finished report can be changed")
        self._check(review, edit)
        now = self.clock.now()
        steps = schedule.edit_steps(review.version + 1, asks_model=self.asks_model())

        def rule(found: Review | None) -> Review:
            current = require_review(found, owner)
            if current.step is not None:
                raise ConflictError("review_busy", "the review is being changed already", retry_after_s=2.0)
            return _ordered(current, edit, steps[0].name, now)

        def with_step(found: Review | None) -> Review:
            changed = rule(found)
            kept = tuple(step for step in changed.steps if step.name != steps[0].name)
            return replace(changed, steps=(*kept, *steps))

        stored = require_review(self.reviews.change(review_id, with_step), owner)
        self.settle.run(stored)
        return stored

    def _check(self, review: Review, edit: Edit) -> None:
        if edit.action == "add":
            if not (edit.title or "").strip():
                raise InvalidRequestError("edit_invalid", "a section that is added needs a title")
            return
        version = review.version
        if edit.action == "restore":
            if edit.version is None or not 1 <= edit.version < review.version:
                raise InvalidRequestError(
                    "edit_invalid", f"an earlier version is restored, 1 to {review.version - 1}, got {edit.version}"
                )
            if edit.section_id is None:
                return
            version = edit.version
        name = f"report-{version}"
        report = from_json(Report, self.reviews.read_outputs(review.id, [name])[name])
        if edit.section_id not in {section.id for section in report.sections}:
            raise NotFoundError("section_unknown", "the report has no such section")


def _ordered(review: Review, edit: Edit, step: str, now: datetime) -> Review:
    n = review.n + 1
    return replace(
        review,
        state="running",
        edit=edit,
        n=n,
        step=step,
        attempts=0,
        failure=None,
        outbox=(*review.outbox, StepMessage(review_id=review.id, n=n, step=step)),
        updated_at=now,
    )
