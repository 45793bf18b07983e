"""The printed words of a PDF by the characters of its text."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scholarai.domain.content import Block, Box


class PrintedLine(NamedTuple):
    """A line on a page: the index of its block, and its range of characters in the PDF's text."""

    block: int
    page_number: int
    box: Box
    vertical: bool
    start: int
    end: int


class Stretch(NamedTuple):
    """A range of the source's text, and the range of the PDF's text that prints it.

    Inside it characters correspond one by one, or in proportion where the ranges are of different length.
    """

    start: int
    end: int
    other_start: int
    other_end: int


class PrintedPiece(NamedTuple):
    """A range of the source's text and its extent along a line, which is an index."""

    start: int
    end: int
    line: int
    low_pt: float
    high_pt: float


class PrintedWords:
    """Words of a PDF with their extents, found by their characters in its text."""

    def __init__(self, blocks: Sequence[Block]) -> None:
        self.lines: list[PrintedLine] = []
        self._words: list[tuple[int, int, int, float, float]] = []
        for index, block in enumerate(blocks):
            for line, box in zip(block.lines, block.boxes, strict=True):
                start, end = block.start + line.start, block.start + line.end
                for word in line.words:
                    first, last = block.start + word.start, block.start + word.end
                    self._words.append((first, last, len(self.lines), word.low_pt, word.high_pt))
                self.lines.append(PrintedLine(index, line.page_number, box, line.vertical, start, end))
        self._starts = [word[0] for word in self._words]
        self._line_starts = [line.start for line in self.lines]

    def lines_of(self, start: int, end: int) -> range:
        """Return the indices of the lines that lie wholly in a range of the PDF's text."""
        first = bisect_right(self._line_starts, start - 1)
        last = bisect_right(self._line_starts, end - 1)
        while last > first and self.lines[last - 1].end > end:
            last -= 1
        return range(first, last)

    def lines_at(self, start: int, end: int) -> range:
        """Return the indices of the lines that a range of the PDF's text touches."""
        first = bisect_right(self._line_starts, start) - 1
        return range(max(first, 0), bisect_left(self._line_starts, end))

    def pieces(self, stretch: Stretch) -> Iterator[PrintedPiece]:
        """Yield the parts of a stretch that stand in one printed word each."""
        start, end, low, high = stretch
        share = (end - start) / (high - low)
        first = max(bisect_right(self._starts, low) - 1, 0)
        for at in range(first, bisect_left(self._starts, high)):
            word_start, word_end, line, low_pt, high_pt = self._words[at]
            begin, stop = max(word_start, low), min(word_end, high)
            if begin >= stop:
                continue
            per_character = (high_pt - low_pt) / (word_end - word_start)
            yield PrintedPiece(
                start + round((begin - low) * share),
                start + round((stop - low) * share),
                line,
                low_pt + (begin - word_start) * per_character,
                low_pt + (stop - word_start) * per_character,
            )
