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
    reach = _reach(index, limit)
    closes = np.append(index.opens[1:], True)
    while not used.all():
        found = _best_run(np.where(used, 0.0, worth), used, reach, index.opens, closes)
        used[found.first : found.last + 1] = True
        yield found


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


def _best_run(
    worth: Scores,
    used: NDArray[np.bool_],
    reach: NDArray[np.intp],
    opens: NDArray[np.bool_],
    closes: NDArray[np.bool_],
) -> Span:
    places = np.arange(len(worth))
    furthest = np.where(used, places, np.minimum(reach, _next(used)[:-1]))
    paragraph_end = np.maximum.accumulate(np.where(closes, places + 1, 0))
    tidy = np.where(furthest > places, np.maximum(paragraph_end[furthest - 1], places), places)
    sums = np.concatenate([[0.0], np.cumsum(worth)])
    opening = 1.0 + PARAGRAPH_BONUS * opens
    ends = np.stack([furthest, tidy])
    totals = (sums[ends] - sums[places]) * opening * (1.0 + PARAGRAPH_BONUS * closes[np.maximum(ends - 1, 0)])
    totals[ends <= places] = -1.0
    kind, first = np.unravel_index(int(totals.argmax()), totals.shape)
    return Span(first=int(first), last=int(ends[kind, first]) - 1, worth=float(totals[kind, first]))
