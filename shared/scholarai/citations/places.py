"""Finds where the words of a quote stand in a paper, as they are or nearly so."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from scholarai.citations.meaning import is_english
from scholarai.citations.words import WordIndex, words_of
from scholarai.domain.content import BLOCK_SEPARATOR
from scholarai.domain.patterns import lazy_pattern
from scholarai.domain.values import Value

if TYPE_CHECKING:
    from scholarai.domain.content import PaperContent

Span = tuple[int, int]

# Places of the same words that are looked at: enough for a phrase of every page, bounded for "the".
MOST_PLACES = 200
# Characters of a paper by which its language is identified.
_SAMPLE_CHARACTERS = 20_000
_BRACKETS = lazy_pattern(r"\([^()]{2,400}\)|\[[^\[\]]{1,400}\]")
_NUMBERED = lazy_pattern(r"\[[\d,;\s–-]+\]")
_DATED = lazy_pattern(r"\b(?:1[89]|20)\d\d[a-z]?\b")


class GroundingText(Value, frozen=True, eq=False, dict=True):
    """A paper's text made ready for many quotes; `markers` are the sorted ranges of its citation markers."""

    text: str
    index: WordIndex
    markers: tuple[Span, ...] = ()

    @classmethod
    def of(cls, text: str, markers: Sequence[Span] = ()) -> GroundingText:
        """Prepare a text; costs one to two milliseconds per page, so keep the result."""
        return cls(text=text, index=WordIndex(text), markers=tuple(sorted(markers)))

    @classmethod
    def of_paper(cls, content: PaperContent) -> GroundingText:
        """Prepare a paper's text with the citation markers that extraction found."""
        starts = {block.id: block.start for block in content.blocks}
        spans = ((starts[span.block_id] + span.start, starts[span.block_id] + span.end) for span in content.cite_spans)
        return cls.of(content.text(), tuple(spans))

    @cached_property
    def english(self) -> bool:
        """Tell whether the paper is written in English."""
        return is_english([word.form for word in words_of(self.text, 0, _SAMPLE_CHARACTERS)])

    @cached_property
    def borders(self) -> tuple[int, ...]:
        """Where the text's paragraphs end, in order."""
        found, place = [], self.text.find(BLOCK_SEPARATOR)
        while place >= 0:
            found.append(place)
            place = self.text.find(BLOCK_SEPARATOR, place + len(BLOCK_SEPARATOR))
        return tuple(found)

    def paragraph_at(self, place: int) -> int:
        """Return the number of the paragraph that a place is in, from 0."""
        return bisect_right(self.borders, place)

    def around(self, place: int, reach: int) -> Span:
        """Return the range of the paragraph at a place and of `reach` neighbours on either side."""
        number = self.paragraph_at(place)
        low, high = number - reach - 1, number + reach
        start = self.borders[low] + len(BLOCK_SEPARATOR) if low >= 0 else 0
        return start, self.borders[high] if high < len(self.borders) else len(self.text)

    def markers_between(self, start: int, end: int) -> list[Span]:
        """Return the citation markers of a stretch, those that extraction found and those that look like one."""
        known = self.markers[bisect_left(self.markers, (start,)) : bisect_right(self.markers, (end,))]
        return sorted({*known, *markers_in(self.text, max(start - 1, 0), end + 1)})

    def is_marker(self, start: int, end: int) -> bool:
        """Tell whether a stretch holds nothing but citation markers."""
        spans = self.markers_between(start, end)
        return all(any(a <= word.start and word.end <= b for a, b in spans) for word in words_of(self.text, start, end))

    def knows(self, form: str) -> bool:
        """Tell whether a folded word stands in the paper."""
        return form in self.index.forms


def markers_in(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Return what looks like a citation marker in a stretch of text: [12], (Smith et al., 2015), (2015)."""
    return [
        found.span()
        for found in _BRACKETS.finditer(text, start, end)
        if _NUMBERED.fullmatch(found[0]) or _DATED.search(found[0])
    ]


def places_of(
    form: str, source: GroundingText, region: Span | None = None, *, cut_numbers: bool = False
) -> Iterator[Span]:
    """Yield the ranges of the text where joined words stand as whole words, in order, at most `MOST_PLACES`.

    With `cut_numbers`, only those that begin or end inside "−0.5", "3–5" or "62 %", without whose sign a number is
    another one; else the others.
    """
    low, high = (0, len(source.text)) if region is None else region
    index = source.index
    for match in _matches(form, source, index.offset_of(low), index.offset_of(high), cut_numbers=cut_numbers):
        yield _span(match, len(form), source)


def closest_place(form: str, source: GroundingText, near: Span | None) -> Span | None:
    """Return the place of joined words that is inside `near` or closest to it; the first one without `near`."""
    if near is None:
        return next(places_of(form, source), None)
    inside = next((place for place in places_of(form, source, near) if place[1] <= near[1]), None)
    if inside is not None:
        return inside
    before = list(places_of(form, source, (0, near[0])))[-1:]
    behind = next(places_of(form, source, (near[0], len(source.text))), None)
    found = [*before, *([behind] if behind else [])]
    return min(found, key=lambda place: max(near[0] - place[0], place[1] - near[1]), default=None)


def _matches(form: str, source: GroundingText, low: int, high: int, *, cut_numbers: bool = False) -> Iterator[int]:
    """Yield where joined words begin and end with whole words and whole numbers."""
    index = source.index
    at, tries = index.joined.find(form, low, high), 0
    while at >= 0 and tries < MOST_PLACES:
        whole = index.begins_at(at) and index.begins_at(at + len(form))
        if whole and bool(sign_cut_off(at, len(form), source)) == cut_numbers:
            yield at
        at, tries = index.joined.find(form, at + 1, high), tries + 1


def sign_cut_off(at: int, length: int, source: GroundingText) -> Span | None:
    """Return where the sign stands that a match in the joined words cuts off from its first or last number."""
    index, text = source.index, source.index.joined
    if text[at].isdigit() and at and text[at - 1] == "-":
        before = index.word_at(at - 1)
        return index.span(before, before)
    end = at + length
    if not text[end - 1].isdigit() or end >= len(text) or text[end] not in "-%‰‱°":
        return None
    sign = index.span(index.word_at(end), index.word_at(end))
    number = index.span(index.word_at(end - 1), index.word_at(end - 1))
    return sign if sign[0] - number[1] <= 1 else None


def _span(at: int, length: int, source: GroundingText) -> Span:
    return source.index.span(source.index.word_at(at), source.index.word_at(at + length - 1))
