"""Learns which fonts of a paper are its headings', where names and flags say nothing of their weight."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from scholarai.parsing.pdf.layout.mathematics import is_math_font
from scholarai.parsing.pdf.layout.metrics import Metrics
from scholarai.parsing.pdf.layout.rows import Row, Run
from scholarai.parsing.pdf.structure.thresholds import FACES

_WORD = re.compile(r"[^\W\d_]{3,}")
_CAPTION = re.compile(r"(?:fig|tab|abb|scheme|chart|box)\w*\.?\s*[A-Z]?\d", re.IGNORECASE)
_MARK = re.compile(r"[^\w\"'\u201c\u2018(]|[a-z]")
_ENDED = re.compile(r"[.:?!)\]]\W*$")

_Block = list[Row]


def with_learnt_weight(rows: Sequence[Row], metrics: Metrics) -> list[Row]:
    """Return the rows with the fonts of headings as bold: journals' fonts often tell no weight.

    A font of headings differs from the body's, stands alone in short rows above text of the body, and recurs in such rows.
    """
    fonts = _fonts_of_headings(rows, metrics)
    if not fonts:
        return list(rows)
    return [_weighted(row, above, fonts, metrics) for above, row in zip([None, *rows], rows, strict=False)]


def only_font(row: Row) -> str | None:
    """Return the font of all words of a row, None if there are several."""
    fonts = {run.style.font for run in row.runs if not run.raised and row.text[run.start : run.end].strip(" .:")}
    return fonts.pop() if len(fonts) == 1 else None


def _weighted(row: Row, above: Row | None, fonts: set[str], metrics: Metrics) -> Row:
    """Return a row with the fonts of headings as bold, but for words within a sentence of the body, such as names of species."""
    if _is_small(row, metrics) or not any(run.style.font in fonts for run in row.runs):
        return row
    goes_on = above is not None and _follows(above, row, metrics) and not _ENDED.search(above.text)
    if goes_on and only_font(row) is None:
        return row
    return replace(row, runs=tuple(_bold(run) if run.style.font in fonts else run for run in row.runs))


def _is_small(row: Row, metrics: Metrics) -> bool:
    return row.size < FACES.size_share * metrics.size


def _bold(run: Run) -> Run:
    return run._replace(style=run.style._replace(bold=True))


def _fonts_of_headings(rows: Sequence[Row], metrics: Metrics) -> set[str]:
    titles: Counter[tuple[str, float]] = Counter()
    others: Counter[tuple[str, float]] = Counter()
    blocks = list(_blocks(rows))
    for index, (font, block) in enumerate(blocks):
        if font and _is_candidate(block[0], metrics):
            before = blocks[index - 1][1][-1] if index else None
            after = [rows[0] for _, rows in blocks[index + 1 : index + 3]]
            (titles if _stands_as_title(before, block, after, metrics) else others)[font, block[0].size] += 1
    return {
        face[0]
        for face, count in titles.items()
        if count >= FACES.titles and count >= FACES.titles_share * (count + others[face])
    }


def _is_candidate(row: Row, metrics: Metrics) -> bool:
    style = row.style
    if style.bold or style.mono or style.font == metrics.font or is_math_font(style.font):
        return False
    return not (row.vertical or _is_small(row, metrics) or _CAPTION.match(row.text))


def _blocks(rows: Sequence[Row]) -> Iterator[tuple[str | None, _Block]]:
    """Yield the rows in sequences of one font and size in one column; a row in several fonts is in none."""
    block: _Block = []
    look: tuple[object, ...] = ()
    for row in rows:
        own = (only_font(row), row.size, row.page_number, row.column)
        if block and (own != look or own[0] is None):
            yield only_font(block[0]), block
            block = []
        block.append(row)
        look = own
    if block:
        yield only_font(block[0]), block


def _stands_as_title(before: Row | None, block: Sequence[Row], after: Sequence[Row], metrics: Metrics) -> bool:
    """Tell whether rows of one font are few, with the words of a title, above text of the body."""
    first = block[0]
    text = " ".join(row.text for row in block)
    if len(block) > FACES.rows or first.cells or not _WORD.search(text):
        return False
    if _MARK.match(text) or text.endswith((",", ";")) or _is_sentence(text):
        return False
    goes_on = before is not None and _follows(before, first, metrics) and not _ENDED.search(before.text)
    return not goes_on and any(_is_body(row, metrics) for row in after)


def _is_sentence(text: str) -> bool:
    return text.endswith(".") and text.count(" ") >= FACES.sentence_words - 1


def _follows(above: Row, row: Row, metrics: Metrics) -> bool:
    """Tell whether a row follows one of running text without white between them."""
    if (above.page_number, above.column) != (row.page_number, row.column) or not _is_body(above, metrics):
        return False
    return row.baseline - above.baseline < FACES.apart_leadings * metrics.leading(row.size)


def _is_body(row: Row, metrics: Metrics) -> bool:
    body = sum(run.end - run.start for run in row.runs if run.style.font == metrics.font)
    return abs(row.size - metrics.size) < FACES.body_size_pt and body > FACES.body_share * len(row.text)
