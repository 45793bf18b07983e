"""What a review is expected to cost, what it cost, and the trace of its steps."""

from __future__ import annotations

import json

import pytest
from unit.services_reviews.system import PRICE, System


def test_the_ledger_counts_every_call_by_step(modelled: System) -> None:
    review, _ = modelled.written()

    calls = [call for step in modelled.trace(review.id)["steps"] for call in step["calls"]]
    assert review.spent.calls == len(calls) == modelled.paid_calls
    assert sum(step.spent.calls for step in review.steps) == len(calls)
    assert review.spent.input_tokens == sum(call["spent"]["input_tokens"] for call in calls) > 0
    assert review.spent.cost_usd == pytest.approx(sum(call["spent"]["cost_usd"] for call in calls))


def test_an_estimate_is_there_before_the_first_step(modelled: System) -> None:
    review = modelled.get(modelled.start())

    estimate = review.estimate
    assert estimate.calls > 10
    assert estimate.cost_usd == pytest.approx(
        estimate.input_tokens * PRICE[0] + estimate.output_tokens * PRICE[1], abs=1e-4
    )
    assert all(step.estimate_s > 0 for step in review.steps)


def test_the_trace_holds_ids_and_no_text_of_papers(modelled: System) -> None:
    review, _ = modelled.written()

    trace = json.dumps(modelled.trace(review.id))
    assert "ants" in trace
    assert "square centimetres" not in trace
