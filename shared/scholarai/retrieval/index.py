"""Indexes a paper for search: its sentences, what is known of each, and the units of several sizes around them."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from scholarai.domain.content import BLOCK_SEPARATOR, Block, Chunk, PaperContent
from scholarai.domain.sentences import sentence_spans
from scholarai.domain.values import Value
from scholarai.retrieval.bm25 import Bm25, index_units, number_terms
from scholarai.retrieval.terms import pairs, terms_of, tokens
from scholarai.retrieval.vectors import ChunkSet, EmbeddedChunk
from scholarai.retrieval.word_variants import Vocabulary

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from scholarai.retrieval.bm25 import Scores, Spans
    from scholarai.retrieval.vectors import Matrix

# Characters; a table or a list of symbols has no full stops and is cut at line ends or spaces.
LONGEST_SENTENCE = 600
# Characters of a unit around sentences, and from one unit's start to the next.
AROUND, AROUND_STEP = 600, 300
# Share of a paper over which "early" falls by a factor of e: abstract and introduction say most of what questions are about.
OPENING_SHARE = 0.2
# "long short-term memory (LSTM)": the short form, and the characters before it in which its long form is looked for.
_SHORT = re.compile(r"\(([A-Z][A-Za-z0-9-]{1,9}?)s?\)")
_LOOKED_BACK = 100
# Characters by which a part of the abstract is recognized in the text. A guess.
_LEAST_OF_ABSTRACT = 60
# Length of the abstract's range against that of the abstract: headings and spaces add little. A guess.
_LONGEST_RANGE = 1.5


class Units(Value, frozen=True, kw_only=True, eq=False):
    """Runs of sentences, shape (n, 2), and how many of them hold each sentence, 1 where none does."""

    spans: Spans
    holders: NDArray[np.intp]

    @classmethod
    def of(cls, spans: Spans, sentences: int) -> Units:
        begun = np.bincount(spans[:, 0], minlength=sentences + 1) - np.bincount(spans[:, 1], minlength=sentences + 1)
        return cls(spans=spans, holders=np.maximum(np.cumsum(begun)[:sentences], 1))

    def means(self, scores: Scores) -> Scores:
        """Return the mean score of the sentences of each unit."""
        sums = np.concatenate([[0.0], scores.cumsum()])
        sizes = np.maximum(self.spans[:, 1] - self.spans[:, 0], 1)
        return np.asarray((sums[self.spans[:, 1]] - sums[self.spans[:, 0]]) / sizes)

    def spread(self, scores: Scores) -> Scores:
        """Return for each sentence the mean score of the units that hold it, 0 where none does."""
        size = len(self.holders) + 1
        begun = np.bincount(self.spans[:, 0], weights=scores, minlength=size)
        begun -= np.bincount(self.spans[:, 1], weights=scores, minlength=size)
        return np.asarray(begun.cumsum()[:-1] / self.holders)


class PaperIndex(Value, frozen=True, kw_only=True, eq=False):
    """One generation of a paper, ready to be searched; bibliography entries are not among its n sentences.

    Attributes:
        block_starts: Of the blocks of `content`.
        starts, ends: Each sentence's range in `text`, without white space around it.
        opens: Whether a sentence opens a block.
        follows: Whether nothing was left out between a sentence and the one before it.
        chunk_of: Index of the smallest chunk that holds each sentence, -1 where none does.
        section_of: A number for the title of each sentence's section.
        early: Shape (n,): 1 at the paper's beginning, falling towards its end.
        abstract, heading: Shape (n,), 0 or 1.
        vocabulary: The paper's words and their forms.
        words: The BM25 index in which each sentence is a unit.
        around: Overlapping units of `AROUND` characters.
        windows: The embedded windows, shape (m, 2), in paper order, as runs of sentences.
        nearest: The narrowest window that holds each sentence, -1 where none does.
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
    early: Scores
    abstract: Scores
    heading: Scores
    vocabulary: Vocabulary
    words: Bm25
    around: Units
    windows: Spans
    nearest: NDArray[np.intp]
    matrix: Matrix | None

    def blocks_between(self, start: int, end: int) -> Iterator[Block]:
        """Yield the blocks that a range of the text touches, in order."""
        blocks = self.content.blocks
        first = max(bisect_right(self.block_starts, start) - 1, 0)
        return (block for block in blocks[first : bisect_left(self.block_starts, end, first)] if block.end > start)

    def section_at(self, start: int) -> str:
        """Return the title of the section that a character of the text stands in, "" where there is none."""
        block = self.content.blocks[max(bisect_right(self.block_starts, start) - 1, 0)]
        return next((one.title for one in self.content.sections if one.id == block.section_id), "")


