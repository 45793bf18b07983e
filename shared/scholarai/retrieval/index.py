"""Indexes a paper for search: its sentences with their features, and the units of several sizes around them."""

from __future__ import annotations

import functools
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from scholarai.domain.content import Block, Chunk, PaperContent
from scholarai.domain.patterns import lazy_pattern
from scholarai.domain.values import Value
from scholarai.retrieval.traits import traits_of
from scholarai.retrieval.units import (
    Bm25,
    Reach,
    Runs,
    Sizes,
    index_units,
    sentence_runs,
    sentences_of,
    sliding,
    vocabulary,
    windows_of,
)
from scholarai.retrieval.vectors import ChunkSet
from scholarai.retrieval.words import pairs, terms, tokens

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from scholarai.retrieval.units import Scores, Spans
    from scholarai.retrieval.vectors import Matrix

# Characters of a unit, and from one unit's start to the next; benchmarks/retrieval.py measures what each size adds.
NARROW, NARROW_STEP = 600, 300
WIDE, WIDE_STEP = 3_000, 1_000
# Parts of a paper by words of their sections' titles.
_PARTS = {
    "abstract": lazy_pattern(r"abstract|summary", re.IGNORECASE),
    "introduction": lazy_pattern(r"introduc|background", re.IGNORECASE),
    "related": lazy_pattern(r"relat|previous|prior|literature", re.IGNORECASE),
    "methods": lazy_pattern(
        r"method|material|model|approach|data|experiment|setup|design|subject|patient|participant|corpus|statistic"
        r"|procedure|system|implement|architecture",
        re.IGNORECASE,
    ),
    "results": lazy_pattern(
        r"result|finding|evaluation|outcome|perform|analysis|comparison|efficacy|safety", re.IGNORECASE
    ),
    "discussion": lazy_pattern(r"discuss|limitation", re.IGNORECASE),
    "conclusion": lazy_pattern(r"conclu|summary|future", re.IGNORECASE),
    "back": lazy_pattern(
        r"acknowl|fund|contribut|interest|availab|reference|support|abbrev|ethic|history", re.IGNORECASE
    ),
}
PARTS = tuple(_PARTS)
# Features of a sentence's position and length: how early it is, the share of the paper before it, the logarithm of
# its length, and whether it is long, short, the first of its block, or a heading.
LOOKS = ("earliness", "place", "length", "long", "short", "first of block", "heading")
LONG_CHARACTERS, SHORT_CHARACTERS, USUAL_CHARACTERS = 400, 40, 150
# Share of a paper over which "earliness" falls by a factor of e: abstract and introduction say most of what questions
# are about.
OPENING_SHARE = 0.2
# "long short-term memory (LSTM)": the short form, and the characters before it in which its long form is looked for.
_SHORT = lazy_pattern(r"\(([A-Z][A-Za-z0-9-]{1,9}?)s?\)")
_LOOKED_BACK = 100


class Facts(Value, frozen=True, kw_only=True, eq=False):
    """The features of n sentences that do not depend on a question.

    Attributes:
        words: The BM25 index in which each sentence is a unit.
        traits: Shape (n, len(TRAITS)), 0 or 1.
        parts: Shape (n, len(PARTS)), 0 or 1.
        looks: Shape (len(LOOKS), n).
        abbreviations: Those that the paper defines, short form to long form.
    """

    words: Bm25
    traits: Scores
    parts: Scores
    looks: Scores
    abbreviations: Mapping[str, str]


class Level(Value, frozen=True, kw_only=True, eq=False):
    """n units of one size.

    Attributes:
        runs: Their sentences.
        words: Their BM25 index.
        edges: Shape (2 n,): the first embedded window in each unit and the one after the last, as `reduceat` takes them.
        without: Shape (n,): which units contain no window; their edges enclose a window of another unit.
    """

    runs: Runs
    words: Bm25
    edges: NDArray[np.intp]
    without: NDArray[np.bool_]

    @classmethod
    def of(cls, runs: Runs, words: Bm25, windows: Spans) -> Level:
        """Return the level of units whose embedded windows are given as ranges of their numbers."""
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
        facts: The features of the sentences.
        reach: Which runs of them may be passages.
        words, pairs: The indexes of the narrow units, the chunks, the wide units and the sentences, by words and by word pairs.
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
    """Return the index of a paper. It takes some 20 ms for 60 chunks, so callers cache it per generation."""
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
        facts=_facts(content, spans, opens, by_words.units[-1]),
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
    """Return for each sentence the smallest chunk that holds it: a caption's rather than its section's."""
    chosen = np.full(sentences, -1, dtype=np.intp)
    for chunk in np.argsort(runs[:, 0] - runs[:, 1], kind="stable"):
        chosen[runs[chunk, 0] : runs[chunk, 1]] = chunk
    return chosen


