"""Finds a quote in its paper, and says how true it is: exact, normalized, fuzzy or not found."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from scholarai.citations.normalising import normalise
from scholarai.domain.values import Value

if TYPE_CHECKING:
    from scholarai.domain.chat import Change, Verdict

# Similarity (0 to 1) from which a damaged quote counts; benchmarks/grounding.py measures both.
FUZZY_SIMILARITY = 0.82
SHORT_FUZZY_SIMILARITY = 0.92
# Normalised characters: below the first no fuzzy match is trusted, below the second only a very close one.
FUZZY_CHARACTERS = 20
SHORT_CHARACTERS = 48
# Parts of an elided or joined quote: below the first (normalised) they are left aside, below the second they count
# only within reach of the longest part. Guesses, checked by benchmarks/grounding.py.
PART_CHARACTERS = 5
TELLING_CHARACTERS = 15
SHORT_PART_REACH = 1_500

_NUMBER = re.compile(r"-?\d+(?:[.,]\d+)*")
_ELLIPSIS = re.compile(r"\s*(?:\[\s*(?:\.\s*){3}\]|\(\s*(?:\.\s*){3}\)|(?:\.\s?){3,}|…|\[…\]|\(…\))\s*")
_SENTENCE_BREAK = re.compile(r"(?<=[.!?;])[\"'”’)]?\s+")
_WRAPPING = " \t\r\n\"“”„«»‘’'"


class Grounding(Value, frozen=True, kw_only=True):
    """Where a quote stands: ranges in the paper's text in order, none when it was not found."""

    verdict: Verdict
    similarity: float
    ranges: tuple[tuple[int, int], ...] = ()
    changes: tuple[Change, ...] = ()


class GroundingText(Value, frozen=True, kw_only=True):
    """A paper's text made ready for many quotes: `origin[i]` is where normalised character `i` came from."""

    text: str
    normalised: str
    origin: tuple[int, ...]

    @classmethod
    def of(cls, text: str) -> GroundingText:
        """Prepare a paper's text; costs about a millisecond per page, so keep the result."""
        normalised, origin = normalise(text)
        return cls(text=text, normalised=normalised, origin=tuple(origin))


def ground_quote(quote: str, source: GroundingText, near: tuple[int, int] | None = None) -> Grounding:
    """Find `quote` in the paper.

    `exact`: letter for letter, quotation marks around it aside. `normalized`: the same once case, white space,
    hyphenation, ligatures, quote marks, dashes and Greek spellings are evened out. `fuzzy`: almost the same. Quotes
    with an ellipsis, and joined ones, are looked for part by part; every part must stand in the paper.

    Args:
        quote: As the model wrote it.
        source: The paper's text.
        near: Range of the cited excerpt; of several places the one inside it, or closest to it, is taken.
    """
    wanted = quote.strip(_WRAPPING)
    if not wanted:
        return _NOT_FOUND
    elided, joined = _parts(wanted, _ELLIPSIS), _parts(wanted, _SENTENCE_BREAK)
    attempts: tuple[Callable[[], Grounding], ...] = (
        partial(_ground_strictly, wanted, source, near),
        partial(_ground_parts, elided, source, near, _ground_strictly),
        partial(_ground_parts, joined, source, near, _ground_strictly),
        partial(_ground_loosely, wanted, source, near),
        partial(_ground_stitched, wanted, source, near),
        partial(_ground_parts, elided, source, near, _ground_loosely),
        partial(_ground_parts, joined, source, near, _ground_loosely),
    )
    return next((found for attempt in attempts if (found := attempt()).verdict != "not_found"), _NOT_FOUND)


_Ground = Callable[[str, GroundingText, "tuple[int, int] | None"], Grounding]
_NOT_FOUND = Grounding(verdict="not_found", similarity=0.0)


def _parts(wanted: str, border: re.Pattern[str]) -> list[str]:
    """Return the parts of an elided or joined quote; empty when it is not one that its parts can prove."""
    parts = [part.strip(_WRAPPING) for part in border.split(wanted)]
    telling = [part for part in parts if len(normalise(part)[0]) >= PART_CHARACTERS]
    if len(parts) < 2 or sum(map(len, telling)) < 0.8 * sum(map(len, parts)):
        return []
    return telling


def _ground_parts(parts: list[str], source: GroundingText, near: tuple[int, int] | None, ground: _Ground) -> Grounding:
    """Ground every part, the longest first and the others near it; a short one proves nothing far away."""
    if not parts or max(map(len, parts)) < TELLING_CHARACTERS:
        return _NOT_FOUND
    order = sorted(parts, key=len, reverse=True)
    anchor = ground(order[0], source, near)
    if anchor.verdict == "not_found":
        return _NOT_FOUND
    spot = anchor.ranges[0]
    others = [ground(part, source, spot) for part in order[1:]]
    astray = (
        other.verdict == "not_found"
        or (len(part) < TELLING_CHARACTERS and _distance(other.ranges[0], spot) > SHORT_PART_REACH)
        for part, other in zip(order[1:], others, strict=True)
    )
    return _NOT_FOUND if any(astray) else _together([anchor, *others])


