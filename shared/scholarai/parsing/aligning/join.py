"""Joins the content read from a source with the content read from the PDF of the same paper."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import groupby

from msgspec.structs import replace

from scholarai.domain.content import Block, Note, PaperContent
from scholarai.domain.ids import BlockId
from scholarai.domain.plurals import counted
from scholarai.parsing.aligning.equations import IN_ORDER, equation_lines
from scholarai.parsing.aligning.floats import placed_figures, placed_tables
from scholarai.parsing.aligning.lines import placed, shared_out
from scholarai.parsing.aligning.matching import matched
from scholarai.parsing.aligning.moved_blocks import WordRange, find_moved
from scholarai.parsing.aligning.printed_words import PrintedWords
from scholarai.parsing.aligning.stretches import Stretches
from scholarai.parsing.aligning.tokens import Token, tokens_of

# Measured in 2026-11: 35 sources share .80 of their words or more with their own PDF, .09 at most with another's.
_LEAST_SHARED = 0.35
# What a source may leave to its publisher.
_FROM_PDF = ("title", "authors", "doi", "arxiv_id", "abstract", "year", "venue", "keywords")
# Of kinds of blocks whose own name has no plural, or is two words.
_NAMES = {"list_item": "list item", "code": "code block"}

Pairs = Sequence[tuple[Token, Token]]
"""Words of the source, in order, with the printed words that they are."""


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
            blocks[index] = placed(blocks[index], stretches, printed)
    for index, rows in equation_lines(source, pdf, printed, pairs).items():
        blocks[index] = shared_out(blocks[index], [printed.lines[row] for row in rows])
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
