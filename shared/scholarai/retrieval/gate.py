"""Decides in code whether a paper has anything to do with a question."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from scholarai.domain.values import Value
from scholarai.retrieval.index import PaperIndex
from scholarai.retrieval.ranking import Ranking

if TYPE_CHECKING:
    from scholarai.retrieval.vectors import Matrix

# From a logistic regression on right and wrong papers for 620 questions of four sets; the border leaves 96 % of the
# answerable questions. benchmarks/refusal.py measures it again.
DENSE_WEIGHT = 1.6
HYBRID_BORDER = 1.21
# The models whose cosines these were measured with.
CALIBRATED_MODELS = frozenset({"all-MiniLM-L6-v2"})
# For cosines of any other model, which may all lie between .6 and .9: how near the question is in terms of how near the
# paper's own windows are to each other. Chosen on two embedding models of different scales over the same four sets
# (MiniLM and a static one of 256 dimensions): at most 3 % of the answerable questions of either are refused.
RELATIVE_WEIGHT = 0.4
RELATIVE_BORDER = 0.47
# Fewer windows say too little about a model's scale; more would only cost time. Guesses.
FEWEST_WINDOWS = 8
SAMPLED_WINDOWS = 256
# Below this the windows are all alike, and a share of the difference means nothing.
LEAST_SPREAD = 0.02
LEXICAL_BORDER = 0.5
# Windows whose cosines are averaged: one alone may be an accident.
TOP_WINDOWS = 3

_ENGLISH = re.compile(
    r"\b(?:the|of|is|are|was|were|what|which|how|why|who|when|where|does|do|did|in|to|for|and)\b", re.IGNORECASE
)


class Strength(Value, frozen=True, kw_only=True):
    """How much a paper has to do with a question.

    `known` is the share of the question's terms that stand in the paper at all, `closeness` how near its nearest
    windows are: their mean cosine for a calibrated model, a share of the paper's own nearness for another, None where
    there is nothing to tell it from. `value` compares papers for one question.
    """

    known: float
    closeness: float | None
    value: float
    weak: bool


def measure_strength(index: PaperIndex, ranking: Ranking, question: str, *, model: str | None) -> Strength:
    """Measure the evidence of a paper; `weak` means that no model needs to be asked.

    A question whose every term stands in the paper is not weak, nor one without words of its own. Only a calibrated
    model can call a question weak that does not look English: its words would not stand in the paper anyway.
    """
    terms = list(ranking.question)
    known = sum(term in index.narrow.words.terms for term in terms) / max(len(terms), 1)
    unknown = bool(terms) and known < 1
    top = float(np.sort(ranking.dense)[-TOP_WINDOWS:].mean()) if len(ranking.dense) else None
    if model in CALIBRATED_MODELS and top is not None:
        value = known + DENSE_WEIGHT * top
        return Strength(known=known, closeness=top, value=value, weak=unknown and value < HYBRID_BORDER)
    closeness = None if top is None or index.matrix is None else _relative(top, index.matrix)
    refused = known < LEXICAL_BORDER if closeness is None else known + RELATIVE_WEIGHT * closeness < RELATIVE_BORDER
    weak = unknown and refused and _ENGLISH.search(question) is not None
    return Strength(known=known, closeness=closeness, value=known + (top or 0.0), weak=weak)


def _relative(top: float, matrix: Matrix) -> float | None:
    """Return a cosine on the paper's own scale: 0 as near as two windows of it are on average, 1 as neighbours are.

    So neither the scale nor the offset of a model's cosines matters. None where a paper is too short to tell.
    """
    if len(matrix) < FEWEST_WINDOWS:
        return None
    rows = np.unique(np.linspace(0, len(matrix) - 1, min(len(matrix), SAMPLED_WINDOWS)).astype(np.intp))
    cosines = matrix[rows] @ matrix.T
    itself = cosines[np.arange(len(rows)), rows].sum()
    average = float((cosines.sum() - itself) / (cosines.size - len(rows)))
    cosines[np.arange(len(rows)), rows] = -1.0
    neighbours = float(cosines.max(axis=1).mean())
    return (top - average) / (neighbours - average) if neighbours - average > LEAST_SPREAD else None
