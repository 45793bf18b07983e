"""Comparison tables are made while later sections are written, and nothing about them is paid or told twice."""

from __future__ import annotations

from collections import Counter

import pytest
from doubles.gemini_server import Answer, Failure
from unit.services_reviews.system import System

from scholarai.domain.errors import TransientError
from scholarai.domain.review import Review


@pytest.fixture
def longer(modelled: System) -> System:
    """A review of five sections, the second of which is compared."""
    modelled.writer.sections = 5
    return modelled


def calls_of(review: Review) -> dict[str, int]:
    return {step.name: step.spent.calls for step in review.steps}


def test_columns_and_rows_are_asked_for_beside_the_two_sections_that_follow(longer: System) -> None:
    review, report = longer.written()

    taken = calls_of(review)
    rows = longer.writer.asked["row"]
    assert (taken["section-2"], taken["section-3"], taken["section-4"], taken["tables"]) == (1, 2, 1 + rows, 0)
    assert report.sections[1].table is not None
    assert rows > 0


def test_a_table_is_the_same_wherever_its_section_stands(longer: System) -> None:
    early = longer.written()[1].sections[1].table
    longer.writer.sections = 2

    late = longer.written()[1].sections[1].table

    assert early is not None
    assert late is not None
    assert early.rows == late.rows


def test_the_trace_shows_each_call_once_in_the_step_that_made_it(longer: System) -> None:
    review, _ = longer.written()

    steps = longer.trace(review.id)["steps"]
    shown = {step["name"]: len(step["calls"]) for step in steps if step["calls"]}
    assert shown == {name: calls for name, calls in calls_of(review).items() if calls}
    assert sum(shown.values()) == longer.paid_calls == review.spent.calls


def test_a_table_whose_model_is_down_beside_a_section_is_asked_for_again_at_its_own_step(longer: System) -> None:
    failures = iter([Failure(503)] * 20)
    longer.writer.says["columns"] = lambda _: next(failures, None) if longer.writer.asked["section"] < 5 else None

    review, report = longer.written()

    assert review.state == "completed"
    assert all(step.attempts == 1 for step in review.steps)
    assert report.sections[1].table is not None


def test_useless_columns_beside_a_section_cost_the_table_alone(longer: System) -> None:
    longer.writer.says["columns"] = lambda _: Answer("no json")

    review, report = longer.written()

    assert review.state == "completed"
    assert report.complete
    assert [notice.code for notice in review.notices] == ["tables_missing"]
    assert longer.writer.asked["columns"] == 2


def test_a_section_that_fails_beside_a_table_is_put_off_and_the_table_is_not_paid_again(longer: System) -> None:
    down = [True]
    longer.writer.says["section"] = lambda prompt: Failure(503) if down[0] and prompt.count("<written-") == 2 else None
    review_id = longer.start()
    message = longer.until("section-3")
    with pytest.raises(TransientError):
        longer.run_step.run(message)

    down[0] = False
    review = longer.finish(review_id)

    assert review.state == "completed"
    assert longer.writer.asked["columns"] == 1


def test_no_table_is_begun_with_money_that_the_sections_left_may_still_need(longer: System) -> None:
    review, report = longer.written(budget_usd=0.08)  # three sections may cost 0.065, columns 0.016

    taken = calls_of(review)
    assert (taken["section-3"], taken["section-4"], taken["tables"]) == (1, 1, 1 + longer.writer.asked["row"])
    assert report.sections[1].table is not None
    assert review.state == "completed"


def test_prompts_of_tables_are_asked_once_each(longer: System) -> None:
    longer.written()

    asked = Counter(prompt for stage, prompt in longer.writer.prompts if stage in {"columns", "row"})
    assert set(asked.values()) == {1}
