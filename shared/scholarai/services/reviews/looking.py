"""The optional model calls of a review: weighing, searching again, checking. They are bounded, and a failed one stops no step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from scholarai.domain.depth import DepthBounds, StopReason, Taken, sum_taken
from scholarai.domain.review import Spent
from scholarai.prompting.prompt import R
from scholarai.reviewing import schedule
from scholarai.reviewing.looking import REVIEW_BOUNDS
from scholarai.services.chat.deep_calls import DeepModels, Priced, most_of
from scholarai.services.reviews.calls import Ask, Asks
from scholarai.services.reviews.job import Job


@dataclass(slots=True, kw_only=True)
class Looking:
    """Makes calls of a step within the bounds of the review's depth.

    Attributes:
        models: Who is asked.
        bounds: Of all such steps of the review together.
        until: From then on no call starts.
        reserve_usd: What the steps that the review needs are left.
        stopped: The first bound that kept a call from starting.
        error: The code of the last failure for which a reply did not come.
    """

    asks: Asks
    models: DeepModels
    bounds: DepthBounds
    until: datetime
    reserve_usd: float
    stopped: StopReason | None = None
    error: str | None = None

    def ask(self, by: Priced, asks: Sequence[Ask[R]]) -> list[R | None]:
        """Return replies in the order asked, None where a bound or a failure left none; a stored one is not paid again."""
        asking = Asks(
            reviews=self.asks.reviews,
            lease=self.asks.lease,
            model=by.model,
            clock=self.asks.clock,
            price_per_token=by.per_token,
            default_budget_usd=self.asks.default_budget_usd,
            spending=self.asks.spending,
            made=self.asks.made,
        )
        found, error = asking.some(asks, lambda ask, others: self._allows(by, ask, others))
        self.error = error or self.error
        return [outcome.reply if outcome is not None else None for outcome in found]

    def _allows(self, by: Priced, ask: Ask[Any], others: Sequence[Ask[Any]]) -> bool:
        if self.stopped is None:
            self.stopped = self._forbids(sum_taken(most_of(one.prompt, by.per_token) for one in (ask, *others)))
        return self.stopped is None

    def _forbids(self, most: Taken) -> StopReason | None:
        """Return the bound that calls would break which take at most `most`."""
        if self.asks.clock.now() >= self.until:
            return "time"
        review = self.asks.lease.review
        total = _taken(review.looked) + most
        if total.calls > self.bounds.calls:
            return "calls"
        if total.tokens > self.bounds.tokens:
            return "tokens"
        cost = review.spent.cost_usd + most.cost_usd + self.reserve_usd
        return "money" if cost > self.asks.budget_usd else None


def looking_of(job: Job, *, reserve_usd: float = 0.0) -> Looking | None:
    """Return what makes the calls of this step, None where its review does not look or no model is configured."""
    models = job.tools.looking() if job.asks is not None and job.depth != "quick" else None
    if models is None or job.asks is None:
        return None
    bounds = REVIEW_BOUNDS[job.depth]
    begun = next((step.started_at for step in job.review.steps if step.name == job.step), None) or job.tools.clock.now()
    return Looking(
        asks=job.asks,
        models=models,
        bounds=bounds,
        until=begun + timedelta(seconds=bounds.looking_s),
        reserve_usd=reserve_usd,
    )


def cost_to_write(job: Job, papers: int) -> float:
    """Return what the steps that the review needs are expected to cost still, so that looking leaves them enough."""
    price = job.tools.price_per_token() or (0.0, 0.0)
    tokens = schedule.expected_tokens(papers)["review"]
    return schedule.cost_of(tokens, price) + schedule.cost_of(schedule.MOST_TOKENS, price)


def _taken(spent: Spent) -> Taken:
    return Taken(calls=spent.calls, tokens=spent.input_tokens + spent.output_tokens, cost_usd=spent.cost_usd)
