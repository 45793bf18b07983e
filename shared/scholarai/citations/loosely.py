"""Finds the stretch of a paper that is most like a quote, and judges what differs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from scholarai.citations.comparing import LEAST_EQUAL
from scholarai.citations.nearest import Nearest, nearest_stretch
from scholarai.citations.places import GroundingText, Span
from scholarai.citations.verdicts import Grounding
from scholarai.citations.words import Word, joined
from scholarai.domain.chat import HARMLESS_CHANGES

if TYPE_CHECKING:
    from scholarai.domain.chat import Verdict

# Share of letters that must be the paper's in a quote with nothing but misspellings; benchmarks/grounding.py measures it.
FUZZY_SIMILARITY = 0.82
# Letters below which nothing but the very words counts.
FUZZY_CHARACTERS = 20
# Share of a quote's words that must stand in a place for it to be the place that was altered. A guess.
ALTERED_SHARE = 0.6


def find_loosely(
    quote: str,
    words: Sequence[Word],
    source: GroundingText,
    region: Span | None = None,
    *,
    least_equal: float = LEAST_EQUAL,
) -> Grounding | None:
    """Find the stretch that is most like the quote, and judge what differs."""
    if len(joined(words)) < FUZZY_CHARACTERS:
        return None
    near = nearest_stretch(quote, words, source, region, least_equal=least_equal)
    return None if near is None else _judged(words, near)


def _judged(words: Sequence[Word], near: Nearest) -> Grounding | None:
    harmful = any(change.kind not in HARMLESS_CHANGES for change in near.comparison.changes)
    if not harmful and near.similarity >= FUZZY_SIMILARITY:
        verdict: Verdict = "fuzzy" if near.comparison.changes else "normalized"
    elif near.comparison.equal >= ALTERED_SHARE * len(words):
        verdict = "altered"
    else:
        return None
    return Grounding(verdict=verdict, similarity=near.similarity, ranges=(near.span,), changes=near.comparison.changes)
