"""Removes page furniture: running heads and feet, page numbers and watermarks."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import pairwise
from math import inf
from statistics import median

from scholarai.parsing.pdf.layout.line_numbers import without_line_numbers
from scholarai.parsing.pdf.layout.margins import in_margins
from scholarai.parsing.pdf.layout.page import PageRows
from scholarai.parsing.pdf.layout.rows import Row
from scholarai.parsing.pdf.layout.thresholds import FURNITURE
from scholarai.parsing.pdf.text.labels import CAPTION, is_label

_PAGE_NUMBER = re.compile(
    r"(?:page|p\.|pg\.?)?+\s*+(?:[\-\u2013\u2014|(\[]++\s*+)?+(\d{1,4}|[ivxlc]{1,6})\s*+(?:[\-\u2013\u2014|)\]]++\s*+)?+"
    r"(?:(?:of|/)\s*+\d++)?$",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_]{2,}")
_FLOAT = re.compile(r"(figure|fig|table|algorithm)\b", re.IGNORECASE)


def without_furniture(pages: Sequence[PageRows]) -> tuple[list[PageRows], list[Row]]:
    """Return the pages without their furniture, and the rows that were removed."""
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


def _zone(row: Row, page: PageRows, share: float | None = None) -> str:
    """Return "head" or "foot" for a row in this share of the page's height at its top or bottom, else an empty string."""
    share = FURNITURE.zone_share if share is None else share
    if row.y1 < share * page.height_pt:
        return "head"
    return "foot" if row.y0 > (1 - share) * page.height_pt else ""


def _repeated(pages: Sequence[PageRows]) -> set[Row]:
    """Return the rows that recur in the same position on other pages, or that count the pages."""
    found = _page_numbers(pages) | _running_heads(pages)
    found |= _varying_heads(pages, found)
    found |= _like_running_heads(pages, found)
    outermost = {
        row
        for page in pages
        for row in page.rows
        if row in found and _is_outermost(row, page, found) and not _is_in_line(row, page, found)
    }
    return outermost | _stamps(pages) | in_margins(pages, outermost)


def _page_numbers(pages: Sequence[PageRows]) -> set[Row]:
    """Return the rows at a page's head or foot that count the pages."""
    numbers: dict[tuple[str, int], list[Row]] = defaultdict(list)
    for page in pages:
        for row in page.rows:
            zone = _zone(row, page) or _zone(row, page, FURNITURE.number_zone_share)
            match = _PAGE_NUMBER.match(row.text) if zone else None
            if match:
                numbers[zone, _value(match[1]) - page.page_number].append(row)
    needed = FURNITURE.head_pages if len(pages) < FURNITURE.few_pages else FURNITURE.label_pages
    if len(pages) == 1:
        needed = 1
    return {row for rows in numbers.values() for row in _in_one_place(rows, needed)}


def _running_heads(pages: Sequence[PageRows]) -> set[Row]:
    """Return the rows at a page's head or foot whose words, except numbers, recur there on other pages."""
    heads: dict[tuple[str, str], list[Row]] = defaultdict(list)
    for page in pages:
        table = _head_of_table(page)
        for row in page.rows:
            zone = _zone(row, page)
            if zone and row not in table and not is_label(row.text):
                heads[zone, _without_numbers(row.text)].append(row)
    found: set[Row] = set()
    for (_, text), rows in heads.items():
        if len(text.strip("# ().,-")) > FURNITURE.head_characters:
            needed = FURNITURE.label_pages if _FLOAT.match(text) else FURNITURE.head_pages
            found.update(_in_one_place(rows, needed))
    return found - _inner_heads(found, pages)


