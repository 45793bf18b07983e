"""Cuts a paper into sentences, and runs of sentences into units of a size; which runs may be passages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from scholarai.domain.content import BLOCK_SEPARATOR, Chunk, PaperContent
from scholarai.domain.limits import CHUNK_CHARACTERS
from scholarai.domain.sentences import sentence_spans
from scholarai.domain.values import Value
from scholarai.retrieval.vectors import EmbeddedChunk

Spans: TypeAlias = NDArray[np.intp]
"""Shape (n, 2): where each thing begins, and where the first thing after it does."""

# A table or a list of symbols has no full stops; it is cut at lines or spaces.
LONGEST_SENTENCE = 600
# A passage that begins or ends where a paragraph does is worth this much more. Measured by benchmarks/retrieval.py.
PARAGRAPH_BONUS = 0.05


class Runs(Value, frozen=True, kw_only=True, eq=False):
    """Units as runs of sentences, and how many of them hold each sentence, 1 where none does."""

    spans: Spans
    held: NDArray[np.intp]

    @classmethod
    def of(cls, spans: Spans, sentences: int) -> Runs:
        begun = np.bincount(spans[:, 0], minlength=sentences + 1) - np.bincount(spans[:, 1], minlength=sentences + 1)
        return cls(spans=spans, held=np.maximum(np.cumsum(begun)[:sentences], 1))

    def spread(self, scores: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return for each sentence the mean score of the units that hold it, 0 where none does."""
        size = len(self.held) + 1
        begun = np.bincount(self.spans[:, 0], weights=scores, minlength=size)
        begun -= np.bincount(self.spans[:, 1], weights=scores, minlength=size)
        return np.asarray(begun.cumsum()[:-1] / self.held)

    def spread_rows(self, scores: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return what `spread` gives for each of k rows of scores: shape (k, u) in, shape (k, n) out."""
        size, rows = len(self.held) + 1, len(scores)
        # One count for all rows, each in a stretch of its own.
        offsets = np.arange(0, rows * size, size)[:, None]
        places, values = self.spans.T[:, None] + offsets, scores.ravel()
        begun = np.bincount(places[0].ravel(), weights=values, minlength=rows * size)
        begun -= np.bincount(places[1].ravel(), weights=values, minlength=rows * size)
        return np.asarray(begun.reshape(-1, size).cumsum(axis=1)[:, :-1] / self.held)


class Reach(Value, frozen=True, kw_only=True, eq=False):
    """The runs of n sentences that may be passages of at most `CHUNK_CHARACTERS`; one sentence alone may have more.

    Attributes:
        furthest: Shape (n,): the end of the longest run that starts at each sentence.
        paragraph_end: Shape (n + 1,): the last end of a paragraph at or before each end of a run, 0 where there is none.
        opening: Shape (n,): what a run is worth more that starts at each sentence, as a factor.
        closing: Shape (n + 1,): the same for each end of a run.
    """

    furthest: NDArray[np.intp]
    paragraph_end: NDArray[np.intp]
    opening: NDArray[np.float64]
    closing: NDArray[np.float64]

    @classmethod
    def of(cls, spans: Spans, opens: NDArray[np.bool_], follows: NDArray[np.bool_]) -> Reach:
        """Return the runs of sentences, given their ranges, whether each opens a block and whether it follows the last."""
        starts, ends, places = spans[:, 0], spans[:, 1], np.arange(len(spans) + 1)
        closes = np.concatenate([[False], opens[1:], [True]])[: len(places)]
        by_length = np.searchsorted(ends, starts + CHUNK_CHARACTERS, side="right")
        return cls(
            furthest=np.clip(by_length, places[1:], next_mark(~follows)[places[1:]]),
            paragraph_end=np.maximum.accumulate(np.where(closes, places, 0)),
            opening=np.asarray(1.0 + PARAGRAPH_BONUS * opens, dtype=np.float64),
            closing=np.asarray(1.0 + PARAGRAPH_BONUS * closes, dtype=np.float64),
        )


def next_mark(marks: NDArray[np.bool_]) -> NDArray[np.intp]:
    """Return for each place, and one past the end, the first marked place at or after it; the end where none is."""
    size = len(marks)
    places = np.full(size + 1, size, dtype=np.intp)
    np.copyto(places[:-1], np.arange(size), where=marks)
    return np.asarray(np.minimum.accumulate(places[::-1])[::-1])


def sentences_of(content: PaperContent) -> tuple[Spans, NDArray[np.bool_], NDArray[np.bool_]]:
    """Return the sentences as ranges of the paper's text, whether each opens a block, and whether it follows the last.

    Bibliography entries are left out: they would answer every question that names an author.
    """
    spans: list[tuple[int, int]] = []
    opens: list[bool] = []
    follows: list[bool] = []
    unbroken = False
    for block in content.blocks:
        if block.kind == "reference":
            unbroken = False
            continue
        first = True
        for start, end in _pieces(block.text):
            spans.append((block.start + start, block.start + end))
            opens.append(first)
            follows.append(unbroken)
            first, unbroken = False, True
    return _as_spans(spans), np.array(opens, dtype=bool), np.array(follows, dtype=bool)


def windows_of(chunks: Sequence[EmbeddedChunk], text: str) -> tuple[Spans, list[tuple[int, int]]]:
    """Return the embedded windows that stand in the paper as ranges of its text, in paper order, and where each is kept.

    The second value holds (chunk, row) pairs. A window over a paragraph that a caption's chunk borrowed stands
    elsewhere in the paper and is left out.
    """
    found: list[tuple[int, int, int, int]] = []
    for index, item in enumerate(chunks):
        if item.vectors is None or item.chunk.kind == "reference":
            continue
        stretches = list(_stretches(item.chunk, text))
        for row, window in enumerate(item.vectors.windows):
            places = [
                (origin + max(window.start, low) - low, origin + min(window.end, high) - low)
                for low, high, origin in stretches
                if low < window.end and high > window.start
            ]
            if places:
                found.append((places[0][0], places[-1][1], index, row))
    found.sort()
    return _as_spans([(start, end) for start, end, _, _ in found]), [(index, row) for *_, index, row in found]


def sliding(starts: NDArray[np.intp], ends: NDArray[np.intp], size: int, step: int) -> Spans:
    """Return units of at most `size` characters as runs of sentences, each at least `step` further on than the last."""
    last = np.maximum(np.searchsorted(ends, starts + size, side="right"), np.arange(len(starts)) + 1)
    following = np.maximum(np.searchsorted(starts, starts + step), np.arange(len(starts)) + 1)
    runs: list[tuple[int, int]] = []
    first = 0
    while first < len(starts):
        runs.append((first, int(last[first])))
        if last[first] == len(starts):
            break
        first = min(int(following[first]), int(last[first]))
    return _as_spans(runs)


def sentence_runs(places: Spans, starts: NDArray[np.intp], ends: NDArray[np.intp]) -> Spans:
    """Return which sentences have their middle inside each range of the text; a range without any gets an empty run."""
    middles = (starts + ends) // 2
    return np.stack([np.searchsorted(middles, places[:, 0]), np.searchsorted(middles, places[:, 1])], axis=1)


def _pieces(text: str) -> Iterator[tuple[int, int]]:
    """Yield the sentences of a block without the white space around them, long ones cut."""
    for span in sentence_spans(text):
        end = span[0] + len(text[slice(*span)].rstrip())
        start = end - len(text[span[0] : end].lstrip())
        while end - start > LONGEST_SENTENCE:
            cut = _cut(text, start)
            yield start, cut
            start = cut + (text[cut] in " \n")
        if end > start:
            yield start, end


def _cut(text: str, start: int) -> int:
    """Return where a sentence that is too long is cut: at a line's end, else at a space, else where it must be."""
    limit = start + LONGEST_SENTENCE
    places = (text.rfind(space, start + 1, limit) for space in "\n ")
    return next((place for place in places if place > 0), limit)


def _stretches(chunk: Chunk, text: str) -> Iterator[tuple[int, int, int]]:
    """Yield (start in the chunk, end in the chunk, start in the paper) for what the chunk took from its own range."""
    place, cursor = 0, chunk.start
    for piece in chunk.text.split(BLOCK_SEPARATOR):
        origin = text.find(piece, cursor, chunk.end) if piece else -1
        if origin >= 0:
            yield place, place + len(piece), origin
            cursor = origin + len(piece)
        place += len(piece) + len(BLOCK_SEPARATOR)


def _as_spans(pairs: Sequence[tuple[int, int]]) -> Spans:
    return np.array(pairs, dtype=np.intp).reshape(-1, 2)
