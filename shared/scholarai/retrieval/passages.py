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
LENGTH_POWER = 0.5
PARAGRAPH_BONUS = 0.05


class Span(Value, frozen=True, kw_only=True):
    """A run of sentences, and what it is worth."""

    first: int
    last: int
    worth: float


def best_passages(
    index: PaperIndex, scores: Scores, *, used: NDArray[np.bool_] | None = None, limit: int = CHUNK_CHARACTERS
) -> Iterator[Span]:
    """Yield passages of at most `limit` characters, the most worthy first; together they would cover the paper.

    Each is the run of neighbouring sentences, none of them used yet, whose worth adds up to most. So a passage is as
    wide as it may be, and a good sentence brings what stands around it along.

    Args:
        index: The paper.
        scores: One per sentence.
        used: Sentences that no passage may hold, changed in place as passages are yielded.
        limit: Most characters of a passage; one sentence alone may have more.
    """
    worth = np.exp(SHARPNESS * scores) * (index.ends - index.starts) ** LENGTH_POWER
    used = np.zeros(len(worth), dtype=bool) if used is None else used
    runs = _Runs(index, worth, limit)
    while not used.all():
        found = runs.best(used)
        used[found.first : found.last + 1] = True
        yield found


class _Runs:
    """The runs of sentences that may be passages, with what is the same whichever sentences are used."""

    def __init__(self, index: PaperIndex, worth: Scores, limit: int) -> None:
        self._places = np.arange(len(worth))
        self._reach = _reach(index, limit)
        closes = np.append(index.opens[1:], True)
        self._paragraph_end = np.maximum.accumulate(np.where(closes, self._places + 1, 0))
        self._worth = worth
        self._opening = 1.0 + PARAGRAPH_BONUS * index.opens
        self._closing = 1.0 + PARAGRAPH_BONUS * closes

    def best(self, used: NDArray[np.bool_]) -> Span:
        """Return the run of unused sentences that is worth most: as long as it may be, or up to a paragraph's end."""
        places = self._places
        furthest = np.where(used, places, np.minimum(self._reach, _next(used)[:-1]))
        tidy = np.maximum(self._paragraph_end[np.maximum(furthest, 1) - 1], places)
        ends = np.stack([furthest, tidy])
        # Without what is used: beside a sentence that is worth far more, the others would be lost to rounding.
        sums = np.append(0.0, np.cumsum(np.where(used, 0.0, self._worth)))
        totals = (sums[ends] - sums[:-1]) * self._opening * self._closing[np.maximum(ends, 1) - 1]
        totals[ends <= places] = -1.0
        kind, first = divmod(int(totals.argmax()), len(places))
        return Span(first=first, last=int(ends[kind, first]) - 1, worth=float(totals[kind, first]))


def _reach(index: PaperIndex, limit: int) -> NDArray[np.intp]:
    """Return for each sentence the end of the longest run that may start there."""
    places = np.arange(len(index.starts))
    by_length = np.searchsorted(index.ends, index.starts + limit, side="right")
    return np.clip(by_length, places + 1, _next(~index.follows)[places + 1])


def _next(marks: NDArray[np.bool_]) -> NDArray[np.intp]:
    """Return for each place, and one past the end, the first marked place at or after it; the end where none is."""
    size = len(marks)
    places = np.append(np.where(marks, np.arange(size), size), size)
    return np.minimum.accumulate(places[::-1])[::-1].astype(np.intp)
