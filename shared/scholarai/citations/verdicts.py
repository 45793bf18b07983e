"""Judges a quote: whether its words are the paper's, set differently, damaged or turned, and whether they support a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from scholarai.citations.meaning import is_word, kind_of, meaning
from scholarai.citations.places import (
    GroundingText,
    Span,
    closest_place,
    places_of,
    sign_cut_off,
)
from scholarai.citations.words import Word, joined, words_of
from scholarai.domain.chat import Change
from scholarai.domain.patterns import lazy_pattern
from scholarai.domain.values import Value

if TYPE_CHECKING:
    from scholarai.domain.chat import Verdict

# Length of the units whose letters' case tells them apart: mW and MW.
_UNIT_LETTERS = range(2, 4)
# Quotation marks around a quote are the answer's.
WRAPPING = " \t\r\n\"“”„«»‘’'"


# Below these a quote stands in nearly every paper. Guesses of the author, kept as they are.
PROVING_WORDS = 4
PROVING_LETTERS = 20

_ASKS_FOR_NAME = lazy_pattern(r"\b(?:who|whom|whose|which|what|where|names?|called|title)\b", re.IGNORECASE)
_UNIT_SIGNS = frozenset("%‰‱°$€£¥¢")


class Grounding(Value, frozen=True, kw_only=True):
    """Where a quote stands: ranges in the paper's text in order, none when it was not found.

    `changes` are what differs, their text ranges counted in the paper's text, too.
    """

    verdict: Verdict
    similarity: float
    ranges: tuple[Span, ...] = ()
    changes: tuple[Change, ...] = ()


NOT_FOUND = Grounding(verdict="not_found", similarity=0.0)


def find_strictly(quote: str, words: Sequence[Word], source: GroundingText, near: Span | None) -> Grounding | None:
    """Find the very words; the same letters divided into other words are another text."""
    spot = closest_place(joined(words), source, near)
    if spot is None:
        return _without_sign(words, source)
    verbatim = spot if _is_verbatim(quote, words, spot, source) else _verbatim_place(quote, words, source)
    if verbatim is not None:
        return Grounding(verdict="exact", similarity=1.0, ranges=(_with_ends(quote, words, verbatim),))
    printed = source.text[slice(*spot)]
    said = quote[words[0].start : words[-1].end]
    theirs = list(words_of(printed))
    if len(theirs) != len(words) and is_divided(quote, words, printed, theirs):
        return None
    changed = tuple(_changed_units(said, words, printed, theirs, spot[0]))
    if changed:
        return Grounding(verdict="altered", similarity=0.99, ranges=(spot,), changes=changed)
    return Grounding(verdict="normalized", similarity=1.0, ranges=(spot,))


def _without_sign(words: Sequence[Word], source: GroundingText) -> Grounding | None:
    """Find the very words where the paper's number has a sign that the quote has not."""
    form = joined(words)
    spot = next(places_of(form, source, cut_numbers=True), None)
    if spot is None:
        return None
    sign = sign_cut_off(source.index.offset_of(spot[0]), len(form), source) or spot
    place = words[0].start if sign[0] < spot[0] else words[-1].end
    change = Change(
        kind=kind_of([], [source.text[slice(*sign)].strip()]),
        quote_start=place,
        quote_end=place,
        text_start=sign[0],
        text_end=sign[1],
    )
    whole = min(spot[0], sign[0]), max(spot[1], sign[1])
    return Grounding(verdict="altered", similarity=0.99, ranges=(whole,), changes=(change,))


def _verbatim_place(quote: str, words: Sequence[Word], source: GroundingText) -> Span | None:
    """Return another place of the words, where they stand letter for letter."""
    if quote[words[0].start : words[-1].end] not in source.text:
        return None
    places = places_of(joined(words), source)
    return next((place for place in places if _is_verbatim(quote, words, place, source)), None)


def _is_verbatim(quote: str, words: Sequence[Word], spot: Span, source: GroundingText) -> bool:
    """Tell whether a quote stands at a place letter for letter, brackets and stops around its words included."""
    low, high = _ends(quote, words)
    place = source.text[max(spot[0] - len(low), 0) : spot[1] + len(high)]
    return place == f"{low}{quote[words[0].start : words[-1].end]}{high}"


def _with_ends(quote: str, words: Sequence[Word], spot: Span) -> Span:
    low, high = _ends(quote, words)
    return spot[0] - len(low), spot[1] + len(high)


def _ends(quote: str, words: Sequence[Word]) -> tuple[str, str]:
    return quote[: words[0].start].lstrip(WRAPPING), quote[words[-1].end :].rstrip(WRAPPING)


def _changed_units(
    said: str, words: Sequence[Word], printed: str, theirs: Sequence[Word], place: int
) -> Iterator[Change]:
    """Yield units that differ in case alone (mW, MW), where the quote keeps the case of the rest."""
    if len(words) != len(theirs) or said in {said.lower(), said.upper()}:
        return
    first = words[0].start
    for ours, other in zip(words, theirs, strict=True):
        raw, unit = said[ours.start - first : ours.end - first], printed[other.start : other.end]
        if raw != unit and len(unit) in _UNIT_LETTERS and meaning().kinds.get(ours.form) == "unit":
            start, end = place + other.start, place + other.end
            yield Change(kind="unit", quote_start=ours.start, quote_end=ours.end, text_start=start, text_end=end)


def is_divided(quote: str, ours: Sequence[Word], text: str, theirs: Sequence[Word]) -> bool:
    """Tell whether a space turns the same letters into other words: "not able" is not "notable"."""
    return _divides(quote, ours, theirs) or _divides(text, theirs, ours)


def _divides(text: str, divided: Sequence[Word], whole: Sequence[Word]) -> bool:
    borders = _borders(whole)
    offset = 0
    for word, following in pairwise(divided):
        offset += len(word.form)
        spaced = text[word.end : following.start].isspace()
        if spaced and offset not in borders and word.form in meaning().dividing and is_word(following.form):
            return True
    return False


def _borders(words: Sequence[Word]) -> set[int]:
    found, offset = set(), 0
    for word in words:
        offset += len(word.form)
        found.add(offset)
    return found


def proves(quote: str, question: str = "", *, in_table: bool = False) -> bool:
    """Tell whether a quote that stands in the paper can support a sentence.

    Short ones support nothing, unless they are a number with its unit, a name where the question asks for one, or stand
    in a table.
    """
    forms = [word.form for word in words_of(quote)]
    letters = sum(map(str.isalnum, "".join(forms)))
    if in_table or (len(forms) >= PROVING_WORDS and letters >= PROVING_LETTERS):
        return True
    has_unit = any(form in _UNIT_SIGNS or meaning().kinds.get(form) == "unit" for form in forms)
    if has_unit and any(form[0].isdigit() for form in forms):
        return True
    has_name = any(part[0].isupper() or (part[0].isalpha() and any(map(str.isdigit, part))) for part in quote.split())
    return has_name and bool(_ASKS_FOR_NAME.search(question))