def _head_of_table(page: PageRows) -> set[Row]:
    """Return the captions at a page's head, and the rows side by side below them: the heads of tables that go on over pages.

    Of a page set sideways none: such a table, whose head has a line of its own over several columns, is joined by its columns.
    """
    if page.width_pt > page.height_pt:
        return set()
    rows = [row for row in page.rows if _zone(row, page) == "head"]
    captions = {row for row in rows if CAPTION.match(row.text)}
    top = min((row.y1 for row in captions), default=inf)
    below = [row for row in rows if row.y0 > top - FURNITURE.band_pt]
    counts = Counter(round(row.baseline) for row in below)
    return captions | {row for row in below if counts[round(row.baseline)] > 1}


def _without_numbers(text: str) -> str:
    return re.sub(r"\d+|\b[ivxl]+\b", "#", text.lower())


def _inner_heads(found: set[Row], pages: Sequence[PageRows]) -> set[Row]:
    """Return the rows that recur on two pages alone, inside of what recurs on more: heads of tables that two pages begin with."""
    texts = Counter(_without_numbers(row.text) for row in found)
    often = [row for row in found if texts[_without_numbers(row.text)] >= FURNITURE.often_pages]
    zones = {page.page_number: page for page in pages}
    return {
        row
        for row in found
        if texts[_without_numbers(row.text)] < FURNITURE.often_pages
        and any(
            outer.page_number == row.page_number
            and (outer.y1 < row.y0 if _zone(row, zones[row.page_number]) == "head" else outer.y0 > row.y1)
            for outer in often
        )
    }


def _varying_heads(pages: Sequence[PageRows], found: set[Row]) -> set[Row]:
    """Return the first and last rows of pages that are at one place on many, apart from the text, whatever they say."""
    places: dict[tuple[str, int, str, int], list[Row]] = defaultdict(list)
    for page in pages:
        rows = [row for row in page.rows if row not in found and not row.vertical]
        for row in (min(rows, key=lambda row: row.y0), max(rows, key=lambda row: row.y1)) if len(rows) > 1 else ():
            zone = _zone(row, page)
            if (
                zone
                and not (is_label(row.text) or CAPTION.match(row.text))
                and _is_apart(row, rows, zone)
                and row.size <= FURNITURE.larger_share * _usual_size(rows)
            ):
                places[zone, round(row.baseline), row.style.font, round(row.size)].append(row)
    needed = max(FURNITURE.label_pages, int(FURNITURE.varying_share * len(pages)))
    return {row for rows in places.values() if len(rows) >= needed for row in rows}


def _like_running_heads(pages: Sequence[PageRows], found: set[Row]) -> set[Row]:
    """Return the rows at a head or foot, with a number and in no larger type, whose words are those of a running head."""
    known = [(frozenset(_WORD.findall(row.text.lower())), row.size) for row in found]
    alike: set[Row] = set()
    for page in pages:
        for row in page.rows:
            words = set(_WORD.findall(row.text.lower())) if row not in found and _zone(row, page) else set()
            if len(words) >= FURNITURE.same_words and any(map(str.isdecimal, row.text)):
                least, size = FURNITURE.same_words_share * len(words), row.size / FURNITURE.larger_share
                alike.update([row] if any(len(words & head) >= least and of >= size for head, of in known) else [])
    return alike


def _is_apart(row: Row, rows: Sequence[Row], zone: str) -> bool:
    """Tell whether a row is further from the others than lines of the page are from each other: manuscripts are set wide."""
    others = [other for other in rows if abs(other.baseline - row.baseline) > FURNITURE.band_pt]
    gaps = [other.y0 - row.y1 if zone == "head" else row.y0 - other.y1 for other in others]
    lines = sorted({round(other.baseline) for other in others})
    usual = median(after - before for before, after in pairwise(lines)) if len(lines) > 1 else 0.0
    return bool(gaps) and min(gaps) > max(FURNITURE.varying_apart_ems * row.size, usual)


def _usual_size(rows: Sequence[Row]) -> int:
    return Counter(round(row.size) for row in rows).most_common(1)[0][0]


