"""Splits lists of people's names."""

from __future__ import annotations

import re

from scholarai.parsing.pdf.thresholds import NAMES

# "Yu.A.Pusep", and the name by which someone is called: "Leith (Casey) Leedom".
_SPACELESS_INITIAL = re.compile(r"(?<=[A-Z])\.(?=[A-Z])|(?<=\b[A-Z][a-z])\.(?=[A-Z])")
_NICKNAME = re.compile(r"\s\([A-Z][a-z]{1,12}\)(?=\s[A-Z])|\s[\"\u201c][A-Z][a-z]{1,12}[\"\u201d](?=\s[A-Z])")
_INITIALS = re.compile(r"^(?:[A-Z]\.?[\s\-\u2010]?){1,4}$")
_GIVEN = re.compile(r"[^\W\d_a-z][\w'\u2019-]+(?: (?:[^\W\d_a-z]\.? ?){1,3})?$")
_LONE_INITIAL = re.compile(r"[\s.][A-Z]$")
PARTICLES = frozenset(
    "de da di del della der den dos du van von la le el al ul ur ud bin ibn ten ter zu zum af av y e mac mc st st. san das do i".split()
)
_SUFFIXES = frozenset(("jr", "jr.", "sr", "sr.", "ii", "iii", "iv", "phd", "ph.d.", "md", "m.d."))
_NOISE = re.compile(r"\b(?:et\s+al\.?|and\s+others|eds?\.?|editors?|others)\b|\((?:eds?\.?|editors?)\)", re.IGNORECASE)
# Words of sentences and licences, printed in capitals; names such as Or, In and The stand at an end or next to another name.
_NOT_NAMES = re.compile(
    r"\b(?:of|for|with|any|other|from|which|whether|shall|this|that|are|not|in the)\b|\w \bor\b \w|"
    r"universi|institut|department|laborator|\bschool|college|\bcent(?:er|re)\b|faculty|division|hospital|research|academy|agency|"
    r"\b(?:inc|ltd|gmbh|corp|street|avenue|road|council|standort|redaktion)\b|@|http|www|\d{3,}|observator|foundation|museum|ministry",
    re.IGNORECASE,
)

_EAST_ASIAN = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")

# Authors that an entry leaves out: "Brown, E., … White, F."
_GAP = re.compile(r"(?:,\s*+|(?<!\s)\s++|)(?:\u2026|\. ?\. ?\.)\s*+(?:&|and)?")
_LEADING_AND = re.compile(r"^\s*(?:and|&)\s")
_LIST_COMMA = re.compile(r",\s*+(?:and|&)\s++|(?<!\s)\s++(?:and|&|und|et)\s++|,")
_NOT_IN_NAMES = frozenset('()[]{}=:/\\<>|\u201c\u201d"+')


def split_names(text: str) -> tuple[str, ...]:
    """Return the names in an author list such as `Smith, J., Doe, A. B. & Roe, C.` or `J. Smith and A. B. Doe`."""
    whole = text
    text = re.sub(r"\s+", " ", _NOISE.sub(" ", _GAP.sub(", ", text))).strip(" .,;:&")
    if not text or len(text) > NAMES.list_characters:
        return ()
    if text.endswith((" Jr", " Sr")) and f"{text[-2:]}." in whole:
        text += "."
    if _LONE_INITIAL.search(text) and ("." in text or text[-3:-2] == ","):
        text += "."
    if ";" in text:
        return tuple(name for part in text.split(";") if (name := _in_order(_LEADING_AND.sub("", part).strip())))
    return tuple(_by_commas(text))


def _by_commas(text: str) -> list[str]:
    """Return the names of a list in which commas separate names, and family names from initials."""
    names: list[str] = []
    one = text.count(",") == 1 and len(_LIST_COMMA.findall(text)) == 1
    for part in _in_usual_order(
        [part for part in (part.strip(" ,") for part in _LIST_COMMA.split(text)) if part], one=one
    ):
        suffix = part.lower() in _SUFFIXES
        if names and (suffix or _INITIALS.match(part)):
            names[-1] = f"{names[-1]} {part}" if suffix else f"{part} {names[-1]}"
        elif is_name(part) or _is_family(part):
            names.append(part)
    return names


def _in_usual_order(parts: list[str], *, one: bool) -> list[str]:
    """Return the parts of a list with `Family, Given` as one name, if its first name or each of them is written so.

    `one` tells that there is one comma and nothing else between names.
    """
    pairs = [*zip(parts[::2], parts[1::2], strict=False)]
    if len(parts) % 2 == 0 and all(map(_is_inverted, pairs)) and (_has_initials(pairs) or one):
        return [f"{given} {family}" for family, given in pairs]
    if (
        len(parts) > 2
        and _is_inverted(pairs[0])
        and all(" " in part and not _INITIALS.match(part) for part in parts[2:])
    ):
        return [f"{parts[1]} {parts[0]}", *parts[2:]]
    return parts


def _is_inverted(pair: tuple[str, str]) -> bool:
    family, given = pair
    single = " " not in family or family.split(" ", 1)[0].lower() in PARTICLES
    return single and not _INITIALS.match(given) and given.lower() not in _SUFFIXES and _GIVEN.match(given) is not None


def _has_initials(pairs: list[tuple[str, str]]) -> bool:
    """Tell whether some given names have initials, which lists of family names do not."""
    return any("." in given for _, given in pairs)


def _is_family(part: str) -> bool:
    return len(part) > 1 and part[0].isupper() and " " not in part


def _in_order(part: str) -> str:
    """Return `Family, Given` as `Given Family`."""
    family, comma, given = part.partition(",")
    return f"{given.strip()} {family.strip()}".strip() if comma else part


def is_name(text: str) -> bool:
    """Tell whether text reads as one person's name: a few words, capitalised but for particles."""
    text = _SPACELESS_INITIAL.sub(". ", _NICKNAME.sub(" ", text.replace("\u00a0", " ")))
    if _NOT_NAMES.search(text) or len(text) > NAMES.characters or not _NOT_IN_NAMES.isdisjoint(text):
        return False
    words = text.split()
    east_asian = len(_EAST_ASIAN.findall(text))
    if east_asian > NAMES.east_asian_characters or (east_asian and len(words) > NAMES.east_asian_words):
        return False
    real = [word for word in words if word.lower() not in PARTICLES]
    if not 1 < len(words) <= NAMES.words or not all(map(_begins_name, real)):
        return False
    return all(map(_is_name_word, real)) and any(len(word.strip(".")) > 1 for word in real)


def _begins_name(word: str) -> bool:
    """Tell whether a word begins with a capital, an apostrophe or a letter of another script, perhaps after `ben-`."""
    first = word[word.find("-") + 1 :][:1] or word[0]
    return word[0].isupper() or first.isupper() or word[0] in "'\u2019" or not word[0].isascii()


def _is_name_word(word: str) -> bool:
    return all(c.isalpha() or c in ".'\u2019\u2018-\u2010\u2011\u2013`\u00b4," for c in word)
