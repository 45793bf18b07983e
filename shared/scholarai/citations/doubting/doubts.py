"""Finds the doubts about a sentence of an answer: what it says and the quotes behind it do not."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace

from scholarai.citations.doubting.aligning import segments_of, tiles_of
from scholarai.citations.doubting.deviating import Compared, compared
from scholarai.citations.doubting.naming import unsupported_names
from scholarai.citations.doubting.numerals import Numbers, Numeral, counts_its_list
from scholarai.citations.doubting.supporting import Support, Texts, Words, is_unrelated, parts_of
from scholarai.citations.doubting.turning import Loose, swapped_sides, turned
from scholarai.domain.chat import Doubt, DoubtKind, TextSection
from scholarai.domain.values import Value

# Numbers and names in references to a figure, a section or another work are not claims about the paper.
_PLACES = (
    r"figs?|figures?|tables?|tabs?|eqs?|eqns?|equations?|sections?|secs?|sects?|pages?|pp?|refs?|references?|chapters?|chaps?|parts?|"
    r"theorems?|lemmas?|propositions?|corollar(?:y|ies)|definitions?|algorithms?|appendix|appendices|steps?|lines?|rows?|columns?|"
    r"excerpts?|quotes?|sources?|passages?|supplementary"
)
_LABEL = r"(?:[A-Z]{0,2}\d{1,6}(?:[.\-]\d{1,6}){0,4}[a-z]?|[IVX]{1,6}|[A-Z](?:\.\d{1,4})?)(?![\w%])"
_POINTER = re.compile(
    rf"\b(?i:{_PLACES})\b\.?[ \t]?[(\[]?{_LABEL}(?:(?:\s?[–-]\s?|,?\s(?:and|to|or)\s)\(?{_LABEL})*[)\]]?"
    r"|\[[\d,;\s–\-]{1,100}\]"
    r"|^[ \t]{0,8}\d{1,3}[.)]\s"
    r"|\b[^\W\d_][\w'’\-]{1,40}(?:\s(?:and|&)\s[A-Z][\w'’\-]{1,40}|\set\sal\.?)?,?\s\((?:18|19|20)\d\d[a-z]?\)"
    r"|\b[A-Z][\w'’\-]{1,40}\set\sal\.?(?:,\s(?:18|19|20)\d\d[a-z]?)?"
    r"|\([^()\d]{2,80}\s(?:18|19|20)\d\d[a-z]?\)",
    re.MULTILINE,
)

Place = tuple[DoubtKind, int, int]


def with_doubts(section: TextSection, quoted: Sequence[str], known: Sequence[str] = ()) -> TextSection:
    """Return the section with the doubts about its sentence.

    Args:
        section: A section of our answer.
        quoted: The paper's own words at the places of the quotes behind it.
        known: What may be said without a quote: the question, the papers' titles.
    """
    doubts = find_doubts(section.text, quoted, known)
    return replace(section, doubts=doubts) if doubts else section


def find_doubts(text: str, quoted: Sequence[str], known: Sequence[str] = ()) -> tuple[Doubt, ...]:
    """Return the doubts about a sentence, in its order; the arguments are those of `with_doubts`.

    Without quotes, only its numbers in digits are checked against what is known: it counts as uncited anyway.
    """
    support = Support.of([quote for quote in quoted if quote.strip()], known)
    numbers = Numbers([*support.numbers.values(), *support.known.numbers.values()])
    pointers = tuple(found.span() for found in _POINTER.finditer(text))
    parts = [_Part(part, support, numbers, pointers) for part in parts_of(text)]
    places = [place for part in parts for place in list(part.places()) or part.whole()]
    return tuple(
        Doubt(kind=kind, text=text[start:end], start=start, end=end) for kind, start, end in _apart(places, len(text))
    )


class _Part(Value, frozen=True, eq=False):
    """Some sentences of an answer, compared with the quotes."""

    words: Words
    support: Support
    numbers: Numbers
    pointers: Sequence[tuple[int, int]]

    def places(self) -> Iterator[Place]:
        """Yield the places of doubts, the surest first."""
        if not self.support.words:
            yield from self._numbers(frozenset())
            return
        own = self._compared()
        for deviation in own.deviations:
            yield deviation.kind, *self._span(deviation.start, deviation.end)
        yield from self._numbers(own.kept)
        for name in unsupported_names(self.words, self.support):
            if not self._is_pointer(name.start) and not self._is_kept(name.start, name.end, own.kept):
                yield "name", name.start, name.end

    def whole(self) -> Iterator[Place]:
        """Yield the place of the whole part if it is unrelated to the quotes."""
        own = [word for word in self.words.words if not self._is_pointer(word.start)]
        if is_unrelated(Words(self.words.text, own), self.support):
            yield "unrelated", own[0].start, own[-1].end

    def _compared(self) -> Compared:
        """Return what the words turn of what the quotes say, and those that are the quotes' own."""
        tiles = tiles_of(self.words, self.support)
        if [tile.length for tile in tiles[:1]] == [len(self.words.words)]:
            return Compared((), frozenset(range(len(self.words.words))))
        segments = segments_of(self.words, self.support, tiles)
        found = [compared(Texts(self.words, self.support), segment) for segment in segments]
        settled = {at for segment in segments if segment.verbatim for at in segment.ours}
        settled_quoted = {at for segment in segments if segment.verbatim for at in segment.theirs}
        deviations = (
            *(deviation for one in found for deviation in one.deviations),
            *swapped_sides(self.words, self.support, tiles),
            *turned(Loose(self.words, self.support, settled, settled_quoted)),
        )
        return Compared(deviations, frozenset(at for one in found for at in one.kept))

    def _numbers(self, kept: frozenset[int]) -> Iterator[Place]:
        for number in dict.fromkeys(self.words.numbers.values()):
            start, end = self._span(number.start, number.end)
            if number.start in kept or self._is_pointer(start):
                continue
            if not self.numbers.cover(number):
                if self._counts(number):
                    yield "number", start, end
            elif not number.loose and self.numbers.count_another(number):
                yield "unit", start, end

    def _counts(self, number: Numeral) -> bool:
        if not self.support.words:
            return self.words.forms[number.start][0].isdigit()
        return not number.loose and not counts_its_list(number, self.words)

    def _span(self, first: int, end: int) -> tuple[int, int]:
        return self.words.words[first].start, self.words.words[end - 1].end

    def _is_kept(self, start: int, end: int, kept: frozenset[int]) -> bool:
        first = bisect_right(self.words.words, start, key=lambda word: word.end)
        behind = bisect_left(self.words.words, end, key=lambda word: word.start)
        return kept.issuperset(range(first, behind))

    def _is_pointer(self, place: int) -> bool:
        at = bisect_right(self.pointers, (place, len(self.words.text))) - 1
        return at >= 0 and place < self.pointers[at][1]


def _apart(places: Sequence[Place], length: int) -> Iterator[Place]:
    """Yield the places in order; of overlapping ones, the one found first stays."""
    taken = bytearray(length)
    kept: list[Place] = []
    for kind, start, end in places:
        if not any(taken[start:end]):
            taken[start:end] = b"\1" * (end - start)
            kept.append((kind, start, end))
    yield from sorted(kept, key=lambda place: place[1])
