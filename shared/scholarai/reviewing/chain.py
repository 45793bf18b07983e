"""The state machine of a review's steps: who may run the current one, what follows it, and how a review ends."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from msgspec.structs import replace

from scholarai.domain.claims import is_live
from scholarai.domain.depth import StopReason
from scholarai.domain.errors import ClaimLostError
from scholarai.domain.paper import Failure
from scholarai.domain.review import Notice, Review, ReviewState, Spent, StepClaim, StepMessage, StepRecord
from scholarai.reviewing.schedule import LOOKING, kind_of

Outcome = Literal["claimed", "busy", "stale", "exhausted"]


@dataclass(frozen=True, slots=True, kw_only=True)
class StepDecision:
    """What a worker may do about a message, and the review to store with that decision.

    `claimed`: do the step. `busy`: another worker's lease runs, the message must come again. `stale`: the step is done,
    or the message is of another order; acknowledge it. `exhausted`: tried too often, the review must end.
    """

    outcome: Outcome
    review: Review


def decide_step(
    review: Review, message: StepMessage, now: datetime, lease: timedelta, max_attempts: int
) -> StepDecision:
    """Decide whether a worker may do the step of `message` now."""
    if review.deleting or review.step is None or (message.n, message.step) != (review.n, review.step):
        return StepDecision(outcome="stale", review=review)
    if review.claim is not None and is_live(review.claim.lease_expires_at, now, lease):
        return StepDecision(outcome="busy", review=review)
    if review.attempts >= max_attempts:
        return StepDecision(outcome="exhausted", review=review)
    epoch = review.epoch + 1
    claimed = replace(
        review,
        epoch=epoch,
        claim=StepClaim(epoch=epoch, lease_expires_at=now + lease),
        attempts=review.attempts + 1,
        steps=_changed(review.steps, message.step, lambda step: _begun(step, now)),
        updated_at=now,
    )
    return StepDecision(outcome="claimed", review=claimed)


def require_held(review: Review | None, epoch: int) -> Review:
    """Return the review if the claim of that epoch is still the one that counts.

    Raises:
        ClaimLostError: If it is gone, being deleted, cancelled, ended, or claimed by another worker since.
    """
    if review is None or review.deleting or review.claim is None or review.claim.epoch != epoch:
        raise ClaimLostError("claim_lost", "another worker took this review over, or it was cancelled or deleted")
    return review


def renewed(review: Review, now: datetime, lease: timedelta) -> Review:
    """Return a held review with its lease counted from now; it never gets shorter."""
    if review.claim is None:
        return review
    ends = now + lease
    if is_live(review.claim.lease_expires_at, now, lease):
        ends = max(ends, review.claim.lease_expires_at)
    return replace(review, claim=replace(review.claim, lease_expires_at=ends), updated_at=now)


def with_spent(review: Review, spent: Spent, model: str) -> Review:
    """Return the review with the tokens and the cost of calls added to it and to its current step."""
    steps = _changed(
        review.steps, review.step or "", lambda step: replace(step, spent=added(step.spent, spent), model=model)
    )
    looked = added(review.looked, spent) if kind_of(review.step or "") in LOOKING else review.looked
    return replace(review, spent=added(review.spent, spent), looked=looked, steps=steps)


def with_notices(review: Review, notices: Sequence[Notice]) -> Review:
    """Return the review with more notices; those of a code that it has already are counted together."""
    known = {notice.code: notice for notice in review.notices}
    for notice in notices:
        before = known.get(notice.code)
        known[notice.code] = notice if before is None else replace(before, count=before.count + notice.count)
    return replace(review, notices=tuple(known.values()))


def noted(review: Review, texts: tuple[str, ...], stopped: StopReason | None) -> Review:
    """Return the review with what its current step found missing, and why it looked no further."""
    steps = _changed(review.steps, review.step or "", lambda step: replace(step, texts=texts, stopped=stopped))
    return replace(review, steps=steps)


def step_done(review: Review, counts: dict[str, int], following: Sequence[StepRecord], now: datetime) -> Review:
    """Return the review after its current step, with `following` as its waiting steps and the first one's message in the outbox.

    Without any following step the chain has ended as completed.
    """
    done = tuple(
        replace(step, state="done", ended_at=now, counts=counts, error=None) if step.name == review.step else step
        for step in review.steps
        if step.state != "waiting"
    )
    if not following:
        return ended(replace(review, steps=done), "completed", None, now)
    n = review.n + 1
    return replace(
        review,
        steps=(*done, *following),
        n=n,
        step=following[0].name,
        attempts=0,
        claim=None,
        outbox=(*review.outbox, StepMessage(review_id=review.id, n=n, step=following[0].name)),
        updated_at=now,
    )


def begun_again(review: Review, steps: Sequence[StepRecord], now: datetime) -> Review:
    """Return the review at the start of its one full retry, which uses nothing that models said before."""
    n = review.n + 1
    return replace(
        review,
        round=review.round + 1,
        steps=tuple(steps),
        n=n,
        step=steps[0].name,
        attempts=0,
        claim=None,
        outbox=(*review.outbox, StepMessage(review_id=review.id, n=n, step=steps[0].name)),
        updated_at=now,
    )


def ended(review: Review, state: ReviewState, failure: Failure | None, now: datetime) -> Review:
    """Return the review with its chain ended; the step that was under way has failed, those after it are skipped."""

    def closed(step: StepRecord) -> StepRecord:
        if step.state == "running":
            return replace(step, state="failed", ended_at=now, error=failure.code if failure else None)
        return replace(step, state="skipped") if step.state == "waiting" else step

    return replace(
        review,
        state=state,
        failure=failure,
        steps=tuple(map(closed, review.steps)),
        step=None,
        claim=None,
        epoch=review.epoch + 1,
        edit=None,
        updated_at=now,
    )


def put_off(review: Review, code: str, now: datetime) -> Review:
    """Return the review as it waits for the next try of its step: the claim goes, the fault is named."""
    steps = _changed(review.steps, review.step or "", lambda step: replace(step, state="waiting", error=code))
    return replace(review, claim=None, steps=steps, updated_at=now)


def interrupted(review: Review, now: datetime) -> Review:
    """Return a review whose current step restarts: its worker can write nothing more, and its message is in the outbox again."""
    if review.step is None or review.claim is None:
        return review
    order = StepMessage(review_id=review.id, n=review.n, step=review.step)
    waiting = released(review, now)
    return replace(waiting, epoch=review.epoch + 1, outbox=tuple(dict.fromkeys((*review.outbox, order))))


def released(review: Review, now: datetime) -> Review:
    """Return the review as its current step waits for its message to come again; nothing failed, so no attempt counts."""
    return replace(
        review,
        claim=None,
        attempts=max(0, review.attempts - 1),
        steps=_changed(review.steps, review.step or "", lambda step: replace(step, state="waiting")),
        updated_at=now,
    )


def settled(review: Review, published: Sequence[StepMessage]) -> Review:
    """Return the review without the orders that were published."""
    return replace(review, outbox=tuple(message for message in review.outbox if message not in published))


def added(one: Spent, other: Spent) -> Spent:
    return Spent(
        calls=one.calls + other.calls,
        input_tokens=one.input_tokens + other.input_tokens,
        output_tokens=one.output_tokens + other.output_tokens,
        cost_usd=one.cost_usd + other.cost_usd,
        unpriced_tokens=one.unpriced_tokens + other.unpriced_tokens,
    )


def _begun(step: StepRecord, now: datetime) -> StepRecord:
    return replace(step, state="running", started_at=step.started_at or now, attempts=step.attempts + 1, error=None)


def _changed(
    steps: Sequence[StepRecord], name: str, change: Callable[[StepRecord], StepRecord]
) -> tuple[StepRecord, ...]:
    return tuple(change(step) if step.name == name else step for step in steps)
