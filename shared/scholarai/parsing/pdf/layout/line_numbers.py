"""Removes the line numbers that drafts print beside their lines."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise

from scholarai.parsing.pdf.layout.page import PageRows
from scholarai.parsing.pdf.layout.rows import Row, cut
from scholarai.parsing.pdf.layout.thresholds import LINE_NUMBERS

_LINE_NUMBER = re.compile(r"\d{1,4}$")
_STEPS = (1, 2, 5, 10)


def without_line_numbers(pages: Sequence[PageRows]) -> list[PageRows]:
    """Return the pages without line numbers."""
    marked = {page.page_number: _line_numbers(page) for page in pages}
    full = [page for page in pages if len(page.rows) > LINE_NUMBERS.full_page_rows]
    numbered = sum(bool(marked[page.page_number]) for page in full)
    if not any(marked.values()) or numbered < LINE_NUMBERS.numbered_pages_share * len(full):
        return list(pages)
    edges = [edge for found in marked.values() for edge in found.values()]
    return [page._replace(rows=_unnumbered(page.rows, marked[page.page_number], edges)) for page in pages]


def _unnumbered(rows: Sequence[Row], numbers: Mapping[Row, float], edges: Sequence[float]) -> list[Row]:
    """Return the rows of a page without line numbers, whether separate rows or first words."""
    kept = []
    for row in rows:
        rest: Row | None = row
        if row in numbers or (_LINE_NUMBER.match(row.text) and _ends_at(row, edges)):
            rest = _without_first_word(row)
        if rest is not None:
            kept.append(rest)
    return kept


def _ends_at(row: Row, edges: Sequence[float]) -> bool:
    return any(abs(row.x1 - edge) < LINE_NUMBERS.same_edge_pt for edge in edges)


def _without_first_word(row: Row) -> Row | None:
    end = row.text.find(" ")
    return cut(row, end + 1, len(row.text)) if end >= 0 else None


def _line_numbers(page: PageRows) -> dict[Row, float]:
    """Return the rows that are or begin with a line number, and the right edge of each number."""
    groups: dict[int, list[tuple[Row, float]]] = {}
    for row in page.rows:
        word = row.text.split(" ", 1)[0]
        if not row.vertical and _LINE_NUMBER.match(word) and len(row.extents) >= 2:
            alone = len(word) == len(row.text)
            if alone or row.extents[2] - row.extents[1] > LINE_NUMBERS.gap_ems * row.size:
                groups.setdefault(round(row.extents[1] / LINE_NUMBERS.same_edge_pt), []).append((row, row.extents[1]))
    found: dict[Row, float] = {}
    for key, group in groups.items():
        members = sorted(group + groups.get(key + 1, []), key=lambda member: member[0].y0)
        if _counts_lines(members, page):
            found |= dict(members)
    return found


def _counts_lines(members: list[tuple[Row, float]], page: PageRows) -> bool:
    if len(members) < LINE_NUMBERS.rows:
        return False
    values = [int(row.text.split(" ", 1)[0]) for row, _ in members]
    steps = Counter(b - a for a, b in pairwise(values))
    step, count = steps.most_common(1)[0]
    if step not in _STEPS or count < LINE_NUMBERS.counting_share * (len(values) - 1):
        return False
    apart = sorted(b[0].baseline - a[0].baseline for a, b in pairwise(members))[len(members) // 2]
    if apart > LINE_NUMBERS.apart_ems * members[0][0].size * step:
        return False
    return _beside_text(members, page)


def _beside_text(members: list[tuple[Row, float]], page: PageRows) -> bool:
    """Tell whether text begins right of the numbers, or ends left of them, and never overlaps them."""
    low = min(row.x0 for row, _ in members)
    high = max(edge for _, edge in members)
    numbered = {row for row, _ in members}
    others = [row for row in page.rows if row not in numbered and not row.vertical]
    slack = LINE_NUMBERS.through_pt
    through = sum(row.x0 < low - slack and row.x1 > high + slack for row in others)
    return through <= LINE_NUMBERS.through_share * len(page.rows)
