"""Finds what is outside the text of a page: page numbers wherever they are, and rotated stamps."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

from scholarai.domain.content import Box
from scholarai.parsing.pdf.layout.page import PageRows
from scholarai.parsing.pdf.layout.rows import Row
from scholarai.parsing.pdf.layout.thresholds import FURNITURE


def in_margins(pages: Sequence[PageRows], furniture: AbstractSet[Row]) -> set[Row]:
    """Return the rows outside the text that count the pages, and the rotated ones in the side margins.

    Args:
        pages: The pages in order.
        furniture: The rows known as running heads and feet, which are no text.
    """
    stamps: set[Row] = set()
    numbers: dict[tuple[int, int], dict[int, Row]] = defaultdict(dict)
    for page in pages:
        text = _text_box(page, furniture)
        if text is None:
            continue
        stamps.update(row for row in page.rows if row.vertical and _is_stamp(row, text, page))
        for row in _alone_outside(page, text, furniture):
            if _is_number(row.text):
                numbers[int(row.text) - page.page_number, round(row.size)][page.page_number] = row
    return stamps.union(*(rows.values() for rows in numbers.values() if _counts(rows)))


def _counts(rows: Mapping[int, Row]) -> bool:
    """Tell whether numbers with one distance from their pages' are on enough pages, not scattered over them by chance."""
    between = max(rows) - min(rows) + 1
    return len(rows) >= FURNITURE.label_pages and len(rows) >= FURNITURE.numbered_share * between


def _alone_outside(page: PageRows, text: Box, furniture: AbstractSet[Row]) -> list[Row]:
    """Return the outermost row on each side of the text, unless others are level with it or many are there."""
    sides: dict[str, list[Row]] = defaultdict(list)
    for row in page.rows:
        if row not in furniture and not row.vertical:
            sides[_side(row, text)].append(row)
    few = (rows for side, rows in sides.items() if side and len(rows) <= FURNITURE.outside_rows)
    return [row for rows in few for row in rows if not any(_is_within(row, other, text) for other in rows)]


def _is_within(row: Row, other: Row, text: Box) -> bool:
    """Tell whether another row on the same side of the text is further from it than a row, or level with it."""
    if row is other:
        return False
    return other.y0 < row.y1 if row.y1 <= text.y0 + FURNITURE.drift_pt else other.y1 > row.y0


def _is_number(text: str) -> bool:
    return len(text) <= FURNITURE.number_digits and text.isascii() and text.isdecimal()


def _text_box(page: PageRows, furniture: AbstractSet[Row]) -> Box | None:
    """Return the box around the long rows of a page, None if it has too few to tell."""
    long = [row for row in page.rows if len(row.text) > FURNITURE.body_characters and not row.vertical]
    long = [row for row in long if row not in furniture]
    if len(long) < FURNITURE.text_rows:
        return None
    lefts, tops, rights, bottoms = zip(*(row.box for row in long), strict=True)
    return Box(min(lefts), min(tops), max(rights), max(bottoms))


def _side(row: Row, text: Box) -> str:
    near = FURNITURE.drift_pt
    if row.y1 <= text.y0 + near:
        return "above"
    if row.y0 >= text.y1 - near:
        return "below"
    return "left" if row.x1 <= text.x0 else "right" if row.x0 >= text.x1 else ""


def _is_stamp(row: Row, text: Box, page: PageRows) -> bool:
    """Tell whether a rotated row is in a side margin, and no label of a picture."""
    beside = row.x1 < text.x0 - row.size or row.x0 > text.x1 + row.size
    return beside and not any(box.y0 < row.y1 and box.y1 > row.y0 for box in page.regions.pictures)
