"""A paper made ready for questions: its sentences, and the units of several sizes that they are scored in."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from scholarai.domain.content import Block, Chunk, PaperContent
from scholarai.domain.values import Value
from scholarai.retrieval.bm25 import Bm25, Sizes, index_units, vocabulary
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
    """n units of one size.

    Attributes:
        runs: Their sentences.
        words: Their words.
        edges: Shape (2 n,): the first of the embedded windows in each unit and the one behind the last, as `reduceat` takes them.
        without: Shape (n,): which of them hold no window; theirs are edges around a window of others.
    """

    runs: Runs
    words: Bm25
    edges: NDArray[np.intp]
    without: NDArray[np.bool_]

    @classmethod
    def of(cls, runs: Runs, words: Bm25, windows: Spans) -> Level:
        """Return the level of units whose windows are given as ranges."""
        low, high = windows[:, 0], windows[:, 1]
        return cls(
            runs=runs,
            words=words,
            edges=np.stack([low, np.maximum(high, low + 1)], axis=1).ravel(),
            without=high <= low,
        )


class PaperIndex(Value, frozen=True, kw_only=True, eq=False):
    """One generation of a paper, ready to be searched; bibliography entries are not among its sentences.

    Attributes:
        block_starts: Of the blocks of `content`.
        starts, ends: Each sentence's range in `text`, without white space around it.
        opens: Whether a sentence opens a block.
        follows: Whether nothing was left out between a sentence and the one before it.
        chunk_of: Index of the smallest chunk that holds each sentence, -1 where none does.
        section_of: A number for the section that holds each sentence.
        facts: What is known of the sentences themselves.
        reach: Which runs of them may be passages.
        words, pairs: The narrow units, the chunks, the wide units and the sentences by their words, and by pairs of words.
        narrow, chunk, wide: The units of each size.
        windows: The embedded windows, in paper order.
        matrix: One unit row per window; None without vectors.
    """

    content: PaperContent
    block_starts: tuple[int, ...]
    text: str
    chunks: tuple[Chunk, ...]
    starts: NDArray[np.intp]
    ends: NDArray[np.intp]
    opens: NDArray[np.bool_]
    follows: NDArray[np.bool_]
    chunk_of: NDArray[np.intp]
    section_of: NDArray[np.intp]
    facts: Facts
    reach: Reach
    words: Sizes
    pairs: Sizes
    narrow: Level
    chunk: Level
    wide: Level
    windows: Runs
    matrix: Matrix | None

    def blocks_between(self, start: int, end: int) -> Iterator[Block]:
        """Yield the blocks that a range of the text touches, in order."""
        blocks = self.content.blocks
        first = max(bisect_right(self.block_starts, start) - 1, 0)
        return (block for block in blocks[first : bisect_left(self.block_starts, end, first)] if block.end > start)


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

    singles = np.stack([np.arange(len(spans)), np.arange(len(spans)) + 1], axis=1)
    narrow, wide = sliding(starts, ends, NARROW, NARROW_STEP), sliding(starts, ends, WIDE, WIDE_STEP)
    held = (narrow, chunk_runs[chunk_runs[:, 1] > chunk_runs[:, 0]], wide)
    by_words, by_pairs = (
        Sizes.of([index_units(vocabulary, runs) for runs in (*held, singles)]) for vocabulary in (words, neighbours)
    )
    levels = [
        Level.of(
            Runs.of(runs, len(starts)),
            units,
            sentence_runs(_ranges(runs, starts, ends), places[:, 0], places[:, 1]),
        )
        for runs, units in zip(held, by_words.units[:-1], strict=True)
    ]
    return PaperIndex(
        content=content,
        block_starts=tuple(block.start for block in content.blocks),
        text=text,
        chunks=chunks,
        starts=starts,
        ends=ends,
        opens=opens,
        follows=follows,
        chunk_of=_smallest(chunk_runs, len(starts)),
        section_of=_sections(content, starts),
        facts=facts_of(content, spans, opens, by_words.units[-1]),
        reach=Reach.of(spans, opens, follows),
        words=by_words,
        pairs=by_pairs,
        narrow=levels[0],
        chunk=levels[1],
        wide=levels[2],
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


def _sections(content: PaperContent, starts: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return for each sentence a number that only sentences of its section have; what stands in no section is together."""
    numbers: dict[str | None, int] = {}
    of_blocks = [numbers.setdefault(block.section_id, len(numbers)) for block in content.blocks]
    places = np.searchsorted([block.start for block in content.blocks], starts, side="right") - 1
    return np.array(of_blocks, dtype=np.intp)[places]


def _matrix(chunk_set: ChunkSet, kept: Sequence[tuple[int, int]]) -> Matrix | None:
    if not kept:
        return None
    matrices = [item.vectors.matrix if item.vectors else None for item in chunk_set.chunks]
    return np.stack([matrix[row] for index, row in kept if (matrix := matrices[index]) is not None])
