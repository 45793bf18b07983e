"""The sentences of the excerpts that a model is shown, which an answer may cite by their numbers."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping

from scholarai.domain.content import BLOCK_SEPARATOR
from scholarai.domain.sentences import Span, sentence_spans
from scholarai.domain.values import Value

# Letters and digits of a citable sentence; less are labels of axes and pieces of formulas. A guess.
LEAST_SIGNS = 8
# A longer sentence is cut at its line ends: tables and code have no full stops. A guess.
MOST_CHARACTERS = 400
# A longer range points at no place, and would support everything. A guess.
MOST_SENTENCES = 5
# Whose sentences this process keeps: questions about a paper that is shown whole follow each other, and finding its sentences
# takes half of their time (benchmarks/chat.py). Some three megabytes.
KEPT_PASSAGES = 1_024


class SentenceId(Value, frozen=True, kw_only=False):
    """Sentences `first` to `last` of an excerpt; all count from 1."""

    excerpt: int
    first: int
    last: int


class ShownExcerpts(Value, frozen=True, dict=True):
    """The texts of the excerpts that a model was shown, by number."""

    texts: Mapping[int, str]

    def place(self, named: SentenceId) -> Span | None:
        """Return where sentences stand in their excerpt, None where there are no such or too many."""
        spans = citable_sentences(self.texts.get(named.excerpt, ""))
        if not 0 < named.first <= named.last <= len(spans) or named.last - named.first >= MOST_SENTENCES:
            return None
        return spans[named.first - 1][0], spans[named.last - 1][1]

    def says(self, words: str) -> bool:
        """Tell whether words stand in an excerpt as they are, white space aside."""
        return " ".join(words.split()) in self._joined

    def has_number(self, number: str) -> bool:
        """Tell whether a number stands in an excerpt, not as a part of another one."""
        return re.search(rf"(?<![\d.]){re.escape(number)}(?!\d)", self._joined) is not None

    @functools.cached_property
    def _joined(self) -> str:
        return " ".join(" ".join(self.texts.values()).split())


@functools.lru_cache(KEPT_PASSAGES)
def citable_sentences(text: str) -> tuple[Span, ...]:
    """Return the ranges of the sentences and rows of tables that are numbered from 1 where a model is shown the passage."""
    pieces = (piece for span in sentences_of_blocks(text) for piece in _lines(text, *span))
    return tuple((start, end) for start, end in pieces if sum(map(str.isalnum, text[start:end])) >= LEAST_SIGNS)


def sentences_of_blocks(text: str) -> Iterator[Span]:
    """Yield the ranges of the sentences of a passage, in order; none runs from one block into the next."""
    before = 0
    for block in text.split(BLOCK_SEPARATOR):
        for start, end in sentence_spans(block):
            yield before + start, before + end
        before += len(block) + len(BLOCK_SEPARATOR)


def _lines(text: str, start: int, end: int) -> Iterator[Span]:
    if end - start <= MOST_CHARACTERS:
        yield start, end
        return
    for line in text[start:end].split("\n"):
        yield start, start + len(line.rstrip())
        start += len(line) + 1
