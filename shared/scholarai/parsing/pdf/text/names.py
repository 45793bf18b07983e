"""Names of people in running text: where one ends and the next begins."""

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


def split_names(text: str) -> tuple[str, ...]:
    """Return the names in an author list such as `Smith, J., Doe, A. B. & Roe, C.` or `J. Smith and A. B. Doe`."""
    text = _NOISE.sub(" ", text)
    text = re.sub(r"\s+", " ", text).strip(" .,;:&")
    if not text or len(text) > 4_000:
        return ()
    if _LONE_INITIAL.search(text):
        text += "."
    if ";" in text:
        parts = [part.strip() for part in text.split(";")]
        return tuple(name for part in parts if (name := _in_order(part)))
    parts = [part.strip(" ,") for part in re.split(r",\s*(?:and|&)\s+|\s+(?:and|&|und|et)\s+|,", text)]
    names: list[str] = []
    for part in parts:
        if not part:
            continue
        initials = _INITIALS.match(part) or part.lower() in _SUFFIXES
        if initials and names:
            names[-1] = f"{names[-1]} {part}" if part.lower() in _SUFFIXES else f"{part} {names[-1]}"
        elif is_name(part) or (len(part) > 1 and part[0].isupper() and " " not in part):
            names.append(part)
        elif names:
            break
    return tuple(names)


def _in_order(part: str) -> str:
    """Return `Family, Given` as `Given Family`."""
    family, comma, given = part.partition(",")
    return f"{given.strip()} {family.strip()}".strip() if comma else part


def is_name(text: str) -> bool:
    """Tell whether text reads as one person's name: two to six capitalised words, particles aside."""
    if _NOT_NAMES.search(text) or len(text) > 60 or any(c in text for c in '()[]{}=:/\\<>|\u201c\u201d"+'):
        return False
    words = text.replace("\u00a0", " ").split()
    real = [word for word in words if word.lower() not in _PARTICLES]
    if not 1 < len(words) <= 7 or not real:
        return False
    if not all(word[0].isupper() or word[0] in "'\u2019" or not word[0].isascii() for word in real):
        return False
    return all(_is_name_word(word) for word in real) and any(len(word.strip(".")) > 1 for word in real)


def _is_name_word(word: str) -> bool:
    return all(c.isalpha() or c in ".'\u2019\u2018-\u2010\u2011\u2013`\u00b4," for c in word)
