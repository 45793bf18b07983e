"""Indexes a paper for search: its sentences with their features, and the units of several sizes around them."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from scholarai.domain.content import Block, Chunk, PaperContent
from scholarai.domain.values import Value
from scholarai.retrieval.forms import Vocabulary
from scholarai.retrieval.overview import abstract_range
from scholarai.retrieval.units import (
    Bm25,
    Reach,
    Runs,
    index_units,
    sentence_runs,
    sentences_of,
    sliding,
    vocabulary,
    windows_of,
)
from scholarai.retrieval.vectors import ChunkSet
from scholarai.retrieval.words import pairs, terms_of, tokens

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from scholarai.retrieval.units import Scores, Spans
    from scholarai.retrieval.vectors import Matrix

# Characters of a unit, and from one unit's start to the next.
NARROW, NARROW_STEP = 600, 300
# Share of a paper over which "earliness" falls by a factor of e: abstract and introduction say most of what questions
# are about.
OPENING_SHARE = 0.2
# "long short-term memory (LSTM)": the short form, and the characters before it in which its long form is looked for.
_SHORT = re.compile(r"\(([A-Z][A-Za-z0-9-]{1,9}?)s?\)")
_LOOKED_BACK = 100


class Facts(Value, frozen=True, kw_only=True, eq=False):
    """What is known of n sentences whatever is asked.

    Attributes:
        words: The BM25 index in which each sentence is a unit.
        vocabulary: The paper's words and their forms.
        titles: The titles of the sections.
        title_of: Shape (n,): the index among them of the title of each sentence's section.
        early: Shape (n,): 1 at the paper's beginning, falling towards its end.
        abstract, heading: Shape (n,), 0 or 1.
    """

    words: Bm25
    vocabulary: Vocabulary
    titles: tuple[str, ...]
    title_of: NDArray[np.intp]
    early: Scores
    abstract: Scores
    heading: Scores

    @property
    def abbreviations(self) -> Mapping[str, str]:
        """Those that the paper defines, short form to long form."""
        return self.vocabulary.abbreviations


class Level(Value, frozen=True, kw_only=True, eq=False):
    """Units of one size: their sentences, and their BM25 index."""

    runs: Runs
    words: Bm25


class PaperIndex(Value, frozen=True, kw_only=True, eq=False):
    """One generation of a paper, ready to be searched; bibliography entries are not among its sentences.

    Attributes:
        block_starts: Of the blocks of `content`.
        starts, ends: Each sentence's range in `text`, without white space around it.
        opens: Whether a sentence opens a block.
        follows: Whether nothing was left out between a sentence and the one before it.
        chunk_of: Index of the smallest chunk that holds each sentence, -1 where none does.
        facts: The features of the sentences.
        reach: Which runs of them may be passages.
        narrow, chunk: The units of `NARROW` characters, and the chunks.
        pairs: The narrow units by pairs of words.
        windows: The embedded windows, in paper order.
        nearest: The narrowest of them that holds each sentence, -1 where none does.
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
    facts: Facts
    reach: Reach
    narrow: Level
    chunk: Level
    pairs: Bm25
    windows: Runs
    nearest: NDArray[np.intp]
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
    written = [tokens(text[start:end]) for start, end in spans.tolist()]
    sentences = [terms_of(words) for words in written]
    words, neighbours = vocabulary(sentences), vocabulary([pairs(sentence) for sentence in sentences])
    places, kept = windows_of(chunk_set.chunks, text)
    chunks = tuple(item.chunk for item in chunk_set.chunks)
    chunk_runs = _chunk_runs(chunks, starts, ends)

    narrow = sliding(starts, ends, NARROW, NARROW_STEP)
    held = chunk_runs[chunk_runs[:, 1] > chunk_runs[:, 0]]
    singles = np.stack([np.arange(len(spans)), np.arange(len(spans)) + 1], axis=1)
    windows = sentence_runs(places, starts, ends)
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
        facts=_facts(
            content,
            spans,
            index_units(words, singles),
            Vocabulary(
                words=frozenset().union(*written),
                stems=words.terms,
                pairs=neighbours.terms,
                abbreviations=abbreviations(text),
            ),
        ),
        reach=Reach.of(spans, opens, follows),
        narrow=Level(runs=Runs.of(narrow, len(starts)), words=index_units(words, narrow)),
        chunk=Level(runs=Runs.of(held, len(starts)), words=index_units(words, held)),
        pairs=index_units(neighbours, narrow),
        windows=Runs.of(windows, len(starts)),
        nearest=_smallest(windows, len(starts)),
        matrix=_matrix(chunk_set, kept),
    )


def _chunk_runs(chunks: Sequence[Chunk], starts: NDArray[np.intp], ends: NDArray[np.intp]) -> Spans:
    ranges = [(0, 0) if chunk.kind == "reference" else (chunk.start, chunk.end) for chunk in chunks]
    return sentence_runs(np.array(ranges, dtype=np.intp).reshape(-1, 2), starts, ends)


def _smallest(runs: Spans, sentences: int) -> NDArray[np.intp]:
    """Return for each sentence the shortest run that holds it: a caption's chunk rather than its section's; -1 where none does."""
    chosen = np.full(sentences, -1, dtype=np.intp)
    for chunk in np.argsort(runs[:, 0] - runs[:, 1], kind="stable"):
        chosen[runs[chunk, 0] : runs[chunk, 1]] = chunk
    return chosen


def _matrix(chunk_set: ChunkSet, kept: Sequence[tuple[int, int]]) -> Matrix | None:
    if not kept:
        return None
    matrices = [item.vectors.matrix if item.vectors else None for item in chunk_set.chunks]
    return np.stack([matrix[row] for index, row in kept if (matrix := matrices[index]) is not None])


def _facts(content: PaperContent, spans: Spans, words: Bm25, known: Vocabulary) -> Facts:
    starts = spans[:, 0]
    blocks = np.searchsorted([block.start for block in content.blocks], starts, side="right") - 1
    named = {section.id: section.title for section in content.sections}
    numbers: dict[str, int] = {}
    of_blocks = [
        numbers.setdefault(named.get(block.section_id, "") if block.section_id else "", len(numbers))
        for block in content.blocks
    ]
    first, last = abstract_range(content) or (0, 0)
    headings = np.array([block.kind == "heading" for block in content.blocks], dtype=np.float64)
    return Facts(
        words=words,
        vocabulary=known,
        titles=tuple(numbers),
        title_of=np.array(of_blocks, dtype=np.intp)[blocks],
        early=np.exp(-starts / (OPENING_SHARE * max(int(spans[:, 1].max(initial=1)), 1))),
        abstract=((starts >= first) & (starts < last)).astype(np.float64),
        heading=headings[blocks],
    )


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
