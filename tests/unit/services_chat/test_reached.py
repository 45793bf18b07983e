"""Every question reaches a model that writes, in one call where the papers fit, and nothing answers in its place."""

from __future__ import annotations

import pytest
from doubles.answerers import Call, CallsAnswerer, ScriptedTextModel
from doubles.written import bee_paper
from msgspec.structs import replace
from unit.services_chat.asking import answer
from unit.services_chat.system import BEES, GOOD, System

from scholarai.domain.content import PaperContent
from scholarai.domain.ids import PaperId
from scholarai.prompting.prompt import ChatLimits
from scholarai.services.chat.asking import ChatRules

WASPS = PaperId("wasps")
QUESTIONS = (
    "What did they do?",
    "a",
    "?",
    "the",
    "Warum?",
    "What about it?",
    "Tell me more",
    "again",
    "Who wrote this paper?",
    "How many tables are there?",
    "What does Figure 99 show?",
    "Who won the football world cup in Brazil?",
    "Which of these papers use zirconium?",
    "Wie viele Kundschafterinnen bilden das Quorum?",
    "Combien d'éclaireuses faut-il ?",
    "蜂群如何选择新家?",
    "x" * 8_000,
)
SIZES = {"whole": 20_000, "passages": 0}


def limited(tokens: int) -> ChatRules:
    return ChatRules(limits=ChatLimits(whole_tokens=tokens))


@pytest.mark.parametrize("vectors", [True, False], ids=["vectors", "words"])
@pytest.mark.parametrize("papers", [(BEES,), (BEES, WASPS)], ids=["one", "two"])
@pytest.mark.parametrize("size", SIZES)
def test_it_is_asked_once_in_the_users_words(
    system: System, size: str, papers: tuple[PaperId, ...], vectors: bool
) -> None:
    system.add_paper(WASPS, replace(bee_paper(), title="How Wasps Choose a Home"))
    system.embedder = system.embedder if vectors else None
    for question in QUESTIONS:
        given, model = answer(system, Call(text=GOOD), text=question, papers=papers, rules=limited(SIZES[size]))

        assert [question in request.prompt.user for request in model.requests] == [True], question
        assert (given.refusal, given.remark, given.usage.context) == (None, None, size), question


def test_follow_ups_over_papers_that_fit_are_asked_once_too(system: System) -> None:
    model, rewriter = CallsAnswerer(Call(text=GOOD)), ScriptedTextModel("Something else")
    ask = replace(system.chat, answerer=lambda: model, rewriter=lambda: rewriter, rules=limited(20_000))
    list(ask.ask(system.question("How many scouts make the quorum?")))

    for question in QUESTIONS:
        list(ask.ask(system.question(question, session_id=system.only_session)))

    assert len(model.requests) == 1 + len(QUESTIONS)
    assert rewriter.prompts == []
    assert all(question in request.prompt.user for question, request in zip(QUESTIONS, model.requests[1:], strict=True))


@pytest.mark.parametrize("size", SIZES)
def test_papers_without_any_text_are_refused_by_us(system: System, size: str) -> None:
    paper = bee_paper()  # of which nothing but a bibliography entry was read
    system.add_paper(WASPS, PaperContent(source_format="pdf", sections=paper.sections, blocks=paper.blocks[-1:]))

    given, model = answer(system, Call(text=GOOD), papers=(WASPS,), rules=limited(SIZES[size]))

    assert model.requests == []
    assert given.refusal is not None
    assert given.refusal.reason == "no_text"
