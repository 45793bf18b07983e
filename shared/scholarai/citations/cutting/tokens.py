"""Splits a sentence into words and punctuation, and recognises verbs and negators."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from scholarai.citations.cutting import words as w

_TOKEN = re.compile(r"[^\W\d_]+(?:(?:['’]|[-‐]\s?(?=[^\W\d_]))[^\W\d_]+)*|(?<![\w.])\.\d+|\d+(?:[.,]\d+)*|\S")
_BREAK = re.compile(r"[-‐]\s+")
_BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
SIGNS = frozenset(',;:—–()[].!?"“”')


class Token(NamedTuple):
    """A word or a sign in lower case, and its range in the text."""

    form: str
    start: int
    end: int


def tokens_of(text: str, start: int, end: int, *, brackets: bool = True) -> list[Token]:
    """Return the words and signs of a range of a text; without `brackets` those inside round and square ones are left out."""
    inside = [] if brackets else [found.span() for found in _BRACKETS.finditer(text, start, end)]
    return [
        Token(_BREAK.sub("", found[0]).lower().replace("’", "'"), *found.span())
        for found in _TOKEN.finditer(text, start, end)
        if not any(low <= found.start() < high for low, high in inside)
    ]


def is_negator(form: str) -> bool:
    return form in w.NEGATORS or form.endswith("n't")


def without_idle(forms: Sequence[str]) -> list[str]:
    """Return the words without the phrases that negate nothing, such as "no doubt"."""
    found, at = [], 0
    while at < len(forms):
        idle = w.IDLE.length_at(forms, at)
        if not idle:
            found.append(forms[at])
        at += idle or 1
    return found


def is_verb(forms: Sequence[str], at: int) -> bool:
    """Tell whether a word looks like a finite verb."""
    form = forms[at]
    if form in w.AUXILIARIES or form in w.PASTS or form.endswith("n't"):
        return True
    if form.endswith("ed") and len(form) > 3:
        return form not in w.NO_PASTS and "-" not in form
    if form in w.NO_VERBS or not form.endswith("s") or form.endswith(("ss", "us", "is")) or at + 1 == len(forms):
        return False
    following = forms[at + 1]
    return len(form) > 3 and (following in w.DETERMINERS or following in w.AFTER_VERB or following[0].isdigit())


def has_verb(forms: Sequence[str], start: int = 0) -> bool:
    """Tell whether one of the words from `start` on looks like a finite verb."""
    return any(is_verb(forms, at) for at in range(start, len(forms)))


def begins_with_verb(forms: Sequence[str]) -> bool:
    """Tell whether words begin with a finite verb; in "coated plates were …" the first word is an adjective."""
    if not is_verb(forms, 0) or not forms[0].endswith("ed") or len(forms) < 2:
        return is_verb(forms, 0)
    following = forms[1]
    grammar = not following.isalpha() or following in w.DETERMINERS or following in w.PREPOSITIONS
    return grammar or not has_verb(forms, 1)


def is_clause(forms: Sequence[str]) -> bool:
    """Tell whether words have a subject and a verb of their own."""
    return not begins_with_verb(forms) and has_verb(forms, 1)