def index_paper(content: PaperContent, chunk_set: ChunkSet) -> PaperIndex:
    """Return the index of a paper. It takes some 20 ms for 60 chunks, so callers cache it per generation."""
    text = content.text()
    spans, opens, follows = _sentences(content)
    starts, ends, count = spans[:, 0], spans[:, 1], len(spans)
    written = [tokens(text[start:end]) for start, end in spans.tolist()]
    sentences = [terms_of(words) for words in written]
    words = number_terms(sentences)

    chunks = tuple(item.chunk for item in chunk_set.chunks)
    ranges = [(0, 0) if chunk.kind == "reference" else (chunk.start, chunk.end) for chunk in chunks]
    window_ranges, vectors = _windows(chunk_set.chunks, text)
    windows = _sentences_inside(_as_spans(window_ranges), starts, ends)

    block_starts = tuple(block.start for block in content.blocks)
    block_of = np.searchsorted(block_starts, starts, side="right") - 1
    titles: dict[str | None, str] = {section.id: section.title for section in content.sections}
    numbers: dict[str, int] = {}
    section_of = [numbers.setdefault(titles.get(block.section_id, ""), len(numbers)) for block in content.blocks]
    heading = np.array([block.kind == "heading" for block in content.blocks], dtype=np.float64)
    first, last = abstract_range(content) or (0, 0)
    return PaperIndex(
        content=content,
        block_starts=block_starts,
        text=text,
        chunks=chunks,
        starts=starts,
        ends=ends,
        opens=opens,
        follows=follows,
        chunk_of=_smallest(_sentences_inside(_as_spans(ranges), starts, ends), count),
        section_of=np.array(section_of, dtype=np.intp)[block_of],
        early=np.exp(-starts / (OPENING_SHARE * max(int(ends.max(initial=1)), 1))),
        abstract=((starts >= first) & (starts < last)).astype(np.float64),
        heading=heading[block_of],
        vocabulary=Vocabulary(
            words=frozenset().union(*written),
            stems=words.terms,
            pairs=frozenset(pair for sentence in sentences for pair in pairs(sentence)),
            abbreviations=abbreviations(text),
        ),
        words=index_units(words, np.stack([np.arange(count), np.arange(count) + 1], axis=1)),
        around=Units.of(_sliding(starts, ends, AROUND, AROUND_STEP), count),
        windows=windows,
        nearest=_smallest(windows, count),
        matrix=np.stack(vectors) if vectors else None,
    )


def _sentences(content: PaperContent) -> tuple[Spans, NDArray[np.bool_], NDArray[np.bool_]]:
    """Return the sentences as ranges of the paper's text, whether each opens a block, and whether it directly follows the one before.

    Bibliography entries are left out: they would answer every question that names an author.
    """
    spans: list[tuple[int, int]] = []
    opens: list[bool] = []
    follows: list[bool] = []
    unbroken = False
    for block in content.blocks:
        pieces = [] if block.kind == "reference" else list(_pieces(block.text))
        spans += [(block.start + start, block.start + end) for start, end in pieces]
        opens += [number == 0 for number in range(len(pieces))]
        follows += [number > 0 or unbroken for number in range(len(pieces))]
        unbroken = block.kind != "reference" and (unbroken or bool(pieces))
    return _as_spans(spans), np.array(opens, dtype=bool), np.array(follows, dtype=bool)


def _pieces(text: str) -> Iterator[tuple[int, int]]:
    """Yield the sentences of a block without the white space around them, long ones cut at line ends, else at spaces."""
    for span in sentence_spans(text):
        end = span[0] + len(text[slice(*span)].rstrip())
        start = end - len(text[span[0] : end].lstrip())
        while end - start > LONGEST_SENTENCE:
            limit = start + LONGEST_SENTENCE
            cuts = (text.rfind(space, start + 1, limit) for space in "\n ")
            cut = next((cut for cut in cuts if cut > 0), limit)
            yield start, cut
            start = cut + (text[cut] in " \n")
        if end > start:
            yield start, end


def _sliding(starts: NDArray[np.intp], ends: NDArray[np.intp], size: int, step: int) -> Spans:
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


