"""Scores works of which only title and abstract are known for a question."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from scholarai.retrieval.bm25 import Bm25, index_units, number_terms, standard
from scholarai.retrieval.terms import pairs, question_terms, terms

if TYPE_CHECKING:
    from scholarai.retrieval.bm25 import Scores
    from scholarai.retrieval.vectors import Vector, WindowVectors


# Weights of matches in the title and of pairs of words; a word counts 1. The measurement that chose them is not kept here.
_TITLE, _PAIRS = 0.4, 0.4


def score_words(question: str, works: Sequence[tuple[str, str]]) -> Scores:
    """Score works by words (BM25): those of title and abstract, of the title alone, and pairs of words.

    Of `works` either text may be empty.

    Returns:
        One score per work, of mean 0; all 0 where no word occurs.
    """
    if not works:
        return np.zeros(0)
    told = [(terms(title), terms(abstract)) for title, abstract in works]
    asked = question_terms(question)
    first = np.arange(len(works)) * 2
    whole, titles = np.stack([first, first + 2], axis=1), np.stack([first, first + 1], axis=1)
    words = number_terms([run for pair in told for run in pair])
    neighbours = number_terms([pairs(run) for pair in told for run in pair])
    return (
        _matched(index_units(words, whole), asked)
        + _TITLE * _matched(index_units(words, titles), asked)
        + _PAIRS * _matched(index_units(neighbours, whole), pairs(asked))
    )


def score_meaning(question: Vector, works: Sequence[WindowVectors]) -> Scores:
    """Score works by the cosine of each one's nearest window; one score per work, of mean 0."""
    nearest = [float((one.matrix @ question).max()) if len(one.matrix) else 0.0 for one in works]
    return standard(np.array(nearest, dtype=np.float64))


def _matched(units: Bm25, asked: Sequence[str]) -> Scores:
    return standard(units.scores(dict.fromkeys(asked, 1.0)))
