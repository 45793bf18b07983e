"""A question that names places is answered from these places."""

from __future__ import annotations

from unit.retrieval.making import find

from scholarai.answering.named_places import from_places, within_places


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
