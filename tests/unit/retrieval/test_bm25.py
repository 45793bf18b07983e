"""Units of text are scored by BM25, whatever their size."""

from __future__ import annotations

import numpy as np

from scholarai.retrieval.bm25 import Bm25, index_units, number_terms
from scholarai.retrieval.index import Units

SENTENCES = [["bee", "danc"], ["swarm"], ["bee", "bee", "quorum"], ["weather", "mild", "weather"]]


def units(*spans: tuple[int, int]) -> Bm25:
    return index_units(number_terms(SENTENCES), np.array(spans, dtype=np.intp).reshape(-1, 2))


def test_only_units_with_a_term_score() -> None:
    scores = units((0, 1), (1, 2), (2, 3), (3, 4)).scores({"bee": 1})

    assert list(scores > 0) == [True, False, True, False]


def test_a_term_that_comes_twice_counts_more_but_not_twice_as_much() -> None:
    scores = index_units(
        number_terms([["bee", "x"], ["bee", "bee"], ["y", "z"]]), np.array([[0, 1], [1, 2], [2, 3]])
    ).scores({"bee": 1})

    assert scores[0] < scores[1] < 2 * scores[0]


def test_a_rare_term_counts_more_than_a_common_one() -> None:
    index = units((0, 1), (1, 2), (2, 3), (3, 4))

    assert index.scores({"quorum": 1}).max() > index.scores({"bee": 1})[0]


def test_units_may_overlap_and_hold_several_sentences() -> None:
    scores = units((0, 3), (1, 4)).scores({"danc": 1, "mild": 1})

    assert (scores > 0).all()


def test_unknown_terms_and_an_empty_paper_score_nothing() -> None:
    empty = index_units(number_terms([]), np.zeros((0, 2), dtype=np.intp))

    assert units((0, 4)).scores({"zebra": 1}).tolist() == [0.0]
    assert empty.scores({"bee": 1}).tolist() == []


def test_scores_of_units_are_spread_over_their_sentences_and_back() -> None:
    units = Units.of(np.array([[0, 2], [1, 3], [3, 3]], dtype=np.intp), 4)

    assert units.spread(np.array([1.0, 3.0, 9.0])).tolist() == [1.0, 2.0, 3.0, 0.0]
    assert units.means(np.array([1.0, 3.0, 5.0, 7.0])).tolist() == [2.0, 4.0, 0.0]
