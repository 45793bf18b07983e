"""Removes the line numbers that drafts print beside their lines."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from scholarai.parsing.pdf.layout.page import PageRows
from scholarai.parsing.pdf.layout.rows import Row, cut
from scholarai.parsing.pdf.layout.thresholds import LINE_NUMBERS

_NUMBER = re.compile(r"\d{1,4}(?= |$)")


class _Number(NamedTuple):
    """A row that is or begins with a number, which ends at `edge`."""

    row: Row
    value: int
    edge: float


def without_line_numbers(pages: Sequence[PageRows]) -> list[PageRows]:
    """Return the pages without line numbers, whether these are separate rows or the first words of rows."""
    columns: dict[tuple[bool, int], list[_Number]] = {}
    for page in pages:
        for number in _numbers(page):  # they are set flush left or flush right
            for right, edge in enumerate((number.row.x0, number.edge)):
                columns.setdefault((bool(right), round(edge / LINE_NUMBERS.same_edge_pt)), []).append(number)
    by_page = {page.page_number: page for page in pages}
    found: set[Row] = set()
    for (right, key), own in columns.items():
        members = [*own, *columns.get((right, key + 1), ())]
        if len(members) >= LINE_NUMBERS.least and _counts_lines(members, by_page):
            beside = {
                one for one in {number.row.page_number for number in members} if _beside_text(members, by_page[one])
            }
            found.update(one.row for one in members if one.row.page_number in beside)
    full = {page.page_number for page in pages if len(page.rows) > LINE_NUMBERS.full_page_rows}
    # One number alone may be the page number.
    numbered = {page for page, count in Counter(row.page_number for row in found).items() if count > 1}
    if not found or len(full & numbered) < LINE_NUMBERS.pages_share * len(full):
        return list(pages)
    return [page._replace(rows=[rest for row in page.rows if (rest := _unnumbered(row, found))]) for page in pages]


def _unnumbered(row: Row, numbers: set[Row]) -> Row | None:
    """Return a row without its line number, None if it holds nothing else."""
    if row not in numbers:
        return row
    end = row.text.find(" ")
    return cut(row, end + 1, len(row.text)) if end >= 0 else None


def _numbers(page: PageRows) -> list[_Number]:
    """Return the numbers at the start of a page's rows, from top to bottom, that white space or nothing follows."""
    found = []
    for row in page.rows:
        match = _NUMBER.match(row.text) if not row.vertical and len(row.extents) > 1 else None
        alone = match is not None and match.end() == len(row.text)
        if match and (alone or row.extents[2] - row.extents[1] > LINE_NUMBERS.gap_ems * row.size):
            found.append(_Number(row, int(match[0]), row.extents[1]))
    return sorted(found, key=lambda one: one.row.baseline)


def _counts_lines(members: list[_Number], pages: dict[int, PageRows]) -> bool:
    """Tell whether numbers count the lines beside them: by one step, as many leadings apart, over pages or anew on each."""
    members.sort(key=lambda one: (one.row.page_number, one.row.baseline))
    pairs = [(a, b) for a, b in pairwise(members) if a.row.page_number == b.row.page_number or a.value < b.value]
    step, count = Counter(b.value - a.value for a, b in pairs).most_common(1)[0] if pairs else (0, 0)
    if step < 1 or step * count < LINE_NUMBERS.lines or count < LINE_NUMBERS.counting_share * len(pairs):
        return False
    leadings = {page: _leading(pages[page]) for page in {one.row.page_number for one in members}}
    apart = [
        (b.row.baseline - a.row.baseline) / step / leadings[a.row.page_number]
        for a, b in pairs
        if a.row.page_number == b.row.page_number and b.value - a.value == step
    ]
    return bool(apart) and abs(median(apart) - 1) < LINE_NUMBERS.leading_share


def _leading(page: PageRows) -> float:
    """Return the most frequent distance of two lines of text on a page, infinite if it has none."""
    lines = [row for row in page.rows if len(row.text) > LINE_NUMBERS.text_characters]
    steps = Counter(round(2 * (b.baseline - a.baseline)) for a, b in pairwise(lines) if b.baseline > a.baseline + 1)
    return steps.most_common(1)[0][0] / 2 if steps else float("inf")


def _beside_text(members: Sequence[_Number], page: PageRows) -> bool:
    """Tell whether text begins right of the numbers, or ends left of them, and never overlaps them."""
    numbered = {one.row: one.edge for one in members if one.row.page_number == page.page_number}
    low = min(row.x0 for row in numbered) - LINE_NUMBERS.through_pt
    high = max(numbered.values()) + LINE_NUMBERS.through_pt
    through = sum(row.x0 < low and row.x1 > high and row not in numbered and not row.vertical for row in page.rows)
    return through <= LINE_NUMBERS.through_share * len(page.rows)
