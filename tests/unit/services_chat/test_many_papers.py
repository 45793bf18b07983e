"""A question about many papers."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from doubles.written import Writer, bee_paper
from unit.services_chat.system import ASK, BEES, GOOD, System

from scholarai.domain.content import Page, PaperContent
from scholarai.domain.errors import NotReadyError
from scholarai.domain.ids import PaperId
from scholarai.services.library.open_papers import OpenPapers
from scholarai.services.library.passages import OPENED
from scholarai.testing import ScriptedAnswerer


def about(subject: str) -> PaperContent:
    write = Writer()
    write.section("1", f"On {subject}")
    write.add("paragraph", f"The {subject} was weighed each day. " * 20)
    return PaperContent(
        source_format="pdf",
        title=f"On {subject}",
        pages=(Page(page_number=1, width_pt=612, height_pt=792),),
        sections=tuple(write.sections),
        blocks=tuple(write.blocks),
    )


@pytest.fixture
def library(system: System) -> tuple[PaperId, ...]:
    """Return twelve papers, the one about bees in their middle."""
    names = tuple(PaperId(f"p{n}") for n in range(11))
    for n, name in enumerate(names):
        system.add_paper(name, about(("granite", "glacier", "violin", "harbour", "cheese")[n % 5]))
    return (*names[:6], BEES, *names[6:])


@pytest.mark.parametrize("vectors", [True, False])
def test_the_paper_with_the_answer_is_found_among_many(
    system: System, library: tuple[PaperId, ...], vectors: bool
) -> None:
    system.embedder = system.embedder if vectors else None

    citation = system.answer(paper_ids=library).sections[0].citations[0]

    assert (citation.paper_id, citation.verdict) == (BEES, "exact")


def test_only_the_papers_that_the_search_finds_are_read(system: System, library: tuple[PaperId, ...]) -> None:
    system.ask(paper_ids=library)

    assert system.calls.count("search.matching") == 1
    assert system.calls.count("contents.read_content") == OPENED


def test_few_papers_are_read_without_a_search(system: System, library: tuple[PaperId, ...]) -> None:
    system.ask(paper_ids=library[4:8])

    assert "search.matching" not in system.calls


def test_one_paper_that_is_not_ready_stops_the_question_before_it_is_saved(system: System) -> None:
    system.add_unready(PaperId("new"), "extracting")

    with pytest.raises(NotReadyError):
        system.ask(paper_ids=(BEES, PaperId("new")))
    assert "contents.read_content" not in system.calls


def test_excerpts_say_which_paper_they_are_from(system: System) -> None:
    system.add_paper(PaperId("wasps"), replace(bee_paper(), title="How Wasps Choose a Home"))
    system.model = model = ScriptedAnswerer(GOOD)

    system.ask(ASK, paper_ids=(BEES, PaperId("wasps")))

    assert 'paper="How Wasps Choose a Home"' in model.requests[0].prompt.user


def test_papers_used_long_ago_make_room_for_others(system: System, library: tuple[PaperId, ...]) -> None:
    papers = [system.backend.papers.get(name) for name in library[:3]]
    room = OpenPapers(contents=system._watched("contents"), kept_characters=1_500)
    for paper in (papers[0], papers[1], papers[2], papers[2], papers[0]):
        assert paper is not None
        room.open(paper)

    assert system.calls.count("contents.read_content") == 4


def test_twenty_questions_at_once_read_a_paper_once(system: System) -> None:
    with ThreadPoolExecutor(20) as pool:
        list(pool.map(lambda _: system.ask(), range(20)))

    assert system.calls.count("contents.read_content") == 1