def _ground_stitched(wanted: str, source: GroundingText, near: tuple[int, int] | None) -> Grounding:
    """Ground two runs of the paper that were put together without a mark between them."""
    words = wanted.split()
    low, high = 0, len(words)
    while low < high:  # the longest beginning that stands in the paper: every shorter one stands there too
        middle = (low + high + 1) // 2
        beginning = _ground_strictly(" ".join(words[:middle]), source, near)
        low, high = (middle, high) if beginning.verdict != "not_found" else (low, middle - 1)
    parts = [" ".join(words[:low]), " ".join(words[low:])]
    if min(len(normalise(part)[0]) for part in parts) < FUZZY_CHARACTERS:
        return _NOT_FOUND
    stitched = _ground_parts(parts, source, near, _ground_strictly)
    return stitched if stitched.verdict == "not_found" else replace(stitched, verdict="fuzzy")


def _distance(one: tuple[int, int], other: tuple[int, int]) -> int:
    return max(one[0] - other[1], other[0] - one[1], 0)


def _together(found: list[Grounding]) -> Grounding:
    fuzzy = any(part.verdict == "fuzzy" for part in found)
    return Grounding(
        verdict="fuzzy" if fuzzy else "normalized",
        similarity=min(part.similarity for part in found),
        ranges=tuple(sorted(place for part in found for place in part.ranges)),
    )


def _ground_strictly(wanted: str, source: GroundingText, near: tuple[int, int] | None) -> Grounding:
    place = _closest(_occurrences(wanted, source.text), len(wanted), near)
    if place is not None:
        return Grounding(verdict="exact", similarity=1.0, ranges=((place, place + len(wanted)),))
    normalised, _ = normalise(wanted)
    spot = _closest_normalised(normalised, source, near) if normalised else None
    if spot is not None:
        return Grounding(verdict="normalized", similarity=1.0, ranges=(spot,))
    return _NOT_FOUND


def _ground_loosely(wanted: str, source: GroundingText, near: tuple[int, int] | None) -> Grounding:
    strict = _ground_strictly(wanted, source, near)
    if strict.verdict != "not_found":
        return strict
    normalised, _ = normalise(wanted)
    if not FUZZY_CHARACTERS <= len(normalised) <= len(source.normalised):
        return _NOT_FOUND
    from rapidfuzz import fuzz  # imported on the first damaged quote: most answers have none

    cutoff = SHORT_FUZZY_SIMILARITY if len(normalised) < SHORT_CHARACTERS else FUZZY_SIMILARITY
    aligned = fuzz.partial_ratio_alignment(normalised, source.normalised, score_cutoff=cutoff * 100)
    if aligned is None or aligned.dest_end <= aligned.dest_start:
        return _NOT_FOUND
    spot = _trim(_original_range(source, aligned.dest_start, aligned.dest_end), source.text)
    if _differs_in_numbers_alone(normalised, normalise(source.text[spot[0] : spot[1]])[0]):
        return _NOT_FOUND
    return Grounding(verdict="fuzzy", similarity=round(aligned.score / 100, 4), ranges=(spot,))


def _differs_in_numbers_alone(quote: str, place: str) -> bool:
    """Tell a changed number, which makes a quote false, from damage that hit letters as well."""
    if _NUMBER.findall(quote) == _NUMBER.findall(place):
        return False
    return _NUMBER.sub("#", quote) == _NUMBER.sub("#", place)


def _occurrences(wanted: str, text: str) -> Iterator[int]:
    """Yield where `wanted` stands; a short one counts only as whole words ("art" is not in "party")."""
    return (place for place in _every(wanted, text) if _may_stand((place, place + len(wanted)), text))


def _cuts_a_word(text: str, place: int) -> bool:
    return 0 < place < len(text) and text[place - 1].isalnum() and text[place].isalnum()


def _closest(places: Iterator[int], length: int, near: tuple[int, int] | None) -> int | None:
    if near is None:
        return next(places, None)
    low, high = near
    return min(places, key=lambda place: max(low - place, place + length - high, 0), default=None)


def _closest_normalised(wanted: str, source: GroundingText, near: tuple[int, int] | None) -> tuple[int, int] | None:
    low = bisect_left(source.origin, near[0]) if near else 0
    high = bisect_left(source.origin, near[1]) if near else 0
    places = [
        place
        for place in _every(wanted, source.normalised)
        if _may_stand(_original_range(source, place, place + len(wanted)), source.text)
    ]
    place = _closest(iter(places), len(wanted), (low, high) if near else None)
    return None if place is None else _original_range(source, place, place + len(wanted))


def _every(wanted: str, text: str) -> Iterator[int]:
    place = text.find(wanted)
    while place >= 0:
        yield place
        place = text.find(wanted, place + 1)


def _may_stand(spot: tuple[int, int], text: str) -> bool:
    if spot[1] - spot[0] >= FUZZY_CHARACTERS:
        return True
    return not _cuts_a_word(text, spot[0]) and not _cuts_a_word(text, spot[1])


def _original_range(source: GroundingText, low: int, high: int) -> tuple[int, int]:
    return source.origin[low], source.origin[high - 1] + 1


def _trim(spot: tuple[int, int], text: str) -> tuple[int, int]:
    """Move both ends to the nearest word border, so that no box begins in mid-word."""
    low, high = spot
    while _cuts_a_word(text, low):
        low -= 1
    while _cuts_a_word(text, high):
        high += 1
    return low, high
