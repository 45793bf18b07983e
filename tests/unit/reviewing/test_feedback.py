"""What is like the passages nearest to a question comes before what is as near to the question alone."""

from __future__ import annotations

import numpy as np

from scholarai.reviewing.candidates import PASSAGES, towards

QUESTION = np.array([1, 0, 0, 0], dtype=np.float32)
NEAREST = [np.array([0.8, 0.6, 0, 0], dtype=np.float32)]


def test_a_passage_like_the_nearest_ones_comes_before_one_as_near_to_the_question() -> None:
    like = np.array([0.5, 0.866, 0, 0], dtype=np.float32)
    unlike = np.array([0.5, 0, 0.866, 0], dtype=np.float32)

    moved = towards(QUESTION, NEAREST)

    assert moved @ like > moved @ unlike
    assert np.isclose(np.linalg.norm(moved), 1)


def test_a_passage_s_length_does_not_count() -> None:
    assert np.allclose(towards(QUESTION, [5 * NEAREST[0]]), towards(QUESTION, NEAREST))


def test_only_the_nearest_passages_move_it() -> None:
    others = [np.array([0, 0, 0, 1], dtype=np.float32)] * 3

    assert np.allclose(towards(QUESTION, NEAREST * PASSAGES + others), towards(QUESTION, NEAREST))


def test_without_passages_of_its_dimension_it_stays() -> None:
    assert towards(QUESTION, []) is QUESTION
    assert towards(QUESTION, [np.ones(3, dtype=np.float32)]) is QUESTION
