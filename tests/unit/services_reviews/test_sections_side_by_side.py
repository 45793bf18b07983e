"""Sections are written at the same time, with the columns of tables, and nothing of them is paid or told twice."""

from __future__ import annotations

import threading
from collections import Counter

import pytest
from doubles.gemini_server import Answer, Failure
from unit.services_reviews.system import EndError, EndsOnce, System

from scholarai.domain.errors import TransientError
from scholarai.domain.review import Review


@pytest.fixture
def longer(modelled: System) -> System:
    """A review of five sections, the second of which is compared."""
    modelled.writer.sections = 5
    return modelled


def calls_of(review: Review) -> dict[str, int]:
    return {step.name: step.spent.calls for step in review.steps}


def test_the_first_section_s_step_asks_for_all_sections_and_columns_and_the_tables_step_for_rows(
    longer: System,
) -> None:
    review, report = longer.written()

    taken = calls_of(review)
    assert [taken[f"section-{n}"] for n in range(1, 6)] == [6, 0, 0, 0, 0]
    assert taken["tables"] == longer.writer.asked["row"] > 0
    assert [section.title for section in report.sections] == ["Introduction", *(f"Aspect {n}" for n in range(1, 5))]
    assert report.sections[1].table is not None


def test_sections_and_columns_are_under_way_at_the_same_time(longer: System) -> None:
    together = threading.Barrier(6, timeout=20)  # a call that waits alone breaks it, and the review fails

    def meet(_: str) -> None:
        together.wait()

    longer.writer.says |= {"section": meet, "columns": meet}

    review, report = longer.written()

    assert (review.state, len(report.sections)) == ("completed", 5)


def test_no_columns_are_asked_for_where_no_tables_are_wanted(longer: System) -> None:
    review, report = longer.written(tables=False)

    assert (review.state, longer.writer.asked["columns"], longer.writer.asked["row"]) == ("completed", 0, 0)
    assert "tables" not in [step.name for step in review.steps]
    assert not any(section.table for section in report.sections)


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
    assert not any(section.table for section in report.sections)
    assert [notice.code for notice in review.notices] == ["tables_missing"]
    assert longer.writer.asked["columns"] == 2


def test_a_section_that_fails_is_put_off_alone_and_what_was_written_beside_it_is_not_paid_again(longer: System) -> None:
    down = [True]
    longer.writer.says["section"] = lambda prompt: Failure(503) if down[0] and prompt.count("<quote-") > 6 else None
    review_id = longer.start()
    message = longer.until("section-2")
    with pytest.raises(TransientError):
        longer.run_step.run(message)

    down[0] = False
    review = longer.finish(review_id)

    assert review.state == "completed"
    assert review.spent.calls == sum({**longer.writer.asked, "section": 5, "columns": 1}.values())
    assert longer.writer.asked["columns"] == 1


def test_a_step_that_another_process_repeats_pays_for_no_section_again(longer: System) -> None:
    review_id = longer.start()
    order = longer.until("section-1")
    longer.reviews = EndsOnce(longer.reviews, "section-1")
    with pytest.raises(EndError):
        longer.run_step.run(order)

    longer.clock.advance(120)
    review = longer.finish(review_id)

    assert (review.state, longer.writer.asked["section"], longer.writer.asked["columns"]) == ("completed", 5, 1)


def test_sections_that_the_budget_does_not_allow_at_the_same_time_are_written_one_after_another(longer: System) -> None:
    review, report = longer.written(budget_usd=0.05)  # a section may cost 0.022

    assert (review.state, len(report.sections), longer.writer.asked["section"]) == ("completed", 5, 5)
    assert report.sections[1].table is not None


def test_prompts_of_tables_are_asked_once_each(longer: System) -> None:
    longer.written()

    asked = Counter(prompt for stage, prompt in longer.writer.prompts if stage in {"columns", "row"})
    assert set(asked.values()) == {1}
