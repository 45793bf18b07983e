"""Distinguishes misspelled and wrongly divided words from other words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from scholarai.citations.meaning import is_name, is_word, meaning, spelled_alike, turns
from scholarai.citations.words import Word

# Lengths from which a misspelled word may differ in one letter, two, and so on: for words of the English list, which are
# recognized in spite of many errors, for other words, and for names, where each letter counts. Guesses, checked by
# benchmarks/grounding.py.
_LISTED_WORD = (1, 3, 6, 8)
_LONG_WORD = (1, 6, 10)
_LONG_NAME = (1, 6, 12)
_MOST_LETTERS_MORE = 2
# Letters; a shorter word is a symbol, unless the English list has it.
_SHORTEST_WORD = 3
# Kinds of words that are no misspelling of a function word.
_TELLING = frozenset({"negation", "quantifier", "number", "hedge"})
# Kinds of words in which no error is noise: without them the sentence says the opposite, or another number.
_NOT_NOISE = frozenset({"negation", "number"})
# Letters from which a word counts as a content word, for which the paper may have another one.
_CONTENT_WORD = 4


class Seen(NamedTuple):
    """A word, normalized and as it is written."""

    form: str
    raw: str


def is_misspelled(quoted: Seen, printed: Seen, knows: Callable[[str], bool]) -> bool:
    """Tell whether a word is a misspelling of the printed one: similar to it, and no word itself.

    `knows` tells whether a normalized word occurs in the paper.
    """
    form, wanted = quoted.form, printed.form
    if not (form.isalpha() and wanted.isalpha()) or abs(len(form) - len(wanted)) > _MOST_LETTERS_MORE:
        return False
    if form[0] == wanted[0] and spelled_alike(form, wanted):
        return True
    return _is_near(form, printed) and not _is_another(quoted, printed, knows)


def is_noise(quoted: Seen, printed: Seen, knows: Callable[[str], bool]) -> bool:
    """Tell whether a word that differs in one letter is noise, as in a quote that has other errors, too.

    Words that carry meaning are no noise, nor are other content words of the same paper.
    """
    pairs = [(a, b) for a, b in zip(quoted.raw, printed.raw, strict=False) if a != b]
    if len(quoted.raw) != len(printed.raw) or len(pairs) != 1 or not (quoted.raw + printed.raw).isalpha():
        return False
    kinds = meaning().kinds
    if kinds.get(printed.form) in _NOT_NOISE or (len(quoted.raw) > 1 and quoted.form in kinds):
        return False
    return len(quoted.raw) < _CONTENT_WORD or not knows(quoted.form)


def is_divided(quote: str, ours: Sequence[Word], text: str, theirs: Sequence[Word]) -> bool:
    """Tell whether a space makes other words of the same letters: "not able" is not "notable"."""
    return _divides(quote, ours, theirs) or _divides(text, theirs, ours)


def _is_near(form: str, printed: Seen) -> bool:
    from rapidfuzz.distance import OSA  # imported on the first changed quote: most answers have none

    wanted = printed.form
    lengths = _LISTED_WORD if is_word(wanted) else _LONG_NAME if printed.raw[0].isupper() else _LONG_WORD
    allowed = sum(len(wanted) >= length for length in lengths)
    return OSA.distance(form, wanted, score_cutoff=allowed) <= allowed


def _is_another(quoted: Seen, printed: Seen, knows: Callable[[str], bool]) -> bool:
    form, wanted = quoted.form, printed.form
    tables = meaning()
    if wanted in tables.plain and len(form) == len(wanted):
        return tables.kinds.get(form) in _TELLING
    if form in tables.kinds or turns(form, wanted) or _loses_negation(form, wanted):
        return True
    if sum(c.isupper() for c in printed.raw) >= 2:
        return not _breaks_capitals(quoted.raw, printed.raw) or knows(form)
    if len(wanted) < _SHORTEST_WORD and not is_word(wanted):
        return True
    return is_word(form) or knows(form) or (quoted.raw[0].isupper() and is_name(form))


def _loses_negation(form: str, wanted: str) -> bool:
    return meaning().kinds.get(wanted) == "negation" and len(form) != len(wanted)


def _breaks_capitals(raw: str, printed: str) -> bool:
    """Tell whether an abbreviation is misspelled rather than another one: errors seldom are capital letters."""
    pairs = zip(raw, printed, strict=False)
    return len(raw) == len(printed) and not any(a != b and a.isupper() and b.isupper() for a, b in pairs)


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
