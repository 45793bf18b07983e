"""Builds the lines and boxes of a block from the printed pieces of its text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from msgspec.structs import replace

from scholarai.domain.content import Block, Box, Line, Word
from scholarai.parsing.aligning.printed_words import PrintedLine, PrintedPiece, PrintedWords, Stretch
from scholarai.parsing.coordinates import TENTHS, tenths_box

# Parts of one printed word differ by rounding alone.
_TOUCHING_PT = 0.1


def placed(block: Block, stretches: Iterable[Stretch], printed: PrintedWords) -> Block:
    """Return a block with the lines on which its stretches are printed; without lines if they touch no printed word."""
    pieces = (piece for stretch in stretches for piece in printed.pieces(stretch))
    lines: list[Line] = []
    boxes: list[Box] = []
    for index, group in groupby(pieces, key=lambda piece: piece.line):
        row = printed.lines[index]
        if words := _words(list(group), block.start):
            lines.append(_line(row, words))
            boxes.append(_box(row, words))
    return _with_lines(block, lines, boxes)


def shared_out(block: Block, rows: Sequence[PrintedLine]) -> Block:
    """Return a block with whole lines, of which each stands for as much of its text as it is long."""
    total = sum(row.end - row.start for row in rows)
    lines = []
    done = start = 0
    for row in rows:
        done += row.end - row.start
        end = len(block.text) * done // total
        lines.append(Line(page_number=row.page_number, start=start, end=end, vertical=row.vertical))
        start = end
    return _with_lines(block, lines, [row.box for row in rows])


def _with_lines(block: Block, lines: Sequence[Line], boxes: Sequence[Box]) -> Block:
    page_number = lines[0].page_number if lines else None
    return replace(block, lines=tuple(lines), boxes=tuple(boxes), page_number=page_number)


def _words(pieces: Sequence[PrintedPiece], at: int) -> list[Word]:
    """Return pieces as words of a block that begins at `at`; those that touch are one, such as a word and its comma."""
    words: list[Word] = []
    for piece in pieces:
        start, end = piece.start - at, piece.end - at
        touches = words and words[-1].end == start and piece.low_pt - words[-1].high_pt < _TOUCHING_PT
        # A formula that takes more room than letters: its last pieces have none left.
        if touches or (words and start == end):
            words[-1] = words[-1]._replace(end=end, high_pt=piece.high_pt)
        elif start < end:
            words.append(Word(start, end, piece.low_pt, piece.high_pt))
    return words


def _line(row: PrintedLine, words: Sequence[Word]) -> Line:
    rounded = tuple(word._replace(low_pt=_tenth(word.low_pt), high_pt=_tenth(word.high_pt)) for word in words)
    return Line(
        page_number=row.page_number,
        start=words[0].start,
        end=words[-1].end,
        words=rounded,
        vertical=row.vertical,
    )


def _box(row: PrintedLine, words: Sequence[Word]) -> Box:
    low, high = min(word.low_pt for word in words), max(word.high_pt for word in words)
    x0, y0, x1, y1 = row.box
    return tenths_box((x0, low, x1, high) if row.vertical else (low, y0, high, y1))


def _tenth(value: float) -> float:
    return TENTHS[round(10 * value)]
