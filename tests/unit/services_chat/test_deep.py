"""Answers that look more than once: their steps, what they are made of, and what each of them is told before it starts."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, cast

import pytest
from doubles.answerers import Call, CallsAnswerer
from doubles.deep_model import RulesModel, failing, models_of
from doubles.written import bee_paper
from msgspec.structs import replace
from unit.services_chat.system import ASK, BEES, BOB, GOOD, QUORUM, System

from scholarai.domain.chat import Answer
from scholarai.domain.depth import BOUNDS, DepthEstimate, Step, event_in_words
from scholarai.domain.errors import InvalidRequestError, ModelRefusedError, TransientError
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.paper import Paper
from scholarai.entrypoints.calls import render_checked
from scholarai.entrypoints.chat import _server_event
from scholarai.entrypoints.chat_schemas import EVENTS
from scholarai.ports.reviews import LibraryCatalog
from scholarai.prompting.prompt import ChatLimits
from scholarai.services.chat.asking import AnswerSaved, AskPapers, ChatEvent, ChatRules
from scholarai.testing import ScriptedAnswerer

BOTH = "How many scouts make the quorum, and how were workers marked with paint?"
WHOLE = ChatRules(limits=ChatLimits(whole_tokens=20_000))
# Enough for an answer from passages and its second reading, too little for the whole paper.
BUDGET_USD = 0.0292
BUSY = TransientError("model_busy", "the model is busy")


def deep(system: System, model: RulesModel, **changes: Any) -> AskPapers:
    return replace(system.chat, looking=lambda: models_of(model), **changes)


def happened(system: System, model: RulesModel, text: str = ASK, **about: Any) -> list[ChatEvent]:
    changes = about.pop("changes", {})
    return list(deep(system, model, **changes).ask(system.question(text, **{"depth": "deep"} | about)))


def answer(system: System, model: RulesModel, text: str = ASK, **about: Any) -> Answer:
    last = happened(system, model, text, **about)[-1]
    assert isinstance(last, AnswerSaved)
    return last.answer


def kinds(steps: tuple[Step, ...]) -> list[str]:
    return [step.kind for step in steps]


def test_a_deep_answer_plans_searches_weighs_asks_for_more_and_reads_again(system: System) -> None:
    given = answer(system, RulesModel(), BOTH)

    assert kinds(given.steps) == ["search", "plan", "search", "weigh", "missing", "check"]
    assert given.steps[1].texts == ("How many scouts make the quorum", "how were workers marked with paint")
    assert given.sections[0].citations[0].verdict == "exact"
    assert given.sections[0].second_opinion == "supported"


def test_what_it_takes_at_most_and_each_step_come_before_the_text(system: System) -> None:
    events = happened(system, RulesModel())

    names = [type(event).__name__ for event in events]
    estimate = next(event for event in events if isinstance(event, DepthEstimate))
    assert (
        names.index("QuestionSaved") < names.index("DepthEstimate") < names.index("Step") < names.index("TextWritten")
    )
    assert (estimate.calls, estimate.tokens) == (BOUNDS["deep"].calls, BOUNDS["deep"].tokens)
    assert [event for event in events if isinstance(event, Step)] == list(answer(system, RulesModel()).steps)


def test_a_stream_tells_them_by_name(system: System) -> None:
    told = [_server_event(event) for event in happened(system, RulesModel())]

    assert [event.event for event in told][:4] == ["begun", "estimate", "step", "step"]
    assert all(isinstance(event.data, EVENTS[event.event]) and render_checked(event.data) for event in told)


def test_the_steps_are_kept_with_the_answer(system: System) -> None:
    given = answer(system, RulesModel())

    (stored,) = [message for message in system.messages(system.only_session) if message.answer]
    assert stored.answer == given
    assert stored.calls == ()


def test_a_normal_answer_has_one_plan_one_weighing_and_a_second_reading(system: System) -> None:
    model = RulesModel()

    given = answer(system, model, BOTH, depth="normal")

    assert model.kinds == ["SubQuestions", "WeighedPassages", "ClaimsRead"]
    assert kinds(given.steps) == ["search", "plan", "search", "weigh", "check"]
    assert given.sections[0].second_opinion == "supported"


def test_a_quick_answer_asks_no_model_but_the_one_that_answers(system: System) -> None:
    model = RulesModel()

    given = answer(system, model, depth="quick")

    assert model.kinds == []
    assert given.steps == ()
    assert given.estimate is None


def test_the_setting_says_how_far_a_question_without_a_depth_looks(system: System) -> None:
    rules = replace(system.chat.rules, depth="normal")

    given = answer(system, RulesModel(), depth=None, changes={"rules": rules})

    assert given.depth == "normal"


def test_usage_sums_all_calls(system: System) -> None:
    model = RulesModel(usd=1e-6)

    given = answer(system, model)

    taken = [step.taken for step in given.steps]
    assert given.usage.cost_usd == pytest.approx(sum(one.cost_usd for one in taken))
    assert given.usage.input_tokens + given.usage.output_tokens == sum(one.tokens for one in taken) + 150
    assert sum(one.calls for one in taken) == len(model.prompts)


def test_what_is_missing_is_searched_for_in_other_words(system: System) -> None:
    missing = {"missing": ["the paint"], "searches": ["colour of the marked workers"], "references": []}

    given = answer(system, RulesModel(missing=[missing]))

    assert kinds(given.steps)[4:6] == ["missing", "search"]
    assert given.steps[4].texts == ("the paint",)
    assert given.steps[5].texts == ("colour of the marked workers",)


def test_a_model_that_fails_leaves_the_answer_to_the_search(system: System) -> None:
    model = RulesModel()
    model.during = failing(BUSY, "SubQuestions", "WeighedPassages", "StillMissing", "ClaimsRead")

    given = answer(system, model)

    assert given.sections[0].citations[0].text == QUORUM
    assert {step.error for step in given.steps if step.kind != "search"} == {"model_busy"}


def test_the_answering_model_is_asked_also_where_no_passage_seems_to_bear_on_the_question(system: System) -> None:
    system.model = model = ScriptedAnswerer("<not_in_paper/>")

    given = answer(system, RulesModel(), "What is the capital of France?")

    assert len(model.requests) == 1
    assert given.refusal is not None
    assert (given.refusal.reason, len(given.refusal.nearest)) == ("model_declined", 3)
    assert kinds(given.steps)[-1] != "check"


def test_a_claim_that_is_not_borne_out_is_doubted_where_the_model_says_so(system: System) -> None:
    given = answer(system, RulesModel(opinion="not", words="twenty scouts"))

    (section,) = given.sections
    assert section.second_opinion == "not"
    assert [(doubt.kind, doubt.text) for doubt in section.doubts] == [("reading", "twenty scouts")]
    assert (given.steps[-1].passages, given.steps[-1].useful) == (1, 0)


def test_a_budget_below_the_answer_alone_is_refused_before_anything_is_paid(system: System) -> None:
    model = RulesModel(usd=0.001)
    rules = replace(system.chat.rules, budget_usd=0.01)

    with pytest.raises(InvalidRequestError, match="depth_over_budget"):
        answer(system, model, changes={"rules": rules})

    assert model.prompts == []


def test_without_a_model_the_papers_are_searched_once_and_the_answer_says_so(system: System) -> None:
    saved = list(system.chat.ask(system.question(ASK, depth="deep")))[-1]

    assert isinstance(saved, AnswerSaved)
    assert saved.answer.depth == "quick"
    assert any("searched once" in note for note in saved.answer.notes)


def test_several_papers_are_searched_each_on_its_own(system: System) -> None:
    system.add_paper(other := PaperId("other"))

    given = answer(system, RulesModel(), paper_ids=(BEES, other))

    assert given.coverage is not None
    assert [paper.paper_id for paper in given.coverage.papers] == [BEES, other]
    assert given.steps[0].passages > answer(system, RulesModel()).steps[0].passages


def rename(system: System, named: Paper) -> None:
    system.backend.papers.change(named.id, lambda _: named)


def test_models_are_told_which_of_several_papers_passages_and_findings_are_from(system: System) -> None:
    titles = ["How Honey Bees Choose a Home", "How Wasps Choose a Home"]
    system.add_paper(wasps := PaperId("wasps"), replace(bee_paper(), title=titles[1]))
    for paper_id, title in zip((BEES, wasps), titles, strict=True):
        stored = system.backend.papers.get(paper_id)
        assert stored is not None
        rename(system, replace(stored, metadata=replace(stored.metadata, title=title)))
    model = RulesModel(weigh=lambda *_: 8.0)
    system.model = writer = ScriptedAnswerer(GOOD)

    answer(system, model, paper_ids=(BEES, wasps))

    prompts = {prompt.reply.__name__: prompt.user for prompt in model.prompts}
    for kind, fence in (("WeighedPassages", "passage"), ("StillMissing", "finding")):
        shown = re.findall(rf'<{fence}-\w+(?: id="\d+")? paper="([^"]*)"', prompts[kind])
        assert set(shown) == set(titles)
    (request,) = writer.requests
    order = [item.paper_id for item in request.evidence]
    assert order == sorted(order, key=(BEES, wasps).index)
    assert set(order) == {BEES, wasps}
    assert re.findall(r'<paper-\w+ title="([^"]*)"', request.prompt.user) == titles


class TestPapersThatFit:
    """They are shown whole: the answer and its second reading are all that is asked for."""

    @pytest.mark.parametrize("depth", ["normal", "deep"])
    @pytest.mark.parametrize("papers", [(BEES,), (BEES, PaperId("wasps"))])
    def test_nothing_is_planned_searched_or_weighed(
        self, system: System, depth: str, papers: tuple[PaperId, ...]
    ) -> None:
        system.add_paper(PaperId("wasps"), replace(bee_paper(), title="How Wasps Choose a Home"))
        model, writer = RulesModel(), CallsAnswerer(Call(text=GOOD))
        changes = {"rules": WHOLE, "answerer": lambda: writer}

        given = answer(system, model, BOTH, depth=depth, paper_ids=papers, changes=changes)

        (request,) = writer.requests
        assert request.prompt.prefix.count("We marked 4,000 workers") == len(papers)
        assert (request.prompt.effort, model.kinds, kinds(given.steps)) == ("medium", ["ClaimsRead"], ["check"])
        assert (given.usage.context, given.depth, given.sections[0].second_opinion) == ("whole", depth, "supported")
        assert given.usage.input_tokens + given.usage.output_tokens == given.steps[0].taken.tokens + 110

    def test_a_quick_answer_thinks_less(self, system: System) -> None:
        writer = CallsAnswerer(Call(text=GOOD))

        answer(system, RulesModel(), depth="quick", changes={"rules": WHOLE, "answerer": lambda: writer})

        assert writer.requests[0].prompt.effort == "low"

    def test_a_model_that_cannot_read_them_at_once_is_shown_passages(self, system: System) -> None:
        refused = Call(error=ModelRefusedError("prompt_too_long", "too long"))
        model, writer = RulesModel(), CallsAnswerer(refused, Call(text=GOOD))

        given = answer(system, model, changes={"rules": WHOLE, "answerer": lambda: writer})

        assert [bool(request.prompt.prefix) for request in writer.requests] == [True, False]
        assert (given.usage.context, given.sections[0].citations[0].text) == ("passages", QUORUM)

    def test_a_budget_that_they_exceed_has_passages(self, system: System) -> None:
        writer = CallsAnswerer(Call(text=GOOD))
        rules = replace(WHOLE, budget_usd=BUDGET_USD)

        given = answer(system, RulesModel(usd=1e-6), changes={"rules": rules, "answerer": lambda: writer})

        assert given.usage.context == "passages"
        assert not writer.requests[0].prompt.prefix
        assert given.usage.cost_usd <= BUDGET_USD


class Titled:
    """The part of a LibraryCatalog that references are followed with."""

    def __init__(self, known: dict[str, PaperId]) -> None:
        self.known = known

    def titled(self, _: OwnerId, titles: Sequence[str]) -> Mapping[str, PaperId]:
        return {title: self.known[title] for title in titles if title in self.known}


def looked_for_the_entrance(system: System, cited: PaperId, title: str) -> Answer:
    """Return the answer of a paper whose references have this title, where the model wants the first one followed."""
    paper = bee_paper()
    citing = replace(paper, references=tuple(replace(one, title=title) for one in paper.references))
    system.add_paper(PaperId("citing"), citing)
    nearest = replace(system.nearest, catalog=lambda: cast("LibraryCatalog", Titled({title: cited})))
    missing = {"missing": ["the entrance"], "searches": [], "references": [1]}
    return answer(
        system,
        RulesModel(missing=[missing], weigh=lambda *_: 8.0),
        "What was the entrance of the boxes?",
        paper_ids=(PaperId("citing"),),
        changes={"nearest": nearest},
    )


def test_a_reference_is_followed_into_its_paper_where_the_library_has_it(system: System) -> None:
    given = looked_for_the_entrance(system, BEES, "Boxes for Bees")

    (follow,) = [step for step in given.steps if step.kind == "follow"]
    assert (follow.texts, follow.paper_ids) == (("Boxes for Bees",), (BEES,))
    assert follow.passages > 0
    assert any("because the passages cite it" in note for note in given.notes)


def test_a_cited_paper_of_another_owner_is_not_read(system: System) -> None:
    system.add_paper(others := PaperId("others"), owner=BOB)

    given = looked_for_the_entrance(system, others, "Boxes for Bees")

    assert "follow" not in kinds(given.steps)


def test_a_summary_with_a_number_of_its_own_is_not_believed(system: System) -> None:
    model = RulesModel()
    model.summary = lambda text: f"{text[:0]}In 999 trials it was so."

    answer(system, model)

    assert all("999" not in prompt.user for prompt in model.prompts)


def test_an_estimate_and_steps_are_told_in_words(system: System) -> None:
    told = [
        event_in_words(event) for event in happened(system, RulesModel()) if isinstance(event, DepthEstimate | Step)
    ]

    assert told[0] == "A deep answer: at most 16 calls, 200,000 tokens, no cost, 280 seconds."
    assert told[1].startswith(f"Searched for: {ASK} (")
    assert told[-1] == "Read 1 sentences a second time: quotes support 1."


def test_an_estimate_without_known_prices_says_so(system: System) -> None:
    looking = replace(models_of(RulesModel()), price_known=False)

    estimate = next(
        event
        for event in replace(system.chat, looking=lambda: looking).ask(system.question(ASK, depth="deep"))
        if isinstance(event, DepthEstimate)
    )

    assert estimate.cost_usd is None
    assert "price not known" in event_in_words(estimate)
