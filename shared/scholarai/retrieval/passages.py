"""Joins the sentences of a paper to passages that do not overlap, those worth most first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from scholarai.domain.limits import CHUNK_CHARACTERS
from scholarai.domain.values import Value
from scholarai.retrieval.index import PaperIndex

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from scholarai.retrieval.bm25 import Scores

# A sentence's worth grows with its score as exp(SHARPNESS * score) and with the root of its length; a passage is worth this share more
# for each of its ends that is a paragraph's. With 1.9 and .05 benchmarks/retrieval.py finds .489 at 1 instead of .525.
SHARPNESS = 1.2
LENGTH_POWER = 0.5
PARAGRAPH_BONUS = 0.1


class Span(Value, frozen=True, kw_only=True):
    """Sentences `first` to `last`, both included, and what they are worth together."""

    first: int
    last: int
    worth: float


def worth_of(index: PaperIndex, scores: Scores) -> Scores:
    """Return what each sentence adds to the worth of a passage; the scores have the standard deviation 1."""
    return np.asarray(np.exp(SHARPNESS * scores) * (index.ends - index.starts) ** LENGTH_POWER)


def best_passages(index: PaperIndex, worth: Scores, *, used: NDArray[np.bool_] | None = None) -> Iterator[Span]:
    """Yield passages of at most `CHUNK_CHARACTERS`, those worth most first, until no sentence is left.

    Each is a run of unused neighbouring sentences: of the longest from each sentence on, and the longest that end a paragraph, the one
    worth most. So passages are as long as they may be, and a good sentence comes with its surroundings. A longer sentence is one, too.

    Args:
        index: The paper.
        worth: What each sentence adds to a passage, above 0, as `worth_of` makes it of scores.
        used: Sentences that no passage may hold, changed in place as passages are yielded.
    """
    count = len(worth)
    used = np.zeros(count, dtype=bool) if used is None else used
    numbers = np.arange(count + 1)
    by_length = np.searchsorted(index.ends, index.starts + CHUNK_CHARACTERS, side="right")
    furthest = np.clip(by_length, numbers[1:], _next(~index.follows)[1:])
    closes = np.concatenate([[False], index.opens[1:], [True]])[: count + 1]
    paragraph_end = np.maximum.accumulate(np.where(closes, numbers, 0))
    while not used.all():
        ends = np.where(used, numbers[:-1], np.minimum(furthest, _next(used)[:-1]))
        ends = np.stack([ends, np.maximum(paragraph_end[ends], numbers[:-1])])
        # Used sentences count 0: in sums with one that is worth far more, the others would be lost to rounding.
        sums = np.concatenate([[0.0], np.where(used, 0.0, worth).cumsum()])
        totals = (sums[ends] - sums[:-1]) * (1 + PARAGRAPH_BONUS * closes[ends]) * (1 + PARAGRAPH_BONUS * index.opens)
        row, first = divmod(int(np.where(ends > numbers[:-1], totals, -1.0).argmax()), count)
        last = int(ends[row, first]) - 1
        used[first : last + 1] = True
        yield Span(first=first, last=last, worth=float(totals[row, first]))


def _next(marks: NDArray[np.bool_]) -> NDArray[np.intp]:
    """Return for each position, and for the end, the first marked position at or after it; the end where there is none."""
    positions = np.append(np.where(marks, np.arange(len(marks)), len(marks)), len(marks))
    return np.asarray(np.minimum.accumulate(positions[::-1])[::-1])
