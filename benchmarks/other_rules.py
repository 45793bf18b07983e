"""The printed words of a paper under other rules of extraction, for benchmarks/highlights.py."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from msgspec.structs import replace

from scholarai.domain.content import BLOCK_SEPARATOR, Block, Box, Line, PaperContent, Word
from scholarai.domain.ids import BlockId

LIGATURES = (("ffi", "ﬃ"), ("ffl", "ﬄ"), ("fi", "ﬁ"), ("fl", "ﬂ"), ("ff", "ﬀ"))
HEAD = "Journal of Made Heads {}"


class Printed(NamedTuple):
    """A word as it is printed; `glued`: nothing stands between it and the next one."""

    n: int
    text: str
    page_number: int
    line_box: Box
    low_pt: float
    high_pt: float
    glued: bool


@dataclass
class Run:
    """The printed words of a block, line by line."""

    block: Block
    lines: list[list[Printed]]


@dataclass
class Rules:
    """What the other extraction does otherwise."""

    cut: bool
    join: bool
    ligatures: bool
    hyphens: bool
    by_height: bool
    heads_before: bool
    heads_after: bool


def printed_runs(content: PaperContent) -> Iterator[Run]:
    """Yield the words of every block that has them all on level lines."""
    n = 0
    for block in content.blocks:
        lines: list[list[Printed]] = []
        for line, box in zip(block.lines, block.boxes, strict=True):
            if line.vertical:
                continue
            row: list[Printed] = []
            for word in line.words:
                text = block.text[word.start : word.end]
                if text.strip():
                    glued = word.end < len(block.text) and not block.text[word.end].isspace()
                    row.append(Printed(n, text, line.page_number, box, word.low_pt, word.high_pt, glued))
                    n += 1
            if row:
                lines.append(row)
        if lines:
            yield Run(block, lines)


Made = tuple[PaperContent, list[tuple[Printed, int, int]]]


def made_content(content: PaperContent, runs: Sequence[Run], rules: Rules, chance: random.Random) -> Made:
    """Return the content that other rules make of the same printed words, with the range of each word in its text."""
    groups = list(regrouped(runs, rules, chance))
    if rules.by_height:
        groups.sort(key=lambda lines: (lines[0][0].page_number, lines[0][0].line_box.y0 // 40, lines[0][0].line_box.x0))
    if rules.heads_after:
        groups = list(with_heads(groups, chance))
    blocks: list[Block] = []
    placed: list[tuple[Printed, int, int]] = []
    start = 0
    for lines in groups:
        block, words = made_block(len(blocks), start, lines, rules)
        blocks.append(block)
        placed += words
        start = block.end + len(BLOCK_SEPARATOR)
    return replace(
        content, blocks=tuple(blocks), cite_spans=(), figures=(), tables=(), equations=(), sections=()
    ), placed


def regrouped(runs: Sequence[Run], rules: Rules, chance: random.Random) -> Iterator[list[list[Printed]]]:
    held: list[list[Printed]] = []
    for run in runs:
        held += run.lines
        if rules.join and chance.random() < 0.3:
            continue
        if rules.cut and len(held) > 3 and chance.random() < 0.5:
            place = chance.randrange(1, len(held))
            yield held[:place]
            held = held[place:]
        yield held
        held = []
    if held:
        yield held


def with_heads(groups: Sequence[list[list[Printed]]], chance: random.Random) -> Iterator[list[list[Printed]]]:
    """Yield the blocks with a running head wherever a page begins: as a block, or inside the one that goes on over the page."""
    page = 0
    for lines in groups:
        whole: list[list[Printed]] = []
        for line in lines:
            if line[0].page_number != page:
                page = line[0].page_number
                head = [head_word(text, page) for text in HEAD.format(page).split()]
                if whole or chance.random() < 0.5:
                    whole.append(head)
                else:
                    yield [head]
            whole.append(line)
        yield whole


def head_word(text: str, page: int) -> Printed:
    return Printed(-1, text, page, Box(50, 20, 300, 30), 50.0, 60.0, False)


def made_block(
    index: int, start: int, lines: Sequence[Sequence[Printed]], rules: Rules
) -> tuple[Block, list[tuple[Printed, int, int]]]:
    text = ""
    made: list[Line] = []
    placed: list[tuple[Printed, int, int]] = []
    for row, line in enumerate(lines):
        words: list[Word] = []
        begun = len(text)
        for at, word in enumerate(line):
            shown = with_ligatures(word.text) if rules.ligatures else word.text
            words.append(Word(len(text), len(text) + len(shown), word.low_pt, word.high_pt))
            placed.append((word, start + len(text), start + len(text) + len(shown)))
            text += shown
            last = at == len(line) - 1
            if word.glued and last and rules.hyphens and row < len(lines) - 1:
                text += "-"
            elif not word.glued and not last:
                text += " "
        made.append(Line(page_number=line[0].page_number, start=begun, end=len(text), words=tuple(words)))
        if row < len(lines) - 1 and (rules.hyphens or not line[-1].glued):
            text += "\n" if rules.hyphens else " "
    block = Block(
        id=BlockId(f"b{index}"), kind="paragraph", text=text, start=start, end=start + len(text),
        page_number=lines[0][0].page_number, boxes=tuple(line[0].line_box for line in lines), lines=tuple(made),
    )  # fmt: skip
    return block, placed


def with_ligatures(text: str) -> str:
    for letters, ligature in LIGATURES:
        text = text.replace(letters, ligature)
    return text


def words_at(made: Made) -> list[tuple[Printed, int, int]]:
    return made[1]
