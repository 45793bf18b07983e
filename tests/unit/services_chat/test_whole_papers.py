"""A model is shown whole papers where they fit, passages elsewhere, and the answer says which."""

from __future__ import annotations

import re

import pytest
from doubles.answerers import Call, CallsAnswerer, CitingAnswerer
from doubles.written import bee_paper
from msgspec.structs import replace
from unit.services_chat.asking import BUSY, UNQUOTED, answer, rules, text_of
from unit.services_chat.system import ASK, BEES, GOOD, QUORUM, System

from scholarai.domain.errors import ModelRefusedError
from scholarai.domain.ids import PaperId
from scholarai.domain.spending import DailyLimits
from scholarai.prompting.prompt import ChatLimits, Prompt
from scholarai.services.chat.asking import ChatRules
from scholarai.services.chat.deep_calls import digest_of, most_of
from scholarai.services.spending import Spending

WASPS, ANTS = PaperId("wasps"), PaperId("ants")
WHOLE = ChatRules(passages=1, limits=ChatLimits(whole_tokens=20_000))
MARKED = "We marked 4,000 workers with paint so that every scout could be told apart."


def test_the_whole_paper_stands_before_the_question(system: System) -> None:
    given, model = answer(system, Call(text="<not_in_paper/>"), rules=WHOLE)

    prompt = model.requests[0].prompt
    shown = re.sub(r"<[^>]+>|\[\d+\.\d+\]", " ", prompt.prefix)
    missing = [
        block.text
        for block in bee_paper().blocks
        if block.kind != "reference" and "".join(block.text.split()) not in "".join(shown.split())
    ]
    assert missing == []
    assert ASK in prompt.user
    assert MARKED not in prompt.user
    assert given.usage.context == "whole"


def test_a_sentence_of_the_whole_paper_is_cited_with_its_place(system: System) -> None:
    model = CitingAnswerer("They marked 4,000 workers.", MARKED)

    given, _ = answer(system, answerer=lambda: model, rules=WHOLE)

    (citation,) = given.sections[0].citations
    assert (citation.verdict, citation.text) == ("exact", MARKED)
    assert bee_paper().text()[citation.start : citation.end] == MARKED
    assert citation.pages


@pytest.mark.parametrize("tokens", [0, 500])
def test_a_paper_that_does_not_fit_is_shown_by_passages(system: System, tokens: int) -> None:
    given, model = answer(system, Call(text=GOOD), rules=ChatRules(limits=ChatLimits(whole_tokens=tokens)))

    assert (given.usage.context, model.requests[0].prompt.prefix) == ("passages", "")


@pytest.mark.parametrize("code", ["prompt_too_long", "prompt_truncated"])
def test_a_model_that_cannot_read_it_at_once_is_shown_passages(system: System, code: str) -> None:
    refused = Call(text="About ", error=ModelRefusedError(code, "too long"))

    given, model = answer(system, refused, Call(text=GOOD), rules=WHOLE)

    assert (given.refusal, given.usage.context, given.usage.input_tokens) == (None, "passages", 200)
    assert [bool(request.prompt.prefix) for request in model.requests] == [True, False]
    assert given.sections[0].citations[0].text == QUORUM


@pytest.mark.parametrize(("code", "asked"), [("prompt_too_long", 3), ("prompt_truncated", 2)])
def test_after_that_a_reply_that_cites_nothing_is_asked_for_again_where_two_were_not_paid(
    system: System, code: str, asked: int
) -> None:
    refused = Call(error=ModelRefusedError(code, "too long"))

    given, model = answer(system, refused, Call(text=UNQUOTED), rules=WHOLE)

    assert (len(model.requests), text_of(given)) == (asked, UNQUOTED)


def test_other_refusals_of_a_model_are_not_answered_from_passages(system: System) -> None:
    with pytest.raises(ModelRefusedError):
        answer(system, Call(error=ModelRefusedError("model_blocked_request", "no")), rules=WHOLE)


def test_a_decline_shows_the_nearest_passages_and_not_the_first_of_the_paper(system: System) -> None:
    whole, _ = answer(system, Call(text="<not_in_paper/>"), rules=WHOLE)
    passages, _ = answer(system, Call(text="<not_in_paper/>"), rules=ChatRules(passages=1))

    assert whole.refusal is not None
    assert whole.refusal == passages.refusal


def test_rules_that_stand_in_answer_from_passages(system: System) -> None:
    given, _ = answer(system, Call(error=BUSY), rules=WHOLE, stand_in=rules)

    assert (given.degraded, given.usage.context) == ("model_busy", None)
    assert given.sections[0].citations[0].verdict == "exact"


def test_a_day_without_tokens_left_for_it_has_passages(system: System) -> None:
    spending = Spending(store=system.backend.spending, clock=system.clock, limits=DailyLimits(tokens=1_000))

    given, _ = answer(system, Call(text=GOOD), rules=WHOLE, spending=spending)

    assert given.usage.context == "passages"


def test_prompts_with_other_papers_or_pictures_are_other_calls() -> None:
    prompt = Prompt(system="", user=ASK, prefix="one paper")

    assert digest_of(prompt) != digest_of(replace(prompt, prefix="another paper"))
    assert digest_of(prompt) != digest_of(replace(prompt, images=(b"a picture",)))
    assert most_of(replace(prompt, prefix="long " * 999), (0, 0)).tokens > most_of(prompt, (0, 0)).tokens + 999


