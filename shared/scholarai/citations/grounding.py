"""Finds a quote in its paper, and says how true it is."""

from __future__ import annotations

from dataclasses import replace

from scholarai.citations.places import GroundingText, Span
from scholarai.citations.verdicts import NOT_FOUND, WRAPPING, Grounding, find_strictly
from scholarai.citations.words import words_of
from scholarai.domain.chat import Change
from scholarai.domain.limits import QUOTE_CHARACTERS
from scholarai.domain.values import Value

__all__ = ["Grounding", "GroundingText", "PapersWords", "ground_quote", "in_the_papers_words"]

# What stands in a citation's text for what is between its places.
PARTS_JOINT = " … "


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
    from scholarai.citations.changed import ground_changed  # most quotes need none of it

    return ground_changed(quote, words, source, near)


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
