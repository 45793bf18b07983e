"""Notes the words of a page that end in no block, figure or table."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from scholarai.domain.content import Note
from scholarai.domain.plurals import counted
from scholarai.parsing.pdf.blocks import Piece
from scholarai.parsing.pdf.layout.rows import Row
from scholarai.parsing.pdf.structure.floats import Floats
from scholarai.parsing.pdf.text.labels import PAGE_TURN

# A single letter is a label or a symbol.
_WORD = re.compile(r"[^\W\d_]{2}")


def text_left_out(rows: Iterable[Row], pieces: Sequence[Piece], floats: Floats) -> list[Note]:
    """Return one note per page and reason on the rows with words that are in no piece and that no figure covers.

    Args:
        rows: The rows of all pages without their furniture, in reading order.
        pieces: What becomes blocks.
        floats: The figures, with the rows inside pictures.
    """
    in_blocks = {row for piece in pieces for row in piece.rows}
    counts: Counter[tuple[int, str]] = Counter()
    for row in rows:
        if row in in_blocks or PAGE_TURN.fullmatch(row.text.strip()):
            continue
        if _WORD.search(row.text) and not _is_covered(row, floats):
            counts[row.page_number, _reason(row, floats)] += 1
    return [_note(page_number, reason, count) for (page_number, reason), count in sorted(counts.items())]


def _is_covered(row: Row, floats: Floats) -> bool:
    """Tell whether the box of a figure on its page covers a row that was taken for a label in it."""
    if row not in floats.inside:
        return False
    boxes = (box for item in floats.found if item.caption.page_number == row.page_number for box in item.boxes)
    return any(box.x0 <= row.x0 and box.y0 <= row.y0 and row.x1 <= box.x1 and row.y1 <= box.y1 for box in boxes)


def _reason(row: Row, floats: Floats) -> str:
    if row in floats.inside:
        return "inside a picture without a caption"
    return "rotated, such as a stamp or a label" if row.vertical else "without a place in the order of the text"


def _note(page_number: int, reason: str, count: int) -> Note:
    detail = f"Text was left out: {counted(count, 'line')} {reason}."
    return Note(code="text_left_out", detail=detail, page_number=page_number)
