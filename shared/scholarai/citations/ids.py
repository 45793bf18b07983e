"""Reads which sentences of its excerpts a model names, in the forms that models give to ids.

The wanted form is `3.2`: the second sentence of the third excerpt. Outside of tags models write `[3.2]`, `{3.2-3.4}`,
`(id 3.2)`, `<3.2>` or "excerpt 3, sentence 2". What may be the paper's own, such as the interval "[3.2, 4.5]", stays text.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property

from scholarai.domain.citable import citable_sentences
from scholarai.domain.patterns import lazy_pattern
from scholarai.domain.sentences import Span
from scholarai.domain.values import Value

# A longer range points at no place, and would support everything. A guess.
MOST_SENTENCES = 5
# Longest mark that is waited for; MARK matches none that is longer.
MARK_CHARACTERS = 160

_NUMBER = r"\d{1,4}"
_ID = rf"{_NUMBER}\.{_NUMBER}(?:\s?[-–—]\s?(?:{_NUMBER}\.)?{_NUMBER})?"
_KEYS = ("cite", "citation", "source", "see", "ref", "id", "ids", "excerpt", "sentence", "sentences")
_KEY = rf"(?:{'|'.join(_KEYS)})\b[\s:=#]{{0,3}}"
_GAP = r"[\s.,;:#=\"']{1,3}"
_WORDS = rf"excerpt{_GAP}{_NUMBER}{_GAP}sentences?{_GAP}{_NUMBER}(?:[-–—]{_NUMBER})?"
_IDS = rf"[\"'“]?(?P<ids>{_ID}(?:\s?[,;&]\s?{_ID}){{0,3}})[\"'”]?"
MARK = lazy_pattern(
    rf"(?P<open>[\[({{【<])\s?(?P<key>(?:{_KEY}){{0,3}})(?:{_IDS}|{_WORDS})\s?/?\s?[\])}}】>]|\b{_WORDS}(?=[^\w–—-])"
    rf"|<\s?cite\s{{1,3}}ids?\s?=\s?[\"'“]{_ID}[\"'”](?=\s)",
    re.IGNORECASE,
)
_SIGNS = r"[\s\d.,;:=#&/\"'“”–—-]*+"
_BEGUN = lazy_pattern(rf"(?:[\[({{【<]|e){_SIGNS}(?:[a-z]++{_SIGNS}){{0,5}}", re.IGNORECASE)
_LETTERS = lazy_pattern(r"[a-z]+")
_SPOKEN = lazy_pattern(rf"({_NUMBER}){_GAP}sentences?{_GAP}({_NUMBER})(?:[-–—]({_NUMBER}))?", re.IGNORECASE)
_DOTTED = lazy_pattern(rf"[#§s]?({_NUMBER})\.({_NUMBER})(?:-(?:({_NUMBER})\.)?({_NUMBER}))?", re.IGNORECASE)
_DASH = lazy_pattern(r"\s{0,3}[-–—]\s{0,3}")
_NUMBER_AT_END = lazy_pattern(r"(?<!\d)(\d+)$")


class SentenceId(Value, frozen=True, kw_only=False):
    """Sentences `first` to `last` of an excerpt; all count from 1."""

    excerpt: int
    first: int
    last: int


class Named(Value, frozen=True, kw_only=False):
    """The excerpts and the sentences that a citation names, in the order named."""

    numbers: tuple[int, ...] = ()
    sentences: tuple[SentenceId, ...] = ()


def read_ids(text: str) -> Named:
    """Return what the ids of a tag name: "3" an excerpt, "3.2" or "3.2-3.4" sentences of one."""
    spoken = _SPOKEN.search(text)
    if spoken:
        return _named([_range(spoken[1], spoken[2], spoken[3])], [])
    sentences: list[SentenceId] = []
    numbers: list[int] = []
    for part in re.split(r"[\s,;&]+", _DASH.sub("-", text)):
        if (dotted := _DOTTED.fullmatch(part)) is not None:
            excerpt, first, other, last = dotted.groups()
            within = other in {None, excerpt}
            sentences += [_range(excerpt, first, last)] if within else [_range(excerpt, first), _range(other, last)]
        elif (ending := _NUMBER_AT_END.search(part)) is not None:
            numbers.append(int(ending[1]))
    return _named(sentences, numbers)


def may_become_mark(text: str) -> bool:
    """Tell whether the end of a text, from a bracket or an "e" on, may still become a MARK."""
    if len(text) > MARK_CHARACTERS or not _BEGUN.fullmatch(text):
        return False
    return all(any(key.startswith(word) for key in _KEYS) for word in _LETTERS.findall(text.lower()))


def _range(excerpt: str, first: str, last: str | None = None) -> SentenceId:
    low, high = sorted((int(first), int(last or first)))
    return SentenceId(int(excerpt), low, high)


def _named(sentences: list[SentenceId], numbers: list[int]) -> Named:
    excerpts = [*(one.excerpt for one in sentences), *numbers]
    return Named(tuple(dict.fromkeys(excerpts)), tuple(dict.fromkeys(sentences)))


class ShownExcerpts(Value, frozen=True, dict=True):
    """The texts of the excerpts that a model was shown, by number."""

    texts: Mapping[int, str]

    def place(self, named: SentenceId) -> Span | None:
        """Return where sentences stand in their excerpt, None where there are no such or too many."""
        spans = self._spans_of(named.excerpt)
        if not 0 < named.first <= named.last <= len(spans) or named.last - named.first >= MOST_SENTENCES:
            return None
        return spans[named.first - 1][0], spans[named.last - 1][1]

    def says(self, words: str) -> bool:
        """Tell whether words stand in an excerpt as they are, white space aside."""
        return " ".join(words.split()) in self._joined

    def named_by(self, mark: re.Match[str]) -> Named | None:
        """Return what a match of MARK names, None where it is no citation but part of the text."""
        if mark["ids"] is None:
            return read_ids(" ".join(re.findall(_ID, mark[0])) or mark[0])
        named = read_ids(mark["ids"])
        if self.says(mark[0]):
            return None
        if mark["key"]:
            return named
        known = all(self.place(one) for one in named.sentences)
        if known and mark["open"] != "(":
            return named
        sure = known or (mark["open"] != "(" and len(named.sentences) == 1)
        return named if sure and not self._has(mark["ids"]) else None

    def _has(self, ids: str) -> bool:
        """Tell whether any of the ids stands in an excerpt as a number."""
        numbers = re.findall(rf"{_NUMBER}\.{_NUMBER}", ids)
        return any(re.search(rf"(?<![\d.]){re.escape(number)}(?!\d)", self._joined) for number in numbers)

    @cached_property
    def _joined(self) -> str:
        return " ".join(" ".join(self.texts.values()).split())

    @cached_property
    def _spans(self) -> dict[int, tuple[Span, ...]]:
        return {}

    def _spans_of(self, number: int) -> tuple[Span, ...]:
        if number not in self._spans:
            self._spans[number] = citable_sentences(self.texts.get(number, ""))
        return self._spans[number]
