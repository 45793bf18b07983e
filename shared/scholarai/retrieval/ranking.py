"""How much each sentence of a paper has to do with a question."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from scholarai.domain.errors import DimensionMismatchError
from scholarai.domain.values import Value
from scholarai.retrieval.bm25 import Scores
from scholarai.retrieval.facts import LOOKS
from scholarai.retrieval.features import NAMES, Asked, Matches, features, match, standard
from scholarai.retrieval.index import PaperIndex
from scholarai.retrieval.network import Network, shipped

if TYPE_CHECKING:
    from scholarai.retrieval.vectors import Vector


class Weights(Value, frozen=True, kw_only=True):
    """Parts of a sentence's first score, which are set by hand, and the part of what was learned in the whole score.

    The first score has parts for the levels, for words, their pairs and vectors in each level, and for standing at the
    beginning. They were found by a search over four question sets; benchmarks/retrieval.py says what each adds.
    """

    narrow: float = 1.2
    chunk: float = 0.5
    wide: float = 0.4
    words: float = 1.0
    pairs: float = 0.4
    vectors: float = 1.0
    opening: float = 0.8
    # Half finds fewer first, all of it fewer among ten: benchmarks/train_order.py, folds over papers.
    learned: float = 0.75


MEASURED = Weights()
# Added to the learned scores where a sentence says what is asked of a thing: so few of those that were learned from do that that the
# decay leaves little of it. With networks that were not taught the paper, evidence stands in .676 of COVID-QA's and QASPER's answers
# with it, in .669 with half of it or none, and they are 2 % shorter (2026-11-23); also chosen by reading (benchmarks/read_answers.py).
THING_SAID = {"defines": 3.0, "counts": 3.0, "names": 4.0, "first mention": 1.0}
_THING_SAID = [NAMES.index(name) for name in THING_SAID]
_EARLINESS = LOOKS.index("earliness")
# Learned scores are peaked; so wide, they order passages as the first scores do.
LEARNED_DEVIATION = 1.2


class Ranking(Value, frozen=True, kw_only=True, eq=False):
    """Scores of a paper's sentences, of deviation 1 or a little more, and what they were made of.

    `first` are the scores by the weights set by hand, `answering` the learned ones: logarithms of how likely a sentence answers, but
    for a common summand. `dense` are the cosines of the embedded windows, empty without vectors; `rows` are the features that were
    scored, `narrow` the matches of the narrow units.
    """

    sentences: Scores
    first: Scores
    answering: Scores
    rows: Scores
    dense: Scores
    narrow: Matches
    asked: Asked


def rank_sentences(
    index: PaperIndex, question: str, vector: Vector | None, weights: Weights = MEASURED, network: Network | None = None
) -> Ranking:
    """Score every sentence by the units around it, then by what was learned of all that is known about it.

    Raises:
        DimensionMismatchError: If the question was embedded in another space than the paper.
    """
    asked = Asked.of(question, index.facts.abbreviations)
    dense = _cosines(index, vector)
    found, own = match(index, asked, dense)
    windows = index.windows.spread(standard(dense)) if len(dense) else np.zeros(len(index.starts))
    first = _first_scores(index, found, windows, weights)
    rows = features(index, asked, found, own, windows, first)
    answering = (network or shipped()).scores(rows) + rows[:, _THING_SAID] @ list(THING_SAID.values())
    learned = LEARNED_DEVIATION * standard(answering)
    sentences = (1 - weights.learned) * first + weights.learned * learned
    return Ranking(
        sentences=sentences,
        first=first,
        answering=answering,
        rows=rows,
        dense=dense,
        narrow=found[0],
        asked=asked,
    )


def log_shares(answering: Scores) -> Scores:
    """Return the logarithm of each sentence's share of the paper's likelihood to answer; the shares add up to 1."""
    if not len(answering):
        return answering
    above = answering - answering.max()
    return np.asarray(above - np.log(np.exp(above).sum()))


def _first_scores(index: PaperIndex, found: Sequence[Matches], windows: Scores, weights: Weights) -> Scores:
    """Return the scores by hand-set weights: words (BM25), pairs and, with a vector, meaning (cosine) at three sizes."""
    parts = np.array([weights.words, weights.words * weights.pairs, weights.vectors])
    # The windows themselves stand for the vectors of the narrow units.
    total = weights.narrow * (parts[:2] @ found[0].sentences[:2] + weights.vectors * windows)
    total += weights.chunk * (parts @ found[1].sentences) + weights.wide * (parts @ found[2].sentences)
    return np.asarray(standard(total) + weights.opening * index.facts.looks[_EARLINESS])


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
