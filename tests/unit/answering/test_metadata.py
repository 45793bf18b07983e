"""Facts about a paper's publication are stated, with the place where the paper prints them."""

from __future__ import annotations

import pytest
from doubles.written import bee_paper
from msgspec.structs import replace

from scholarai.answering.publication import Stated, stated
from scholarai.domain.content import Author, PaperContent


def said(question: str, paper: PaperContent | None = None) -> list[Stated]:
    return list(stated(question, paper or bee_paper()))


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("How many figures are there?", "Number of figures: 1, counted in what was read from the file."),
        ("How long is the paper?", "Number of pages: 3, counted in what was read from the file."),
        (
            "How many references does the paper cite?",
            "Number of references: 2, counted in what was read from the file.",
        ),
        ("What is its DOI?", "DOI: not found in the text, nor in what the file says of itself."),
        (
            "When was it published?",
            "Year of publication: not found in the text, nor in what the file says of itself.",
        ),
    ],
)
def test_what_is_known_is_stated_and_what_is_not_known_too(question: str, text: str) -> None:
    assert [one.text for one in said(question)] == [text]


def test_what_the_file_alone_tells_is_said_to_be_known_from_it() -> None:
    (year,) = said("In which year was this paper published?", replace(bee_paper(), year=1955))

    assert year.text == "Year of publication: 1955 (known from the file, not printed in its text)."
    assert year.quote is None


def test_what_a_page_prints_is_quoted_from_it() -> None:
    paper = bee_paper()
    line = replace(paper.blocks[0], text="Martin Lindauer and Thomas Seeley")
    authors = (Author(name="Martin Lindauer"), Author(name="Thomas Seeley"))

    (answer,) = said("Who wrote this?", replace(paper, authors=authors, blocks=(line, *paper.blocks[1:])))

    assert answer.text == "Authors: Martin Lindauer and Thomas Seeley (printed on page 1)."
    assert answer.quote == line.text


def test_a_year_in_a_sentence_about_something_else_is_not_where_it_is_printed() -> None:
    paper = bee_paper()
    cited = "Swarms were filmed from the air by many groups (Moss et al., 2020), and later by us in the woods near the lake."
    blocks = (replace(paper.blocks[0], text=cited), *paper.blocks[1:])

    assert said("When was this paper published?", replace(paper, year=2020, blocks=blocks))[0].quote is None


@pytest.mark.parametrize(
    "question",
    [
        "How many figures were redrawn?",
        "In which year was the study conducted?",
        "Who are the authors and what did they find?",
    ],
)
def test_a_question_about_the_content_is_not_answered_from_metadata(question: str) -> None:
    assert said(question) == []
