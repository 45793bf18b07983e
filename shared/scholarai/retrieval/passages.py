"""From scored sentences to the passages that are shown to a model: few, wide, and not overlapping."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from scholarai.domain.values import Value
from scholarai.retrieval.bm25 import Scores
from scholarai.retrieval.index import PaperIndex
from scholarai.retrieval.units import Reach, next_mark

# A sentence's worth grows with its score as exp(SHARPNESS * score) and with the root of its length. Measured by
# benchmarks/retrieval.py.
SHARPNESS = 1.6
# For further passages: many sentences that fit a little count as much as one that fits well.
FLATTER = 0.8
LENGTH_POWER = 0.5


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
