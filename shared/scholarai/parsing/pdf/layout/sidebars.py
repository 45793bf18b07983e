"""Finds notes beside a page's text: columns of them, and the history of an article beside its abstract."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from scholarai.parsing.pdf.layout.gutters import Gutter, white_strips, whole_lines
from scholarai.parsing.pdf.layout.rows import Row
from scholarai.parsing.pdf.layout.thresholds import SIDEBARS


def find_sidebar(rows: Sequence[Row]) -> tuple[Gutter, bool] | None:
    """Return the strip between the text and a column of notes, and whether the notes are on the left."""
    rows = [row for row in rows if not row.vertical]
    if len(rows) < SIDEBARS.page_rows:
        return None
    left, right = min(row.x0 for row in rows), max(row.x1 for row in rows)
    for low, high in white_strips(rows, left, right):
        strip = Gutter(low, high)
        if _holds_notes(rows, strip, low - left, right - left, on_left=True):
            return strip, True
        if _holds_notes(rows, strip, right - high, right - left, on_left=False):
            return strip, False
    return None


def _holds_notes(rows: Sequence[Row], strip: Gutter, width: float, whole: float, *, on_left: bool) -> bool:
    """Tell whether one side of a strip is a narrow column beside prose, of small text or on the first page.

    Hardly any row may run across, but for the notice of the licence below all others.

    Args:
        rows: The rows of the page.
        strip: The strip.
        width: The width of the side, in points.
        whole: The width of all text, in points.
        on_left: Whether to examine the left side.
    """
    side, others = _sides(rows, strip, on_left=on_left)
    if len(side) < SIDEBARS.rows or not others:
        return False
    first = rows[0].page_number == 1
    if width >= (SIDEBARS.first_width_share if first else SIDEBARS.width_share) * (whole - width):
        return False
    least = SIDEBARS.size_share * _usual_size(rows)
    if not first and sum(row.size <= least for row in side) < SIDEBARS.small_share * len(side):
        return False
    ends = max(row.y1 for row in (*side, *others))
    divided = [*side, *others, *(row for row in rows if row.y0 >= ends)]
    return len(rows) - len(set(divided)) <= SIDEBARS.across_rows and _is_prose_beside(rows, side)


def _sides(rows: Sequence[Row], strip: Gutter, *, on_left: bool) -> tuple[list[Row], list[Row]]:
    """Return the rows on the side of the notes and those on the other side; rows inside the strip are in both."""
    left = [row for row in rows if row.x1 <= strip.high]
    right = [row for row in rows if row.x0 >= strip.low]
    return (left, right) if on_left else (right, left)


def _usual_size(rows: Sequence[Row]) -> float:
    letters = Counter[float]()
    for row in rows:
        letters[round(row.size, 1)] += len(row.text)
    return letters.most_common(1)[0][0]


def _is_prose_beside(rows: Sequence[Row], side: Sequence[Row]) -> bool:
    """Tell whether most text is outside the notes, and some of it beside them."""
    top, bottom = min(row.y0 for row in side), max(row.y1 for row in side)
    notes = set(side)
    others = [row for row in rows if row not in notes]
    long = [row for row in others if len(row.text) > SIDEBARS.prose_characters]
    beside = [row for row in long if row.y1 > top and row.y0 < bottom]
    text, noted = sum(len(row.text) for row in others), sum(len(row.text) for row in side)
    return len(beside) >= SIDEBARS.prose_rows and text > SIDEBARS.text_share * noted


def notes_beside_abstract(rows: Sequence[Row]) -> list[Row]:
    """Return the rows left of an abstract that is set wider than a column, as on title pages of letter journals."""
    edge, abstract = _inset_block(rows)
    if not abstract:
        return []
    top, bottom = _top_of_block(abstract, edge, rows), max(row.y1 for row in abstract)
    short = sorted((row for row in rows if row.x1 < edge), key=lambda row: row.y0)
    notes = [row for row in short if row.y1 > top and row.y0 < bottom]
    return _with_rows_above(notes, short) if len(notes) >= SIDEBARS.beside_rows else []


def _inset_block(rows: Sequence[Row]) -> tuple[int, list[Row]]:
    """Return the inset edge at which most wide rows begin, and these rows, none if they are few."""
    left, right = min(row.x0 for row in rows), max(row.x1 for row in rows)
    inset = [row for row in whole_lines(rows) if _is_wide_and_inset(row, left, right)]
    edge, count = Counter(round(row.x0) for row in inset).most_common(1)[0] if inset else (0, 0)
    return edge, [row for row in inset if abs(row.x0 - edge) <= 1] if count >= SIDEBARS.rows else []


def _top_of_block(abstract: Sequence[Row], edge: int, rows: Sequence[Row]) -> float:
    """Return the top of an inset abstract and of the authors above it, which begin at the same edge below the title."""
    top = min(row.y0 for row in abstract)
    title = max((row.y1 for row in rows if row.x0 < edge - 1 and row.x1 > edge and row.y0 < top), default=0.0)
    return min((row.y0 for row in rows if abs(row.x0 - edge) <= 1 and title <= row.y0 < top), default=top)


def _with_rows_above(notes: Sequence[Row], short: Sequence[Row]) -> list[Row]:
    """Return notes with the rows directly above them."""
    found = list(notes)
    for row in reversed(short):
        if row not in found and row.y0 <= found[0].y0 + 1 and found[0].y0 - row.y1 < row.size:
            found.insert(0, row)
    return found


def _is_wide_and_inset(row: Row, left: float, right: float) -> bool:
    inset = row.x0 - left
    return inset > SIDEBARS.inset_share * (right - left) and row.x1 - row.x0 > SIDEBARS.wide_share * (right - left)
