"""Reviews that look more than once: passages are weighed, what is missing is searched for, what is written is checked."""

from __future__ import annotations

import re
from typing import Any

import pytest
from doubles.deep_model import RulesModel, failing, models_of
from doubles.review_writer import Says
from unit.services_reviews.system import EndError, EndsOnce, System, paper_about

from scholarai.domain.depth import DepthBounds
from scholarai.domain.errors import TransientError
from scholarai.domain.review import Report, Review, StepRecord
from scholarai.domain.review_outputs import Planned, Reranked
from scholarai.reviewing import chain
from scholarai.reviewing.report import citations_of

MISSING = {"missing": ["how moths settle"], "searches": ["moths prefer a nest site with an entrance"], "references": []}


@pytest.fixture
def model() -> RulesModel:
    return RulesModel()


@pytest.fixture
def looking(modelled: System, model: RulesModel) -> System:
    """The library with a model that writes, and one of fixed rules that weighs, searches again and checks."""
    modelled.looking = models_of(model)
    return modelled


def bounded(monkeypatch: pytest.MonkeyPatch, **bounds: Any) -> None:
    given = {"calls": 40, "tokens": 10**6, "looking_s": 100.0, "passages": 82, "rounds": 1, "sub_questions": 4}
    monkeypatch.setitem(chain.REVIEW_BOUNDS, "deep", DepthBounds(**(given | bounds)))


def step(review: Review, name: str) -> StepRecord:
    return next(record for record in review.steps if record.name == name)


def sentences(report: Report) -> list[str]:
    return [part.text for section in report.sections for part in section.text]


def says(*texts: str, cited: str | None = None) -> Says:
    """Return what writes each section: a sentence with the section's first quote, where one is given, and others without."""

    def write(prompt: str) -> dict[str, Any]:
        quote = re.search(r'<quote-\w+ number="(\d+)"', prompt)
        own = [{"text": cited, "quotes": [int(quote[1])]}] if cited and quote else []
        return {"tldr": [], "sentences": [*own, *({"text": text, "quotes": []} for text in texts)]}

    return write


class TestSteps:
    @pytest.mark.parametrize(
        ("depth", "steps"),
        [(None, []), ("quick", []), ("normal", ["weigh"]), ("deep", ["weigh", "missing", "check"])],
    )
    def test_the_depth_says_which_steps_are_taken(self, looking: System, depth: Any, steps: list[str]) -> None:
        review, _ = looking.written(depth=depth)

        assert (review.state, review.failure) == ("completed", None)
        assert [record.name for record in review.steps if record.name in {"weigh", "missing", "check"}] == steps
        assert {record.state for record in review.steps} == {"done"}

    def test_without_a_model_a_review_takes_the_steps_of_a_quick_one(self, system: System) -> None:
        review, _ = system.written(depth="deep")

        assert review.state == "completed"
        assert "weigh" not in [record.name for record in review.steps]

    def test_the_steps_are_known_before_the_first_one(self, looking: System) -> None:
        review = looking.get(looking.start(depth="deep"))

        names = [record.name for record in review.steps]
        assert names.index("rerank") < names.index("weigh") < names.index("missing") < names.index("quotes-1")
        assert names.index("tables") < names.index("check") < names.index("result")


class TestWeighing:
    def test_papers_whose_passages_do_not_bear_are_not_read(self, looking: System, model: RulesModel) -> None:
        model.weigh = lambda _, text: 1.0 if "wasps" in text or "moths" in text else 9.0

        review, report = looking.written(depth="normal")

        assert {paper.paper_id for paper in report.papers} == {"ants", "bees"}
        assert step(review, "weigh").counts["papers"] == 2
        assert {paper.paper_id for paper in report.silent} == {"wasps", "moths"}

    def test_the_most_relevant_passages_come_first_with_a_grounded_summary(
        self, looking: System, model: RulesModel
    ) -> None:
        model.weigh = lambda _, text: 10.0 if "moths" in text else 5.0
        model.summary = lambda text: "There were 999 of them." if "wasps" in text else "They settle."

        review, _ = looking.written(depth="normal")

        passages = looking.output(review.id, Reranked, "weigh").passages
        assert passages[0].paper_id == "moths"
        assert {item.summary for item in passages if "wasps" in item.text} == {""}
        assert {item.summary for item in passages if "wasps" not in item.text} == {"They settle."}

    def test_where_no_passage_bears_all_are_read_as_the_search_ranked_them(
        self, looking: System, model: RulesModel
    ) -> None:
        model.weigh = lambda _, __: 0.0

        review, _ = looking.written(depth="normal")

        before, after = (looking.output(review.id, Reranked, name).passages for name in ("rerank", "weigh"))
        assert [item.chunk_id for item in after] == [item.chunk_id for item in before]

    def test_a_model_that_is_busy_costs_no_review(self, looking: System, model: RulesModel) -> None:
        model.during = failing(TransientError("model_busy", "busy"), "WeighedPassages")

        review, report = looking.written(depth="normal")

        assert review.state == "completed"
        assert report.papers
        assert step(review, "weigh").counts["weighed"] == 0


