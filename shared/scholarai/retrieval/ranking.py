"""How much each sentence of a paper has to do with a question."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from scholarai.domain.errors import DimensionMismatchError
from scholarai.domain.values import Value
from scholarai.retrieval.bm25 import Scores
from scholarai.retrieval.index import Level, PaperIndex
from scholarai.retrieval.units import Spans
from scholarai.retrieval.words import pairs, question_terms, searchable, terms

if TYPE_CHECKING:
    from scholarai.retrieval.vectors import Vector


class Weights(Value, frozen=True, kw_only=True):
    """Parts of the levels in a sentence's score, of words, their pairs and vectors in each level's, and of standing at the beginning.

    The defaults were found by a search over four question sets; benchmarks/retrieval.py says what each adds.
    """

    narrow: float = 1.2
    chunk: float = 0.5
    wide: float = 0.4
    words: float = 1.0
    pairs: float = 0.4
    vectors: float = 1.0
    opening: float = 0.8


MEASURED = Weights()
# Share of a paper after which the worth of standing early has fallen to a third: abstract and introduction say most of
# what questions are about.
OPENING_SHARE = 0.2


class Ranking(Value, frozen=True, kw_only=True, eq=False):
    """Scores of a paper's sentences, of deviation 1 but for what early ones get, and what they were made of.

    `dense` are the cosines of the embedded windows, empty without vectors; `question` are its terms.
    """

    sentences: Scores
    dense: Scores
    question: Mapping[str, float]


def rank_sentences(index: PaperIndex, question: str, vector: Vector | None, weights: Weights = MEASURED) -> Ranking:
    """Score every sentence by the units around it: their words (BM25) and, with a vector, their meaning (cosine).

    Raises:
        DimensionMismatchError: If the question was embedded in another space than the paper.
    """
    asked = searchable(question)
    wanted = dict.fromkeys(question_terms(asked), 1.0)
    neighbours = dict.fromkeys(pairs(terms(asked)), 1.0)
    dense = _cosines(index, vector)
    total = np.zeros(len(index.starts))

    def add(weight: float, scores: Scores, spans: Spans) -> None:
        nonlocal total
        total += weight * _spread(_standard(scores), spans, len(total))

    for level, weight in ((index.narrow, weights.narrow), (index.chunk, weights.chunk), (index.wide, weights.wide)):
        add(weights.words * weight, level.words.scores(wanted), level.spans)
        add(weights.words * weights.pairs * weight, level.pairs.scores(neighbours), level.spans)
        if len(dense) and level is not index.narrow:
            add(weights.vectors * weight, _best_inside(dense, level), level.spans)
    if len(dense):
        add(weights.vectors * weights.narrow, dense, index.windows)
    sentences = _standard(total) + weights.opening * _earliness(index)
    return Ranking(sentences=sentences, dense=dense, question=wanted)


def _earliness(index: PaperIndex) -> Scores:
    length = index.ends[-1] if len(index.ends) else 1
    return np.asarray(np.exp(-index.starts / (OPENING_SHARE * length)))


def _cosines(index: PaperIndex, vector: Vector | None) -> Scores:
    if index.matrix is None or vector is None:
        return np.zeros(0)
    if index.matrix.shape[1] != len(vector):
        raise DimensionMismatchError(
            "other_embedding_model",
            f"the paper's vectors have {index.matrix.shape[1]} dimensions, the question's {len(vector)}",
            action="Extract the paper again.",
        )
    return (index.matrix @ vector).astype(np.float64)


def _best_inside(dense: Scores, level: Level) -> Scores:
    """Return the best cosine of the windows inside each unit; units without a window get the worst of all."""
    low, high = level.windows[:, 0], level.windows[:, 1]
    edges = np.stack([low, np.maximum(high, low + 1)], axis=1).ravel()
    best = np.maximum.reduceat(np.append(dense, [-1.0, -1.0]), edges)[::2]
    return np.where(high > low, best, dense.min())


def _spread(scores: Scores, spans: Spans, sentences: int) -> Scores:
    """Return for each sentence the mean score of the units that hold it, 0 where none does."""
    steps, cover = np.zeros(sentences + 1), np.zeros(sentences + 1)
    for target, values in ((steps, scores), (cover, np.ones(len(scores)))):
        np.add.at(target, spans[:, 0], values)
        np.subtract.at(target, spans[:, 1], values)
    return (np.cumsum(steps) / np.maximum(np.cumsum(cover), 1.0))[:sentences]


def _standard(scores: Scores) -> Scores:
    """Return the scores with mean 0 and deviation 1; all 0 where they are all the same."""
    deviation = float(scores.std()) if len(scores) else 0.0
    return (scores - scores.mean()) / deviation if deviation > 1e-9 else np.zeros(len(scores))
