"""Prepares a sentence of an answer and the quotes behind it for the rules."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from scholarai.citations.doubting.numerals import Numeral, numerals_of
from scholarai.citations.doubting.stems import is_content, stem
from scholarai.citations.words import Word, words_of
from scholarai.domain.chat import DoubtKind
from scholarai.domain.sentences import sentence_spans
from scholarai.domain.values import Value

# Most words of a sentence and of its quotes that are read; they bound the time that hostile text takes.
MOST_WORDS, MOST_QUOTED_WORDS = 300, 1_000
_BORDER = re.compile(r"[,;:()—]|\s[-–]\s|\n|[.!?]\s")


class Place(NamedTuple):
    """Characters `start` to `end` of a sentence that a rule doubts; `printed` is what the quote has there."""

    start: int
    end: int
    kind: DoubtKind
    printed: str = ""


class Clause(Value, frozen=True, eq=False, dict=True):
    """Some words of a text that belong together, and the numbers among them."""

    text: str
    words: Sequence[Word]
    numerals: Sequence[Numeral]

    @cached_property
    def forms(self) -> list[str]:
        return [word.form for word in self.words]

    @cached_property
    def stems(self) -> list[str]:
        """The stem of each word, "" for a word of grammar."""
        return [stem(form) if is_content(form) else "" for form in self.forms]

    @cached_property
    def content(self) -> frozenset[str]:
        return frozenset(self.stems) - {""}

    @cached_property
    def clauses(self) -> list[Clause]:
        """The parts between signs of punctuation."""
        low, high = self.words[0].start, self.words[-1].end
        borders = [found.start() for found in _BORDER.finditer(self.text, low, high)]
        parts = [self.part(start, end) for start, end in zip([low, *borders], [*borders, high], strict=True)]
        return [part for part in parts if part.words]

    def part(self, start: int, end: int) -> Clause:
        """Return the words and numbers between two characters of the text."""
        words = [word for word in self.words if start <= word.start and word.end <= end]
        numerals = [numeral for numeral in self.numerals if start <= numeral.start and numeral.end <= end]
        return Clause(text=self.text, words=words, numerals=numerals)

    def mark(self, at: int, kind: DoubtKind, printed: str = "") -> Place:
        return Place(self.words[at].start, self.words[at].end, kind, printed)

    def said(self, first: int, last: int) -> str:
        """Return the text from one word to another one, both included."""
        return self.text[self.words[first].start : self.words[last].end]


def sentences_of(text: str, *, english: bool, quoted: bool = False) -> list[Clause]:
    """Return the sentences of a text."""
    words = [word for word, _ in zip(words_of(text), range(MOST_QUOTED_WORDS if quoted else MOST_WORDS), strict=False)]
    if not words:
        return []
    numerals = numerals_of(text[: words[-1].end + 9], words, english=english, quoted=quoted)
    whole = Clause(text=text, words=words, numerals=numerals)
    return [part for span in sentence_spans(text) if (part := whole.part(*span)).words]
