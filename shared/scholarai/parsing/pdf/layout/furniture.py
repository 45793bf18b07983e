"""What a page repeats or counts: running heads, page numbers, watermarks, margin line numbers."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import pairwise

from scholarai.parsing.pdf.layout.page import PageRows
from scholarai.parsing.pdf.layout.rows import Row, cut

# Running heads and feet stand in the outer eighth of the page.
_ZONE = 0.125
# Page numbers follow where the text block ends early, as in TeX's article class on tall paper.
_NUMBER_ZONE = 0.2
# How far the same running head may stand from one page to the next, in points.
_DRIFT_PT = 3.0
_ROMAN = re.compile(r"[ivxlc]+$", re.IGNORECASE)
_PAGE_NUMBER = re.compile(
    r"(?:page|p\.|pg\.?)?\s*[\-\u2013\u2014|(\[]*\s*(\d{1,4}|[ivxlc]{1,6})\s*[\-\u2013\u2014|)\]]*\s*(?:(?:of|/)\s*\d+)?$",
    re.IGNORECASE,
)
_EDGE_NUMBER = re.compile(r"^(\d{1,4})\b|\b(\d{1,4})$|\b(\d{1,4})\s*(?:of|/)\s*\d+")
_FLOAT = re.compile(r"(figure|fig|table|algorithm)\b", re.IGNORECASE)
_LINE_NUMBER = re.compile(r"\d{1,4}$")
_NUMBERED_ROWS = 5
# Text that stands beyond a running head, when it is longer than a date or a notice.
_BODY_CHARACTERS = 40
_STEPS = (1, 2, 5, 10)
# Running heads alternate between left and right pages and skip those that begin a chapter or hold a plate.
_NEAR_PAGES = 4


def without_furniture(pages: Sequence[PageRows]) -> tuple[list[PageRows], list[Row]]:
    """Return the pages without what belongs to the page and not to the paper, and what was taken from them."""
    pages = without_line_numbers(pages)
    repeated = _repeated(pages)
    bands = _bands(pages, repeated)
    kept, taken = [], []
    for page in pages:
        rows = []
        for row in page.rows:
            if row in repeated or _in_band(row, page, bands, repeated):
                taken.append(row)
            else:
                rows.append(row)
        kept.append(page._replace(rows=rows))
    return kept, taken


def _zone(row: Row, page: PageRows, share: float = _ZONE) -> str:
    if row.y1 < share * page.height_pt:
        return "head"
    return "foot" if row.y0 > (1 - share) * page.height_pt else ""


def _repeated(pages: Sequence[PageRows]) -> set[Row]:
    """Return the rows that other pages have in the same place, or that count the pages."""
    heads: dict[tuple[str, str], list[Row]] = defaultdict(list)
    places: dict[tuple[str, int, int], list[Row]] = defaultdict(list)
    numbers: dict[tuple[str, int], list[Row]] = defaultdict(list)
    for page in pages:
        for row in page.rows:
            zone = _zone(row, page)
            places[row.text, round(row.x0 / 4), round(row.y0 / 4)].append(row)
            if zone:
                heads[zone, re.sub(r"\d+|\b[ivxl]+\b", "#", row.text.lower())].append(row)
            zone = zone or _zone(row, page, _NUMBER_ZONE)
            if zone:
                match = _PAGE_NUMBER.match(row.text)
                if match:
                    numbers[zone, _value(match[1]) - page.page_number].append(row)
    few = 1 if len(pages) == 1 else 2 if len(pages) < 5 else 3
    found = {row for rows in numbers.values() for row in _in_one_place(rows, few)}
    for (_, text), rows in heads.items():
        if len(text.strip("# ().,-")) > 2:
            found |= set(_in_one_place(rows, 3 if _FLOAT.match(text) else 2))
    found = {row for page in pages for row in page.rows if row in found and _is_outermost(row, page, found)}
    often = max(3, len(pages) // 2)
    for (text, _, _), rows in places.items():
        if len(text) > 1 and len({row.page_number for row in rows}) >= often:
            found |= set(rows)
    return found


def _is_outermost(row: Row, page: PageRows, found: set[Row]) -> bool:
    """Tell whether no text of the paper stands between a row and the edge of its page."""
    head = _zone(row, page, _NUMBER_ZONE) == "head"
    return not any(
        (other.y1 < row.y0 if head else other.y0 > row.y1) and len(other.text) > _BODY_CHARACTERS and other not in found
        for other in page.rows
    )


def _in_one_place(rows: list[Row], needed: int) -> list[Row]:
    """Return the rows that stand at one height and in one size on enough pages near one another."""
    alike: dict[tuple[int, int], list[Row]] = defaultdict(list)
    for row in rows:
        alike[round(row.y0 / _DRIFT_PT), round(row.size)].append(row)
    return [row for same in alike.values() for chain in _chains(same) if len(chain) >= needed for row in chain]


def _chains(rows: Sequence[Row]) -> list[list[Row]]:
    """Return rows in runs of pages not far apart: what two distant pages share is a coincidence."""
    chains: list[list[Row]] = []
    for row in sorted(rows, key=lambda row: row.page_number):
        if chains and 0 < row.page_number - chains[-1][-1].page_number <= _NEAR_PAGES:
            chains[-1].append(row)
        else:
            chains.append([row])
    return chains


def _value(number: str) -> int:
    if number.isdigit():
        return int(number)
    values = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}
    digits = [values[c] for c in number.lower()]
    return sum(-a if a < b else a for a, b in pairwise([*digits, 0]))


def _bands(pages: Sequence[PageRows], repeated: set[Row]) -> dict[str, list[float]]:
    """Return the heights at which several pages have running heads or feet."""
    heights: dict[str, Counter[float]] = {"head": Counter(), "foot": Counter()}
    for page in pages:
        for row in page.rows:
            zone = _zone(row, page, _NUMBER_ZONE)
            if zone and row in repeated and _names_pages(row):
                heights[zone][round(row.baseline)] += 1
    needed = max(2, len(pages) // 5)
    return {zone: [height for height, count in counts.items() if count >= needed] for zone, counts in heights.items()}


def _names_pages(row: Row) -> bool:
    """Tell a page number or a running head from a label that two plots share."""
    return bool(_PAGE_NUMBER.match(row.text)) or row.text.count(" ") >= 2


def _in_band(row: Row, page: PageRows, bands: dict[str, list[float]], repeated: set[Row]) -> bool:
    """Tell whether a row stands at the height of other pages' running heads, apart from the text of its page."""
    zone = _zone(row, page, _NUMBER_ZONE)
    if not zone or not any(abs(row.baseline - height) <= 1.5 for height in bands[zone]):
        return False
    usual = Counter(round(other.size) for other in page.rows).most_common(1)[0][0]
    if row.size > 1.1 * usual or not _is_outermost(row, page, repeated):
        return False
    inside = [other.y0 - row.y1 if zone == "head" else row.y0 - other.y1 for other in page.rows]
    return min((gap for gap in inside if gap > -0.5 * row.size), default=99.0) > 0.25 * row.size


