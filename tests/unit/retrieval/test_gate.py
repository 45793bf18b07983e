"""Which questions are refused in code."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from unit.retrieval.making import searched

from scholarai.domain.ids import PaperId
from scholarai.retrieval.gate import CALIBRATED_MODELS, measure_strength
from scholarai.retrieval.merging import merge
from scholarai.retrieval.ranking import rank_sentences
from scholarai.retrieval.search import search_paper


def is_weak(question: str, *, model: str | None = None, like: float | None = None) -> bool:
    """Tell whether a question is refused, with windows that are `like` the question by cosine."""
    paper = replace(searched(), model=model)
    if like is None:
        return search_paper(paper, question, None, k=3).weak
    matrix = np.zeros_like(paper.index.matrix)
    matrix[:, 0], matrix[:, 1] = like, np.sqrt(1 - like**2)
    vector = np.zeros(matrix.shape[1], dtype=np.float32)
    vector[0] = 1.0
    return search_paper(replace(paper, index=replace(paper.index, matrix=matrix)), question, vector, k=3).weak


MINILM = next(iter(CALIBRATED_MODELS))


def test_a_question_about_something_else_is_weak() -> None:
    assert is_weak("Who won the football world cup in Brazil?")


def test_a_question_in_the_papers_words_is_not() -> None:
    assert not is_weak("How many scouts made the quorum?")


def test_nearness_in_meaning_makes_up_for_other_words() -> None:
    assert not is_weak("How do hymenopterans pick dwellings in a swarm?", model=MINILM, like=0.7)
    assert is_weak("How do hymenopterans pick dwellings in a swarm?", model=MINILM, like=0.1)


def on_scale(like: float, *, low: float, high: float) -> bool:
    """Tell whether a question is refused by a model whose cosines all lie between `low` and `high`.

    The paper's windows lie on a circle, each with two neighbours; the question is `like` one of them: 1 as a
    neighbour is, 0 as windows are on average.
    """
    paper = replace(searched(), model="never measured")
    windows = len(paper.index.windows)
    turns = 2 * np.pi * np.arange(windows) / windows
    circle = np.stack([np.cos(turns), np.sin(turns)], axis=1)
    # Cosines c of the circle become low + (high - low) * (c + 1) / 2 by a part that all windows share.
    share = (high - low) / 2
    matrix = np.zeros((windows, 4), dtype=np.float32)
    matrix[:, :2], matrix[:, 2] = np.sqrt(share) * circle, np.sqrt(low + share)
    matrix[:, 3] = np.sqrt(1 - share - low - share)
    between = matrix @ matrix.T
    np.fill_diagonal(between, np.nan)
    average, nearest = np.nanmean(between), np.nanmax(between, axis=1).mean()
    dense = np.full(windows, average + like * (nearest - average))
    ranking = replace(rank_sentences(paper.index, MIXED, None), dense=dense)
    return measure_strength(replace(paper.index, matrix=matrix), ranking, MIXED, model="never measured").weak


# Two of its five words stand in the paper.
MIXED = "How do hymenopterans in swarms pick a dwelling of a colony?"


@pytest.mark.parametrize(("low", "high"), [(-0.1, 0.9), (0.2, 0.6), (0.7, 0.9)])
def test_a_model_that_was_never_measured_is_judged_on_its_own_scale(low: float, high: float) -> None:
    assert on_scale(-1.0, low=low, high=high)
    assert not on_scale(1.0, low=low, high=high)


def test_where_a_paper_is_too_short_to_tell_a_models_scale_words_decide() -> None:
    assert not is_weak("How many scouts made the quorum?", model="other", like=0.0)
    assert is_weak("Who won the football world cup in Brazil?", model="other", like=0.9)


def test_nearness_alone_never_refuses_what_is_asked_in_another_language() -> None:
    assert not is_weak("Wie viele Kundschafterinnen braucht ein Schwarm?", model="other", like=0.0)


def test_a_question_in_another_language_is_not_refused_for_its_words() -> None:
    assert not is_weak("Wie viele Kundschafterinnen braucht ein Schwarm?")


def test_a_question_without_words_of_its_own_is_left_to_the_model() -> None:
    assert not is_weak("Why is that so?")


def test_several_papers_take_turns_and_weak_ones_stay_out() -> None:
    question = "How many scouts made the quorum?"
    bees = search_paper(searched(), question, None, k=3)
    wasps = replace(bees, evidence=tuple(replace(item, paper_id=PaperId("wasps")) for item in bees.evidence))
    birds = replace(
        bees,
        evidence=tuple(replace(item, paper_id=PaperId("birds")) for item in bees.evidence),
        strength=replace(bees.strength, weak=True),
    )

    merged = merge([birds, bees, wasps], k=4)

    assert [item.paper_id for item in merged] == ["bees", "wasps", "bees", "wasps"]
    assert [item.number for item in merged] == [1, 2, 3, 4]


def test_a_short_question_whose_words_all_stand_in_the_paper_is_not_weak() -> None:
    assert not is_weak("Which quorum?", model=MINILM, like=0.0)
