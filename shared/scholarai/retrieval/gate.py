"""Decides in code whether a paper answers a question, from a few signals of its ranking, weighed as benchmarks/train_refusal.py learned."""

from __future__ import annotations

import functools
import re
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from scholarai.domain.patterns import lazy_pattern
from scholarai.domain.values import Value
from scholarai.retrieval.features import NAMES, cover
from scholarai.retrieval.index import PaperIndex
from scholarai.retrieval.ranking import Ranking, log_shares
from scholarai.retrieval.units import Bm25
from scholarai.retrieval.words import QUESTION_WORDS, stem

if TYPE_CHECKING:
    from scholarai.retrieval.units import Scores
    from scholarai.retrieval.vectors import Matrix

# From a logistic regression on right and wrong papers for 620 questions of four sets; papers are compared by it, and questions
# that do not look English are refused by it.
DENSE_WEIGHT = 1.6
HYBRID_BORDER = 1.21
# The models whose cosines these, and those of `signals`, were measured with.
CALIBRATED_MODELS = frozenset({"all-MiniLM-L6-v2"})
# Cosines of any other model, which may all lie between .6 and .9, are compared as z-scores against those of
# off-topic questions. Chosen with two models and two sizes of windows over the same four sets: MiniLM, and a
# static model of 256 dimensions with windows of 600 and of 2,000 characters. At most 2.5 % of the answerable questions
# are refused, 39 to 60 % of those asked of another paper of the collection, 89 to 91 % of another collection's.
# Vectors compared with each other (the nearest windows of the paper) did not carry over from one size to another.
RELATIVE_WEIGHT = 0.05
RELATIVE_BORDER = 0.7
# A paper that all stock questions are equally far from says nothing about the scale.
LEAST_DEVIATION = 0.01
LEXICAL_BORDER = 0.5
# What an embedding model makes of questions that no paper answers tells its scale: of everyday things, as different from each other as
# from science. The border was measured with exactly these.
STOCK_QUESTIONS = (
    "How long should bread dough rest before it is baked?",
    "Which team won the football final last year?",
    "What is the capital of the largest island nation?",
    "How do I change the tyre of a bicycle?",
    "Why did the orchestra replace its conductor?",
    "When does the train to the coast leave?",
    "What colour should the kitchen walls be painted?",
    "Who inherits a house when there is no will?",
    "How are violins tuned before a concert?",
    "What taxes does a small bakery pay?",
    "Which wine goes well with grilled fish?",
    "How was the old castle on the hill restored?",
    "What is the plot of the detective novel?",
    "Why do cats bring mice home?",
    "How much does a ticket to the opera cost?",
    "Which actor played the king in the film?",
)
WEIGHTS_FILE = Path(__file__).parent / "data" / "answerable.json"
USUAL_FILE = Path(__file__).parent / "data" / "usual_terms.json"
# Rarity of a term that the file does not know: found in papers of one field at most.
UNKNOWN = 1.0
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
_ENGLISH = lazy_pattern(
    r"\b(?:the|of|is|are|was|were|what|which|how|why|who|when|where|does|do|did|in|to|for|and)\b", re.IGNORECASE
)


class Strength(Value, frozen=True, kw_only=True):
    """How much a paper has to do with a question.

    `known` is the share of the question's terms that stand in the paper at all, `closeness` how near its nearest
    windows are: their mean cosine for a calibrated model, deviations from unrelated questions for another, None where
    there is nothing to tell it from. `value` compares papers for one question.
    """

    known: float
    closeness: float | None
    value: float
    weak: bool


