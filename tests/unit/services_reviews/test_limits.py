"""What reviews cost counts in their owner's day, and a day that has cost enough ends them with what is finished."""

from __future__ import annotations

from typing import cast

import pytest
from unit.services_reviews.system import ADA, System
from unit.services_reviews.test_faults import ended

from scholarai.domain.errors import LimitReachedError
from scholarai.domain.spending import DailyLimits, Spent
from scholarai.ports.models import LanguageModel
from scholarai.services.daily_budget import SpendStop, StoppableModel
from scholarai.services.spending import Spending


def limit(system: System, **limits: float) -> Spending:
    system.spending = Spending(store=system.backend.spending, clock=system.clock, limits=DailyLimits(**limits))  # type: ignore[arg-type]
    return system.spending


def test_a_review_counts_what_its_model_took_once(modelled: System) -> None:
    spending = limit(modelled)

    review, _ = modelled.written()
    for message in modelled.orders.sent:  # every order comes again
        modelled.run_step.run(message)

    taken = spending.today(ADA)
    assert taken.cost_usd == pytest.approx(review.spent.cost_usd)
    assert taken.input_tokens == review.spent.input_tokens > 0
    assert taken.questions == 0


def test_an_owner_who_spent_a_days_worth_keeps_what_is_written(modelled: System) -> None:
    spending = limit(modelled, cost_usd=0.5)
    review_id = modelled.start()
    modelled.until("section-2")
    spending.count(ADA, Spent(cost_usd=0.5))
    calls = modelled.paid_calls

    modelled.run_step.run(modelled.orders.sent[-1])
    review = modelled.finish(review_id)

    report = modelled.report(review_id)
    assert ended(review) == ("partial", "daily_limit_reached")
    assert modelled.paid_calls == calls
    assert report is not None
    assert report.sections


def test_no_review_begins_when_the_day_is_spent_but_a_repeated_request_finds_its_own(modelled: System) -> None:
    spending = limit(modelled, cost_usd=0.5)
    first = modelled.start(idempotency_key="k1")
    spending.count(ADA, Spent(cost_usd=0.5))

    with pytest.raises(LimitReachedError):
        modelled.start()

    assert modelled.start(idempotency_key="k1") == first
    modelled.model = None  # who asks no model pays nothing
    assert modelled.start()


def test_a_day_that_cost_all_owners_enough_ends_a_review(modelled: System) -> None:
    review_id = modelled.start()
    modelled.until("section-2")
    stop = SpendStop(modelled.backend.spending, modelled.clock, 1.0)
    modelled.model = StoppableModel(cast("LanguageModel", modelled.model), stop)
    modelled.backend.spending.add(ADA, modelled.clock.now().date(), Spent(cost_usd=1.0))

    modelled.run_step.run(modelled.orders.sent[-1])

    assert ended(modelled.finish(review_id)) == ("partial", "daily_spend_reached")
