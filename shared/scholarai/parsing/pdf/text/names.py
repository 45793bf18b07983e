"""Splits lists of people's names."""

from __future__ import annotations

import re

_INITIALS = re.compile(r"^(?:[A-Z]\.?[\s\-\u2010]?){1,4}$")
_LONE_INITIAL = re.compile(r"[\s.][A-Z]$")
_PARTICLES = frozenset(
    "de da di del della der den dos du van von la le el al bin ibn ten ter zu zum af av y e mac mc st st. san das do i".split()
)
_SUFFIXES = frozenset(("jr", "jr.", "sr", "sr.", "ii", "iii", "iv", "phd", "ph.d.", "md", "m.d."))
_NOISE = re.compile(r"\b(?:et\s+al\.?|and\s+others|eds?\.?|editors?|others)\b|\((?:eds?\.?|editors?)\)", re.IGNORECASE)
_NOT_NAMES = re.compile(
    r"universit|institut|department|laborator|school|college|center|centre|faculty|division|hospital|inc\b|ltd|gmbh|"
    r"corp|research|academy|agency|street|avenue|\broad\b|@|http|www|\d{3,}|observator|foundation|museum|ministry|council",
    re.IGNORECASE,
)

_LIST_COMMA = re.compile(r",\s*+(?:and|&)\s++|(?<!\s)\s++(?:and|&|und|et)\s++|,")
_NOT_IN_NAMES = frozenset('()[]{}=:/\\<>|\u201c\u201d"+')
# Guesses: the most characters of a list and of a name, and the most words of a name.
_LONGEST_LIST = 4_000
_LONGEST_NAME = 60
_MOST_WORDS = 7


def split_names(text: str) -> tuple[str, ...]:
    """Return the names in an author list such as `Smith, J., Doe, A. B. & Roe, C.` or `J. Smith and A. B. Doe`."""
    text = re.sub(r"\s+", " ", _NOISE.sub(" ", text)).strip(" .,;:&")
    if not text or len(text) > _LONGEST_LIST:
        return ()
    if _LONE_INITIAL.search(text):
        text += "."
    if ";" in text:
        return tuple(name for part in text.split(";") if (name := _in_order(part.strip())))
    return tuple(_by_commas(text))


def _by_commas(text: str) -> list[str]:
    """Return the names of a list in which commas separate names, and family names from initials."""
    names: list[str] = []
    for part in filter(None, (part.strip(" ,") for part in _LIST_COMMA.split(text))):
        suffix = part.lower() in _SUFFIXES
        if names and (suffix or _INITIALS.match(part)):
            names[-1] = f"{names[-1]} {part}" if suffix else f"{part} {names[-1]}"
        elif is_name(part) or _is_family(part):
            names.append(part)
        elif names:
            break
    return names


def _is_family(part: str) -> bool:
    return len(part) > 1 and part[0].isupper() and " " not in part


def _in_order(part: str) -> str:
    """Return `Family, Given` as `Given Family`."""
    family, comma, given = part.partition(",")
    return f"{given.strip()} {family.strip()}".strip() if comma else part


def is_name(text: str) -> bool:
    """Tell whether text reads as one person's name: two to six capitalised words, particles aside."""
    if _NOT_NAMES.search(text) or len(text) > _LONGEST_NAME or not _NOT_IN_NAMES.isdisjoint(text):
        return False
    words = text.replace("\u00a0", " ").split()
    real = [word for word in words if word.lower() not in _PARTICLES]
    if not 1 < len(words) <= _MOST_WORDS or not all(map(_begins_name, real)):
        return False
    return all(map(_is_name_word, real)) and any(len(word.strip(".")) > 1 for word in real)


def _begins_name(word: str) -> bool:
    """Tell whether a word begins with a capital, an apostrophe or a letter of another script."""
    return word[0].isupper() or word[0] in "'\u2019" or not word[0].isascii()


def _is_name_word(word: str) -> bool:
    return all(c.isalpha() or c in ".'\u2019\u2018-\u2010\u2011\u2013`\u00b4," for c in word)
