"""Finds names in a sentence that neither its quotes nor the question or the titles have."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from scholarai.citations.doubting.synonyms import root
from scholarai.citations.meaning import is_english, is_name, is_word
from scholarai.citations.words import words_of

if TYPE_CHECKING:
    from scholarai.citations.doubting.supporting import Support, Words

_TOKEN = re.compile(r"[^\W_]++(?:[-‑&'’][^\W_]++)*+")
_POSSESSIVE = re.compile(r"['’]s?$")
# What precedes a word that is capitalised because a sentence begins, and how many characters back it is looked for.
_OPENING = re.compile(r"(?:^|[.!?:;\n•|>#]|[-–—*]\s|\*\*|[\"“„«(\[])\s{0,12}$")
_OPENING_REACH = 12
# Share of capitalised words from which a sentence is a heading, whose capitals mark no names.
_HEADING_SHARE = 0.6
_HEADING_WORDS = 3
# Words from which the language of a sentence can be identified.
_TELLING_WORDS = 6
# Letters of a name from which one, and two, differing letters are a misspelling.
_GARBLED_LETTERS = (5, 9)
# Lengths of abbreviations that are read as the first letters of words.
_INITIALS = range(2, 8)


class Name(NamedTuple):
    """A name in a text: characters `start` to `end`, its normalized words, and the names beside it."""

    raw: str
    start: int
    end: int
    forms: tuple[str, ...]
    run: tuple[str, ...]


def unsupported_names(sentence: Words, support: Support) -> Iterator[Name]:
    """Yield the names that neither the quotes nor the question nor the titles have, in order.

    In other languages than English only abbreviations and names with digits count: nouns may have capitals there.
    """
    english = len(sentence.words) < _TELLING_WORDS or is_english(sentence.forms)
    for name in _names(sentence, plain=support.english and english):
        stands = _stands_in(name, support) or _stands_in(name, support.known)
        if not (stands or _is_short_for(name, support) or _is_spelled_out(name, support)):
            yield name


def _names(sentence: Words, *, plain: bool) -> Iterator[Name]:
    if not sentence.words:
        return
    low, high = sentence.words[0].start, sentence.words[-1].end
    tokens = list(_TOKEN.finditer(sentence.text, low, high))
    capitals = sum(token[0][0].isupper() for token in tokens)
    if len(tokens) >= _HEADING_WORDS and capitals >= _HEADING_SHARE * len(tokens):
        return
    for at, token in enumerate(tokens):
        if token[0].islower():
            continue
        raw = _POSSESSIVE.sub("", token[0])
        before = sentence.text[max(token.start() - _OPENING_REACH, 0) : token.start()]
        opens = token.start() == low or bool(_OPENING.search(before))
        forms = tuple(word.form for word in words_of(raw))
        if forms and _is_named(raw, opens=opens, plain=plain):
            yield Name(raw, token.start(), token.start() + len(raw), forms, _run_around(tokens, at))


def _run_around(tokens: Sequence[re.Match[str]], at: int) -> tuple[str, ...]:
    """Return the first letters of the capitalised words that a name is set among, a few on either side."""
    first = last = at
    while first > max(at - _INITIALS.stop, 0) and _is_beside(tokens[first - 1], tokens[first]):
        first -= 1
    while last + 1 < min(at + _INITIALS.stop, len(tokens)) and _is_beside(tokens[last], tokens[last + 1]):
        last += 1
    letters = "".join(part[0].lower() for token in tokens[first : last + 1] for part in re.split(r"[-‑&]", token[0]))
    return tuple(letters[low:high] for low in range(len(letters)) for high in range(low + 2, len(letters) + 1))


def _is_beside(one: re.Match[str], other: re.Match[str]) -> bool:
    return other.start() - one.end() == 1 and one[0][0].isupper() and other[0][0].isupper()


def _is_named(raw: str, *, opens: bool, plain: bool) -> bool:
    letters = [c for c in raw if c.isalpha()]
    if len(letters) < 2 or not letters[0].isascii():
        return False
    if any(c.isdigit() for c in raw):
        return not raw[0].isdigit() and any(c.isupper() for c in letters)
    if raw.isupper():
        return True
    if sum(c.isupper() for c in letters) >= 2:
        return _is_compound(raw, opens=opens)
    return plain and raw[0].isupper() and (not opens or _is_only_a_name(raw.lower()))


def _is_only_a_name(form: str) -> bool:
    return is_name(form) and not is_word(form)


def _is_compound(raw: str, *, opens: bool) -> bool:
    """Distinguish names such as "ImageNet" and "Monte-Carlo" from words capitalised at a beginning, such as "Zero-Shot"."""
    parts = re.split(r"[-‑&]", raw)
    return any(sum(c.isupper() for c in part) >= 2 for part in parts) or not (
        opens and all(is_word(part.lower()) for part in parts)
    )


def _stands_in(name: Name, words: Words) -> bool:
    """Tell whether a text has a name: in parts or joined, in the plural, with another ending, or misspelled."""
    return "".join(name.forms) in words.letters or all(
        _has(form, words) or _is_misprinted(form, name, words) for form in name.forms
    )


def _has(form: str, words: Words) -> bool:
    bare = form.removesuffix("s")
    return form in words.letters or bare in words.letters or f"{form}s" in words.letters or root(form) in words.roots


def _is_misprinted(form: str, name: Name, words: Words) -> bool:
    from rapidfuzz import process  # imported on the first name that stands nowhere: most answers have none
    from rapidfuzz.distance import OSA

    allowed = sum(len(form) >= length for length in _GARBLED_LETTERS)
    if not allowed or not form.isalpha() or name.raw.isupper() or is_word(form) or is_name(form):
        return False
    return process.extractOne(form, words.forms, scorer=OSA.distance, score_cutoff=allowed) is not None


def _is_short_for(name: Name, support: Support) -> bool:
    """Recognize abbreviations of what the quotes or the question spell out."""
    form = "".join(name.forms).removesuffix("s")
    spelled = (*support.initials, *support.known.initials)
    return len(form) in _INITIALS and form.isalpha() and any(form in initials for initials in spelled)


def _is_spelled_out(name: Name, support: Support) -> bool:
    """Tell whether a name is of the words that an abbreviation of the quotes stands for."""
    return any(letters in support.letters for letters in name.run if len(letters) in _INITIALS)
