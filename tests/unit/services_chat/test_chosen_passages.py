"""Of papers that do not fit, a model is shown passages of each, and told of those that it is shown nothing of."""

from __future__ import annotations

import re
from typing import Any

import pytest
from doubles.answerers import Call, CitingAnswerer, ScriptedTextModel
from doubles.written import Writer
from msgspec.structs import replace
from unit.services_chat.asking import answer
from unit.services_chat.system import System

from scholarai.domain.content import Page, PaperContent
from scholarai.domain.ids import PaperId
from scholarai.domain.paper import Paper
from scholarai.ports.models import AnswerRequest
from scholarai.prompting.prompt import ChatLimits
from scholarai.services.chat import passages
from scholarai.services.chat.asking import ChatRules

THINGS = (
    "granite",
    "glacier",
    "violin",
    "harbour",
    "cheese",
    "lantern",
    "saddle",
    "teapot",
    "canal",
    "orchard",
    "anvil",
)
LONG = PaperId("long")


def told(thing: str) -> str:
    return f"The {thing} was weighed by three people on a cold morning."


def on(*things: str, title: str = "On Things") -> PaperContent:
    """Return a paper with a section for each thing, each as long as a passage."""
    write = Writer()
    for number, thing in enumerate(things, start=1):
        write.section(str(number), f"Of {thing}")
        filler = " ".join(f"Entry {n} of the {thing} book has no further interest." for n in range(30))
        write.add("paragraph", f"{told(thing)} {filler}")
    return PaperContent(
        source_format="pdf",
        title=title,
        pages=(Page(page_number=1, width_pt=612, height_pt=792),),
        sections=tuple(write.sections),
        blocks=tuple(write.blocks),
    )


def rename(system: System, named: Paper) -> None:
    system.backend.papers.change(named.id, lambda _: named)


def shelf(system: System, count: int) -> tuple[PaperId, ...]:
    """Return papers on one thing each."""
    papers = tuple(PaperId(thing) for thing in THINGS[:count])
    for paper in papers:
        system.add_paper(paper, on(paper, title=f"On <{paper}>"))
        stored = system.backend.papers.get(paper)
        assert stored is not None
        rename(system, replace(stored, filename=f"On <{paper}>"))
    return papers


def asked(system: System, text: str, papers: tuple[PaperId, ...], **about: Any) -> AnswerRequest:
    _, model = answer(system, Call(text="<not_in_paper/>"), text=text, papers=papers, **about)
    (request,) = model.requests
    return request


@pytest.mark.parametrize("order", [1, -1])
def test_each_paper_has_passages_grouped_in_the_users_order(system: System, order: int) -> None:
    papers = shelf(system, 5)[::order]

    request = asked(system, "How was the violin weighed?", papers)

    titles = re.findall(r'<paper-\w+ title="On \((\w+)\)">', request.prompt.user)
    assert titles == list(papers)
    assert [item.number for item in request.evidence] == list(range(1, len(request.evidence) + 1))
    assert (request.prompt.prefix, "were asked, too" in request.prompt.user) == ("", False)


def test_papers_without_room_are_named_between_marks_and_accounted_for(
    system: System, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(passages, "PAPERS_READ", 2)
    papers = shelf(system, 4)

    given, model = answer(system, Call(text="<not_in_paper/>"), text="How was the violin weighed?", papers=papers)

    asked = model.requests[0].prompt.user
    shown = set(re.findall(r'<paper-\w+ title="On \((\w+)\)">', asked))
    assert "violin" in shown
    assert len(shown) == 2
    unread = re.search(r"<titles-(\w+)>\n(.*?)\n</titles-\1>", asked, re.DOTALL)
    assert unread is not None
    assert set(unread[2].split("\n")) == {f"On ({paper})" for paper in papers if paper not in shown}
    assert given.coverage is not None
    assert {paper.paper_id for paper in given.coverage.papers if paper.reason == "no_room"} == set(papers) - shown


def test_papers_that_fit_one_by_one_and_not_together_are_shown_by_passages(system: System) -> None:
    papers = shelf(system, 3)
    characters = len(on("granite").text())
    rules = ChatRules(limits=ChatLimits(whole_tokens=2 * characters // 3 + 10))

    assert asked(system, "How was the violin weighed?", papers[:2], rules=rules).prompt.prefix
    assert not asked(system, "How was the violin weighed?", papers, rules=rules).prompt.prefix


class TestFollowUps:
    """About a paper of more passages than are shown at once."""

    @pytest.fixture(autouse=True)
    def long(self, system: System) -> None:
        system.embedder = None
        many = [f"{thing}{n}" for n in range(3) for thing in THINGS]
        system.add_paper(LONG, on(*many))

    def follow(self, system: System, text: str, rewriter: ScriptedTextModel | None = None) -> AnswerRequest:
        model = CitingAnswerer("It was weighed.", told("violin1"))
        ask = replace(system.chat, answerer=lambda: model, rewriter=lambda: rewriter)
        list(ask.ask(system.question("How was the violin1 weighed?", paper_ids=(LONG,))))
        list(ask.ask(system.question(text, session_id=system.only_session)))
        return model.requests[1]

    def test_the_excerpts_around_the_last_quotes_are_shown_beside_what_is_found(self, system: System) -> None:
        request = self.follow(system, "And the anvil0?")

        texts = [item.text for item in request.evidence]
        assert any(told("anvil0") in text for text in texts)
        assert [told("violin1") in text for text in texts].count(True) == 1
        assert len(texts) == passages.PASSAGES + 1

    def test_one_that_is_found_again_is_shown_once(self, system: System) -> None:
        request = self.follow(system, "And why was the violin1 weighed?")

        assert sum(told("violin1") in item.text for item in request.evidence) == 1
        assert len(request.evidence) == passages.PASSAGES

    def test_passages_are_searched_by_the_rewritten_question_and_the_model_is_asked_the_users(
        self, system: System
    ) -> None:
        rewriter = ScriptedTextModel("How was the harbour2 weighed?")

        request = self.follow(system, "And how about the other one?", rewriter)

        assert any(told("harbour2") in item.text for item in request.evidence)
        assert "And how about the other one?" in request.prompt.user
        assert "How was the harbour2 weighed?" not in request.prompt.user
        (prompt,) = rewriter.prompts
        assert told("violin1") in prompt.history[1].text
