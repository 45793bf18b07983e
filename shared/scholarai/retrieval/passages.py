"""From scored sentences to the passages that are shown to a model: few, wide, and not overlapping."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from scholarai.domain.limits import CHUNK_CHARACTERS
from scholarai.domain.values import Value
from scholarai.retrieval.bm25 import Scores
from scholarai.retrieval.index import PaperIndex

# A sentence's worth grows with its score as exp(SHARPNESS * score) and with the root of its length; a passage that
# begins or ends where a paragraph does is worth this much more. Measured by benchmarks/retrieval.py.
SHARPNESS = 1.6
# For further passages: many sentences that fit a little count as much as one that fits well.
FLATTER = 0.8
LENGTH_POWER = 0.5
PARAGRAPH_BONUS = 0.05


class Span(Value, frozen=True, kw_only=True):
    """A run of sentences, and what it is worth."""

    first: int
    last: int
    worth: float


def best_passages(
    index: PaperIndex,
    scores: Scores,
    *,
    used: NDArray[np.bool_] | None = None,
    limit: int = CHUNK_CHARACTERS,
    sharpness: float = SHARPNESS,
) -> Iterator[Span]:
    """Yield passages of at most `limit` characters, the most worthy first; together they would cover the paper.

    Each is the run of neighbouring sentences, none of them used yet, whose worth adds up to most. So a passage is as
    wide as it may be, and a good sentence brings what stands around it along.

    Args:
        index: The paper.
        scores: One per sentence.
        used: Sentences that no passage may hold, changed in place as passages are yielded.
        limit: Most characters of a passage; one sentence alone may have more.
        sharpness: How much better a sentence of a better score is.
    """
    worth = worth_of(index, scores, sharpness)
    used = np.zeros(len(worth), dtype=bool) if used is None else used
    runs = _Runs(index, worth, used, limit)
    left = len(worth) - int(used.sum())
    while left:
        found = runs.best()
        used[found.first : found.last + 1] = True
        runs.use(found)
        left -= found.last + 1 - found.first
        yield found


def worth_of(index: PaperIndex, scores: Scores, sharpness: float = SHARPNESS) -> Scores:
    """Return what each sentence adds to a passage."""
    return np.asarray(np.exp(sharpness * scores) * (index.ends - index.starts) ** LENGTH_POWER)


class _Runs:
    """The runs of unused sentences that may be passages: from each sentence as far as they may go, and to a paragraph's end."""

    def __init__(self, index: PaperIndex, worth: Scores, used: NDArray[np.bool_], limit: int) -> None:
        self._places = np.arange(len(worth))
        self._closes = np.append(index.opens[1:], True)
        self._paragraph_end = np.maximum.accumulate(np.where(self._closes, self._places + 1, 0))
        self._opening = 1.0 + PARAGRAPH_BONUS * index.opens
        self._furthest = np.where(used, self._places, np.minimum(_reach(index, limit), _next(used)[:-1]))
        # Without what is used: beside a sentence that is worth far more, the others would be lost to rounding.
        self._worth = np.where(used, 0.0, worth)
        self._ends = np.empty((2, len(worth)), dtype=np.intp)
        self._closing = np.empty((2, len(worth)))
        self._empty = np.empty((2, len(worth)), dtype=bool)
        self._sums = np.zeros(len(worth) + 1)
        self._end_runs(slice(0, len(worth)))

    def best(self) -> Span:
        """Return the run that is worth most."""
        np.cumsum(self._worth, out=self._sums[1:])
        totals = (self._sums[self._ends] - self._sums[:-1]) * self._opening * self._closing
        totals[self._empty] = -1.0
        kind, first = divmod(int(totals.argmax()), len(self._places))
        return Span(first=first, last=int(self._ends[kind, first]) - 1, worth=float(totals[kind, first]))

    def use(self, span: Span) -> None:
        """Take a run out; those that would have gone into it end before it."""
        begin = int(np.searchsorted(self._furthest[: span.first], span.first, side="right"))
        self._furthest[begin : span.first] = span.first
        self._furthest[span.first : span.last + 1] = self._places[span.first : span.last + 1]
        self._worth[span.first : span.last + 1] = 0.0
        self._end_runs(slice(begin, span.last + 1))

    def _end_runs(self, part: slice) -> None:
        """Fill in where the runs from a part of the sentences end."""
        places, furthest, ends = self._places[part], self._furthest[part], self._ends[:, part]
        ends[0] = furthest
        ends[1] = np.maximum(self._paragraph_end[np.maximum(furthest, 1) - 1], places)
        self._closing[:, part] = 1.0 + PARAGRAPH_BONUS * self._closes[np.maximum(ends, 1) - 1]
        self._empty[:, part] = ends <= places


def _reach(index: PaperIndex, limit: int) -> NDArray[np.intp]:
    """Return for each sentence the end of the longest run that may start there."""
    places = np.arange(len(index.starts))
    by_length = np.searchsorted(index.ends, index.starts + limit, side="right")
    return np.clip(by_length, places + 1, _next(~index.follows)[places + 1])


def _next(marks: NDArray[np.bool_]) -> NDArray[np.intp]:
    """Return for each place, and one past the end, the first marked place at or after it; the end where none is."""
    size = len(marks)
    places = np.append(np.where(marks, np.arange(size), size), size)
    return np.minimum.accumulate(places[::-1])[::-1].astype(np.intp, copy=False)