def _is_in_line(row: Row, page: PageRows, found: set[Row]) -> bool:
    """Tell whether a row is a piece of a line of text, which some PDFs give word by word."""
    near = FURNITURE.beside_ems * row.size
    return any(
        other not in found
        and abs(other.baseline - row.baseline) < FURNITURE.band_pt
        and min(abs(other.x0 - row.x1), abs(row.x0 - other.x1)) < near
        for other in page.rows
        if not other.vertical
    )


def _stamps(pages: Sequence[PageRows]) -> set[Row]:
    """Return the rows that recur anywhere in the same position on most pages."""
    places: dict[tuple[str, int, int], list[Row]] = defaultdict(list)
    for page in pages:
        for row in page.rows:
            places[row.text, round(row.x0 / FURNITURE.place_pt), round(row.y0 / FURNITURE.place_pt)].append(row)
    often = max(FURNITURE.often_pages, int(FURNITURE.often_share * len(pages)))
    found: set[Row] = set()
    for (text, _, _), rows in places.items():
        if len(text) > 1 and len({row.page_number for row in rows}) >= often:
            found.update(rows)
    return found


def _is_outermost(row: Row, page: PageRows, found: set[Row]) -> bool:
    """Tell whether no text of the paper is between a row and the edge of its page."""
    head = _zone(row, page, FURNITURE.number_zone_share) == "head"
    return not any(
        (other.y1 < row.y0 if head else other.y0 > row.y1)
        and len(other.text) > FURNITURE.body_characters
        and other not in found
        for other in page.rows
    )


def _in_one_place(rows: list[Row], needed: int) -> list[Row]:
    """Return the rows at one height and in one size on enough neighbouring pages."""
    alike: dict[tuple[int, int], list[Row]] = defaultdict(list)
    for row in rows:
        alike[round(row.y0 / FURNITURE.drift_pt), round(row.size)].append(row)
    return [row for same in alike.values() for chain in _chains(same) if len(chain) >= needed for row in chain]


def _chains(rows: Sequence[Row]) -> list[list[Row]]:
    """Return rows in runs of pages that are near one another: matches on distant pages are a coincidence."""
    chains: list[list[Row]] = []
    for row in sorted(rows, key=lambda row: row.page_number):
        if chains and 0 < row.page_number - chains[-1][-1].page_number <= FURNITURE.near_pages:
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
    """Return the y coordinates at which several pages have running heads or feet."""
    heights: dict[str, Counter[float]] = {"head": Counter(), "foot": Counter()}
    for page in pages:
        for row in page.rows:
            zone = _zone(row, page, FURNITURE.number_zone_share)
            if zone and row in repeated and _is_page_label(row):
                heights[zone][round(row.baseline)] += 1
    needed = max(FURNITURE.band_pages, int(FURNITURE.band_share * len(pages)))
    return {zone: [height for height, count in counts.items() if count >= needed] for zone, counts in heights.items()}


def _is_page_label(row: Row) -> bool:
    """Tell whether a row is a page number or a running head, and not a label that two plots share."""
    return bool(_PAGE_NUMBER.match(row.text)) or row.text.count(" ") >= FURNITURE.band_words


def _in_band(row: Row, page: PageRows, bands: dict[str, list[float]], repeated: set[Row]) -> bool:
    """Tell whether a row is at the height of other pages' running heads, and separate from the text of its page."""
    zone = _zone(row, page, FURNITURE.number_zone_share)
    if not zone or not any(abs(row.baseline - height) <= FURNITURE.band_pt for height in bands[zone]):
        return False
    if row.size > FURNITURE.larger_share * _usual_size(page.rows) or not _is_outermost(row, page, repeated):
        return False
    inside = [other.y0 - row.y1 if zone == "head" else row.y0 - other.y1 for other in page.rows]
    apart = min((gap for gap in inside if gap > -FURNITURE.overlap_ems * row.size), default=inf)
    return apart > FURNITURE.apart_ems * row.size
