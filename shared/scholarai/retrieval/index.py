"""A paper made ready for questions: its sentences, and the units of several sizes that they are scored in."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from scholarai.domain.content import Block, Chunk, PaperContent
from scholarai.domain.values import Value
from scholarai.retrieval.bm25 import Bm25, index_units, vocabulary
from scholarai.retrieval.facts import Facts, facts_of
from scholarai.retrieval.units import Reach, Runs, Spans, sentence_runs, sentences_of, sliding, windows_of
from scholarai.retrieval.vectors import ChunkSet
from scholarai.retrieval.words import pairs, terms

if TYPE_CHECKING:
    from scholarai.retrieval.vectors import Matrix

# Characters of a unit, and from one unit's start to the next; what each size adds is measured by
# benchmarks/retrieval.py.
NARROW, NARROW_STEP = 600, 300
WIDE, WIDE_STEP = 3_000, 1_000


class Level(Value, frozen=True, kw_only=True, eq=False):
    """Units of one size, their words and pairs of words, and the embedded windows in each."""

    runs: Runs
    words: Bm25
    pairs: Bm25
    windows: Spans


class PaperIndex(Value, frozen=True, kw_only=True, eq=False):
    """One generation of a paper, ready to be searched; bibliography entries are not among its sentences.

    Attributes:
        starts, ends: Each sentence's range in `text`, without white space around it.
        opens: Whether a sentence opens a block.
        follows: Whether nothing was left out between a sentence and the one before it.
        chunk_of: Index of the smallest chunk that holds each sentence, -1 where none does.
        facts: What is known of the sentences themselves.
        reach: Which runs of them may be passages.
        narrow, chunk, wide: The units of each size.
        windows: The embedded windows, in paper order.
        matrix: One unit row per window; None without vectors.
    """

    content: PaperContent
    text: str
    chunks: tuple[Chunk, ...]
    starts: NDArray[np.intp]
    ends: NDArray[np.intp]
    opens: NDArray[np.bool_]
    follows: NDArray[np.bool_]
    chunk_of: NDArray[np.intp]
    facts: Facts
    reach: Reach
    narrow: Level
    chunk: Level
    wide: Level
    windows: Runs
    matrix: Matrix | None

    def blocks_between(self, start: int, end: int) -> Iterator[Block]:
        """Yield the blocks that a range of the text touches, in order."""
        blocks = self.content.blocks
        first = max(bisect_right(blocks, start, key=lambda block: block.start) - 1, 0)
        return takewhile(lambda block: block.start < end, (block for block in blocks[first:] if block.end > start))


def index_paper(content: PaperContent, chunk_set: ChunkSet) -> PaperIndex:
    """Return the index of a paper; it costs some 20 ms for 60 chunks, so it is kept for as long as the generation is."""
    text = content.text()
    spans, opens, follows = sentences_of(content)
    starts, ends = spans[:, 0], spans[:, 1]
    sentences = [terms(text[start:end]) for start, end in spans.tolist()]
    words, neighbours = vocabulary(sentences), vocabulary([pairs(sentence) for sentence in sentences])
    places, kept = windows_of(chunk_set.chunks, text)
    chunks = tuple(item.chunk for item in chunk_set.chunks)
    chunk_runs = _chunk_runs(chunks, starts, ends)

    def level(spans: Spans) -> Level:
        return Level(
            runs=Runs.of(spans, len(starts)),
            words=index_units(words, spans),
            pairs=index_units(neighbours, spans),
            windows=sentence_runs(_ranges(spans, starts, ends), places[:, 0], places[:, 1]),
        )

    return PaperIndex(
        content=content,
        text=text,
        chunks=chunks,
        starts=starts,
        ends=ends,
        opens=opens,
        follows=follows,
        chunk_of=_smallest(chunk_runs, len(starts)),
        facts=facts_of(content, spans, opens, words, neighbours),
        reach=Reach.of(spans, opens, follows),
        narrow=level(sliding(starts, ends, NARROW, NARROW_STEP)),
        chunk=level(chunk_runs[chunk_runs[:, 1] > chunk_runs[:, 0]]),
        wide=level(sliding(starts, ends, WIDE, WIDE_STEP)),
        windows=Runs.of(sentence_runs(places, starts, ends), len(starts)),
        matrix=_matrix(chunk_set, kept),
    )


def _chunk_runs(chunks: Sequence[Chunk], starts: NDArray[np.intp], ends: NDArray[np.intp]) -> Spans:
    ranges = [(0, 0) if chunk.kind == "reference" else (chunk.start, chunk.end) for chunk in chunks]
    return sentence_runs(np.array(ranges, dtype=np.intp).reshape(-1, 2), starts, ends)


def _ranges(runs: Spans, starts: NDArray[np.intp], ends: NDArray[np.intp]) -> Spans:
    return np.stack([starts[runs[:, 0]], ends[runs[:, 1] - 1]], axis=1)


def _smallest(runs: Spans, sentences: int) -> NDArray[np.intp]:
    """Return for each sentence the chunk with the fewest sentences that holds it: a caption's before its section's."""
    chosen = np.full(sentences, -1, dtype=np.intp)
    for chunk in np.argsort(runs[:, 0] - runs[:, 1], kind="stable"):
        chosen[runs[chunk, 0] : runs[chunk, 1]] = chunk
    return chosen


def _matrix(chunk_set: ChunkSet, kept: Sequence[tuple[int, int]]) -> Matrix | None:
    if not kept:
        return None
    matrices = [item.vectors.matrix if item.vectors else None for item in chunk_set.chunks]
    return np.stack([matrix[row] for index, row in kept if (matrix := matrices[index]) is not None])
