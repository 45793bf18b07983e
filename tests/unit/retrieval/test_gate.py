"""Questions that a paper cannot answer are refused before a model is asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from unit.retrieval.making import searched

from scholarai.retrieval.gate import (
    CALIBRATED_MODELS,
    SIGNALS,
    TOP_WINDOWS,
    UNKNOWN_RARITY,
    measure_strength,
    names_something,
    shipped,
    signals,
    usual_terms,
)
from scholarai.retrieval.ranking import rank_sentences
from scholarai.retrieval.search import search_paper
from scholarai.retrieval.words import question_terms, stem

if TYPE_CHECKING:
    from scholarai.retrieval.units import Scores


def is_weak(question: str, *, model: str | None = None, like: float | None = None) -> bool:
    """Tell whether a question is refused, with a few windows that are `like` the question by cosine, and the others not at all."""
    paper = replace(searched(), model=model)
    if like is None:
        return search_paper(paper, question, None, k=3).weak
    matrix = np.zeros_like(paper.index.matrix)
    likes = np.where(np.arange(len(matrix)) < TOP_WINDOWS, like, 0.0)
    matrix[:, 0], matrix[:, 1] = likes, np.sqrt(1 - likes**2)
    vector = np.zeros(matrix.shape[1], dtype=np.float32)
    vector[0] = 1.0
    return search_paper(replace(paper, index=replace(paper.index, matrix=matrix)), question, vector, k=3).weak


ELSEWHERE = "Who won the football world cup?"
MINILM = next(iter(CALIBRATED_MODELS))


def test_a_question_about_something_else_is_weak() -> None:
    assert is_weak("Who won the football world cup in Brazil?")


def test_a_question_in_the_papers_words_is_not() -> None:
    assert not is_weak("How many scouts made the quorum?")


def test_nearness_in_meaning_makes_up_for_other_words() -> None:
    assert not is_weak("How do hymenopterans pick dwellings in a swarm?", model=MINILM, like=0.8)
    assert is_weak("How do hymenopterans pick dwellings in a swarm?", model=MINILM, like=0.1)


@pytest.mark.parametrize(
    "question",
    [
        "What is the purpose of this study?",
        "What are the main findings?",
        "What problem is this work about?",
        "What does the paper ignore?",
        "What do the authors not consider?",
    ],
)
def test_a_question_of_generic_words_is_never_weak(question: str) -> None:
    assert not is_weak(question, model=MINILM, like=0.0)


def test_a_question_of_a_studys_parts_is_weak_only_where_the_paper_speaks_of_none() -> None:
    own = {stem("patients"), stem("software")}

    assert not names_something(question_terms("How many patients took part?"), own)
    assert not names_something(question_terms("Which software was used?"), own)
    assert names_something(question_terms("How many volunteers took part?"), own)
    assert names_something(question_terms("How many patients had a stroke?"), own)
    assert names_something(question_terms("How many patients took part?"))


def test_trials_that_the_paper_speaks_of_are_asked_about_without_the_judge() -> None:
    assert not is_weak("How many trials were included?", model=MINILM, like=0.0)
    assert is_weak("How many volunteers were included?", model=MINILM, like=0.0)


def test_a_judge_with_weights_of_the_other_sign_decides_otherwise() -> None:
    judge = shipped()
    turned = replace(judge, weights=-judge.weights)
    near, far = (
        known_of(question, nearest)
        for question, nearest in (("How many scouts made the quorum?", 0.7), (ELSEWHERE, 0.2))
    )

    assert judge.score(near) > judge.border > judge.score(far)
    assert turned.score(near) < turned.score(far)


def test_a_word_that_is_rare_everywhere_is_missed_more_than_one_of_any_paper() -> None:
    question = "How many scouts used gabapentin?"
    rare, common = (known_of(question, 0.5, usual={"gabapentin": rarity}) for rarity in (1.0, 0.1))

    assert rare[SIGNALS.index("rarest missing")] == 1.0
    assert common[SIGNALS.index("rarest missing")] == 0.1
    assert shipped().score(rare) < shipped().score(common)


def test_windows_of_a_short_paper_that_are_all_near_are_near() -> None:
    index = searched().index
    ranking = replace(rank_sentences(index, "Which quorum?", None), dense=np.full(TOP_WINDOWS, 0.6))

    assert signals(index, ranking, usual_terms())[SIGNALS.index("nearness")] > 0.2


def test_a_question_of_one_word_has_its_pairs_where_the_paper_has_the_word() -> None:
    has, lacks = (known_of(question, 0.5)[SIGNALS.index("pairs")] for question in ("Which quorum?", "Which football?"))

    assert (has, lacks) == (1.0, 0.0)


def test_a_first_sentence_leads_by_what_it_is_above_the_tenth() -> None:
    index = searched().index
    ranking = rank_sentences(index, "Which quorum?", None)
    scores = np.linspace(0.0, 1.0, len(ranking.sentences))
    dense = np.zeros(len(index.windows.spans))

    lead = signals(index, replace(ranking, sentences=scores, dense=dense), usual_terms())[SIGNALS.index("lead")]

    assert lead == pytest.approx(scores[-1] - scores[-min(10, len(scores))])


def test_what_title_and_abstract_name_is_told_by_rarity() -> None:
    title = searched().index.text.split()[0]
    named, elsewhere = (
        known_of(question, 0.5, usual={})[SIGNALS.index("opening")]
        for question in (f"Which {title}?", "Which gabapentin?")
    )

    assert (named, elsewhere) == (1.0, 0.0)


def test_the_usual_terms_are_those_of_any_paper() -> None:
    usual = usual_terms()

    assert usual["result"] < 0.2 < usual["placebo"] < UNKNOWN_RARITY
    assert "gabapentin" not in usual


def known_of(question: str, nearest: float, *, usual: Mapping[str, float] | None = None) -> Scores:
    """Return the signals of a question whose nearest windows are so near, and the others not at all."""
    index = searched().index
    ranking = rank_sentences(index, question, None)
    dense = np.zeros(len(index.windows.spans))
    dense[:TOP_WINDOWS] = nearest
    return signals(index, replace(ranking, dense=dense), usual_terms() if usual is None else usual)


def on_scale(deviations: float, *, low: float, high: float) -> bool:
    """Tell whether a question is refused by a model whose cosines all lie between `low` and `high`.

    The stock questions are a quarter as near as can be, give or take; the question is so many deviations nearer.
    """
    paper = replace(searched(), model=OTHER)
    windows = len(paper.index.windows.spans)
    spread = (high - low) / 20
    stock = low + (high - low) / 4 + spread * np.tile([-1.0, 1.0], 8)
    matrix = np.eye(windows, 17, dtype=np.float32)
    calibration = np.zeros((16, 17), dtype=np.float32)
    calibration[:, :windows] = stock[:, np.newaxis]
    ranking = replace(
        rank_sentences(paper.index, MIXED, None), dense=np.full(windows, stock.mean() + deviations * spread)
    )
    index = replace(paper.index, matrix=matrix)
    return measure_strength(index, ranking, MIXED, model=OTHER, calibration=calibration).weak


OTHER = "never measured"
# One of its five words stands in the paper.
MIXED = "How do hymenopterans in swarms pick a dwelling of a colony?"


@pytest.mark.parametrize(("low", "high"), [(0.0, 0.9), (0.2, 0.4), (0.7, 0.9)])
def test_a_model_that_was_never_measured_is_judged_by_what_it_makes_of_stock_questions(low: float, high: float) -> None:
    assert on_scale(1.0, low=low, high=high)
    assert not on_scale(15.0, low=low, high=high)


def test_without_its_calibration_words_decide() -> None:
    assert not is_weak("How many scouts made the quorum?", model=OTHER, like=0.0)
    assert is_weak("Who won the football world cup in Brazil?", model=OTHER, like=0.9)


def test_nearness_alone_never_refuses_what_is_asked_in_another_language() -> None:
    assert not is_weak("Wie viele Kundschafterinnen braucht ein Schwarm?", model=OTHER, like=0.0)


def test_a_question_in_another_language_is_not_refused_for_its_words() -> None:
    assert not is_weak("Wie viele Kundschafterinnen braucht ein Schwarm?")


def test_a_question_without_words_of_its_own_is_left_to_the_model() -> None:
    assert not is_weak("Why is that so?")


def test_a_short_question_whose_words_all_stand_in_the_paper_is_not_weak() -> None:
    assert not is_weak("Which quorum?", model=MINILM, like=0.2)
