"""Divides a paper into sentences and into units of several sizes, and scores units by BM25."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from scholarai.domain.content import BLOCK_SEPARATOR, Chunk, PaperContent
from scholarai.domain.limits import CHUNK_CHARACTERS
from scholarai.domain.sentences import sentence_spans
from scholarai.domain.values import Value
from scholarai.retrieval.vectors import EmbeddedChunk

if TYPE_CHECKING:  # numpy.typing takes a millisecond of a first question
    from numpy.typing import NDArray

    Spans: TypeAlias = NDArray[np.intp]
    """Shape (n, 2): start and end of each range, the end excluded."""
    Scores: TypeAlias = NDArray[np.float64]

# Characters; a table or a list of symbols has no full stops and is cut at line ends or spaces.
LONGEST_SENTENCE = 600
# A passage is worth this share more for each of its ends that is a paragraph's. Measured by benchmarks/retrieval.py.
PARAGRAPH_BONUS = 0.05
# S. Robertson, H. Zaragoza, "The probabilistic relevance framework: BM25 and beyond", 2009: usual values.
TERM_SATURATION = 1.2
LENGTH_WEIGHT = 0.75
# Standard deviations below it are rounding errors.
LEAST_DEVIATION = 1e-9


class Runs(Value, frozen=True, kw_only=True, eq=False):
    """Units as runs of sentences, and how many of them hold each sentence, 1 where none does."""

    spans: Spans
    held: NDArray[np.intp]

    @classmethod
    def of(cls, spans: Spans, sentences: int) -> Runs:
        begun = np.bincount(spans[:, 0], minlength=sentences + 1) - np.bincount(spans[:, 1], minlength=sentences + 1)
        return cls(spans=spans, held=np.maximum(np.cumsum(begun)[:sentences], 1))

    def means(self, scores: Scores) -> Scores:
        """Return the mean score of the sentences of each unit."""
        sums = np.concatenate([[0.0], scores.cumsum()])
        sizes = np.maximum(self.spans[:, 1] - self.spans[:, 0], 1)
        return np.asarray((sums[self.spans[:, 1]] - sums[self.spans[:, 0]]) / sizes)

    def spread(self, scores: Scores) -> Scores:
        """Return for each sentence the mean score of the units that hold it, 0 where none does."""
        size = len(self.held) + 1
        begun = np.bincount(self.spans[:, 0], weights=scores, minlength=size)
        begun -= np.bincount(self.spans[:, 1], weights=scores, minlength=size)
        return np.asarray(begun.cumsum()[:-1] / self.held)


class Reach(Value, frozen=True, kw_only=True, eq=False):
    """How far passages of at most `CHUNK_CHARACTERS` may reach in n sentences; a single longer sentence is one, too.

    Attributes:
        furthest: Shape (n,): the end of the longest run that starts at each sentence.
        paragraph_end: Shape (n + 1,): the last end of a paragraph at or before each end of a run, 0 where there is none.
        opening: Shape (n,): the factor of the worth of a run that starts at each sentence.
        closing: Shape (n + 1,): the same for each end of a run.
    """

    furthest: NDArray[np.intp]
    paragraph_end: NDArray[np.intp]
    opening: Scores
    closing: Scores

    @classmethod
    def of(cls, spans: Spans, opens: NDArray[np.bool_], follows: NDArray[np.bool_]) -> Reach:
        """Compute it from the sentences' ranges, and whether each opens a block and directly follows the one before it."""
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
    """Return for each position, and for the end, the first marked position at or after it; the end where there is none."""
    size = len(marks)
    places = np.full(size + 1, size, dtype=np.intp)
    np.copyto(places[:-1], np.arange(size), where=marks)
    return np.asarray(np.minimum.accumulate(places[::-1])[::-1])


def sentences_of(content: PaperContent) -> tuple[Spans, NDArray[np.bool_], NDArray[np.bool_]]:
    """Return the sentences as ranges of the paper's text, whether each opens a block, and whether it directly follows the one before.

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
    """Return the embedded windows as ranges of the paper's text, in paper order, and the (chunk, row) of each one's vector.

    Left out are windows over a paragraph that a caption's chunk repeats from elsewhere in the paper.
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
    """Return overlapping units of at most `size` characters as runs of sentences, each at least `step` characters after the last."""
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


