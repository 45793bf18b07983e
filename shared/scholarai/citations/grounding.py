"""Finds a quote in its paper, and says how true it is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from scholarai.citations.places import GroundingText, Span
from scholarai.citations.splicing import (
    ground_elided,
    ground_halves,
    ground_stitched,
    longest_beginning,
    longest_ending,
)
from scholarai.citations.verdicts import NOT_FOUND, WRAPPING, Grounding, find_loosely, find_strictly
from scholarai.citations.words import Word, words_of
from scholarai.domain.chat import TRUE_VERDICTS, Change
from scholarai.domain.limits import QUOTE_CHARACTERS
from scholarai.domain.values import Value

__all__ = ["Grounding", "GroundingText", "PapersWords", "ground_quote", "in_the_papers_words"]

# Similarity from which an altered place is not taken for two places put together.
SURE_SIMILARITY = 0.85
# Words of a quote whose place in the paper is looked around first, characters more than the quote has that are,
# and the share of its words that must be equal there.
SEED_WORDS = 3
SEED_MARGIN = 80
SEED_EQUAL = 0.65
# What stands in a citation's text for what is between its places.
PARTS_JOINT = " … "

# It begins where white space begins, or from each character of it all of the rest would be tried.
_ELLIPSIS = re.compile(
    r"(?<!\s)\s*+(?:\[\s*(?:\.\s*){3}\]|\(\s*(?:\.\s*){3}\)|(?:\.\s?){3,}|\[…\]|\(…\)|…|\\l?dots\b)\s*"
)


def ground_quote(quote: str, source: GroundingText, near: Span | None = None) -> Grounding:
    """Find `quote` in the paper.

    `exact`: letter for letter, quotation marks around it aside. `normalized`: the same words, set differently (case,
    white space, hyphenation, ligatures, dashes, markup, LaTeX), or parts of neighbouring sentences in order with an
    ellipsis between them that hides no negation. `fuzzy`: nothing but misspellings, articles and left-out citation
    markers differ. `altered`: the place is found, and it says something else. `spliced`: put together from several
    places. `not_found`: none of these.

    Args:
        quote: As the model wrote it; longer than `QUOTE_CHARACTERS` it is not looked for.
        source: The paper's text.
        near: Range of the cited excerpt; of several places the one inside it, or closest to it, is taken.
    """
    wanted = quote.strip(WRAPPING)
    if not wanted or len(wanted) > QUOTE_CHARACTERS:
        return NOT_FOUND
    offset = quote.index(wanted)
    words = list(words_of(quote, offset, offset + len(wanted)))
    if not words:
        return NOT_FOUND
    strict = find_strictly(quote, words, source, near)
    if strict is not None:
        return strict
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


class PapersWords(Value, frozen=True, kw_only=True):
    """A quote beside the paper's own words: what `Citation` shows. `changes` count in `text`."""

    text: str
    changes: tuple[Change, ...]


def in_the_papers_words(grounding: Grounding, source: GroundingText) -> PapersWords:
    """Return the paper's words at the places of a quote, joined by an ellipsis, and the changes as ranges of them."""
    starts: list[int] = []
    text = ""
    for start, end in grounding.ranges:
        text += PARTS_JOINT if text else ""
        starts.append(len(text))
        text += source.text[start:end]

    def moved(place: int) -> int:
        for (start, end), at in zip(grounding.ranges, starts, strict=True):
            if place <= end:
                return at + max(place - start, 0)
        return len(text)

    changes = tuple(
        replace(change, text_start=moved(change.text_start), text_end=moved(change.text_end))
        for change in grounding.changes
    )
    return PapersWords(text=text, changes=changes)
