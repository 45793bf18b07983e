"""Removes from differing words of a sentence and its quote what both say in other words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from scholarai.citations.doubting.synonyms import alike, same_unit
from scholarai.citations.meaning import is_name, is_word, meaning

if TYPE_CHECKING:
    from scholarai.citations.doubting.supporting import Texts, Words

# Letters from which one, and two, letters of a misspelled word may differ.
_MISPRINTED = (3, 9)
_UNIT_SIGNS = frozenset("%‰‱°$€£¥¢")


class Run(NamedTuple):
    """The sentence's words (indices) that stand for words of the quote, before its word `place` where there are none.

    `strict`: every change counts, because all around it is the quote's own; else only what turns the meaning. `elided`: an
    ellipsis stands there. `lost` and `added` are the words of the quote that were left out around the run, and those of the
    sentence that were put in: words may only have moved.
    """

    ours: tuple[int, ...]
    theirs: tuple[int, ...]
    place: int
    strict: bool = False
    elided: bool = False
    lost: frozenset[str] = frozenset()
    added: frozenset[str] = frozenset()


def left_over(texts: Texts, run: Run) -> Run:
    """Return a run without what both sides say: equal words, synonyms, spelled-out abbreviations, misspellings."""
    ours, theirs = list(run.ours), list(run.theirs)
    for i in run.ours:
        form = texts.sentence.forms[i]
        same = next((j for j in theirs if _is_same(form, texts.support.forms[j]) or _is_misprint(texts, i, j)), None)
        if same is not None:
            ours.remove(i)
            theirs.remove(same)
    if any(_abbreviates(texts.sentence, i, texts.support, theirs) for i in ours):
        ours, theirs = [i for i in ours if not _abbreviates(texts.sentence, i, texts.support, theirs)], []
    elif any(_abbreviates(texts.support, j, texts.sentence, ours) for j in theirs):
        ours, theirs = [], [j for j in theirs if not _abbreviates(texts.support, j, texts.sentence, ours)]
    return run._replace(ours=tuple(ours), theirs=tuple(theirs))


def _abbreviates(text: Words, at: int, other: Words, places: Sequence[int]) -> bool:
    """Tell whether a word is an abbreviation of words of the other side."""
    initials = "".join(other.forms[place][0] for place in places if other.forms[place] not in meaning().plain)
    return text.raw(at)[:2].isupper() and len(text.raw(at)) > 1 and text.forms[at].removesuffix("s") in initials


def _is_same(form: str, other: str) -> bool:
    if is_unit(form) and is_unit(other):
        return same_unit(form, other)
    kinds = {meaning().kinds.get(form), meaning().kinds.get(other)}
    return form == other if kinds & {"number", "negation"} else alike(form, other)


def _is_misprint(texts: Texts, ours: int, theirs: int) -> bool:
    """Tell whether a word is a misspelling of the other one in one or two letters; abbreviations in capitals are none."""
    from rapidfuzz.distance import OSA  # imported on the first changed word: most sentences are free or true

    form, other = texts.sentence.forms[ours], texts.support.forms[theirs]
    letters = sum(len(other) >= length for length in _MISPRINTED)
    if not letters or not form.isalpha() or abs(len(form) - len(other)) > 1:
        return False
    if (texts.sentence.raw(ours).isupper() and texts.support.raw(theirs).isupper()) or is_word(form) or is_name(form):
        return False
    return OSA.distance(form, other, score_cutoff=letters) <= letters and not texts.support.has(form)


def is_unit(form: str) -> bool:
    """Tell whether a word is a unit, its sign, or a counted thing."""
    return form in _UNIT_SIGNS or meaning().kinds.get(form) == "unit"
