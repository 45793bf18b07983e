"""Scores works of which only title and abstract are known for a question."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from scholarai.domain.values import Value
from scholarai.retrieval.bm25 import Bm25, index_units, number_terms, standard
from scholarai.retrieval.terms import pairs, question_terms, terms

if TYPE_CHECKING:
    from scholarai.retrieval.bm25 import Scores
    from scholarai.retrieval.vectors import Vector, WindowVectors


class AbstractWeights(Value, frozen=True, kw_only=True):
    """Weights of the parts of a score."""

    words: float = 1.0
    title: float = 0.4
    pairs: float = 0.4
    vectors: float = 1.0


MEASURED = AbstractWeights()


def score_words(question: str, works: Sequence[tuple[str, str]], weights: AbstractWeights = MEASURED) -> Scores:
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
        weights.words * _matched(index_units(words, whole), asked)
        + weights.title * _matched(index_units(words, titles), asked)
        + weights.pairs * _matched(index_units(neighbours, whole), pairs(asked))
    )


def score_meaning(question: Vector, works: Sequence[WindowVectors], weights: AbstractWeights = MEASURED) -> Scores:
    """Score works by the cosine of each one's nearest window; one score per work, of mean 0."""
    nearest = [float((one.matrix @ question).max()) if len(one.matrix) else 0.0 for one in works]
    return weights.vectors * standard(np.array(nearest, dtype=np.float64))


def _matched(units: Bm25, asked: Sequence[str]) -> Scores:
    return standard(units.scores(dict.fromkeys(asked, 1.0)))