def _sections(content: PaperContent, starts: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return for each sentence the number of its section; sentences outside all sections share one."""
    numbers: dict[str | None, int] = {}
    of_blocks = [numbers.setdefault(block.section_id, len(numbers)) for block in content.blocks]
    places = np.searchsorted([block.start for block in content.blocks], starts, side="right") - 1
    return np.array(of_blocks, dtype=np.intp)[places]


def _matrix(chunk_set: ChunkSet, kept: Sequence[tuple[int, int]]) -> Matrix | None:
    if not kept:
        return None
    matrices = [item.vectors.matrix if item.vectors else None for item in chunk_set.chunks]
    return np.stack([matrix[row] for index, row in kept if (matrix := matrices[index]) is not None])


def _facts(content: PaperContent, spans: Spans, opens: NDArray[np.bool_], words: Bm25) -> Facts:
    """Compute the features of a paper's sentences, given their ranges, whether each opens a block, and their index."""
    text = content.text()
    blocks = np.searchsorted([block.start for block in content.blocks], spans[:, 0], side="right") - 1
    titles: dict[str, str] = {section.id: section.title for section in content.sections}
    parts = {block.section_id: _parts(titles.get(block.section_id or "", "")) for block in content.blocks}
    return Facts(
        words=words,
        traits=traits_of([text[start:end] for start, end in spans.tolist()]).astype(np.float64),
        parts=np.array([parts[content.blocks[b].section_id] for b in blocks], dtype=np.float64).reshape(-1, len(PARTS)),
        looks=_looks(spans, opens, np.array([content.blocks[b].kind == "heading" for b in blocks], dtype=bool)),
        abbreviations=abbreviations(text),
    )


def _looks(spans: Spans, opens: NDArray[np.bool_], headings: NDArray[np.bool_]) -> Scores:
    starts, lengths, whole = spans[:, 0], spans[:, 1] - spans[:, 0], int(spans[:, 1].max(initial=1))
    looks = {
        "earliness": np.exp(-starts / (OPENING_SHARE * whole)),
        "place": starts / whole,
        "length": np.log(lengths / USUAL_CHARACTERS),
        "long": lengths > LONG_CHARACTERS,
        "short": lengths < SHORT_CHARACTERS,
        "first of block": opens,
        "heading": headings,
    }
    return np.array([looks[name] for name in LOOKS], dtype=np.float64)


# Of titles: as many as a few dozen papers have.
@functools.lru_cache(maxsize=1_000)
def _parts(title: str) -> tuple[bool, ...]:
    return tuple(words.search(title) is not None for words in _PARTS.values())


def abbreviations(text: str) -> dict[str, str]:
    """Return the abbreviations that a text defines in brackets, each with the words that it stands for.

    A simplified form of A. Schwartz, M. Hearst, "A simple algorithm for identifying abbreviation definitions in biomedical text",
    2003: the letters occur in order in the words before the bracket, and the first one begins the first word.
    """
    found: dict[str, str] = {}
    for match in _SHORT.finditer(text):
        words, letters = tokens(text[max(match.start() - _LOOKED_BACK, 0) : match.start()]), "".join(tokens(match[1]))
        longest = min(len(words), len(letters) + 1)
        for size in range(longest, 0, -1):
            phrase = " ".join(words[-size:])
            if phrase[0] == letters[0] and _stands_in_order(letters, phrase):
                found.setdefault(match[1], phrase)
                break
    return found


def _stands_in_order(letters: str, phrase: str) -> bool:
    rest = iter(phrase)
    return all(letter in rest for letter in letters)