def _windows(chunks: Sequence[EmbeddedChunk], text: str) -> tuple[list[tuple[int, int]], list[NDArray[np.float32]]]:
    """Return the embedded windows as ranges of the paper's text, in paper order, and the vector of each.

    Left out are windows over a paragraph that a caption's chunk repeats from elsewhere in the paper.
    """
    windows: list[tuple[int, int, int, int]] = []
    for number, item in enumerate(chunks):
        if item.vectors is None or item.chunk.kind == "reference":
            continue
        own: list[
            tuple[int, int, int]
        ] = []  # what the chunk has from its own range: start and end in it, start in the paper
        position, cursor = 0, item.chunk.start
        for piece in item.chunk.text.split(BLOCK_SEPARATOR):
            origin = text.find(piece, cursor, item.chunk.end) if piece else -1
            if origin >= 0:
                own.append((position, position + len(piece), origin))
                cursor = origin + len(piece)
            position += len(piece) + len(BLOCK_SEPARATOR)
        for row, window in enumerate(item.vectors.windows):
            inside = [
                (origin + max(window.start, low) - low, origin + min(window.end, high) - low)
                for low, high, origin in own
                if low < window.end and high > window.start
            ]
            if inside:
                windows.append((inside[0][0], inside[-1][1], number, row))
    windows.sort()
    matrices = [item.vectors.matrix if item.vectors else None for item in chunks]
    vectors = [matrix[row] for *_, number, row in windows if (matrix := matrices[number]) is not None]
    return [(start, end) for start, end, _, _ in windows], vectors


def _sentences_inside(ranges: Spans, starts: NDArray[np.intp], ends: NDArray[np.intp]) -> Spans:
    """Return which sentences have their middle inside each range of the text; a range without any gets an empty run."""
    middles = (starts + ends) // 2
    return np.stack([np.searchsorted(middles, ranges[:, 0]), np.searchsorted(middles, ranges[:, 1])], axis=1)


def _smallest(runs: Spans, sentences: int) -> NDArray[np.intp]:
    """Return for each sentence the shortest run that holds it: a caption's chunk rather than its section's; -1 where none does."""
    chosen = np.full(sentences, -1, dtype=np.intp)
    for number in np.argsort(runs[:, 0] - runs[:, 1], kind="stable"):
        chosen[runs[number, 0] : runs[number, 1]] = number
    return chosen


def _as_spans(pairs: Sequence[tuple[int, int]]) -> Spans:
    return np.array(pairs, dtype=np.intp).reshape(-1, 2)


def abstract_range(content: PaperContent) -> tuple[int, int] | None:
    """Return the range of the abstract in the paper's text, None where the text does not contain it."""
    abstract = " ".join((content.abstract or "").split())
    texts = [(block, " ".join(block.text.split())) for block in content.blocks if block.kind != "heading"]
    # A structured abstract has several paragraphs; else one block contains all of it.
    blocks = [block for block, text in texts if len(text) >= _LEAST_OF_ABSTRACT and text in abstract]
    if abstract and not blocks:
        blocks = [block for block, text in texts if abstract[:_LEAST_OF_ABSTRACT] in text][:1]
    # Text far behind that repeats it, as a conclusion may, is no part of it.
    blocks = [block for block in blocks if block.end - blocks[0].start <= _LONGEST_RANGE * len(abstract)] or blocks[:1]
    if not blocks:
        named = {section.id for section in content.sections if section.title.strip().lower() == "abstract"}
        blocks = [block for block in content.blocks if block.section_id in named and block.kind != "heading"]
    return (blocks[0].start, blocks[-1].end) if blocks else None


def abbreviations(text: str) -> dict[str, str]:
    """Return the abbreviations that a text defines in brackets, each with the words that it stands for.

    A simplified form of A. Schwartz, M. Hearst, "A simple algorithm for identifying abbreviation definitions in biomedical text",
    2003: the letters occur in order in the words before the bracket, and the first one begins the first word.
    """
    long_forms: dict[str, str] = {}
    for match in _SHORT.finditer(text):
        words, letters = tokens(text[max(match.start() - _LOOKED_BACK, 0) : match.start()]), "".join(tokens(match[1]))
        longest = min(len(words), len(letters) + 1)
        for size in range(longest, 0, -1):
            phrase = " ".join(words[-size:])
            rest = iter(phrase)
            if phrase[0] == letters[0] and all(letter in rest for letter in letters):
                long_forms.setdefault(match[1], phrase)
                break
    return long_forms