class TestSeveralPapers:
    @pytest.fixture(autouse=True)
    def others(self, system: System) -> None:
        system.add_paper(WASPS, replace(bee_paper(), title="How Wasps Choose"))
        system.add_paper(ANTS, replace(bee_paper(), title="How Ants Choose"))

    @pytest.mark.parametrize("papers", [(BEES, WASPS, ANTS), (ANTS, BEES, WASPS)])
    def test_those_that_fit_are_read_whole_in_one_call_in_the_users_order(
        self, system: System, papers: tuple[PaperId, ...]
    ) -> None:
        given, model = answer(system, Call(text="<not_in_paper/>"), rules=WHOLE, papers=papers)

        (request,) = model.requests
        assert given.usage.context == "whole"
        assert request.prompt.prefix.count(MARKED) == 3
        shown = re.findall(r'title="How (?:Honey )?(\w+) Choose', request.prompt.prefix)
        assert shown == [{BEES: "Bees", WASPS: "Wasps", ANTS: "Ants"}[paper] for paper in papers]

    def test_what_stands_before_the_question_is_the_same_for_every_question(self, system: System) -> None:
        model = CallsAnswerer(Call(text=GOOD))
        ask = replace(system.chat, answerer=lambda: model, rules=WHOLE)
        list(ask.ask(system.question(ASK, paper_ids=(BEES, WASPS))))
        for question in ("What does reference 1 say?", "Und was zeigt Figure 1?", "What of wasps on page 3?"):
            list(ask.ask(system.question(question, session_id=system.only_session)))

        assert len({(request.prompt.system, request.prompt.prefix) for request in model.requests}) == 1
        assert len({request.prompt.user for request in model.requests}) == len(model.requests) == 4

    def test_one_that_cannot_be_read_is_named_as_unread_and_accounted_for(self, system: System) -> None:
        system.add_unready(PaperId("new"), "extracting")
        system.backend.papers.change(PaperId("new"), lambda paper: paper and replace(paper, filename="<mice>.pdf"))

        given, model = answer(system, Call(text=GOOD), rules=WHOLE, papers=(BEES, PaperId("new")))

        asked = model.requests[0].prompt
        assert asked.prefix
        assert re.search(r"<titles-(\w+)>\n\(mice\)\.pdf\n</titles-\1>", asked.user)
        assert given.coverage is not None
        assert [paper.reason or paper.outcome for paper in given.coverage.papers] == ["cited", "not_ready"]

    def test_a_paper_that_is_shown_and_not_quoted_is_accounted_for_as_such(self, system: System) -> None:
        given, _ = answer(system, Call(text=GOOD), rules=WHOLE, papers=(BEES, WASPS))

        assert given.coverage is not None
        assert [paper.outcome for paper in given.coverage.papers] == ["cited", "not_cited"]


class TestNamedPlaces:
    @pytest.mark.parametrize(
        ("question", "sentence"),
        [
            ("What does Table 1 say?", "A 40 litres 21"),
            ("What does equation 1 mean?", "q(t) = a exp(-t/b)"),
            ("Explain Figure 1.", "Figure 1: Scouts at the chosen site over time."),
        ],
    )
    @pytest.mark.parametrize("rules", [WHOLE, ChatRules()], ids=["whole", "passages"])
    def test_a_named_place_is_pointed_at_and_replaces_nothing(
        self, system: System, question: str, sentence: str, rules: ChatRules
    ) -> None:
        _, model = answer(system, Call(text=GOOD), text=question, rules=rules)

        (request,) = model.requests
        pointed = re.search(r"in the question: see excerpt ([\d, ]+)\.", request.prompt.user)
        assert pointed is not None
        named = {int(number) for number in pointed[1].split(",")}
        assert any(sentence in item.text for item in request.evidence if item.number in named)
        assert len(request.evidence) > len(named)

    def test_a_page_is_pointed_at(self, system: System) -> None:
        _, model = answer(system, Call(text=GOOD), text="Summarize page 3.", rules=WHOLE)

        (request,) = model.requests
        pointed = re.search(r"“page 3” in the question: see excerpt ([\d, ]+)\.", request.prompt.user)
        assert pointed is not None
        assert {int(number) for number in pointed[1].split(",")} == {
            item.number for item in request.evidence if 3 in item.page_numbers
        }

    @pytest.mark.parametrize("rules", [WHOLE, ChatRules()], ids=["whole", "passages"])
    def test_a_missing_one_is_told_to_the_model_and_refuses_nothing(self, system: System, rules: ChatRules) -> None:
        given, model = answer(system, Call(text=GOOD), text="What does Figure 99 show?", rules=rules)

        assert "Nothing that is labelled “Figure 99” was recognized in the paper." in model.requests[0].prompt.user
        assert (given.refusal, given.notes) == (None, ())

    def test_a_named_bibliography_entry_is_shown_beside_the_whole_paper_and_can_be_cited(self, system: System) -> None:
        model = CitingAnswerer("Lindauer searched for homes.", "[1] Lindauer, M.")

        given, _ = answer(system, answerer=lambda: model, text="What is reference [1] about?", rules=WHOLE)

        (request,) = model.requests
        assert "Lindauer, M." not in request.prompt.prefix
        assert "Seeley" not in request.prompt.user
        assert [item.number for item in request.evidence] == list(range(1, len(request.evidence) + 1))
        assert "“reference [1]” in the question: see excerpt" in request.prompt.user
        assert given.sections[0].citations[0].text.startswith("[1] Lindauer, M.")
