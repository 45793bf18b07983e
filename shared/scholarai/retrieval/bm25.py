"""How well units of text match a question's words: BM25, all units scored at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import accumulate, pairwise
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from scholarai.domain.values import Value

Scores: TypeAlias = NDArray[np.float64]

# S. Robertson, H. Zaragoza, "The probabilistic relevance framework: BM25 and beyond", 2009: usual values.
TERM_SATURATION = 1.2
LENGTH_WEIGHT = 0.75


class Bm25(Value, frozen=True, kw_only=True, eq=False):
    """Weights of every term in every unit, ready to be added up.

    `rows[starts[t]:starts[t + 1]]` are the units that hold term t, `weights` the parts of their scores that are its;
    `rarity[t]` is its inverse document frequency.
    """

    terms: Mapping[str, int]
    units: int
    starts: NDArray[np.intp]
    rows: NDArray[np.intp]
    weights: Scores
    rarity: Scores

    def scores(self, question: Mapping[str, float]) -> Scores:
        """Return one score per unit for terms with weights; unknown terms add nothing."""
        return self.scores_of(*self.numbered(question))

    def numbered(self, question: Mapping[str, float]) -> tuple[NDArray[np.intp], Scores]:
        """Return the numbers of the terms that are known, and their weights; units of all sizes of a paper share the numbers."""
        known = [(number, weight) for term, weight in question.items() if (number := self.terms.get(term)) is not None]
        numbers = np.array([number for number, _ in known], dtype=np.intp)
        return numbers, np.array([weight for _, weight in known], dtype=np.float64)

    def scores_of(self, numbers: NDArray[np.intp], weights: Scores) -> Scores:
        """Return one score per unit for terms by their numbers, with weights."""
        low = self.starts[numbers]
        lengths = self.starts[numbers + 1] - low
        places = np.arange(lengths.sum()) + (low - lengths.cumsum() + lengths).repeat(lengths)
        parts = self.weights[places] * weights.repeat(lengths)
        return np.asarray(np.bincount(self.rows[places], weights=parts, minlength=self.units), dtype=np.float64)


class Sizes(Value, frozen=True, kw_only=True, eq=False):
    """Units of several sizes with the same terms, scored together: `rows` and `weights` hold those of all, `units` have views of them."""

    units: tuple[Bm25, ...]
    rows: NDArray[np.intp]
    weights: Scores

    @classmethod
    def of(cls, units: Sequence[Bm25]) -> Sizes:
        rows, weights = np.concatenate([one.rows for one in units]), np.concatenate([one.weights for one in units])
        ends = np.cumsum([0, *(len(one.rows) for one in units)]).tolist()
        parts = zip(units, pairwise(ends), strict=True)
        own = tuple(replace(one, rows=rows[low:high], weights=weights[low:high]) for one, (low, high) in parts)
        return cls(units=own, rows=rows, weights=weights)

    def scores_of(self, numbers: NDArray[np.intp], weights: Scores) -> tuple[Scores, ...]:
        """Return one score per unit of each size, for terms by their numbers, with weights."""
        lows, lengths, firsts, before, held = [], [], [], 0, 0
        for one in self.units:
            low = one.starts[numbers]
            lengths.append(one.starts[numbers + 1] - low)
            lows.append(low + held)
            firsts += [before] * len(numbers)
            before, held = before + one.units, held + len(one.rows)
        starts, counts = np.concatenate(lows), np.concatenate(lengths)
        places = np.arange(counts.sum()) + (starts - counts.cumsum() + counts).repeat(counts)
        parts = self.weights[places] * np.concatenate([weights] * len(self.units)).repeat(counts)
        rows = self.rows[places] + np.array(firsts, dtype=np.intp).repeat(counts)
        scores = np.bincount(rows, weights=parts, minlength=before).astype(np.float64, copy=False)
        ends = accumulate((one.units for one in self.units), initial=0)
        return tuple(scores[low:high] for low, high in pairwise(ends))


class Vocabulary(Value, frozen=True, kw_only=True, eq=False):
    """The terms of one paper by number, and its sentences as runs of those numbers.

    Sentence i is `ids[starts[i]:starts[i + 1]]`.
    """

    terms: Mapping[str, int]
    ids: NDArray[np.intp]
    starts: NDArray[np.intp]


def vocabulary(sentences: Sequence[Sequence[str]]) -> Vocabulary:
    """Number the terms of sentences."""
    numbers: dict[str, int] = {}
    ids = [numbers.setdefault(term, len(numbers)) for sentence in sentences for term in sentence]
    lengths = [len(sentence) for sentence in sentences]
    return Vocabulary(terms=numbers, ids=np.array(ids, dtype=np.intp), starts=np.cumsum([0, *lengths], dtype=np.intp))


def index_units(words: Vocabulary, spans: NDArray[np.intp]) -> Bm25:
    """Return the index of units that are runs of sentences.

    Args:
        words: The paper's sentences.
        spans: Shape (n, 2): first sentence and the one after the last, per unit; units may overlap.
    """
    units = len(spans)
    low, high = words.starts[spans[:, 0]], words.starts[spans[:, 1]]
    lengths = high - low
    unit_of = np.repeat(np.arange(units), lengths)
    positions = np.arange(lengths.sum()) + np.repeat(low - (np.cumsum(lengths) - lengths), lengths)
    pairs, counts = np.unique(words.ids[positions] * units + unit_of, return_counts=True)
    term_of, rows = np.divmod(pairs, max(units, 1))
    starts = np.searchsorted(term_of, np.arange(len(words.terms) + 1))
    holders = np.diff(starts)
    rarity = np.log1p((units - holders + 0.5) / (holders + 0.5))
    norm = TERM_SATURATION * (1 - LENGTH_WEIGHT + LENGTH_WEIGHT * lengths / max(lengths.mean() if units else 1.0, 1.0))
    weights = rarity[term_of] * counts * (TERM_SATURATION + 1) / (counts + norm[rows])
    return Bm25(terms=words.terms, units=units, starts=starts, rows=rows, weights=weights, rarity=rarity)