class TestSearchingAgain:
    def test_what_is_missing_is_named_and_searched_for_once(self, looking: System, model: RulesModel) -> None:
        looking.add("flies", paper_about("flies", 2019), authors=("Fay Fly",), year=2019)
        model.missing = [MISSING, MISSING]

        review, _ = looking.written(depth="deep")

        assert step(review, "missing").texts == ("how moths settle",)
        assert model.kinds.count("StillMissing") == 1

    def test_a_passage_that_only_the_second_search_finds_is_quoted(
        self, looking: System, model: RulesModel, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        model.missing = [MISSING]
        model.weigh = lambda _, text: 8.0
        kept = lambda ranked, **_: tuple(item for item in ranked if item.paper_id != "moths")  # noqa: E731
        monkeypatch.setattr("scholarai.reviewing.candidates.threshold", kept)

        review, report = looking.written(depth="deep")

        assert "moths" not in {paper.paper_id for paper in looking.output(review.id, Reranked, "weigh").papers}
        assert "moths" in {paper.paper_id for paper in report.papers}
        assert "moths" in review.papers


class TestChecking:
    def test_an_uncited_sentence_gets_the_evidence_that_is_found(self, looking: System) -> None:
        stated = "The colony of ants reached a decision once 20 scouts stood at one site."
        looking.writer.says["section"] = says(stated, cited="Swarms scout.")

        review, report = looking.written(depth="deep")

        section = report.sections[0]
        part = next(part for part in section.text if part.text == stated)
        assert [(one.paper_id, one.verdict, one.text) for one in part.citations] == [("ants", "exact", stated)]
        assert not part.uncited
        assert part.second_opinion == "supported"
        planned = looking.output(review.id, Planned, "plan")
        assert part.citations[0].number in planned.plan.sections[0].quotes
        assert step(review, "check").counts["evidenced"] == 3

    def test_an_uncited_sentence_without_evidence_is_removed_and_counted(self, looking: System) -> None:
        looking.writer.says["section"] = says("Volcanoes erupt in winter.", cited="Swarms scout.")

        review, report = looking.written(depth="deep")

        assert "Volcanoes erupt in winter." not in sentences(report)
        assert {notice.code: notice.count for notice in review.notices}["uncited_removed"] == 3

    def test_evidence_that_a_second_reading_does_not_believe_is_none(self, looking: System, model: RulesModel) -> None:
        stated = "The colony of ants reached a decision once 20 scouts stood at one site."
        looking.writer.says["section"] = says(stated, cited="Swarms scout.")
        model.opinion = "not"

        _, report = looking.written(depth="deep")

        assert stated not in sentences(report)
        assert {part.second_opinion for section in report.sections for part in section.text} == {"not"}
        assert "Swarms scout." in sentences(report)

    def test_a_summary_is_checked_like_the_text(self, looking: System) -> None:
        stated = "The colony of ants reached a decision once 20 scouts stood at one site."
        write = says("Volcanoes erupt in winter.", cited="Swarms scout.")
        tldr = [{"text": text, "quotes": []} for text in (stated, "Glaciers melt in May.")]
        looking.writer.says["section"] = lambda prompt: write(prompt) | {"tldr": tldr}

        _, report = looking.written(depth="deep")

        section = report.sections[0]
        assert section.tldr == stated
        assert [(part.second_opinion, len(part.citations)) for part in section.summary] == [("supported", 1)]
        assert [one.paper_id for one in section.lead] == ["ants"]

    def test_a_section_never_becomes_empty(self, looking: System) -> None:
        looking.writer.says["section"] = says("Volcanoes erupt in winter.")

        _, report = looking.written(depth="deep")

        assert [(part.text, part.uncited) for part in report.sections[0].text] == [("Volcanoes erupt in winter.", True)]

    def test_a_second_reading_takes_the_place_of_rules(self, looking: System, model: RulesModel) -> None:
        looking.writer.says["section"] = says(cited="Scouts do not dance for good sites.")
        model.opinion = "contradicted"

        _, report = looking.written(depth="deep")

        part = report.sections[0].text[0]
        assert part.second_opinion == "contradicted"
        assert [(one.kind, one.text) for one in part.doubts] == [("reading", "Scouts do not dance for good sites.")]

    def test_the_tables_are_those_of_a_quick_review(self, looking: System) -> None:
        _, report = looking.written(depth="deep")

        assert any(section.table is not None for section in report.sections)
        assert looking.writer.asked["columns"] == 1

    def test_every_citation_of_a_checked_report_stands(self, looking: System) -> None:
        _, report = looking.written(depth="deep")

        assert all(citation.stands for section in report.sections for citation in citations_of(section))


class TestBounds:
    @pytest.mark.parametrize(
        ("bound", "stopped"), [({"calls": 0}, "calls"), ({"tokens": 100}, "tokens"), ({"looking_s": 0.0}, "time")]
    )
    def test_a_bound_ends_looking_and_not_the_review(
        self,
        looking: System,
        model: RulesModel,
        monkeypatch: pytest.MonkeyPatch,
        bound: dict[str, Any],
        stopped: str,
    ) -> None:
        bounded(monkeypatch, **bound)

        review, report = looking.written(depth="deep")

        assert review.state == "completed"
        assert report.complete
        assert model.prompts == []
        assert {step(review, name).stopped for name in ("weigh", "missing", "check")} == {stopped}
        assert {notice.code: notice.count for notice in review.notices} == {"looked_no_further": 3}

    def test_money_is_kept_for_the_writing(self, looking: System, model: RulesModel) -> None:
        model.usd = 1.0
        looking.looking = models_of(model)

        review, report = looking.written(depth="deep")

        assert (review.state, report.complete, model.prompts) == ("completed", True, [])
        assert step(review, "weigh").stopped == "money"

    def test_calls_before_are_counted_with_those_after(
        self, looking: System, model: RulesModel, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        bounded(monkeypatch, calls=2)

        review, _ = looking.written(depth="deep")

        assert len(model.prompts) == review.looked.calls == 2
        assert step(review, "check").stopped == "calls"


class TestAfterACrash:
    @pytest.mark.parametrize("name", ["weigh", "missing", "check"])
    def test_a_step_that_is_repeated_pays_no_stored_reply_again(
        self, looking: System, model: RulesModel, name: str
    ) -> None:
        model.missing = [MISSING]
        review_id = looking.start(depth="deep")
        order = looking.until(name)
        looking.reviews = EndsOnce(looking.reviews, name)

        with pytest.raises(EndError):
            looking.run_step.run(order)
        looking.clock.advance(120)
        review = looking.finish(review_id)

        asked = [prompt.user for prompt in model.prompts]
        assert review.state == "completed"
        assert len(asked) == len(set(asked)) == review.looked.calls

    def test_the_trace_has_the_steps_with_their_calls(self, looking: System) -> None:
        review, _ = looking.written(depth="deep")

        steps = {entry["name"]: entry for entry in looking.trace(review.id)["steps"]}
        assert {call["kind"] for call in steps["weigh"]["calls"]} == {"weigh"}
        assert steps["weigh"]["output"]["passages"][0]["relevance"] is not None
        assert {call["kind"] for call in steps["check"]["calls"]} == {"check"}
        assert "scouts" not in str(steps["weigh"])


class TestForgetting:
    def test_nothing_of_a_deleted_paper_stays_in_what_was_weighed(self, looking: System, model: RulesModel) -> None:
        model.summary = lambda text: "Ants settle by scouting alone." if "ants" in text else "Others do, too."
        review_id = looking.start(depth="deep")
        looking.until("plan")

        looking.delete_paper("ants")

        stored = looking.backend.reviews.read_all_outputs(review_id)
        assert not any("Ants settle by scouting alone" in text for text in stored.values())
        assert looking.finish(review_id).state == "completed"
