"""What questions and reviews that cannot be asked get over HTTP: a sentence about papers and questions, not about JSON."""

from __future__ import annotations

from typing import Any

import pytest
from functions.answers import check
from functions.system import System

from scholarai.domain.ids import PaperId

QUESTION = "What does the paper propose?"


@pytest.mark.parametrize(
    ("path", "paper_ids", "detail", "action"),
    [
        ("/chat", 0, "a question needs at least one paper", "Name a paper, or ask the whole library."),
        (
            "/chat",
            201,
            "201 papers are named, and a question takes 200 at most",
            "Name fewer papers, or ask the whole library.",
        ),
        (
            "/reviews",
            0,
            "a review needs at least one paper",
            "Name a paper, or name none to review the whole library.",
        ),
        (
            "/reviews",
            501,
            "501 papers are named, and a review takes 500 at most",
            "Name fewer papers, or name none to review the whole library.",
        ),
        (
            "/reviews/estimate",
            0,
            "a review needs at least one paper",
            "Name a paper, or name none to review the whole library.",
        ),
    ],
)
def test_no_paper_and_too_many_are_refused_in_words_about_papers(
    system: System, path: str, paper_ids: int, detail: str, action: str
) -> None:
    body: dict[str, Any] = {"paper_ids": [f"p{n}" for n in range(paper_ids)]}
    response = system.chat.post(path, json=body if path.endswith("estimate") else {"question": QUESTION} | body)

    problem = check(response, "problem_details", 422)
    assert (problem["code"], problem["detail"], problem["action"]) == ("papers_invalid", detail, action)


@pytest.mark.parametrize("path", ["/papers/{}/chat", "/chat", "/reviews"])
@pytest.mark.parametrize(
    ("question", "detail"),
    [("", "the question is empty"), ("tea " * 5_000, "the question has 19,999 characters, and 8,000 are the most")],
)
def test_an_empty_question_and_one_of_twenty_thousand_characters_are_refused_in_words_about_questions(
    system: System, paper_id: PaperId, path: str, question: str, detail: str
) -> None:
    body: dict[str, Any] = {"question": question} | ({"paper_ids": [paper_id]} if "{}" not in path else {})
    problem = check(system.chat.post(path.format(paper_id), json=body), "problem_details", 422)

    assert (problem["code"], problem["detail"]) == ("question_invalid", detail)
    assert problem["action"]


def test_an_empty_library_says_that_it_has_no_paper(system: System) -> None:
    problem = check(system.chat.post("/chat", json={"question": QUESTION, "library": True}), "problem_details", 409)

    assert problem["code"] == "library_empty"
    assert problem["action"]
