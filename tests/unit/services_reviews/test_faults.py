"""Bad input and faults: each has a name, nothing is done or paid twice, what was finished stays."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from doubles.gemini_server import Answer, Failure, GeminiServer
from unit.services_reviews.system import System, paper_about

from scholarai.domain.errors import TransientError
from scholarai.domain.review import Filters, Review


def ended(review: Review) -> tuple[str, str | None]:
    return review.state, review.failure.code if review.failure else None


def is_second(prompt: str) -> bool:
    """Tell the prompt of the second of three sections, whose quotes are all that there are."""
    return prompt.count("<quote-") > 6


def run(system: System, **about: Any) -> Review:
    return system.finish(system.start(**about))


class TestNothingToSay:
    def test_an_empty_library_is_named_before_a_model_is_asked(self, tmp_path: Path, server: GeminiServer) -> None:
        system = System(tmp_path)
        system.use(server)

        assert ended(run(system)) == ("failed", "library_empty")
        assert system.paid_calls == 0

    def test_filters_that_nothing_passes_are_named_before_a_model_is_asked(self, modelled: System) -> None:
        review = run(modelled, filters=Filters(year_from=2030))

        assert ended(review) == ("failed", "nothing_passes_filters")
        assert modelled.paid_calls == 0

    def test_filters_of_the_question_that_nothing_passes_are_named(self, system: System) -> None:
        review = run(system, question="How do bees choose a home, in papers since 2030?")

        assert ended(review) == ("failed", "nothing_passes_filters")

    def test_where_no_passage_answers_clearly_the_closest_are_listed_and_it_is_said(self, tmp_path: Path) -> None:
        system = System(tmp_path)
        system.add("bees")

        review = run(system, question="zzz qqq vvv")

        assert (review.state, "closest" in {notice.code for notice in review.notices}) == ("completed", True)

    @pytest.mark.parametrize(
        ("judged", "code"),
        [
            ({"verdict": "harmful", "reason": "It asks for a weapon."}, "question_harmful"),
            ({"verdict": "unanswerable", "reason": "It is gibberish."}, "question_unanswerable"),
        ],
    )
    def test_a_question_that_gets_no_review_is_refused_with_the_reason(
        self, modelled: System, judged: dict[str, Any], code: str
    ) -> None:
        modelled.writer.says["decompose"] = lambda prompt: modelled.writer._decompose(prompt) | judged

        review = run(modelled)

        assert ended(review) == ("refused", code)
        assert review.failure is not None
        assert review.failure.message == judged["reason"]
        assert modelled.paid_calls == 1

    def test_a_question_that_the_model_may_not_read_is_refused(self, modelled: System) -> None:
        modelled.writer.says["decompose"] = lambda _: Answer("", finish="SAFETY")

        assert ended(run(modelled)) == ("refused", "question_harmful")

    def test_without_a_model_instructions_for_mass_harm_are_refused(self, system: System) -> None:
        assert ended(run(system, question="How to synthesize sarin?")) == ("refused", "question_harmful")

    def test_no_quotes_are_tried_for_once_more_from_the_start_and_then_named(self, modelled: System) -> None:
        modelled.writer.says["quotes"] = lambda _: {"quotes": []}

        review = run(modelled)

        assert ended(review) == ("failed", "no_quotes")
        assert (review.round, modelled.writer.asked["quotes"], modelled.writer.asked["decompose"]) == (1, 8, 2)

    def test_the_full_retry_uses_no_answer_of_the_first_round(self, modelled: System) -> None:
        plans = iter([{"title": "t", "reasoning": "", "sections": []}])
        modelled.writer.says["plan"] = lambda _: next(plans, None)

        review = run(modelled)

        assert ended(review) == ("completed", None)
        assert review.round == 1
        assert modelled.writer.asked["quotes"] == 8

    def test_a_plan_without_content_is_named(self, modelled: System) -> None:
        modelled.writer.says["plan"] = lambda _: {
            "title": "t",
            "reasoning": "",
            "sections": [{"name": "Empty", "about": "", "format": "list", "quotes": [77]}],
        }

        assert ended(run(modelled)) == ("failed", "no_plan")


class TestAModelThatFails:
    def test_a_section_that_fails_twice_is_made_of_quotes_and_says_so(self, modelled: System) -> None:
        nothing = {"tldr": [], "sentences": [{"text": " ", "quotes": []}]}
        modelled.writer.says["section"] = lambda prompt: nothing if is_second(prompt) else None

        review, report = modelled.written()

        assert [notice.code for notice in review.notices] == ["section_failed"]
        assert [section.model for section in report.sections] == ["gemini-3.8-flash", "extractive", "gemini-3.8-flash"]
        assert modelled.writer.asked["section"] == 4
        assert all(part.citations for part in report.sections[1].text)

    def test_json_of_another_shape_is_asked_for_once_more(self, modelled: System) -> None:
        replies = iter([Answer("not json")])
        modelled.writer.says["plan"] = lambda _: next(replies, None)

        assert ended(run(modelled)) == ("completed", None)
        assert modelled.writer.asked["plan"] == 2

    def test_a_paper_that_the_model_never_reads_properly_is_counted(self, modelled: System) -> None:
        modelled.writer.says["quotes"] = lambda prompt: Answer("[]") if "How Ants Settle" in prompt else None

        review, report = modelled.written()

        calls = next(step["calls"] for step in modelled.trace(review.id)["steps"] if step["name"] == "quotes-1")
        useless = next(call for call in calls if call["error"])
        assert [(notice.code, notice.count) for notice in review.notices] == [("papers_unread", 1)]
        assert (useless["error"], useless["spent"]["input_tokens"] > 0) == ("model_malformed", True)
        assert "ants" not in {paper.paper_id for paper in report.papers}

    def test_a_model_that_is_down_puts_the_step_off_and_its_good_answers_are_not_paid_again(
        self, modelled: System
    ) -> None:
        down = [True]

        def quotes(prompt: str) -> Failure | None:
            return Failure(503) if down[0] and "How Ants Settle" in prompt else None

        modelled.writer.says["quotes"] = quotes
        review_id = modelled.start()
        message = modelled.until("quotes-1")
        with pytest.raises(TransientError):
            modelled.run_step.run(message)
        waiting = modelled.get(review_id)
        paid = Counter(
            prompt for stage, prompt in modelled.writer.prompts if stage == "quotes" and "Ants" not in prompt
        )

        down[0] = False
        review = modelled.finish(review_id)

        step = next(step for step in waiting.steps if step.name == "quotes-1")
        assert (step.state, step.error, waiting.claim) == ("waiting", "model_unavailable", None)
        again = Counter(
            prompt for stage, prompt in modelled.writer.prompts if stage == "quotes" and "Ants" not in prompt
        )
        assert ended(review) == ("completed", None)
        assert again == paid
        assert set(paid.values()) == {1}

    def test_a_step_that_always_fails_is_given_up_and_what_is_written_stays(self, modelled: System) -> None:
        modelled.writer.says["section"] = lambda prompt: Failure(503) if is_second(prompt) else None
        review_id = modelled.start()
        message = modelled.until("section-2")
        for _ in range(modelled.max_attempts):
            with pytest.raises(TransientError):
                modelled.run_step.run(message)

        modelled.run_step.run(message)

        review, report = modelled.get(review_id), modelled.report(review_id)
        assert ended(review) == ("partial", "gave_up")
        assert report is not None
        assert ([section.title for section in report.sections], report.complete) == (["Introduction"], False)


class TestBudget:
    def test_a_budget_of_nothing_pays_nothing_and_says_so(self, modelled: System) -> None:
        review = run(modelled, budget_usd=0.0)

        assert ended(review) == ("partial", "budget_spent")
        assert (modelled.paid_calls, review.spent.cost_usd) == (0, 0.0)

    def test_a_budget_stops_the_review_in_its_midst_and_is_never_exceeded(self, modelled: System) -> None:
        talk = "word " * 4_000  # two US cents
        said = {"tldr": [], "sentences": [{"text": talk, "quotes": [1]}]}
        modelled.writer.says["section"] = lambda _: said

        review = run(modelled, budget_usd=0.035)

        report = modelled.report(review.id)
        assert ended(review) == ("partial", "budget_spent")
        assert 0.02 < review.spent.cost_usd <= 0.035
        assert report is not None
        assert ([section.title for section in report.sections], report.complete) == (["Introduction"], False)
        assert [step.state for step in review.steps].count("failed") == 1

    def test_the_default_budget_counts_where_the_request_names_none(self, modelled: System) -> None:
        modelled.budget_usd = 0.0

        assert ended(run(modelled)) == ("partial", "budget_spent")


class TestPapersThatGo:
    @pytest.mark.parametrize("step", ["rerank", "quotes-1", "plan", "section-2", "tables"])
    def test_a_paper_deleted_in_mid_run_is_left_out_from_there_on_and_said_so(
        self, modelled: System, step: str
    ) -> None:
        review_id = modelled.start()
        modelled.until(step)
        modelled.remove("ants")

        review, report = modelled.finish(review_id), modelled.report(review_id)

        assert ended(review) == ("completed", None)
        assert report is not None
        later = report.sections[1:] if step == "section-2" else report.sections
        cited = {c.paper_id for section in later for part in section.text for c in part.citations}
        assert step == "tables" or "ants" not in cited
        assert step == "tables" or "papers_gone" in {notice.code for notice in review.notices}
        rows = [row.paper_id for section in report.sections if section.table for row in section.table.rows]
        assert "ants" not in rows

    def test_all_papers_deleted_in_mid_run_end_the_review_by_name(self, system: System) -> None:
        review_id = system.start()
        system.until("plan")
        for name in ("bees", "ants", "wasps", "moths"):
            system.remove(name)

        assert ended(system.finish(review_id)) == ("failed", "no_quotes")

    def test_a_paper_extracted_anew_in_mid_run_is_quoted_from_its_new_text(self, system: System) -> None:
        review_id = system.start()
        system.until("quotes-1")
        system.add("ants", paper_about("ants", 2015, ["Ants now prefer a nest site that is dark and dry and small."]))

        review, report = system.finish(review_id), system.report(review_id)

        assert review.state == "completed"
        assert report is not None
        citations = [c for s in report.sections for p in s.text for c in p.citations]
        assert all(citation.verdict != "not_found" for citation in citations)
