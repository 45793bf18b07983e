"""Finds a quote that does not stand in its paper as it is: elided, in two halves, in pieces, or with other words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from scholarai.citations.loosely import find_loosely
from scholarai.citations.places import GroundingText, Span
from scholarai.citations.splicing import (
    ground_elided,
    ground_halves,
    ground_stitched,
    longest_beginning,
    longest_ending,
)
from scholarai.citations.verdicts import NOT_FOUND, Grounding
from scholarai.citations.words import Word
from scholarai.domain.chat import TRUE_VERDICTS

# Similarity from which an altered place is not taken for two places put together.
SURE_SIMILARITY = 0.85
# Words of a quote whose place in the paper is looked around first, characters more than the quote has that are,
# and the share of its words that must be equal there.
SEED_WORDS = 3
SEED_MARGIN = 80
SEED_EQUAL = 0.65
# It begins where white space begins, or from each character of it all of the rest would be tried.
_ELLIPSIS = re.compile(
    r"(?<!\s)\s*+(?:\[\s*(?:\.\s*){3}\]|\(\s*(?:\.\s*){3}\)|(?:\.\s?){3,}|\[…\]|\(…\)|…|\\l?dots\b)\s*"
)


def ground_changed(quote: str, words: Sequence[Word], source: GroundingText, near: Span | None) -> Grounding:
    """Ground a quote whose very words do not stand together in the paper."""
    parts = _parts(quote, words)
    return ground_elided(quote, parts, source, near) if len(parts) > 1 else _whole(quote, words, source, near)


def _whole(quote: str, words: Sequence[Word], source: GroundingText, near: Span | None) -> Grounding:
    """Ground a quote that does not stand there as it is: in two halves, around an end, in pieces, or where it is nearest."""
    beginning = longest_beginning(words, source, near)
    ending = longest_ending(words, source, near) if beginning[0] else (0, None)
    halves = ground_halves(words, beginning, ending, source)
    if halves is not None:
        return halves
    for place in (beginning, ending):
        found = _around(place, quote, words, source)
        if found is not None:
            return found
    stitched = ground_stitched(words, source, near)
    return stitched or find_loosely(quote, words, source) or NOT_FOUND


def _around(
    place: tuple[int, Span | None], quote: str, words: Sequence[Word], source: GroundingText
) -> Grounding | None:
    """Return what stands around the place of a part of the quote, if it is surely what was quoted."""
    count, spot = place
    if spot is None or count < SEED_WORDS:
        return None
    reach = len(quote) + SEED_MARGIN
    region = max(spot[0] - reach, 0), min(spot[1] + reach, len(source.text))
    found = find_loosely(quote, words, source, region, least_equal=SEED_EQUAL)
    return found if found is not None and _is_sure(found) else None


def _is_sure(found: Grounding) -> bool:
    return found.verdict in TRUE_VERDICTS or found.similarity >= SURE_SIMILARITY


def _parts(quote: str, words: Sequence[Word]) -> list[list[Word]]:
    """Return the words between the ellipses of a quote."""
    parts: list[list[Word]] = []
    rest = list(words)
    for mark in _ELLIPSIS.finditer(quote):
        parts.append([word for word in rest if word.start < mark.start()])
        rest = [word for word in rest if word.start >= mark.end()]
    return [part for part in [*parts, rest] if part]
