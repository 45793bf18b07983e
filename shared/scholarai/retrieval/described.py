"""Finds the figures and tables that a question describes in words: "the ablation table", "the architecture diagram"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from scholarai.domain.content import Figure, Table
from scholarai.retrieval.cues import Cue
from scholarai.retrieval.index import PaperIndex
from scholarai.retrieval.numbering import OTHER_KIND, number_of
from scholarai.retrieval.places import float_places
from scholarai.retrieval.words import question_terms, terms

if TYPE_CHECKING:
    from scholarai.retrieval.units import Scores

FOUND = 3
# Where the best share of words and the best cosine are both below these, no item is meant.
LEAST_WORDS, LEAST_COSINE = 0.2, 0.3


def described_floats(index: PaperIndex, cue: Cue, dense: Scores) -> tuple[Figure | Table, ...]:
    """Return the figures or tables that a cue may mean, best first, at most `FOUND`; none where nothing fits.

    Args:
        index: The paper.
        cue: Of the kind `described_figure` or `described_table`.
        dense: The cosines of the embedded windows with the question, empty without vectors.
    """
    items: Sequence[Figure | Table] = index.content.tables if cue.kind == "described_table" else index.content.figures
    items = [one for one in items if number_of(one.label) and one.block_id and not OTHER_KIND.match(one.label)]
    asked = question_terms(cue.value)
    if not items or not asked:
        return ()
    words = _word_scores(index, cue, items, asked)
    cosines = np.array([_nearest(index, cue, item, dense) for item in items])
    order = np.argsort(-(words + cosines), kind="stable")[:FOUND]
    is_meant = words.max() >= LEAST_WORDS or cosines.max() >= LEAST_COSINE
    return tuple(items[place] for place in order) if is_meant else ()


def _word_scores(index: PaperIndex, cue: Cue, items: Sequence[Figure | Table], asked: Sequence[str]) -> Scores:
    """Return the share of the question's words that each item has, weighted by their rarity among the items."""
    held = [_words_of(index, cue, item) for item in items]
    having = Counter(term for words in held for term in words if term in asked)
    weights = np.array([np.log(1 + len(items) / (1 + having[term])) for term in asked])
    worths = np.array([[float(term in words) for term in asked] for words in held])
    return np.asarray(worths @ weights / weights.sum())


def _words_of(index: PaperIndex, cue: Cue, item: Figure | Table) -> set[str]:
    """Return the terms of an item's caption and cells."""
    return {
        term for place in float_places(index.content, cue, item) for term in terms(index.text[place.start : place.end])
    }


def _nearest(index: PaperIndex, cue: Cue, item: Figure | Table, dense: Scores) -> float:
    """Return the cosine of the nearest window that touches an item, 0 without vectors."""
    if not len(dense):
        return 0.0
    first, last = index.starts[index.windows.spans[:, 0]], index.ends[index.windows.spans[:, 1] - 1]
    places = list(float_places(index.content, cue, item))
    touching = np.any([(first < place.end) & (last > place.start) for place in places] or [first < 0], axis=0)
    return float(dense[touching].max(initial=0.0))
