"""Finds the doubts about a sentence of an answer: where it says something else than the quotes behind it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec.structs import replace

from scholarai.citations.doubting.grids import other_cells
from scholarai.citations.doubting.numbers import changed_numbers
from scholarai.citations.doubting.tables import FOREIGN
from scholarai.citations.doubting.texts import Place, sentences_of
from scholarai.citations.doubting.turning import turned_comparisons, turned_limits, turned_negations
from scholarai.citations.meaning import is_english
from scholarai.citations.words import words_of
from scholarai.domain.chat import Doubt, TextSection

_FOREIGN = frozenset(FOREIGN.split())
# Characters by which the language of a text is told, and the last letter of European ones.
_SAMPLE, _LATIN = 2_000, "\u024f"


def with_doubts(section: TextSection, quoted: Sequence[str], known: Sequence[str] = ()) -> TextSection:
    """Return the section with the doubts about its sentences.

    Args:
        section: A section of our answer.
        quoted: The paper's own words at the places of the quotes behind it, of a table all rows.
        known: What may be said without a quote: the question, the papers' titles.
    """
    doubts = find_doubts(section.text, quoted, known)
    return replace(section, doubts=doubts) if doubts else section


def find_doubts(text: str, quoted: Sequence[str], known: Sequence[str] = ()) -> tuple[Doubt, ...]:
    """Return the doubts about a text, in its order; the arguments are those of `with_doubts`. Without quotes there are none."""
    places = doubted_places(text, quoted, known)
    return tuple(Doubt(kind=one.kind, text=text[one.start : one.end], start=one.start, end=one.end) for one in places)


def doubted_places(text: str, quoted: Sequence[str], known: Sequence[str] = ()) -> list[Place]:
    """Return what `find_doubts` does as places, with what the quotes have there."""
    quoted = [quote for quote in quoted if quote.strip()]
    found = sorted(set(_places(text, quoted, known))) if quoted else []
    return [one for before, one in pairwise([None, *found]) if one and (before is None or one.start >= before.end)]


def _places(text: str, quoted: Sequence[str], known: Sequence[str]) -> Iterator[Place]:
    english = not any(map(_is_foreign, (text, " ".join(quoted))))
    quotes = [one for quote in quoted for one in sentences_of(quote, english=english, quoted=True)]
    beside = [
        n for one in known for sentence in sentences_of(one, english=english, quoted=True) for n in sentence.numerals
    ]
    numbers = [number for quote in quotes for number in quote.numerals]
    for sentence in sentences_of(text, english=english):
        yield from changed_numbers(sentence, numbers, beside)
        if english:
            yield from other_cells(sentence, quoted)
            yield from turned_limits(sentence, quotes)
            yield from turned_negations(sentence, quotes)
            yield from turned_comparisons(sentence, quotes)


def _is_foreign(text: str) -> bool:
    """Tell whether a text is in another language than English, of which only the numbers are judged."""
    forms = [word.form for word in words_of(text[:_SAMPLE]) if word.form[0].isalpha()]
    return any(form in _FOREIGN or form[0] > _LATIN for form in forms) and not is_english(forms)
