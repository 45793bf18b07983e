"""Scores the sentences of a paper, and runs of them, by the words of a question (BM25)."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from scholarai.domain.values import Value

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Spans: TypeAlias = NDArray[np.intp]
    """Shape (n, 2): start and end of each range, the end excluded."""
    Scores: TypeAlias = NDArray[np.float64]

# S. Robertson, H. Zaragoza, "The probabilistic relevance framework: BM25 and beyond", 2009: usual values.
TERM_SATURATION = 1.2
LENGTH_WEIGHT = 0.75
# Standard deviations below it are rounding errors.
LEAST_DEVIATION = 1e-9


class Bm25(Value, frozen=True, kw_only=True, eq=False):
    """An inverted index with precomputed BM25 weights.

    `rows[starts[t]:starts[t + 1]]` are the units that contain term t, the same slice of `weights` what it adds to their scores.
    """

    terms: Mapping[str, int]
    units: int
    starts: NDArray[np.intp]
    rows: NDArray[np.intp]
    weights: Scores

    def holders(self, term: str) -> NDArray[np.intp]:
        """Return the units that contain a term, in order."""
        number = self.terms.get(term)
        return self.rows[:0] if number is None else self.rows[self.starts[number] : self.starts[number + 1]]

    def scores(self, question: Mapping[str, float]) -> Scores:
        """Return one score per unit for weighted terms; unknown terms add nothing."""
        scores = np.zeros(self.units)
        for term, weight in question.items():
            number = self.terms.get(term)
            if number is not None:
                part = slice(self.starts[number], self.starts[number + 1])
                scores[self.rows[part]] += weight * self.weights[part]
        return scores


class NumberedTerms(Value, frozen=True, kw_only=True, eq=False):
    """The terms of a paper by number, and its sentences as runs of those numbers: sentence i is `ids[starts[i]:starts[i + 1]]`."""

    terms: Mapping[str, int]
    ids: NDArray[np.intp]
    starts: NDArray[np.intp]


def number_terms(sentences: Sequence[Sequence[str]]) -> NumberedTerms:
    """Number the terms of sentences."""
    numbers: dict[str, int] = {}
    ids = [numbers.setdefault(term, len(numbers)) for sentence in sentences for term in sentence]
    lengths = [len(sentence) for sentence in sentences]
    return NumberedTerms(
        terms=numbers, ids=np.array(ids, dtype=np.intp), starts=np.cumsum([0, *lengths], dtype=np.intp)
    )


def index_units(words: NumberedTerms, spans: Spans) -> Bm25:
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
    return Bm25(terms=words.terms, units=units, starts=starts, rows=rows, weights=weights)


def cover(units: Bm25, groups: Sequence[Collection[str]]) -> Scores:
    """Return for each unit the share of some words that it has in any form, weighted by their rarity in the paper.

    Args:
        units: The units.
        groups: The forms of each word; none where the paper lacks it.
    """
    total, covered = 0.0, np.zeros(units.units)
    for forms in groups:
        having = np.unique(np.concatenate([units.holders(term) for term in forms])) if forms else units.rows[:0]
        rarity = float(np.log1p((units.units - len(having) + 0.5) / (len(having) + 0.5)))
        total += rarity
        covered[having] += rarity
    return covered / total if total else covered


def standard(scores: Scores) -> Scores:
    """Return the scores with mean 0 and standard deviation 1; all 0 where they are equal."""
    apart = scores - scores.sum() / max(len(scores), 1)
    deviation = math.sqrt(apart @ apart / max(len(scores), 1))
    return apart / deviation if deviation > LEAST_DEVIATION else np.zeros(len(scores))
