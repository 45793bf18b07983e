"""The sentences of a passage that an answer may cite by their numbers."""

from __future__ import annotations

import functools
from collections.abc import Iterator

from scholarai.domain.content import BLOCK_SEPARATOR
from scholarai.domain.sentences import Span, sentence_spans

# Letters and digits of a citable sentence; less are labels of axes and pieces of formulas. A guess.
LEAST_SIGNS = 8
# A longer sentence is cut at its line ends: tables and code have no full stops. A guess.
MOST_CHARACTERS = 400
# Whose sentences this process keeps: questions about a paper that is shown whole follow each other, and finding its sentences
# takes half of their time (benchmarks/chat.py). Some three megabytes.
KEPT_PASSAGES = 1_024


def sentences_of_blocks(text: str) -> Iterator[Span]:
    """Yield the ranges of the sentences of a passage, in order; none runs from one block into the next."""
    before = 0
    for block in text.split(BLOCK_SEPARATOR):
        for start, end in sentence_spans(block):
            yield before + start, before + end
        before += len(block) + len(BLOCK_SEPARATOR)


@functools.lru_cache(KEPT_PASSAGES)
def citable_sentences(text: str) -> tuple[Span, ...]:
    """Return the ranges of the sentences and rows of tables that are numbered from 1 where a model is shown the passage."""
    pieces = (piece for span in sentences_of_blocks(text) for piece in _lines(text, *span))
    return tuple((start, end) for start, end in pieces if sum(map(str.isalnum, text[start:end])) >= LEAST_SIGNS)


def _lines(text: str, start: int, end: int) -> Iterator[Span]:
    if end - start <= MOST_CHARACTERS:
        yield start, end
        return
    for line in text[start:end].split("\n"):
        yield start, start + len(line.rstrip())
        start += len(line) + 1