class Bm25(Value, frozen=True, kw_only=True, eq=False):
    """An inverted index with precomputed BM25 weights.

    `rows[starts[t]:starts[t + 1]]` are the units that contain term t, the same slice of `weights` what it adds to their scores;
    `rarity[t]` is its inverse document frequency.
    """

    terms: Mapping[str, int]
    units: int
    starts: NDArray[np.intp]
    rows: NDArray[np.intp]
    weights: Scores
    rarity: Scores

    def holders(self, term: str) -> NDArray[np.intp]:
        """Return the units that contain a term, in order."""
        number = self.terms.get(term)
        return self.rows[:0] if number is None else self.rows[self.starts[number] : self.starts[number + 1]]

    def scores(self, question: Mapping[str, float]) -> Scores:
        """Return one score per unit for weighted terms; unknown terms add nothing."""
        scores = np.zeros(self.units)
        for term, weight in question.items():
            number = self.terms.get(term)
            if number is not None:
                part = slice(self.starts[number], self.starts[number + 1])
                scores[self.rows[part]] += weight * self.weights[part]
        return scores


class Vocabulary(Value, frozen=True, kw_only=True, eq=False):
    """The terms of one paper by number, and its sentences as runs of those numbers.

    Sentence i is `ids[starts[i]:starts[i + 1]]`.
    """

    terms: Mapping[str, int]
    ids: NDArray[np.intp]
    starts: NDArray[np.intp]


def vocabulary(sentences: Sequence[Sequence[str]]) -> Vocabulary:
    """Number the terms of sentences."""
    numbers: dict[str, int] = {}
    ids = [numbers.setdefault(term, len(numbers)) for sentence in sentences for term in sentence]
    lengths = [len(sentence) for sentence in sentences]
    return Vocabulary(terms=numbers, ids=np.array(ids, dtype=np.intp), starts=np.cumsum([0, *lengths], dtype=np.intp))


def index_units(words: Vocabulary, spans: NDArray[np.intp]) -> Bm25:
    """Return the index of units that are runs of sentences.

    Args:
        words: The paper's sentences.
        spans: Shape (n, 2): first sentence and the one after the last, per unit; units may overlap.
    """
    units = len(spans)
    low, high = words.starts[spans[:, 0]], words.starts[spans[:, 1]]
    lengths = high - low
    unit_of = np.repeat(np.arange(units), lengths)
    positions = np.arange(lengths.sum()) + np.repeat(low - (np.cumsum(lengths) - lengths), lengths)
    pairs, counts = np.unique(words.ids[positions] * units + unit_of, return_counts=True)
    term_of, rows = np.divmod(pairs, max(units, 1))
    starts = np.searchsorted(term_of, np.arange(len(words.terms) + 1))
    holders = np.diff(starts)
    rarity = np.log1p((units - holders + 0.5) / (holders + 0.5))
    norm = TERM_SATURATION * (1 - LENGTH_WEIGHT + LENGTH_WEIGHT * lengths / max(lengths.mean() if units else 1.0, 1.0))
    weights = rarity[term_of] * counts * (TERM_SATURATION + 1) / (counts + norm[rows])
    return Bm25(terms=words.terms, units=units, starts=starts, rows=rows, weights=weights, rarity=rarity)


def cover(units: Bm25, groups: Sequence[Collection[str]]) -> Scores:
    """Return for each unit the share of some words that it has in any form, weighted by their rarity in the paper.

    Args:
        units: The units.
        groups: The forms of each word; none where the paper lacks it.
    """
    total, held = 0.0, np.zeros(units.units)
    for forms in groups:
        having = np.unique(np.concatenate([units.holders(term) for term in forms])) if forms else units.rows[:0]
        rarity = float(np.log1p((units.units - len(having) + 0.5) / (len(having) + 0.5)))
        total += rarity
        held[having] += rarity
    return held / total if total else held


def standard(scores: Scores) -> Scores:
    """Return the scores with mean 0 and standard deviation 1; all 0 where they are equal."""
    apart = scores - scores.sum() / max(len(scores), 1)
    deviation = math.sqrt(apart @ apart / max(len(scores), 1))
    return apart / deviation if deviation > LEAST_DEVIATION else np.zeros(len(scores))


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
    """Return where a sentence that is too long is cut: at a line end, else at a space, else at the limit."""
    limit = start + LONGEST_SENTENCE
    places = (text.rfind(space, start + 1, limit) for space in "\n ")
    return next((place for place in places if place > 0), limit)


def _stretches(chunk: Chunk, text: str) -> Iterator[tuple[int, int, int]]:
    """Yield (start in the chunk, end in the chunk, start in the paper) for the text that a chunk has from its own range."""
    place, cursor = 0, chunk.start
    for piece in chunk.text.split(BLOCK_SEPARATOR):
        origin = text.find(piece, cursor, chunk.end) if piece else -1
        if origin >= 0:
            yield place, place + len(piece), origin
            cursor = origin + len(piece)
        place += len(piece) + len(BLOCK_SEPARATOR)


def _as_spans(pairs: Sequence[tuple[int, int]]) -> Spans:
    return np.array(pairs, dtype=np.intp).reshape(-1, 2)
