"""How much each sentence of a paper has to do with a question, and the passages that are worth most: few, wide, and not overlapping."""

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
WEIGHTS_FILE = Path(__file__).parent / "data" / "order.json"
# Deviations from a feature's mean beyond which nothing was seen in training.
FURTHEST = 5.0
# Added to the learned scores where a sentence says what is asked of a thing: so few of those that were learned from do that that the
# decay leaves little of it. With networks that were not taught the paper, evidence stands in .676 of COVID-QA's and QASPER's answers
# with it, in .669 with half of it or none, and they are 2 % shorter (2026-11-23); also chosen by reading (benchmarks/read_answers.py).
THING_SAID = {"defines": 3.0, "counts": 3.0, "names": 4.0, "first mention": 1.0}
# Learned scores are peaked; so wide, they order passages as the first scores do.
LEARNED_DEVIATION = 1.2
# A sentence's worth grows with its score as exp(SHARPNESS * score) and with the root of its length. Measured by
# benchmarks/retrieval.py.
SHARPNESS = 1.6
# For further passages: many sentences that fit a little count as much as one that fits well.
FLATTER = 0.8
LENGTH_POWER = 0.5
_THING_SAID = [NAMES.index(name) for name in THING_SAID]
_EARLINESS = LOOKS.index("earliness")


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


class Network(Value, frozen=True, kw_only=True, eq=False):
    """One hidden layer of h units beside a direct path, for f features.

    Attributes:
        mean, scale: Shape (f,), of the features in training.
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
        """Return one score per row: the logarithm of how likely its sentence answers, but for a summand per question."""
        known = rows - self.mean
        known /= self.scale
        known.clip(-FURTHEST, FURTHEST, out=known)
        return np.asarray(np.tanh(known @ self.hidden + self.bias) @ self.out + known @ self.direct)


@functools.cache
def shipped() -> Network:
    """Return the network of `WEIGHTS_FILE`, read with the first question."""
    stored = msgspec.json.decode(WEIGHTS_FILE.read_bytes())["network"]
    return Network(**{name: np.array(stored[name]) for name in Network.__struct_fields__})


class Span(Value, frozen=True, kw_only=True):
    """A run of sentences, and what it is worth."""

    first: int
    last: int
    worth: float


def best_passages(index: PaperIndex, worth: Scores, *, used: NDArray[np.bool_] | None = None) -> Iterator[Span]:
    """Yield passages of at most `CHUNK_CHARACTERS`, the most worthy first; together they would cover the paper.

    Each is the run of neighbouring sentences, none of them used yet, whose worth adds up to most. So a passage is as
    wide as it may be, and a good sentence brings what stands around it along.

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
        runs.use(found)  # not before a further one is asked for


def worth_of(index: PaperIndex, scores: Scores, sharpness: float = SHARPNESS) -> Scores:
    """Return what each sentence adds to a passage, by its score; the sharper, the more a better score counts."""
    return np.asarray(np.exp(sharpness * scores) * (index.ends - index.starts) ** LENGTH_POWER)


class _Runs:
    """The runs of unused sentences that may be passages: from each sentence as far as they may go, and to a paragraph's end."""

    def __init__(self, reach: Reach, worth: Scores, used: NDArray[np.bool_]) -> None:
        self._reach = reach
        self._places = np.arange(len(worth))
        self._furthest = reach.furthest.copy()
        # Without what is used: beside a sentence that is worth far more, the others would be lost to rounding.
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
        """Take a run out; those that would have gone into it end before it."""
        begin = int(self._furthest[: span.first].searchsorted(span.first, side="right"))
        self._furthest[begin : span.first] = span.first
        self._furthest[span.first : span.last + 1] = self._places[span.first : span.last + 1]
        self._worth[span.first : span.last + 1] = 0.0
        self._end_runs(slice(begin, span.last + 1))

    def _end_runs(self, part: slice) -> None:
        """Fill in where the runs from a part of the sentences end; an empty one is worth nothing."""
        places, ends = self._places[part], self._ends[:, part]
        ends[0] = self._furthest[part]
        np.maximum(self._reach.paragraph_end.take(ends[0]), places, out=ends[1])
        bonus = self._reach.closing.take(ends)
        bonus *= self._reach.opening[part]
        np.multiply(bonus, ends > places, out=self._bonus[:, part])
