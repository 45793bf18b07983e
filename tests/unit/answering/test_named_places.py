"""What a question asks for besides its words: places by name, places that are not there, and courtesies."""

from __future__ import annotations

import pytest
from doubles.written import bee_paper
from unit.retrieval.making import find

from scholarai.answering.named_places import absent_from_all, absent_places, from_places, within_places
from scholarai.answering.turns import reply_to_courtesy, without_courtesy
from scholarai.domain.content import PaperContent


def test_a_question_about_a_page_is_answered_from_that_page_alone() -> None:
    evidence = find("Summarize page 3", k=8).evidence

    within = within_places("Summarize page 3", evidence)

    assert 0 < len(within) < len(evidence)
    assert all(piece.page_numbers == (3,) for piece in within)


def test_a_question_that_compares_a_section_with_the_rest_gets_the_rest_too() -> None:
    question = "Do the results support what the introduction says?"
    evidence = find(question, k=8).evidence

    assert within_places(question, evidence) == evidence


def test_a_figure_brings_what_speaks_of_it_and_a_model_gets_more() -> None:
    question = "What does Figure 1 show?"
    evidence = find(question, k=8).evidence

    assert within_places(question, evidence) == evidence
    assert [one.text for one in from_places(question, evidence) or ()] == [
        "Figure 1: Scouts at the chosen site over time. The dashed line is the quorum.",
        "The quorum was about twenty scouts at one site, as Figure 1 shows.",
    ]


def test_a_question_that_names_no_place_is_answered_otherwise() -> None:
    assert from_places("How many scouts are a quorum?", find("How many scouts are a quorum?").evidence) is None


def sentences(question: str, *papers: PaperContent) -> tuple[str, ...]:
    return absent_from_all([absent_places(question, paper) for paper in papers])


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("What does Figure 99 show?", "The paper has no Figure 99. It has 1 figure: Figure 1."),
        ("Summarize page 40", "The paper has no page 40. It has 3 pages."),
        ("Explain Eq. (9).", "The paper has no Eq. (9). It has 1 numbered equation: (1)."),
        (
            "What is in the related work?",
            "The paper has no related work. It has 6 sections: Abstract, 1 Introduction, 2 Methods, 3 Results, 4 Conclusions, References.",
        ),
        ("What is reference [50]?", "The paper has no reference [50]. It has 2 entries in its bibliography."),
        ("Prove Theorem 7", "The paper has no Theorem 7. It has 1 theorem: Theorem 1."),
        ("Prove Lemma 7", "The paper has no Lemma 7. It has no lemmas that were recognized."),
        (
            "What does the related work say?",
            "The paper has no related work. It has 6 sections: Abstract, 1 Introduction, 2 Methods, 3 Results, 4 Conclusions, References.",
        ),
    ],
)
def test_a_missing_place_is_said_with_what_there_is(question: str, said: str) -> None:
    assert sentences(question, bee_paper()) == (said,)


def test_a_place_that_one_of_several_papers_has_is_not_missing() -> None:
    without = bee_paper().__class__(source_format="markdown")

    assert sentences("What does Figure 1 show?", without, bee_paper()) == ()
    assert sentences("What does Figure 9 show?", without, bee_paper()) == ("None of the papers has Figure 9.",)


@pytest.mark.parametrize(
    "question", ["What does the architecture diagram show?", "What is the cross section?", "Who wrote this?"]
)
def test_what_may_not_be_meant_is_not_missing(question: str) -> None:
    assert sentences(question, bee_paper()) == ()


@pytest.mark.parametrize(
    ("said", "begins"),
    [
        ("hi", "Hello."),
        ("Hello there!", "Hello."),
        ("Thanks a lot for your help", "You are welcome."),
        ("ok thanks", "You are welcome."),
        ("That's great", "All right."),
        ("bye bye", "Goodbye."),
        ("What can you do?", "Ask a question about this paper"),
    ],
)
def test_a_courtesy_is_answered_in_kind(said: str, begins: str) -> None:
    reply = reply_to_courtesy(said, papers=1)

    assert reply is not None
    assert reply.startswith(begins)


@pytest.mark.parametrize("asked", ["", "?", "why", "Is it good?", "thanks to which grant was this done?", "hi " * 40])
def test_anything_else_is_none(asked: str) -> None:
    assert reply_to_courtesy(asked, papers=1) is None


def test_a_courtesy_before_a_question_is_left_out_of_it() -> None:
    assert without_courtesy("Hi! Thanks, and for males?") == "and for males?"
    assert without_courtesy("Methods: which were used?") == "Methods: which were used?"
