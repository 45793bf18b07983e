"""A model is shown whole papers where they fit, passages elsewhere, and the answer says which."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from doubles.answerers import Call, CallsAnswerer
from doubles.deep_model import RulesModel, models_of
from doubles.written import bee_paper
from unit.services_chat.asking import BUSY, answer, rules
from unit.services_chat.system import ADA, ASK, BEES, GOOD, QUORUM, System

from scholarai.domain.chat import Answer
from scholarai.domain.errors import ModelRefusedError
from scholarai.domain.ids import PaperId
from scholarai.domain.spending import DailyLimits
from scholarai.prompting.prompt import ChatLimits, Prompt
from scholarai.services.chat.asking import AnswerSaved, ChatRules
from scholarai.services.chat.deep_calls import digest_of, most_of
from scholarai.services.spending import Spending

WASPS = PaperId("wasps")
WHOLE = ChatRules(passages=1, limits=ChatLimits(whole_tokens=20_000))
MARKED = "We marked 4,000 workers with paint so that every scout could be told apart."


def id_of(sentence: str, prompt: str) -> str:
    found = re.search(rf"\[(\d+\.\d+)\] {re.escape(sentence)}", prompt)
    assert found is not None
    return found[1]


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


def test_a_sentence_that_no_passage_has_is_cited_with_its_place(system: System) -> None:
    _, model = answer(system, Call(text="<not_in_paper/>"), rules=WHOLE)
    cited = id_of(MARKED, model.requests[0].prompt.prefix)
    _, short = answer(system, Call(text=GOOD), rules=ChatRules(passages=1))
    assert all(MARKED not in item.text for item in short.requests[0].evidence)

    given, _ = answer(system, Call(text=f'They marked 4,000 workers. <cite id="{cited}"/>'), rules=WHOLE)

    (citation,) = given.sections[0].citations
    assert (citation.verdict, citation.text) == ("exact", MARKED)
    assert bee_paper().text()[citation.start : citation.end] == MARKED
    assert citation.pages


def test_a_follow_up_begins_with_the_same_prefix(system: System) -> None:
    model = CallsAnswerer(Call(text="<not_in_paper/>"))
    ask = replace(system.chat, answerer=lambda: model, rules=WHOLE)
    saved = list(ask.run(system.question(ASK)))[-1]
    assert isinstance(saved, AnswerSaved)

    list(ask.run(system.question("How many workers were marked?", session_id=saved.session_id)))

    first, second = (request.prompt for request in model.requests)
    assert (second.system, second.prefix) == (first.system, first.prefix)
    assert [turn.role for turn in second.history] == ["user", "model"]


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


def test_a_question_about_a_place_is_answered_from_what_stands_there(system: System) -> None:
    _, model = answer(system, Call(text="<not_in_paper/>"), rules=WHOLE, text="What does reference 1 say?")

    assert not any(request.prompt.prefix for request in model.requests)


def test_several_papers_that_fit_are_read_in_one_call(system: System) -> None:
    system.add_paper(WASPS, replace(bee_paper(), title="How Wasps Choose"), owner=ADA)

    given, model = answer(system, Call(text="<not_in_paper/>"), rules=WHOLE, papers=(BEES, WASPS))

    (request,) = model.requests
    assert given.usage.context == "whole"
    assert request.prompt.prefix.count(MARKED) == 2
    assert {'paper="How Wasps Choose"' in request.prompt.prefix, 'paper="How Honey' in request.prompt.prefix} == {True}


def deep_answer(
    system: System, *calls: Call, budget_usd: float = 0.5, usd: float = 0.0
) -> tuple[Answer, CallsAnswerer]:
    looking = models_of(RulesModel(usd=usd))
    chat = replace(WHOLE, depth="deep", budget_usd=budget_usd)
    return answer(system, *calls, rules=chat, looking=lambda: looking)


def test_a_deep_answer_is_written_from_the_whole_paper_and_told_what_the_searches_found(system: System) -> None:
    given, model = deep_answer(system, Call(text=GOOD))

    (request,) = model.requests
    assert MARKED in request.prompt.prefix
    pointed_at = re.search(r"bear on the question, the most relevant first: ([\d, ]+)\.", request.prompt.user)
    assert pointed_at is not None
    assert id_of(QUORUM, request.prompt.prefix).split(".")[0] in pointed_at[1].split(", ")[:2]
    assert (given.usage.context, given.depth) == ("whole", "deep")
    looked = sum(step.taken.tokens for step in given.steps)
    assert given.usage.input_tokens + given.usage.output_tokens == looked + 110


def test_a_deep_answer_whose_model_cannot_read_it_at_once_is_written_from_passages(system: System) -> None:
    refused = Call(error=ModelRefusedError("prompt_too_long", "too long"))

    given, model = deep_answer(system, refused, Call(text=GOOD))

    assert [bool(request.prompt.prefix) for request in model.requests] == [True, False]
    assert (given.usage.context, given.sections[0].citations[0].text) == ("passages", QUORUM)


def test_a_whole_paper_beyond_the_budget_of_a_deep_answer_is_shown_by_passages(system: System) -> None:
    given, model = deep_answer(system, Call(text=GOOD), budget_usd=0.0292, usd=1e-6)

    assert not model.requests[0].prompt.prefix
    assert given.usage.context == "passages"
    assert given.usage.cost_usd <= 0.0292


def test_prompts_with_other_papers_or_pictures_are_other_calls() -> None:
    prompt = Prompt(system="", user=ASK, prefix="one paper")

    assert digest_of(prompt) != digest_of(replace(prompt, prefix="another paper"))
    assert digest_of(prompt) != digest_of(replace(prompt, images=(b"a picture",)))
    assert most_of(replace(prompt, prefix="long " * 999), (0, 0)).tokens > most_of(prompt, (0, 0)).tokens + 999
