"""Finds displayed equations on the pages by the text around them, since their printed signs differ from their source."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from math import inf

from scholarai.domain.content import PaperContent
from scholarai.parsing.aligning.printed_words import PrintedWords
from scholarai.parsing.aligning.tokens import Token

# Blocks that keep their order in print, unlike floats and footnotes.
IN_ORDER = frozenset({"paragraph", "heading", "list_item", "theorem", "code"})
# Rows between two words of text that are no equation by the PDF's own reading: as many as the source has, and these. A guess.
_MORE_ROWS = 2
# An equation's printed number counts as so many signs of it. A guess.
_NUMBER_SIGNS = 20
# More equations and rows without text between them are shared in proportion.
_MOST_PAIRS = 20_000
_ROW_END = re.compile(r"\\\\|\n")
_COMMAND = re.compile(r"\\(?:begin|end)\{[^{}]*\}|\\[A-Za-z]+")


def equation_lines(
    source: PaperContent,
    pdf: PaperContent,
    printed: PrintedWords,
    pairs: Sequence[tuple[Token, Token]],
) -> Mapping[int, list[int]]:
    """Return the indices of the printed lines of each equation's block, by the block's index.

    Args:
        source: The paper with the equations.
        pdf: Its PDF.
        printed: The PDF's words.
        pairs: The words of the source, in order, with those that print them.
    """
    found: dict[int, list[int]] = {}
    for indices, rows in _between_text(source, pdf, printed, pairs):
        for row, index in _shared(indices, rows, source, pdf, printed):
            found.setdefault(index, []).append(row)
    return found


def _between_text(
    source: PaperContent, pdf: PaperContent, printed: PrintedWords, pairs: Sequence[tuple[Token, Token]]
) -> Iterator[tuple[list[int], list[int]]]:
    """Yield the equations with no text between them, as indices of blocks, and the printed lines without text around them."""
    kinds = [block.kind for block in source.blocks]
    text = [(ours, theirs) for ours, theirs in pairs if kinds[ours.block] != "equation"]
    taken = {line for _, theirs in text for line in printed.lines_at(theirs.start, theirs.end)}
    around = _Around([pair for pair in text if kinds[pair[0].block] in IN_ORDER], len(pdf.text()))
    equations = [index for index, kind in enumerate(kinds) if kind == "equation"]
    for (low, high), group in groupby(equations, key=around.of):
        yield list(group), [line for line in printed.lines_of(low, high) if line not in taken]


def _shared(
    indices: Sequence[int], rows: Sequence[int], source: PaperContent, pdf: PaperContent, printed: PrintedWords
) -> Iterator[tuple[int, int]]:
    """Yield the lines that print equations, each with the index of its equation's block."""
    labels = {equation.block_id: _labels(equation.label) for equation in source.equations}
    blocks = [source.blocks[index] for index in indices]
    shown = _equation_rows(rows, pdf, printed, sum(len(_ROW_END.findall(block.text)) + 1 for block in blocks))
    texts = [pdf.text()[printed.lines[row].start : printed.lines[row].end] for row in shown]
    owners = _owners([(block.text, labels.get(block.id, ())) for block in blocks], texts)
    return ((row, indices[owner]) for row, owner in zip(shown, owners, strict=True))


def _labels(label: str | None) -> tuple[str, ...]:
    return tuple(f"({number})" for number in label.split(", ")) if label else ()


class _Around:
    """Tells between which places of the PDF's text a block of the source must be printed."""

    def __init__(self, pairs: Sequence[tuple[Token, Token]], length: int) -> None:
        self._blocks = [ours.block for ours, _ in pairs]
        self._places = [(0, 0), *((theirs.start, theirs.end) for _, theirs in pairs), (length, length)]

    def of(self, block: int) -> tuple[int, int]:
        at = bisect_left(self._blocks, block)
        return self._places[at][1], self._places[at + 1][0]


def _equation_rows(rows: Sequence[int], pdf: PaperContent, printed: PrintedWords, written: int) -> Sequence[int]:
    """Return the rows from the first to the last that the PDF's own reading calls an equation; all, if none and few."""
    equations = [at for at, row in enumerate(rows) if pdf.blocks[printed.lines[row].block].kind == "equation"]
    if equations:
        return rows[equations[0] : equations[-1] + 1]
    return rows if len(rows) <= written + _MORE_ROWS else ()


def _owners(equations: Sequence[tuple[str, Sequence[str]]], rows: Sequence[str]) -> Sequence[int]:
    """Return which of several equations, given with their numbers, each row belongs to; equations and rows are in order.

    Of the ways to share the rows, the one in which the most signs agree; each equation has one if there are enough.
    """
    if len(equations) == 1 or len(equations) * len(rows) > _MOST_PAIRS:
        return [at * len(equations) // len(rows) for at in range(len(rows))]
    may_skip = len(rows) < len(equations)
    signs = [(Counter(_signs(text)), labels) for text, labels in equations]
    best = [0.0 if may_skip or at == 0 else -inf for at in range(len(signs))]
    before: list[list[int]] = []
    for number, row in enumerate(rows):
        sources = _sources(best, may_skip=may_skip) if number else list(range(len(best)))
        before.append(sources)
        best = [best[sources[at]] + _agreeing(row, *own) for at, own in enumerate(signs)]
    owner = best.index(max(best)) if may_skip else len(best) - 1
    owners = []
    for sources in reversed(before):
        owners.append(owner)
        owner = sources[owner]
    return owners[::-1]


def _sources(best: Sequence[float], *, may_skip: bool) -> list[int]:
    """Return for each equation whose row comes before its own in the best sharing: its own, or an earlier equation's."""
    sources: list[int] = []
    for at in range(len(best)):
        earlier = sources[-1] if may_skip and sources else max(at - 1, 0)
        sources.append(at if best[at] >= best[earlier] else earlier)
    return sources


def _agreeing(row: str, signs: Mapping[str, int], labels: Sequence[str]) -> float:
    printed = Counter(_signs(row))
    numbered = any(row.endswith(label) or row.startswith(label) for label in labels)
    return sum(min(count, signs.get(sign, 0)) for sign, count in printed.items()) + _NUMBER_SIGNS * numbered


def _signs(text: str) -> Iterator[str]:
    return filter(str.isalnum, unicodedata.normalize("NFKC", _COMMAND.sub(" ", text)))
