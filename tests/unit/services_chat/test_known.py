"""Questions about a paper as a publication, and about places that it does not have, ask no model."""

from __future__ import annotations

from dataclasses import replace

from doubles.written import bee_paper
from unit.services_chat.asking import answer, text_of
from unit.services_chat.system import BEES, GOOD, System

from scholarai.domain.content import Author
from scholarai.testing import ScriptedAnswerer


def test_the_authors_are_stated_and_quoted_from_the_page_that_prints_them(system: System) -> None:
    paper = bee_paper()
    line = replace(paper.blocks[1], text="By Martin Lindauer of Munich.".ljust(len(paper.blocks[1].text)))
    system.add_paper(
        BEES,
        replace(paper, authors=(Author(name="Martin Lindauer"),), blocks=(paper.blocks[0], line, *paper.blocks[2:])),
    )

    given, model = answer(system, text="Who wrote this paper?")

    assert model.requests == []
    assert text_of(given) == "Authors: Martin Lindauer (printed on page 1)."
    assert [(c.text.strip(), c.label) for c in given.sections[0].citations] == [
        ("By Martin Lindauer of Munich.", "p. 1, Abstract")
    ]


def test_what_nothing_prints_is_stated_without_a_quote(system: System) -> None:
    given, _ = answer(system, text="How many tables are there?")

    assert text_of(given) == "Number of tables: 1, counted in what was read from the file."
    assert (given.sections[0].citations, given.sections[0].uncited) == ((), True)


def test_a_place_that_the_paper_lacks_is_refused_with_what_there_is(system: System) -> None:
    given, model = answer(system, text="What does Figure 99 show?")

    assert model.requests == []
    assert given.refusal is not None
    assert given.refusal.message == "The paper has no Figure 99. It has 1 figure: Figure 1."


def test_beside_a_place_that_is_there_a_missing_one_is_noted(system: System) -> None:
    system.model = ScriptedAnswerer(GOOD)

    given = system.answer("Compare Figure 1 and Figure 99.")

    assert given.refusal is None
    assert given.notes == ("The paper has no Figure 99. It has 1 figure: Figure 1.",)


def test_a_model_is_given_a_named_page_alone_and_told_so(system: System) -> None:
    system.model = model = ScriptedAnswerer(GOOD)

    system.answer("Summarize page 3.")

    (request,) = model.requests
    assert {piece.page_numbers for piece in request.evidence} == {(3,)}
    assert 'named="page 3"' in request.prompt.user
    assert "cite these alone" in " ".join(request.prompt.user.split())
