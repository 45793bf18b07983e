"""What tells whether a paper answers a question: a few signals of its ranking, weighed as benchmarks/train_refusal.py learned."""

from __future__ import annotations

import functools
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from scholarai.domain.values import Value
from scholarai.retrieval.bm25 import Bm25, Scores
from scholarai.retrieval.features import NAMES, cover
from scholarai.retrieval.index import PaperIndex
from scholarai.retrieval.ranking import Ranking, log_shares
from scholarai.retrieval.usual import UNKNOWN
from scholarai.retrieval.words import QUESTION_WORDS, stem

WEIGHTS_FILE = Path(__file__).parent / "data" / "answerable.json"
# Stems that no paper needs to have: a question of nothing else is about the paper itself.
GENERIC_TERMS = frozenset(
    """achiev address aim approach conclus contribut discuss examin find goal hypothesi idea import investig key limit main method
    motiv novelti object outcom present problem propos purpos question research result review shortcom studi summar summari topic
    weak work""".split()
).union(
    map(
        stem,
        (*QUESTION_WORDS, "argue", "assume", "claim", "conclude", "consider", "ignore", "neglect", "omit", "recommend"),
    )
)
# Stems of what studies are made of: one that speaks of those that a question has may be asked about its own.
STUDY_TERMS = frozenset(
    map(
        stem,
        """adult animal cell child children control dataset experiment follow-up funding gender group men mice mouse outcome participant
        patient people person population sample size software statistic statistical statistics subject trial volunteer women""".split(),
    )
)
# And of what is done with these, which every paper says in words of its own.
DEEDS = frozenset(
    map(
        stem,
        """enrol enroll enrolled fund funded include long number old part recruit recruited take taken test tested time took train
        trained training use""".split(),
    )
)
# Those that an answer shows.
BEST_SENTENCES = 3
# Windows whose cosines are averaged: one alone may be an accident.
TOP_WINDOWS = 3
# Of questions and the papers they are asked of, and how many windows count as much as a paper's own: the mean of 1,000 pairs of
# benchmarks/train_refusal.py, and a guess between the windows of an abstract and those of a paper.
USUAL_COSINE, SHORT_WINDOWS = 0.15, 8
# Of all words of a question together, so that a question of the most usual ones can be divided by it.
LEAST_RARITY = 0.1
# Characters of a title and an abstract: they name what a paper is about.
OPENING_CHARACTERS = 2_000
# Of the first sentence's score is subtracted that of the one at this rank; a question that is answered here has one that stands out.
COMPARED_RANK = 10
# What `signals` tells, in this order: of the question's neighbouring words the share and the number that are neighbours in the
# paper (of a single word, whether the paper has it); which share of the question its best sentence holds, and the surroundings of those that rank best, by rarity in the
# paper and in papers at all; how much nearer the nearest windows are than all; how many words the paper lacks, and how rare the
# rarest of these is in papers at all; in how many sentences the rarest word stands; how long the paper is; how well the best
# place matches by words, and how far it stands out; how sure the order is of its first sentence; by how much that is above the
# tenth one; and which share of the question, by rarity in papers at all, title and abstract have.
SIGNALS = (
    *(
        "pairs",
        "number of pairs",
        "best sentence",
        "around the best",
        "around the best, by rarity",
        "nearness",
        "missing",
    ),
    *("rarest missing", "least often", "length", "words", "peak of words", "share of the best", "lead", "opening"),
)
_OWN_COVER, _NARROW_COVER = NAMES.index("own cover"), NAMES.index("narrow cover")


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


def names_something(terms: Collection[str], own: Collection[str] | None = None) -> bool:
    """Tell whether among a question's terms is one that a paper could lack, or one of studies that this paper lacks.

    Args:
        terms: The question's.
        own: The paper's; without them each that is not generic counts.
    """
    named = [term for term in terms if term not in GENERIC_TERMS]
    if own is None:
        return bool(named)
    return not all(term in DEEDS or (term in STUDY_TERMS and term in own) for term in named)