def measure_strength(
    index: PaperIndex, ranking: Ranking, question: str, *, model: str | None, calibration: Matrix | None = None
) -> Strength:
    """Measure the evidence of a paper; `weak` means that no model needs to be asked.

    With a calibrated model English questions are judged by what was learned (`is_answered`), and those of generic words alone
    are never weak, nor those of a study's parts ("patients", "software") that the paper speaks of. Without one a question whose every term stands in the paper is not weak, nor one without words of its
    own, nor one that does not look English: its words would not stand in the paper anyway.

    Args:
        index: The paper.
        ranking: Its sentences and windows as the question ranks them.
        question: As it was asked.
        model: The embedding model's name, None without vectors.
        calibration: Its vectors of `STOCK_QUESTIONS`; without them a model that is not calibrated is ignored.
    """
    terms = ranking.asked.terms
    known = sum(term in index.narrow.words.terms for term in terms) / max(len(terms), 1)
    unknown = bool(terms) and known < 1
    top = top_cosine(ranking.dense) if len(ranking.dense) else None
    if model in CALIBRATED_MODELS and top is not None:
        value = known + DENSE_WEIGHT * top
        weak = unknown and value < HYBRID_BORDER
        if _ENGLISH.search(question) is not None:
            weak = names_something(terms, index.narrow.words.terms) and not is_answered(index, ranking)
        return Strength(known=known, closeness=top, value=value, weak=weak)
    closeness = None if top is None else _beside_stock(index, top, calibration)
    refused = known < LEXICAL_BORDER if closeness is None else known + RELATIVE_WEIGHT * closeness < RELATIVE_BORDER
    weak = unknown and refused and _ENGLISH.search(question) is not None
    return Strength(known=known, closeness=closeness, value=known + (top or 0.0), weak=weak)


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


def is_answered(index: PaperIndex, ranking: Ranking) -> bool:
    """Tell whether the paper probably contains an answer."""
    judge = shipped()
    return judge.score(signals(index, ranking, usual_terms())) >= judge.border


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


@functools.cache
def usual_terms() -> Mapping[str, float]:
    """Return the rarity, from 0 (in all papers) to 1, of the terms that papers of several fields use; read with the first question.

    The file has the terms of each rarity together, as benchmarks/train_refusal.py writes it.
    """
    stored = msgspec.json.decode(USUAL_FILE.read_bytes(), type=dict[str, str])
    usual: dict[str, float] = {}
    for rarity, terms in stored.items():
        usual |= dict.fromkeys(terms.split(), float(rarity))
    return usual


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
        "least often": np.log1p(min((len(sentences.holders(term)) for term in own), default=0)),
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


def _usual_cosine(dense: Scores) -> float:
    """Return the mean cosine of a question's windows as it would be in a long paper: in a short one most of them may be near."""
    return float((dense.sum() + SHORT_WINDOWS * USUAL_COSINE) / (len(dense) + SHORT_WINDOWS))


def _lead(scores: Scores) -> float:
    best = np.sort(scores)[::-1]
    return float(best[0] - best[min(COMPARED_RANK, len(best)) - 1])


def _opening(index: PaperIndex, rarities: Mapping[str, float]) -> float:
    """Return the share of the rarities whose terms stand in the title and the abstract."""
    words, sentences = index.facts.words, int(np.searchsorted(index.starts, OPENING_CHARACTERS))
    held = (rarity for term, rarity in rarities.items() if words.holders(term).min(initial=sentences) < sentences)
    return sum(held) / max(sum(rarities.values()), LEAST_RARITY)


def _share(units: Bm25, weights: Mapping[str, float]) -> Scores:
    """Return for each unit the share of the weights that its terms have."""
    held = np.zeros(units.units)
    for term, weight in weights.items():
        held[units.holders(term)] += weight
    return held / max(sum(weights.values()), LEAST_RARITY)


def _beside_stock(index: PaperIndex, top: float, calibration: Matrix | None) -> float | None:
    """Return by how many deviations the question is nearer to the paper than stock questions are, None without those."""
    if calibration is None or index.matrix is None:
        return None
    stock = _top((index.matrix @ calibration.T).astype(np.float64))
    return float((top - stock.mean()) / max(stock.std(), LEAST_DEVIATION))


def _top(cosines: Scores) -> Scores:
    """Return for each question, a column, the mean cosine of its nearest windows."""
    return np.asarray(np.sort(cosines, axis=0)[-TOP_WINDOWS:].mean(axis=0))
