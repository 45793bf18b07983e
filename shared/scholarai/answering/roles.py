"""Classifies the rhetorical role of a sentence: background, aim, method, result or conclusion."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from scholarai.domain.patterns import lazy_pattern
from scholarai.domain.values import Value

if TYPE_CHECKING:
    from scholarai.retrieval.units import Scores

WEIGHTS_FILE = Path(__file__).parent / "data" / "roles.json"
ROLES = ("background", "aim", "method", "result", "conclusion")
_WORD = lazy_pattern(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*|\d[\d.,]*|[%=<>±?]")
_BEGINNING = "^"


class RoleModel(Value, frozen=True, kw_only=True, eq=False):
    """A linear classifier of sentences, learned by benchmarks/train_sentences.py from abstracts with headings.

    Attributes:
        terms: The row of each of t terms.
        weights: Shape (t + 1, len(ROLES)), the weights of each term, with the bias in the last row.
    """

    terms: Mapping[str, int]
    weights: Scores

    def shares(self, sentences: Sequence[str]) -> Scores:
        """Return the probability of each of `ROLES` for each sentence: shape (n, len(ROLES)), each row adds up to 1."""
        scores = np.repeat(self.weights[-1:], len(sentences), axis=0)
        for row, text in enumerate(sentences):
            held = {self.terms[term] for term in role_terms(text) if term in self.terms}
            scores[row] += self.weights[sorted(held)].sum(axis=0)
        shares = np.exp(scores - scores.max(axis=1, keepdims=True))
        return np.asarray(shares / shares.sum(axis=1, keepdims=True))


def role_terms(text: str) -> Iterator[str]:
    """Yield the words of a sentence and their pairs, with every number as the same word."""
    words = [_BEGINNING, *("0" if word[0].isdigit() else word.lower() for word in _WORD.findall(text))]
    yield from words[1:]
    yield from map(" ".join, pairwise(words))


@functools.cache
def shipped() -> RoleModel:
    """Return the classifier of `WEIGHTS_FILE`, read with the first question that asks for a role."""
    stored = msgspec.json.decode(WEIGHTS_FILE.read_bytes())
    terms = {term: row for row, term in enumerate(stored["terms"])}
    return RoleModel(terms=terms, weights=np.array(stored["weights"], dtype=np.float64))
