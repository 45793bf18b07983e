"""Extends matched words to ranges of text that include the punctuation around them and the text between them."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, pairwise

from scholarai.domain.content import BlockKind, PaperContent
from scholarai.parsing.aligning.printed_words import Stretch
from scholarai.parsing.aligning.tokens import Token

# What stands between two words that correspond is the same formula or citation in another style, if it is no longer than
# this in print, and neither side is so many times as long as the other: TeX's names of signs are long. Guesses.
_MOST_PRINTED = 160
_MOST_TIMES_PRINTED = 3
_MOST_TIMES_WRITTEN = 20
_FREE = 8
# More words than these, outside of formulas and brackets, are text that the print lacks. A guess.
_MOST_WORDS = 3
_ASIDE = re.compile(r"\$[^$]*\$|\([^()]*\)|\[[^][]*\]|\\[A-Za-z]+")
_PROSE = re.compile(r"[^\W\d_]{3,}")
_CELL_END = re.compile(r" \| |\n")


class Stretches:
    """Finds the stretches of a source's blocks in a PDF."""

    def __init__(
        self,
        source: PaperContent,
        pdf: PaperContent,
        pairs: Sequence[tuple[Token, Token]],
    ) -> None:
        self._blocks = source.blocks
        self._printed_blocks = pdf.blocks
        self._text = source.text()
        self._printed = pdf.text()
        self._pairs = pairs
        self._taken = sorted((other.start, other.end) for _, other in self._pairs)

    def by_block(self) -> Iterator[tuple[int, list[Stretch]]]:
        """Yield the index of each block that has any, with its stretches in order of its text."""
        for index, group in groupby(self._pairs, key=lambda pair: pair[0].block):
            pairs = list(group)
            first, last = pairs[0][1], pairs[-1][1]
            block = self._blocks[index]
            begin = Stretch(block.start, block.start, *(self._free_before(first),) * 2)
            end = Stretch(block.end, block.end, *(self._free_after(last),) * 2)
            words = [Stretch(ours.start, ours.end, theirs.start, theirs.end) for ours, theirs in pairs]
            yield index, list(self._filled(self._widened([begin, *words, end]), block.kind))

    def _free_before(self, word: Token) -> int:
        """Return where the text begins that stands before a word in its printed block, and is nobody else's."""
        at = bisect_left(self._taken, (word.start, word.end))
        return max(self._taken[at - 1][1] if at else 0, self._printed_blocks[word.block].start)

    def _free_after(self, word: Token) -> int:
        at = bisect_left(self._taken, (word.start, word.end)) + 1
        end = self._printed_blocks[word.block].end
        return min(self._taken[at][0], end) if at < len(self._taken) else end

    def _widened(self, chain: Sequence[Stretch]) -> Iterator[Stretch]:
        """Yield stretches with the equal characters before and after them; the first and last only bound the others."""
        before = chain[0]
        yield before
        for word, after in pairwise(chain[1:]):
            before = self._longer(word, before, after)
            yield before
        yield chain[-1]

    def _longer(self, word: Stretch, before: Stretch, after: Stretch) -> Stretch:
        start, end, other_start, other_end = word
        while start > before.end and other_start > before.other_end and self._same(start - 1, other_start - 1):
            start, other_start = start - 1, other_start - 1
        while end < after.start and other_end < after.other_start and self._same(end, other_end):
            end, other_end = end + 1, other_end + 1
        return Stretch(start, end, other_start, other_end)

    def _same(self, at: int, other: int) -> bool:
        letter, printed = self._text[at], self._printed[other]
        return letter == printed or (letter.isspace() and printed.isspace())

    def _filled(self, chain: Iterable[Stretch], kind: BlockKind) -> Iterator[Stretch]:
        """Yield stretches and what stands between them on both sides."""
        for before, after in pairwise(chain):
            between = self._trimmed(Stretch(before.end, after.start, before.other_end, after.other_start))
            if between is not None and _is_one(self._text[between.start : between.end], kind):
                yield between
            if after.start < after.end:
                yield after

    def _trimmed(self, gap: Stretch) -> Stretch | None:
        """Return a gap without white space at its ends, None when it is empty on a side, or too long in print."""
        ours, theirs = (
            self._text[gap.start : gap.end],
            self._printed[gap.other_start : max(gap.other_end, gap.other_start)],
        )
        length, printed = len(ours.strip()), len(theirs.strip())
        if not length or not 0 < printed <= min(_MOST_PRINTED, _MOST_TIMES_PRINTED * length + _FREE):
            return None
        if length > _MOST_TIMES_WRITTEN * printed:
            return None
        start = gap.start + len(ours) - len(ours.lstrip())
        other = gap.other_start + len(theirs) - len(theirs.lstrip())
        return Stretch(start, start + length, other, other + printed)


def _is_one(text: str, kind: BlockKind) -> bool:
    """Tell whether a text is one thing that a print may word in another way: a formula, a citation, a cell, a name."""
    if kind == "table":
        return _CELL_END.search(text) is None
    # Styles rewrite whole entries of a bibliography.
    return kind == "reference" or len(_PROSE.findall(_ASIDE.sub(" ", text))) <= _MOST_WORDS
