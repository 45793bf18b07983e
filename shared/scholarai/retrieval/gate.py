"""Decides without a language model whether a paper can answer a question, from signals of its ranking."""

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

# From a logistic regression on right and wrong papers for 620 questions of four sets. Used to compare papers, and to refuse
# questions that do not look English.
DENSE_WEIGHT = 1.6
HYBRID_BORDER = 1.21
# The models with which these weights, and those of the classifier, were fitted.
CALIBRATED_MODELS = frozenset({"all-MiniLM-L6-v2"})
# The cosines of any other model, which may all lie between .6 and .9, become z-scores against those of
# off-topic questions. Chosen with two models and two window sizes over the same four sets: MiniLM, and a
# static model of 256 dimensions with windows of 600 and of 2,000 characters. At most 2.5 % of the answerable questions
# are refused, 39 to 60 % of those asked of another paper of the collection, 89 to 91 % of another collection's.
# Cosines between the paper's own windows were tried instead and did not carry over from one window size to the other.
RELATIVE_WEIGHT = 0.05
RELATIVE_BORDER = 0.7
# Keeps the z-score finite where all stock questions are equally far from the paper.
LEAST_DEVIATION = 0.01
# Least share of a question's terms that a paper must contain, without vectors. A guess; benchmarks/refusal.py measures it.
LEXICAL_BORDER = 0.5
# Off-topic questions, by whose cosines the scale of an embedding model is estimated: about everyday things, and as different from
# each other as from science. `RELATIVE_BORDER` was measured with exactly these.
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
# Rarity of a term that the file does not list: it occurs in papers of one field at most.
UNKNOWN_RARITY = 1.0
# Stems that no paper needs to contain: a question of these alone is about the paper itself.
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
# Stems of the parts of a study: a paper that contains those of the question may be asked about its own.
STUDY_TERMS = frozenset(
    map(
        stem,
        """adult animal cell child children control dataset experiment follow-up funding gender group men mice mouse outcome participant
        patient people person population sample size software statistic statistical statistics subject trial volunteer women""".split(),
    )
)
# Stems of what is done with them, for which every paper has other words.
STUDY_VERBS = frozenset(
    map(
        stem,
        """enrol enroll enrolled fund funded include long number old part recruit recruited take taken test tested time took train
        trained training use""".split(),
    )
)
# As many as an answer shows.
BEST_SENTENCES = 3
# Windows whose cosines are averaged: one alone may be an accident.
TOP_WINDOWS = 3
# Mean cosine of a question and a paper's windows (1,000 pairs of benchmarks/train_refusal.py), and the number of windows that it is
# worth when it is averaged with the paper's own (a guess between the windows of an abstract and those of a paper).
USUAL_COSINE, SHORT_WINDOWS = 0.15, 8
# Lower bound of the sum of a question's rarities, which is divided by.
LEAST_RARITY = 0.1
# Characters of a title and an abstract: they name what a paper is about.
OPENING_CHARACTERS = 2_000
# The lead of the best sentence is measured against the one at this rank: in a paper that answers, one sentence stands out.
COMPARED_RANK = 10
# The values of `signals`, in order: the share and the number of the question's word pairs that the paper contains (for a single word,
# whether it contains that); the share of the question in the best sentence, and around the best-ranked ones, by rarity in the paper
# and by rarity in general; how much nearer the nearest windows are than the mean; how many terms the paper lacks, and the
# rarity of the rarest of them; the number of sentences with the question's rarest term; the length of the paper; the BM25 score of
# the best place, and how far it stands out; the likelihood of the best sentence, and its lead over the tenth; and the share of
# the question, by rarity in general, in title and abstract.
SIGNALS = (
    "pairs", "number of pairs", "best sentence", "around the best", "around the best, by rarity", "nearness", "missing",
    "rarest missing", "least often", "length", "words", "peak of words", "share of the best", "lead", "opening",
)  # fmt: skip
_OWN_COVER, _NARROW_COVER = NAMES.index("own cover"), NAMES.index("narrow cover")
_ENGLISH = lazy_pattern(
    r"\b(?:the|of|is|are|was|were|what|which|how|why|who|when|where|does|do|did|in|to|for|and)\b", re.IGNORECASE
)


class Strength(Value, frozen=True, kw_only=True):
    """How relevant a paper is to a question.

    `known` is the share of the question's terms that occur in the paper. `closeness` is the mean cosine of its nearest
    windows for a calibrated model, the z-score of that against off-topic questions for another, and None without vectors or
    calibration. `value` compares papers for one question.
    """

    known: float
    closeness: float | None
    value: float
    weak: bool


