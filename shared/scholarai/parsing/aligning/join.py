"""Joins the content read from a source with the content read from the PDF of the same paper."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from msgspec.structs import replace

from scholarai.domain.content import Block, Box, Line, Note, PaperContent, Word
from scholarai.domain.ids import BlockId
from scholarai.domain.plurals import counted
from scholarai.parsing.aligning.equations import IN_ORDER, equation_lines
from scholarai.parsing.aligning.floats import placed_figures, placed_tables
from scholarai.parsing.aligning.matching import Gap, matched
from scholarai.parsing.aligning.printed_words import PrintedLine, PrintedPiece, PrintedWords, Stretch
from scholarai.parsing.aligning.stretches import Stretches
from scholarai.parsing.aligning.tokens import Token, tokens_of
from scholarai.parsing.coordinates import TENTHS, tenths_box

# Measured in 2026-11: 35 sources share .80 of their words or more with their own PDF, .09 at most with another's.
_LEAST_SHARED = 0.35
# What a source may leave to its publisher.
_FROM_PDF = ("title", "authors", "doi", "arxiv_id", "abstract", "year", "venue", "keywords")
# Of kinds of blocks whose own name has no plural, or is two words.
_NAMES = {"list_item": "list item", "code": "code block"}

Pairs = Sequence[tuple[Token, Token]]
"""Words of the source, in order, with the printed words that they are."""
# Parts of one printed word differ by rounding alone.
_TOUCHING_PT = 0.1
# A block of which less was found in order stands elsewhere, or its words agreed by chance; less is asked of blocks that
# seldom move, since formulas are words on one side alone. Guesses.
_LEAST_IN_ORDER = 0.5
_LEAST_AT_HOME = 0.2
# A block of which less was found elsewhere is not placed: entries of bibliographies are worded by styles. A guess.
_LEAST_ELSEWHERE = 0.3
# Runs of words vote for a place: how long they are, for how many places one may vote, how many votes a place needs.
_RUN = 3
_MOST_PLACES = 8
_LEAST_VOTES = 2
# How far the votes for one place may drift apart beside a quarter of the block, for its formulas.
_DRIFT = 12


class NotTheSamePaperError(Exception):
    """A source and a PDF share too few words in the same order; the text says how many."""


def joined(source: PaperContent, pdf: PaperContent) -> PaperContent:
    """Return the source's text, structure and metadata with the PDF's pages, lines and boxes.

    What the source does not say of the paper as a whole is taken from the PDF. Blocks that are not found on the pages
    have no boxes, and a note says how many.

    Raises:
        NotTheSamePaperError: If they are different papers.
    """
    pairs = _pairs(source, pdf)
    blocks = _blocks(source, pdf, pairs)
    partners = _partners(source, pdf, pairs)
    lacking = {name: getattr(pdf, name) for name in _FROM_PDF if not getattr(source, name)}
    return replace(
        source,
        **lacking,
        pages=pdf.pages,
        blocks=blocks,
        figures=placed_figures(source, pdf, partners),
        tables=placed_tables(source, pdf, partners, blocks),
        notes=(*source.notes, *_unplaced(blocks)),
    )


def _pairs(source: PaperContent, pdf: PaperContent) -> Pairs:
    tokens, others = tokens_of(source.blocks), tokens_of(pdf.blocks)
    words, printed = [token.key for token in tokens], [token.key for token in others]
    found = matched(words, printed)
    least = min(len(words), len(printed))
    if len(found) < _LEAST_SHARED * least or not found:
        raise NotTheSamePaperError(f"{len(found)} of {least} words agree")
    find_moved(words, printed, found, _text_blocks(source, tokens))
    return [(tokens[at], others[found[at]]) for at in sorted(found)]


def _text_blocks(source: PaperContent, tokens: Sequence[Token]) -> list[WordRange]:
    """Return the words of each block, equations aside."""
    ranges = []
    at = 0
    for block, group in groupby(tokens, key=lambda token: token.block):
        count = sum(1 for _ in group)
        kind = source.blocks[block].kind
        if kind != "equation":
            ranges.append(WordRange(at, at + count, floats=kind not in IN_ORDER))
        at += count
    return ranges


def _blocks(source: PaperContent, pdf: PaperContent, pairs: Pairs) -> tuple[Block, ...]:
    printed = PrintedWords(pdf.blocks)
    blocks = list(source.blocks)
    for index, stretches in Stretches(source, pdf, pairs).by_block():
        if blocks[index].kind != "equation":
            blocks[index] = _placed(blocks[index], stretches, printed)
    for index, rows in equation_lines(source, pdf, printed, pairs).items():
        blocks[index] = _shared_out(blocks[index], [printed.lines[row] for row in rows])
    return tuple(blocks)


def _partners(source: PaperContent, pdf: PaperContent, pairs: Pairs) -> Mapping[BlockId, BlockId]:
    votes: dict[int, Counter[int]] = defaultdict(Counter)
    for ours, theirs in pairs:
        votes[ours.block][theirs.block] += 1
    return {source.blocks[own].id: pdf.blocks[votes[own].most_common(1)[0][0]].id for own in votes}


def _unplaced(blocks: Sequence[Block]) -> Sequence[Note]:
    kinds = Counter(block.kind for block in blocks if not block.boxes)
    if not kinds:
        return ()
    listed = ", ".join(counted(count, _NAMES.get(kind, kind)) for kind, count in kinds.most_common())
    found = counted(
        kinds.total(), "was not found on the PDF's pages and has", "were not found on the PDF's pages and have"
    )
    detail = f"Of {counted(len(blocks), 'block')}, {found} no boxes ({listed})."
    return (Note(code="blocks_not_placed", detail=detail),)


def _placed(block: Block, stretches: Iterable[Stretch], printed: PrintedWords) -> Block:
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


def _shared_out(block: Block, rows: Sequence[PrintedLine]) -> Block:
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


class WordRange(NamedTuple):
    """The words of a block, from `low` to before `high`; `floats` tells that it is often printed elsewhere."""

    low: int
    high: int
    floats: bool


def find_moved(words: Sequence[str], others: Sequence[str], found: dict[int, int], blocks: Sequence[WordRange]) -> None:
    """Search once more for the blocks of which little was found in order, among the words that no other block has.

    Args:
        words: The source's.
        others: The PDF's.
        found: Which index of `words` is which of `others`; changed in place.
        blocks: Those that may be placed so, none empty.
    """
    lost = [block for block in blocks if _is_lost(block, found)]
    for low, high, _ in lost:
        for at in range(low, high):
            found.pop(at, None)
    taken = set(found.values())
    free = [at for at in range(len(others)) if at not in taken]
    left = [others[at] for at in free]
    places = _places_of_runs(left)
    for low, high, _ in lost:
        window = _window(words[low:high], places)
        if window is None:
            continue
        again = {
            at: free[other]
            for at, other in matched(words, left, Gap(low, high, max(window[0], 0), min(window[1], len(left)))).items()
            if free[other] not in taken
        }
        if len(again) >= _LEAST_ELSEWHERE * (high - low):
            found |= again
            taken.update(again.values())


def _is_lost(block: WordRange, found: Mapping[int, int]) -> bool:
    share = sum(at in found for at in range(block.low, block.high)) / (block.high - block.low)
    return share < (_LEAST_IN_ORDER if block.floats else _LEAST_AT_HOME)


def _places_of_runs(words: Sequence[str]) -> Mapping[tuple[str, ...], list[int]]:
    places: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for at, run in _runs(words):
        places[run].append(at)
    return {run: found for run, found in places.items() if len(found) <= _MOST_PLACES}


def _runs(words: Sequence[str]) -> Iterator[tuple[int, tuple[str, ...]]]:
    return ((at, tuple(words[at : at + _RUN])) for at in range(len(words) - _RUN + 1))


def _window(block: Sequence[str], places: Mapping[tuple[str, ...], list[int]]) -> tuple[int, int] | None:
    """Return the range in which the most runs of a block stand as far apart as in the block."""
    votes = sorted((place - at, at) for at, run in _runs(block) for place in places.get(run, ()))
    drift = _DRIFT + len(block) // 4
    best, first = (0, 0), 0
    for last, (shift, _) in enumerate(votes):
        while shift - votes[first][0] > drift:
            first += 1
        best = max(best, (first, last + 1), key=lambda pair: pair[1] - pair[0])
    chosen = votes[slice(*best)]
    if len(chosen) < _LEAST_VOTES:
        return None
    return chosen[0][0], chosen[-1][0] + len(block)
