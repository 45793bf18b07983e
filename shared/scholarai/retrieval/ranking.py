"""Ranks the sentences of a paper for a question, and joins them to passages that do not overlap."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from scholarai.domain.errors import DimensionMismatchError
from scholarai.domain.values import Value
from scholarai.retrieval.features import NAMES, Asked, Matches, features, match, standard
from scholarai.retrieval.index import LOOKS, PaperIndex
from scholarai.retrieval.units import Reach, next_mark

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from scholarai.retrieval.units import Scores
    from scholarai.retrieval.vectors import Vector


class Weights(Value, frozen=True, kw_only=True):
    """Weights of a sentence's first score, which are set by hand, and the share of the learned score in the whole one.

    The first score has weights for the three sizes of units, for words, word pairs and vectors within each, and for an
    early position. They were found by a search over four question sets; benchmarks/retrieval.py says what each adds.
    """

    narrow: float = 1.2
    chunk: float = 0.5
    wide: float = 0.4
    words: float = 1.0
    pairs: float = 0.4
    vectors: float = 1.0
    opening: float = 0.8
    # With .5 fewer answers rank first, with 1 fewer are among the first ten: benchmarks/train_order.py, folds over papers.
    learned: float = 0.75


MEASURED = Weights()
WEIGHTS_FILE = Path(__file__).parent / "data" / "order.json"
# Features are clipped at this many standard deviations: beyond them nothing was seen in training.
FURTHEST = 5.0
# Added to the learned scores where a sentence says what is asked of a thing. Training has so few such sentences that weight decay
# leaves little of these features. With networks that were not trained on the paper, .676 of the answers to COVID-QA's and QASPER's
# questions hold the evidence with it, .669 with half of it or none, and they are 2 % shorter (2026-11-23); also chosen by reading
# (benchmarks/read_answers.py).
THING_SAID = {"defines": 3.0, "counts": 3.0, "names": 4.0, "first mention": 1.0}
# Learned scores are peaked; scaled to this standard deviation, they order passages as the first scores do.
LEARNED_DEVIATION = 1.2
# A sentence's worth grows with its score as exp(SHARPNESS * score) and with the root of its length. Measured by
# benchmarks/retrieval.py.
SHARPNESS = 1.6
# The same for further passages, where many sentences that fit a little count as much as one that fits well.
FLATTER = 0.8
LENGTH_POWER = 0.5
_THING_SAID = [NAMES.index(name) for name in THING_SAID]
_EARLINESS = LOOKS.index("earliness")


class Ranking(Value, frozen=True, kw_only=True, eq=False):
    """Scores of a paper's sentences, with a standard deviation of about 1, and what they were computed from.

    `first` are the scores by the weights set by hand, `answering` the learned ones: the log-likelihood that a sentence answers, up to
    a common constant. `dense` are the cosines of the embedded windows, empty without vectors; `rows` are the features that were
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
    """Score every sentence by hand-set weights of the units around it, and by the learned network over all of its features.

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
    """Return the scores by hand-set weights: BM25 of words and of pairs and, with a vector, cosines, at three sizes."""
    parts = np.array([weights.words, weights.words * weights.pairs, weights.vectors])
    # At the narrow size, the cosines are those of the windows themselves.
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


class Network(Value, frozen=True, kw_only=True, eq=False):
    """A network of one hidden layer with h units and a direct (linear) path, for f features.

    Attributes:
        mean, scale: Shape (f,), mean and standard deviation of the features in training.
        hidden, bias: Shapes (f, h) and (h,).
        out: Shape (h,).
        direct: Shape (f,).
    """

    mean: Scores
    scale: Scores
    hidden: Scores
    bias: Scores
    out: Scores
    direct: Scores

    def scores(self, rows: Scores) -> Scores:
        """Return one score per row: the log-likelihood that its sentence answers, up to a constant per question."""
        known = rows - self.mean
        known /= self.scale
        known.clip(-FURTHEST, FURTHEST, out=known)
        return np.asarray(np.tanh(known @ self.hidden + self.bias) @ self.out + known @ self.direct)


@functools.cache
def shipped() -> Network:
    """Return the network of `WEIGHTS_FILE`, trained by benchmarks/train_order.py and read with the first question."""
    stored = msgspec.json.decode(WEIGHTS_FILE.read_bytes())["network"]
    return Network(**{name: np.array(stored[name]) for name in Network.__struct_fields__})


class Span(Value, frozen=True, kw_only=True):
    """Sentences `first` to `last`, both included, and what they are worth together."""

    first: int
    last: int
    worth: float


def best_passages(index: PaperIndex, worth: Scores, *, used: NDArray[np.bool_] | None = None) -> Iterator[Span]:
    """Yield passages of at most `CHUNK_CHARACTERS`, those worth most first, until no sentence is left.

    Each is the run of unused neighbouring sentences with the greatest total worth. So passages are as
    long as they may be, and a good sentence comes with its surroundings.

    Args:
        index: The paper.
        worth: What each sentence adds to a passage, above 0, as `worth_of` makes it of scores.
        used: Sentences that no passage may hold, changed in place as passages are yielded.
    """
    used = np.zeros(len(worth), dtype=bool) if used is None else used
    runs = _Runs(index.reach, worth, used)
    left = len(worth) - int(used.sum())
    while left:
        found = runs.best()
        used[found.first : found.last + 1] = True
        left -= found.last + 1 - found.first
        yield found
        runs.use(found)  # after the yield: callers that take no further passage save the work


def worth_of(index: PaperIndex, scores: Scores, sharpness: float = SHARPNESS) -> Scores:
    """Return what each sentence adds to the worth of a passage; the greater `sharpness`, the more a better score counts."""
    return np.asarray(np.exp(sharpness * scores) * (index.ends - index.starts) ** LENGTH_POWER)


class _Runs:
    """The candidates for passages: from each unused sentence the longest run, and the longest one that ends a paragraph."""

    def __init__(self, reach: Reach, worth: Scores, used: NDArray[np.bool_]) -> None:
        self._reach = reach
        self._places = np.arange(len(worth))
        self._furthest = reach.furthest.copy()
        # Used sentences count 0: in sums with one that is worth far more, the others would be lost to rounding.
        if used.any():
            self._furthest = np.where(used, self._places, np.minimum(reach.furthest, next_mark(used)[:-1]))
            self._worth = np.where(used, 0.0, worth)
        else:
            self._worth = worth.copy()
        self._ends = np.empty((2, len(worth)), dtype=np.intp)
        self._bonus = np.empty((2, len(worth)))
        self._sums = np.zeros(len(worth) + 1)
        self._end_runs(slice(0, len(worth)))

    def best(self) -> Span:
        """Return the run that is worth most."""
        self._worth.cumsum(out=self._sums[1:])
        totals = self._sums.take(self._ends)
        totals -= self._sums[:-1]
        totals *= self._bonus
        kind, first = divmod(int(totals.argmax()), len(self._places))
        return Span(first=first, last=int(self._ends[kind, first]) - 1, worth=float(totals[kind, first]))

    def use(self, span: Span) -> None:
        """Remove a run of sentences; runs that reached into it now end before it."""
        begin = int(self._furthest[: span.first].searchsorted(span.first, side="right"))
        self._furthest[begin : span.first] = span.first
        self._furthest[span.first : span.last + 1] = self._places[span.first : span.last + 1]
        self._worth[span.first : span.last + 1] = 0.0
        self._end_runs(slice(begin, span.last + 1))

    def _end_runs(self, part: slice) -> None:
        """Compute where the runs that start in a part of the sentences end; empty ones are worth nothing."""
        places, ends = self._places[part], self._ends[:, part]
        ends[0] = self._furthest[part]
        np.maximum(self._reach.paragraph_end.take(ends[0]), places, out=ends[1])
        bonus = self._reach.closing.take(ends)
        bonus *= self._reach.opening[part]
        np.multiply(bonus, ends > places, out=self._bonus[:, part])
