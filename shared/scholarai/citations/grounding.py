"""Finds a quote in its paper, and says how true it is: exact, normalized, fuzzy or not found."""

from __future__ import annotations

import functools
import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scholarai.domain.chat import Verdict

# Similarity (0 to 1) from which a damaged quote counts; benchmarks/grounding.py measures both.
FUZZY_SIMILARITY = 0.82
SHORT_FUZZY_SIMILARITY = 0.92
# Normalised characters: below the first no fuzzy match is trusted, below the second only a very close one.
FUZZY_CHARACTERS = 20
SHORT_CHARACTERS = 48
# A part of an elided or joined quote shorter than this proves nothing by itself.
PART_CHARACTERS = 12
# Parts of one elided quote stand within this many characters of each other: about three pages. A guess.
PARTS_SPAN = 9_000

# Wording that is this similar once numbers are masked was not damaged, its numbers were changed.
WORDING_KEPT = 0.97

_NUMBER = re.compile(r"-?\d+(?:[.,]\d+)*")
_ELLIPSIS = re.compile(r"\s*(?:\[\s*(?:\.\s*){3}\]|\(\s*(?:\.\s*){3}\)|(?:\.\s?){3,}|…|\[…\]|\(…\))\s*")
_SENTENCE_BREAK = re.compile(r"(?<=[.!?;])[\"'”’)]?\s+")
_WRAPPING = " \t\r\n\"“”„«»‘’'"

_GREEK = {
    unicodedata.lookup(f"GREEK SMALL LETTER {name}"): name.lower()
    for name in (
        "ALPHA BETA GAMMA DELTA EPSILON ZETA ETA THETA IOTA KAPPA LAMDA MU NU XI PI RHO SIGMA TAU UPSILON PHI CHI PSI OMEGA"
    ).split()
}
_GREEK |= {"λ": "lambda", "ς": "sigma", "ϵ": "epsilon", "ϕ": "phi", "ϑ": "theta", "µ": "mu"}
_DASHES = frozenset("-‐‑‒–—―−﹣－")
_KEPT_SIGNS = frozenset("%<>=±×≤≥")


@dataclass(frozen=True, slots=True, kw_only=True)
class Grounding:
    """Where a quote stands: ranges in the paper's text in order, none when it was not found."""

    verdict: Verdict
    similarity: float
    ranges: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class GroundingText:
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
    strict = functools.partial(_ground_strictly, source=source, near=near)
    loose = functools.partial(_ground_loosely, source=source, near=near)
    partings = [parts for parts in (_parts(wanted, _ELLIPSIS), _parts(wanted, _SENTENCE_BREAK)) if parts]
    attempts = (
        *((strict, parts) for parts in ([wanted], *partings)),
        *((loose, parts) for parts in ([wanted], *partings)),
    )
    for ground, parts in attempts:
        grounded = _together([ground(part) for part in parts])
        if grounded.verdict != "not_found":
            return grounded
    return _NOT_FOUND


_NOT_FOUND = Grounding(verdict="not_found", similarity=0.0)


def _parts(wanted: str, border: re.Pattern[str]) -> list[str]:
    """Return the parts of an elided or joined quote; empty when it is not one that its parts can prove."""
    parts = [part.strip(_WRAPPING) for part in border.split(wanted)]
    telling = [part for part in parts if len(normalise(part)[0]) >= PART_CHARACTERS]
    if len(parts) < 2 or sum(map(len, telling)) < 0.8 * sum(map(len, parts)):
        return []
    return telling


def _together(found: list[Grounding]) -> Grounding:
    if len(found) == 1:
        return found[0]
    ranges = sorted(place for part in found for place in part.ranges)
    if any(part.verdict == "not_found" for part in found) or ranges[-1][1] - ranges[0][0] > PARTS_SPAN:
        return _NOT_FOUND
    fuzzy = any(part.verdict == "fuzzy" for part in found)
    return Grounding(
        verdict="fuzzy" if fuzzy else "normalized",
        similarity=min(part.similarity for part in found),
        ranges=tuple(ranges),
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
    from rapidfuzz import fuzz

    if _NUMBER.findall(quote) == _NUMBER.findall(place):
        return False
    return fuzz.ratio(_NUMBER.sub("#", quote), _NUMBER.sub("#", place)) >= 100 * WORDING_KEPT


def normalise(text: str) -> tuple[str, list[int]]:
    """Return the text without what printing adds, and for each character left the index it came from.

    Letters and digits stay, folded; Greek letters become their names; signs that carry meaning stay; a dot or comma
    stays between digits, a dash before a digit unless a letter stands before it.
    """
    kept: list[str] = []
    origin: list[int] = []
    for index, raw in enumerate(text):
        for character in _fold(raw):
            if character.isalnum() or character in _KEPT_SIGNS or _is_numeric_sign(character, text, index):
                kept.append(character)
                origin.append(index)
    return "".join(kept), origin


_FOLDED: dict[str, str] = {}


def _fold(character: str) -> str:
    """Fold one character; the table of those seen grows to the few hundred that papers use."""
    folded = _FOLDED.get(character)
    if folded is None:
        plain = unicodedata.normalize("NFKD", character).casefold()
        plain = "".join(_GREEK.get(part, part) for part in plain if not unicodedata.combining(part))
        folded = _FOLDED[character] = "-" if character in _DASHES else plain
    return folded


def _is_numeric_sign(character: str, text: str, index: int) -> bool:
    if character not in ".,-":
        return False
    following = text[index + 1 : index + 2]
    before = text[index - 1] if index else " "
    if character == "-":
        return following.isdigit() and not before.isalpha()
    return following.isdigit() and before.isdigit()


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
