"""Decides in code whether a paper has anything to do with a question."""

from __future__ import annotations

import math
import re

import numpy as np

from scholarai.domain.values import Value
from scholarai.retrieval.index import PaperIndex
from scholarai.retrieval.ranking import Ranking

# From a logistic regression on right and wrong papers for 620 questions of four sets; the border leaves 96 % of the
# answerable questions. benchmarks/refusal.py measures it again.
DENSE_WEIGHT = 1.6
HYBRID_BORDER = 1.21
LEXICAL_BORDER = 0.5
# Windows whose cosines are averaged: one alone may be an accident.
TOP_WINDOWS = 3

# The models whose cosines the border was measured with; others count words alone.
CALIBRATED_MODELS = frozenset({"all-MiniLM-L6-v2"})
_ENGLISH = re.compile(
    r"\b(?:the|of|is|are|was|were|what|which|how|why|who|when|where|does|do|did|in|to|for|and)\b", re.IGNORECASE
)


class Strength(Value, frozen=True, kw_only=True):
    """How much a paper has to do with a question.

    `known` is the share of the question's terms that stand in the paper at all, `closeness` the mean cosine of its
    nearest windows, None where that says nothing. `value` compares papers for one question.
    """

    known: float
    closeness: float | None
    value: float
    weak: bool


def measure_strength(index: PaperIndex, ranking: Ranking, question: str, *, model: str | None) -> Strength:
    """Measure the evidence of a paper; `weak` means that no model needs to be asked.

    A question whose every term stands in the paper is not weak. Words alone never call a question weak that has no words of its own, or that does not look English, since papers do.
    """
    terms = list(ranking.question)
    known = sum(term in index.narrow.words.terms for term in terms) / max(len(terms), 1)
    if model in CALIBRATED_MODELS and len(ranking.dense):
        closeness = float(np.sort(ranking.dense)[-TOP_WINDOWS:].mean())
        value = known + DENSE_WEIGHT * closeness
        return Strength(
            known=known, closeness=closeness, value=value, weak=known < 1 and bool(terms) and value < HYBRID_BORDER
        )
    weak = bool(terms) and known < LEXICAL_BORDER and _ENGLISH.search(question) is not None
    closeness = float(ranking.dense.max()) if len(ranking.dense) else math.nan
    value = known + (0.0 if math.isnan(closeness) else closeness)
    return Strength(known=known, closeness=None, value=value, weak=weak)
