"""Words recognised on a page's picture as lines of a layout, and how credible they are."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from statistics import median_low
from typing import NamedTuple

from msgspec.structs import replace

from scholarai.domain.content import Block, Box, PaperContent
from scholarai.parsing.layout import RECOGNIZED, RawLine, Span, Style

# Measured in 2026-11, mean confidence of a page's words: wrong scripts come to .19 to .53, the right one at 100 dpi with noise to
# .80 and more.
LEAST_OF_PAGE = 0.65
# Formulas, handwriting and pictures that are taken for words have less; a guess that the same benchmark measures.
LEAST_OF_LINE = 0.5
# Heights of lines that differ less are one size of type: they are measured from the letters that happen to stand there.
_SAME_SIZE_SHARE = 0.16
# Chinese characters and Japanese syllables, which no space parts.
_UNSPACED = re.compile(r"[\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uff65]")


class RecognizedWord(NamedTuple):
    """A word, its box in points, and how sure its engine is of it, from 0 to 1."""

    text: str
    box: Box
    confidence: float


class RecognizedLine(NamedTuple):
    """Words in reading order, at least one, and the type that they are set in."""

    words: tuple[RecognizedWord, ...]
    size_pt: float
    baseline_pt: float

    @property
    def confidence(self) -> float:
        return mean_confidence(self.words)


def mean_confidence(words: Iterable[RecognizedWord]) -> float:
    """Return the mean over the words' characters, 0 without any."""
    weighed = [(len(word.text), word.confidence) for word in words]
    letters = sum(length for length, _ in weighed)
    return sum(length * confidence for length, confidence in weighed) / letters if letters else 0.0


def joined(words: Iterable[RecognizedWord]) -> tuple[RecognizedWord, ...]:
    """Return the words of a line, those as one between which the script has no space."""
    found: list[RecognizedWord] = []
    for word in words:
        before = found[-1] if found else None
        if before and _UNSPACED.match(before.text[-1]) and _UNSPACED.match(word.text[0]):
            found[-1] = RecognizedWord(
                before.text + word.text, around((before.box, word.box)), mean_confidence((before, word))
            )
        else:
            found.append(word)
    return tuple(found)


def around(boxes: Iterable[Box]) -> Box:
    """Return the box around boxes, at least one."""
    x0, y0, x1, y1 = zip(*boxes, strict=True)
    return Box(min(x0), min(y0), max(x1), max(y1))


def raw_lines(lines: Sequence[RecognizedLine]) -> tuple[RawLine, ...]:
    """Return lines of a layout, sizes close to the page's usual one made equal to it."""
    if not lines:
        return ()
    usual = median_low([line.size_pt for line in lines for _ in line.words])
    return tuple(_raw_line(line, usual) for line in lines)


def _raw_line(line: RecognizedLine, usual_pt: float) -> RawLine:
    same = abs(line.size_pt - usual_pt) <= _SAME_SIZE_SHARE * usual_pt
    boxes = [word.box for word in line.words]
    box = around(boxes)
    style = Style(RECOGNIZED, round(usual_pt if same else line.size_pt, 1))
    span = Span(" ".join(word.text for word in line.words), style, box, line.baseline_pt)
    return RawLine((span,), box, tuple(edge for b in boxes for edge in (b.x0, b.x1)))


def with_confidence(content: PaperContent, recognized: Mapping[int, Sequence[RecognizedWord]]) -> PaperContent:
    """Return the content with the confidence of each block that stands on recognised pages, by their words.

    Tables and formulas of such pages stay text: OCR gives no cells, and the letters of formulas wrongly.
    """
    if not recognized:
        return content
    blocks = tuple(replace(block, confidence=_confidence_of(block, recognized)) for block in content.blocks)
    scanned = {block.id for block in blocks if block.confidence is not None}
    return replace(
        content,
        blocks=blocks,
        tables=tuple(replace(table, rows=()) if table.block_id in scanned else table for table in content.tables),
        equations=tuple(equation for equation in content.equations if equation.block_id not in scanned),
    )


def _confidence_of(block: Block, recognized: Mapping[int, Sequence[RecognizedWord]]) -> float | None:
    found = [
        word
        for line, box in zip(block.lines, block.boxes, strict=True)
        for word in recognized.get(line.page_number, ())
        if _holds(box, word.box)
    ]
    return round(mean_confidence(found), 2) if found else None


def _holds(box: Box, word: Box) -> bool:
    x, y = (word.x0 + word.x1) / 2, (word.y0 + word.y1) / 2
    return box.x0 <= x <= box.x1 and box.y0 <= y <= box.y1
