"""What tells whether a paper answers a question: a few signals of its ranking, weighed as benchmarks/train_refusal.py learned."""

from __future__ import annotations

import functools
from collections.abc import Collection
from pathlib import Path

import msgspec
import numpy as np

from scholarai.domain.values import Value
from scholarai.retrieval.bm25 import Scores
from scholarai.retrieval.features import NAMES, cover
from scholarai.retrieval.index import PaperIndex
from scholarai.retrieval.ranking import Ranking

WEIGHTS_FILE = Path(__file__).parent / "data" / "answerable.json"
# Stems that no paper needs to have: a question of nothing else is about the paper itself.
GENERIC_TERMS = frozenset(
    """achiev aim approach conclus contribut find goal hypothesi idea import investig key limit main method motiv novelti object
    outcom problem propos purpos question research result shortcom studi summar summari topic weak work""".split()
)
# Those that an answer shows.
BEST_SENTENCES = 3


class Judge(Value, frozen=True, kw_only=True, eq=False):
    """A logistic regression over `signals`: questions that score below `border` are not answered."""

    mean: Scores
    scale: Scores
    weights: Scores
    bias: float
    border: float

    def score(self, signals: Scores) -> float:
        """Return the logarithm of the odds that the paper answers."""
        return float((signals - self.mean) / self.scale @ self.weights + self.bias)


@functools.cache
def shipped() -> Judge:
    """Return the judge of `WEIGHTS_FILE`, read with the first question."""
    stored = msgspec.json.decode(WEIGHTS_FILE.read_bytes())["judge"]
    arrays = {name: np.array(stored[name]) for name in ("mean", "scale", "weights")}
    return Judge(**arrays, bias=stored["bias"], border=stored["border"])


def names_something(terms: Collection[str]) -> bool:
    """Tell whether among a question's terms is one that a paper could lack."""
    return not GENERIC_TERMS.issuperset(terms)


def signals(index: PaperIndex, ranking: Ranking, closeness: float) -> Scores:
    """Return what is known of a question and a paper; `closeness` is the mean cosine of the nearest windows."""
    asked = ranking.asked
    own = [term for term in asked.terms if term not in GENERIC_TERMS] or list(asked.terms)
    known = sum(term in index.narrow.words.terms for term in own) / max(len(own), 1)
    best = np.argsort(-ranking.answering)[:BEST_SENTENCES]
    return np.array(
        [
            closeness,
            known,
            float(known < 1),
            sum(pair in index.narrow.pairs.terms for pair in asked.pairs) / max(len(asked.pairs), 1),
            cover(index.facts.words, own).max(),
            cover(index.narrow.words, own).max(),
            cover(index.chunk.words, own).max(initial=0.0),
            ranking.rows[best, NAMES.index("own cover")].max(),
            np.log1p(len(own)),
        ]
    )