def without_line_numbers(pages: Sequence[PageRows]) -> list[PageRows]:
    """Return the pages without the numbers that drafts print beside their lines."""
    marked = {page.page_number: _line_numbers(page) for page in pages}
    full = [page for page in pages if len(page.rows) > 4 * _NUMBERED_ROWS]
    if not any(marked.values()) or sum(bool(marked[page.page_number]) for page in full) < 0.5 * len(full):
        return list(pages)
    edges = [edge for found in marked.values() for edge in found.values()]
    kept = []
    for page in pages:
        numbers = marked[page.page_number]
        rows = []
        for row in page.rows:
            if row in numbers or (_LINE_NUMBER.match(row.text) and any(abs(row.x1 - edge) < 4 for edge in edges)):
                rest = _without_first_word(row)
                rows += [rest] if rest else []
            else:
                rows.append(row)
        kept.append(page._replace(rows=rows))
    return kept


def _without_first_word(row: Row) -> Row | None:
    end = row.text.find(" ")
    return cut(row, end + 1, len(row.text)) if end >= 0 else None


def _line_numbers(page: PageRows) -> dict[Row, float]:
    """Return rows that are or begin with a line number, with the right edge of the number."""
    groups: dict[int, list[tuple[Row, float]]] = {}
    for row in page.rows:
        word = row.text.split(" ", 1)[0]
        if not row.vertical and _LINE_NUMBER.match(word) and len(row.extents) >= 2:
            alone = len(word) == len(row.text)
            if alone or row.extents[2] - row.extents[1] > 0.6 * row.size:
                groups.setdefault(round(row.extents[1] / 4), []).append((row, row.extents[1]))
    found: dict[Row, float] = {}
    for key, group in groups.items():
        members = sorted(group + groups.get(key + 1, []), key=lambda member: member[0].y0)
        if _counts_lines(members, page):
            found |= dict(members)
    return found


def _counts_lines(members: list[tuple[Row, float]], page: PageRows) -> bool:
    if len(members) < _NUMBERED_ROWS:
        return False
    values = [int(row.text.split(" ", 1)[0]) for row, _ in members]
    steps = Counter(b - a for a, b in pairwise(values))
    step, count = steps.most_common(1)[0]
    if step not in _STEPS or count < 0.7 * (len(values) - 1):
        return False
    apart = sorted(b[0].baseline - a[0].baseline for a, b in pairwise(members))[len(members) // 2]
    if apart > 4.5 * members[0][0].size * step:
        return False
    return _beside_text(members, page)


def _beside_text(members: list[tuple[Row, float]], page: PageRows) -> bool:
    """Tell whether text begins right of the numbers, or ends left of them, and never stands at them."""
    low = min(row.x0 for row, _ in members)
    high = max(edge for _, edge in members)
    numbered = {row for row, _ in members}
    through = sum(
        row.x0 < low - 1 and row.x1 > high + 1 for row in page.rows if row not in numbered and not row.vertical
    )
    return through <= 0.1 * len(page.rows)