def measure_strength(
    index: PaperIndex, ranking: Ranking, question: str, *, model: str | None, calibration: Matrix | None = None
) -> Strength:
    """Measure the evidence of a paper; `weak` means that no model needs to be asked.

    With a calibrated model, English questions are judged by the classifier (`is_answered`), except that a question of generic words
    alone is never weak, nor one about parts of a study ("patients", "software") that the paper mentions. Without one, a question
    is not weak if the paper contains all of its terms, if it has none, or if it does not look English, since
    the paper would not contain its words anyway.

    Args:
        index: The paper.
        ranking: Its sentences and windows, ranked for the question.
        question: As it was asked.
        model: The embedding model's name, None without vectors.
        calibration: Its vectors of `STOCK_QUESTIONS`; without them, the cosines of an uncalibrated model are ignored.
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
    closeness = None if top is None else _z_score(index, top, calibration)
    refused = known < LEXICAL_BORDER if closeness is None else known + RELATIVE_WEIGHT * closeness < RELATIVE_BORDER
    weak = unknown and refused and _ENGLISH.search(question) is not None
    return Strength(known=known, closeness=closeness, value=known + (top or 0.0), weak=weak)


def names_something(terms: Collection[str], own: Collection[str] | None = None) -> bool:
    """Tell whether a question has a term that decides whether a paper answers it.

    Generic terms do not, nor do parts of a study that this paper mentions.

    Args:
        terms: The question's.
        own: The paper's; without them, every term that is not generic counts.
    """
    named = [term for term in terms if term not in GENERIC_TERMS]
    if own is None:
        return bool(named)
    return not all(term in STUDY_VERBS or (term in STUDY_TERMS and term in own) for term in named)


def is_answered(index: PaperIndex, ranking: Ranking) -> bool:
    """Tell whether the paper probably contains an answer."""
    classifier = shipped()
    return classifier.score(signals(index, ranking, usual_terms())) >= classifier.border


class AnswerabilityClassifier(Value, frozen=True, kw_only=True, eq=False):
    """A logistic regression over `signals`; a question that scores below `border` is refused."""

    mean: Scores
    scale: Scores
    weights: Scores
    bias: float
    border: float

    def score(self, signals: Scores) -> float:
        """Return the log-odds that the paper answers."""
        return float((signals - self.mean) / self.scale @ self.weights + self.bias)


@functools.cache
def shipped() -> AnswerabilityClassifier:
    """Return the classifier of `WEIGHTS_FILE`, fitted by benchmarks/train_refusal.py and read with the first question."""
    stored = msgspec.json.decode(WEIGHTS_FILE.read_bytes())["judge"]
    arrays = {name: np.array(stored[name]) for name in ("mean", "scale", "weights")}
    return AnswerabilityClassifier(**arrays, bias=stored["bias"], border=stored["border"])


@functools.cache
def usual_terms() -> Mapping[str, float]:
    """Return the rarity, from 0 (in all papers) to 1, of the terms that occur in papers of several fields.

    The file is read with the first question. It lists the terms of each rarity, as benchmarks/train_refusal.py writes them.
    """
    stored = msgspec.json.decode(USUAL_FILE.read_bytes(), type=dict[str, str])
    usual: dict[str, float] = {}
    for rarity, terms in stored.items():
        usual |= dict.fromkeys(terms.split(), float(rarity))
    return usual


def signals(index: PaperIndex, ranking: Ranking, usual: Mapping[str, float]) -> Scores:
    """Return the classifier's input for a question and a paper with vectors, one number per name in `SIGNALS`.

    Args:
        index: The paper.
        ranking: Its sentences and windows, ranked for the question.
        usual: Rarities of terms, as `usual_terms` gives them.
    """
    asked = ranking.asked
    own = [term for term in asked.terms if term not in GENERIC_TERMS] or list(asked.terms)
    rarities = {term: usual.get(term, UNKNOWN_RARITY) for term in own}
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
    """Return the share of some terms that each sentence holds, and that the narrow units around it hold."""
    if len(terms) == len(ranking.asked.terms):  # the ranking has computed it for all terms
        return ranking.rows[:, _OWN_COVER], ranking.rows[:, _NARROW_COVER]
    return cover(index.facts.words, terms), index.narrow.runs.spread(cover(index.narrow.words, terms))


def top_cosine(dense: Scores) -> float:
    """Return the mean cosine of a question's nearest windows."""
    return float(_top_means(dense))


def _top_means(cosines: Scores) -> Scores:
    """Return the mean cosine of the nearest windows, for each column where `cosines` has one per question."""
    return np.asarray(np.sort(cosines, axis=0)[-TOP_WINDOWS:].mean(axis=0))


def _usual_cosine(dense: Scores) -> float:
    """Return the mean cosine of a question's windows, drawn towards the usual one in a short paper, where most windows may be near."""
    return float((dense.sum() + SHORT_WINDOWS * USUAL_COSINE) / (len(dense) + SHORT_WINDOWS))


def _lead(scores: Scores) -> float:
    best = np.sort(scores)[::-1]
    return float(best[0] - best[min(COMPARED_RANK, len(best)) - 1])


def _opening(index: PaperIndex, rarities: Mapping[str, float]) -> float:
    """Return the share of the rarities whose terms occur in the title and the abstract."""
    words, sentences = index.facts.words, int(np.searchsorted(index.starts, OPENING_CHARACTERS))
    held = (rarity for term, rarity in rarities.items() if words.holders(term).min(initial=sentences) < sentences)
    return sum(held) / max(sum(rarities.values()), LEAST_RARITY)


def _share(units: Bm25, weights: Mapping[str, float]) -> Scores:
    """Return for each unit the share of the weights whose terms it holds."""
    held = np.zeros(units.units)
    for term, weight in weights.items():
        held[units.holders(term)] += weight
    return held / max(sum(weights.values()), LEAST_RARITY)


def _z_score(index: PaperIndex, top: float, calibration: Matrix | None) -> float | None:
    """Return the z-score of a question's top cosine against those of the stock questions, None without vectors of these."""
    if calibration is None or index.matrix is None:
        return None
    stock = _top_means((index.matrix @ calibration.T).astype(np.float64))
    return float((top - stock.mean()) / max(stock.std(), LEAST_DEVIATION))
