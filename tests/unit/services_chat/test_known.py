"""Without a model, questions about a paper as a publication and about missing places are answered from its metadata."""

from __future__ import annotations

import pytest
from doubles.written import bee_paper
from msgspec.structs import replace
from unit.services_chat.asking import rules, text_of
from unit.services_chat.system import BEES, System

from scholarai.domain.content import Author


@pytest.fixture(autouse=True)
def by_rules(system: System) -> None:
    system.model = rules()


def test_the_authors_are_stated_and_quoted_from_the_page_that_prints_them(system: System) -> None:
    paper = bee_paper()
    line = replace(paper.blocks[1], text="By Martin Lindauer of Munich.".ljust(len(paper.blocks[1].text)))
    system.add_paper(
        BEES,
        replace(paper, authors=(Author(name="Martin Lindauer"),), blocks=(paper.blocks[0], line, *paper.blocks[2:])),
    )

    given = system.answer("Who wrote this paper?")

    assert text_of(given) == "Authors: Martin Lindauer (printed on page 1)."
    assert [(c.text.strip(), c.label) for c in given.sections[0].citations] == [
        ("By Martin Lindauer of Munich.", "p. 1, Abstract")
    ]


def test_a_title_with_a_question_mark_in_it_is_one_fact_with_its_quote(system: System) -> None:
    paper, title = bee_paper(), "Do Bees Vote? A Study"
    line = replace(paper.blocks[1], text=title.ljust(len(paper.blocks[1].text)))
    system.add_paper(BEES, replace(paper, title=title, blocks=(paper.blocks[0], line, *paper.blocks[2:])))

    (section,) = system.answer("What is the title of this paper?").sections

    assert section.text == f"Title: {title} (printed on page 1)."
    assert [c.text.strip() for c in section.citations] == [title]
    assert not section.uncited


def test_what_nothing_prints_is_stated_without_a_quote(system: System) -> None:
    given = system.answer("How many tables are there?")

    assert text_of(given) == "Number of tables: 1, counted in what was read from the file."
    assert (given.sections[0].citations, given.sections[0].uncited) == ((), True)


def test_a_place_that_the_paper_lacks_is_told_with_what_there_is(system: System) -> None:
    given = system.answer("What does Figure 99 show?")

    assert given.search is not None
    assert given.search.outcome == "closest"
    assert given.search.message == (
        "The paper has no Figure 99. It has 1 figure: Figure 1. These passages come closest."
    )


def test_beside_a_place_that_is_there_a_missing_one_is_noted(system: System) -> None:
    given = system.answer("Compare Figure 1 and Figure 99.")

    assert given.refusal is None
    assert given.notes == ("The paper has no Figure 99. It has 1 figure: Figure 1.",)
