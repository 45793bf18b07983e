"""Runs one step of a review: claims it, stores its result together with the order of the next step, and publishes that order."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Literal

from scholarai.domain.errors import ClaimLostError, LimitReachedError, TransientError
from scholarai.domain.limits import EVENT_FUNCTION_S
from scholarai.domain.paper import Failure
from scholarai.domain.review import Review, StepMessage
from scholarai.domain.values import to_json
from scholarai.ports.reviews import Output
from scholarai.reviewing import chain
from scholarai.services.leases import HeldLeases
from scholarai.services.outbox import SettleReview
from scholarai.services.reviews import cells, deepening, finding, quoting, reporting
from scholarai.services.reviews.calls import Asks, BudgetSpentError, ReviewLease
from scholarai.services.reviews.job import Job, ReviewEndsError, ReviewTools, StepResult

_LOG = logging.getLogger(__name__)

Ended = Literal["done", "stale", "ended", "lost"]

STEPS: Mapping[str, Callable[[Job], StepResult]] = {
    "decompose": finding.understand,
    "validate": finding.understand,  # its answer is there when the decompose step of such a review comes
    "seek": finding.seek,
    "fetch": finding.fetch,
    "arrive": finding.arrive,
    "retrieve": finding.retrieve,
    "rerank": finding.rerank,
    "weigh": deepening.weigh,
    "missing": deepening.look_again,
    "quotes": quoting.pick_quotes,
    "plan": quoting.plan,
    "section": reporting.write_section,
    "tables": reporting.compare,
    "check": deepening.check,
    "result": reporting.finish,
    "edit": reporting.apply_edit,
    "cells": cells.fill,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewRules:
    """Settings of reviews.

    Attributes:
        lease: How long a worker keeps its step without renewing its lease.
        budget: How long one run of a step may take.
        max_attempts: Tries of one step before the review ends.
        budget_usd: What a review may cost whose request does not say.
    """

    lease: timedelta = timedelta(seconds=60)
    budget: timedelta = timedelta(seconds=EVENT_FUNCTION_S - 40)
    max_attempts: int = 5
    budget_usd: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class RunStep:
    """Executes each ordered step exactly once, however often and in whatever order messages are delivered."""

    tools: ReviewTools
    settle: SettleReview
    rules: ReviewRules = field(default_factory=ReviewRules)
    held: HeldLeases = field(default_factory=HeldLeases)

    def run(self, message: StepMessage) -> Ended:
        """Handle one step message. Returning acknowledges it.

        Raises:
            TransientError: If the message must come again: a dependency failed, or another worker is at this step.
        """
        try:
            review, outcome = self._claim(message)
            if outcome == "busy":
                wait_s = self.rules.lease.total_seconds()
                raise TransientError("busy", "another worker is at this step", retry_after_s=wait_s)
            ended: Ended = "stale"
            if review is not None and outcome == "claimed":
                ended = self._work(review)
            elif review is not None:
                self.settle.settle(review)
                ended = "stale" if outcome == "stale" else "ended"
        except ClaimLostError:
            ended = "lost"
            review = self.tools.reviews.get(message.review_id)
            if review is not None:  # its step may have been reset while we held it: the outbox has its message again
                self.settle.settle(review)
        fields = {"review_id": message.review_id, "n": message.n, "step": message.step}
        _LOG.info("review step ended", extra={**fields, "ended": ended})
        return ended

    def _claim(self, message: StepMessage) -> tuple[Review | None, chain.Outcome]:
        now = self.tools.clock.now()
        outcomes: list[chain.Outcome] = []

        def rule(stored: Review | None) -> Review | None:
            if stored is None:
                outcomes[:] = ["stale"]
                return None
            decision = chain.decide_step(stored, message, now, self.rules.lease, self.rules.max_attempts)
            outcomes[:] = [decision.outcome]
            return _gave_up(stored, now) if decision.outcome == "exhausted" else decision.review

        review = self.tools.reviews.change(message.review_id, rule)
        return review, outcomes[0]

    def _work(self, review: Review) -> Ended:
        lease = ReviewLease(
            reviews=self.tools.reviews,
            clock=self.tools.clock,
            length=self.rules.lease,
            budget=self.rules.budget,
            review=review,
        )
        asks = self._asks(lease)
        job = Job(tools=self.tools, lease=lease, step=review.step or "", asks=asks)
        working = lease.working(
            self.held,
            given_back=chain.released,
            put_off=lambda held, fault, now: chain.put_off(held, fault.code, now),
        )
        with working, lease.kept_alive():
            ended = self._conclude(job, asks)
        self.settle.settle(lease.review)
        return ended

    def _conclude(self, job: Job, asks: Asks | None) -> Ended:
        lease = job.lease
        try:
            result = STEPS[chain.kind_of(job.step)](job)
        except BudgetSpentError:
            lease.change(
                lambda review, now: chain.ended(review, "partial", _budget_spent(review), now), _calls(job, asks)
            )
            return "ended"
        except LimitReachedError as limit:
            failure = Failure(code=limit.code, message=f"{limit.detail}.", action=limit.action, retryable=True)
            lease.change(lambda review, now: chain.ended(review, "partial", failure, now), _calls(job, asks))
            return "ended"
        except ReviewEndsError as end:
            return self._end(job, asks, end)
        outputs = [Output(name=name, json=to_json(value).decode()) for name, value in result.outputs.items()]
        lease.change(lambda review, now: _advanced(review, result, now), [*outputs, *_calls(job, asks)])
        return "done"

    def _end(self, job: Job, asks: Asks | None, end: ReviewEndsError) -> Ended:
        calls = _calls(job, asks)
        if end.again and job.asks_model and job.review.round == 0:
            steps = chain.first_steps(job.course)
            job.lease.change(lambda review, now: chain.restarted(review, steps, now), calls)
            return "done"
        job.lease.change(lambda review, now: chain.ended(review, end.state, end.failure, now), calls)
        return "ended"

    def _asks(self, lease: ReviewLease) -> Asks | None:
        model = self.tools.model()
        if model is None:
            return None
        return Asks(
            reviews=self.tools.reviews,
            lease=lease,
            model=model,
            clock=self.tools.clock,
            price_per_token=self.tools.price_per_token() or (0.0, 0.0),
            default_budget_usd=self.rules.budget_usd,
            spending=self.tools.spending,
        )


def _budget_spent(review: Review) -> Failure:
    of_table = review.table is not None
    return Failure(
        code="budget_spent",
        message=f"The budget is used up; the {'table' if of_table else 'report'} holds what was finished by then.",
        action="Give it a larger budget." if of_table else "Start the review again with a larger budget.",
        retryable=True,
    )


def _advanced(review: Review, result: StepResult, now: datetime) -> Review:
    waiting = [step for step in review.steps if step.state == "waiting"]
    following = waiting if result.following is None else result.following
    changed = chain.with_notices(result.change(review), result.notices)
    changed = chain.noted(changed, result.texts, result.stopped)
    return chain.step_done(changed, dict(result.counts), following, now)


def _calls(job: Job, asks: Asks | None) -> list[Output]:
    """Return the list of the step's calls, for the trace."""
    if asks is None or not asks.made:
        return []
    return [Output(name=f"{job.step}.calls-{job.review.round}", json=to_json(asks.made).decode())]


def _gave_up(review: Review, now: datetime) -> Review:
    """Return the review as ended after too many tries; what is written stays."""
    error = next((step.error for step in review.steps if step.name == review.step and step.error), "unknown")
    failure = Failure(
        code="gave_up",
        message=f"The step {review.step} failed again and again ({error}).",
        action="Start the review again later." if review.table is None else "Fill the empty cells later.",
        retryable=True,
    )
    if review.edit is not None:
        return chain.ended(review, "completed", failure, now)
    finished = any(step.name.startswith("section-") and step.state == "done" for step in review.steps)
    return chain.ended(review, "partial" if finished else "failed", failure, now)
