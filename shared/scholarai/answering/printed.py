"""Finds where a paper prints a fact about its publication."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from scholarai.domain.content import Block, PaperContent
from scholarai.domain.sentences import sentence_spans
from scholarai.retrieval.words import tokens

# Blocks at the beginning and at the end where papers print such facts; elsewhere a year or a name means something else. A guess.
_FRONT, _BACK = 14, 6
_LONGEST_QUOTE = 400
# A year in a longer line without one of these words is that of something else.
_DATES = re.compile(
    r"publi|©|copyright|received|accepted|submitted|dated|compiled|vol(?:ume)?\b|proceedings|journal", re.IGNORECASE
)
_DATE_LINE = 80


def printed_line(paper: PaperContent, value: str) -> tuple[str, int | None] | None:
    """Return the line at the beginning or the end of a paper that prints a value, with its page; None if there is none."""
    last_page = len(paper.pages)
    ends = [block for block in paper.blocks[_FRONT:][-_BACK:] if block.page_number == last_page]
    for block in (*paper.blocks[:_FRONT], *ends):
        if block.kind != "reference" and (line := _line_of(block, tokens(value))):
            return line, block.page_number
    return None


def _line_of(block: Block, words: Sequence[str]) -> str | None:
    """Return the block if it is short and contains the words in a row, else its sentence that does."""
    spans: Iterator[tuple[int, int]] = iter(sentence_spans(block.text))
    parts = [block.text] if len(block.text) <= _LONGEST_QUOTE else [block.text[start:end] for start, end in spans]
    found = (part for part in parts if len(part) <= _LONGEST_QUOTE and "".join(words) in "".join(tokens(part)))
    is_year = len(words) == 1 and words[0].isdigit()
    return next((part for part in found if not is_year or len(part) <= _DATE_LINE or _DATES.search(part)), None)