def signals(index: PaperIndex, ranking: Ranking, usual: Mapping[str, float]) -> Scores:
    """Return what is known of a question and a paper that has vectors, one number per name in `SIGNALS`.

    Args:
        index: The paper.
        ranking: Its sentences and windows as the question ranks them.
        usual: Rarities of terms, as `usual_terms` gives them.
    """
    asked = ranking.asked
    own = [term for term in asked.terms if term not in GENERIC_TERMS] or list(asked.terms)
    rarities = {term: usual.get(term, UNKNOWN) for term in own}
    best = np.argsort(-ranking.answering)[:BEST_SENTENCES]
    narrow, sentences = index.narrow, index.facts.words
    known_pairs = sum(pair in index.pairs.units[0].terms for pair in asked.pairs)
    missing = [term for term in own if term not in narrow.words.terms]
    held, around = _covers(index, ranking, own)
    found = {
        "pairs": known_pairs / len(asked.pairs) if asked.pairs else float(not missing),
        "number of pairs": np.log1p(known_pairs),
        "best sentence": held.max(),
        "around the best": around[best].max(),
        "around the best, by rarity": narrow.runs.spread(_share(narrow.words, rarities))[best].max(),
        "nearness": top_cosine(ranking.dense) - _usual_cosine(ranking.dense),
        "missing": len(missing),
        "rarest missing": max((rarities[term] for term in missing), default=0.0),
        "least often": np.log1p(min((_holders(sentences, term) for term in own), default=0)),
        "length": np.log(len(index.starts)),
        "words": ranking.narrow.best,
        "peak of words": ranking.narrow.units[0].max(),
        "share of the best": log_shares(ranking.answering).max(),
        "lead": _lead(ranking.sentences),
        "opening": _opening(index, rarities),
    }
    return np.array([found[name] for name in SIGNALS])


def _covers(index: PaperIndex, ranking: Ranking, terms: Sequence[str]) -> tuple[Scores, Scores]:
    """Return which share of some terms each sentence holds, and the narrow units around it; the ranking knows it of all terms."""
    if len(terms) == len(ranking.asked.terms):
        return ranking.rows[:, _OWN_COVER], ranking.rows[:, _NARROW_COVER]
    return cover(index.facts.words, terms), index.narrow.runs.spread(cover(index.narrow.words, terms))


def top_cosine(dense: Scores) -> float:
    """Return the mean cosine of a question's nearest windows."""
    return float(np.sort(dense)[-TOP_WINDOWS:].mean())


def _lead(scores: Scores) -> float:
    best = np.sort(scores)[::-1]
    return float(best[0] - best[min(COMPARED_RANK, len(best)) - 1])


def _opening(index: PaperIndex, rarities: Mapping[str, float]) -> float:
    """Return the share of the rarities whose terms stand in the title and the abstract."""
    words, sentences = index.facts.words, int(np.searchsorted(index.starts, OPENING_CHARACTERS))
    held = (rarity for term, rarity in rarities.items() if _rows(words, term).min(initial=sentences) < sentences)
    return sum(held) / max(sum(rarities.values()), LEAST_RARITY)


def _usual_cosine(dense: Scores) -> float:
    """Return the mean cosine of a question's windows as it would be in a long paper: in a short one most of them may be near."""
    return float((dense.sum() + SHORT_WINDOWS * USUAL_COSINE) / (len(dense) + SHORT_WINDOWS))


def _share(units: Bm25, weights: Mapping[str, float]) -> Scores:
    """Return for each unit the share of the weights that its terms have."""
    held = np.zeros(units.units)
    for term, weight in weights.items():
        held[_rows(units, term)] += weight
    return held / max(sum(weights.values()), LEAST_RARITY)


def _holders(units: Bm25, term: str) -> int:
    return len(_rows(units, term))


def _rows(units: Bm25, term: str) -> NDArray[np.intp]:
    """Return the units that hold a term."""
    number = units.terms.get(term)
    return units.rows[:0] if number is None else units.rows[units.starts[number] : units.starts[number + 1]]
