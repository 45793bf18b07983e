"""Decides in code whether a paper has anything to do with a question."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from scholarai.domain.patterns import lazy_pattern
from scholarai.domain.values import Value
from scholarai.retrieval.answerable import TOP_WINDOWS, names_something, shipped, signals, top_cosine
from scholarai.retrieval.bm25 import Scores
from scholarai.retrieval.index import PaperIndex
from scholarai.retrieval.ranking import Ranking
from scholarai.retrieval.usual import usual_terms

if TYPE_CHECKING:
    from scholarai.retrieval.vectors import Matrix

# From a logistic regression on right and wrong papers for 620 questions of four sets; papers are compared by it, and questions
# that do not look English are refused by it.
DENSE_WEIGHT = 1.6
HYBRID_BORDER = 1.21
# The models whose cosines these, and those of `answerable`, were measured with.
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

    With a calibrated model English questions are judged by what was learned (`answerable`), and those of generic words alone
    are never weak, nor those of a study's parts ("patients", "software") that the paper speaks of. Without one a question whose every term stands in the paper is not weak, nor one without words of its
    own, nor one that does not look English: its words would not stand in the paper anyway.

    Args:
        index: The paper.
        ranking: Its sentences and windows as the question ranks them.
        question: As it was asked.
        model: The embedding model's name, None without vectors.
        calibration: Its vectors of `calibration.STOCK_QUESTIONS`; without them a model that is not calibrated is ignored.
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


def _beside_stock(index: PaperIndex, top: float, calibration: Matrix | None) -> float | None:
    """Return by how many deviations the question is nearer to the paper than stock questions are, None without those."""
    if calibration is None or index.matrix is None:
        return None
    stock = _top((index.matrix @ calibration.T).astype(np.float64))
    return float((top - stock.mean()) / max(stock.std(), LEAST_DEVIATION))


def is_answered(index: PaperIndex, ranking: Ranking) -> bool:
    """Tell whether the paper probably contains an answer."""
    judge = shipped()
    return judge.score(signals(index, ranking, usual_terms())) >= judge.border


def _top(cosines: Scores) -> Scores:
    """Return for each question, a column, the mean cosine of its nearest windows."""
    return np.asarray(np.sort(cosines, axis=0)[-TOP_WINDOWS:].mean(axis=0))
