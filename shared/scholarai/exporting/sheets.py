"""Divides the HTML of an export into upright and wide sheets of paper, and tables with many columns into several."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from itertools import groupby, pairwise
from typing import NamedTuple

from lxml import html
from lxml.html import HtmlElement

# Columns that a sheet of A4 holds with room for some words in each. Guesses, looked at on real tables.
UPRIGHT_COLUMNS = 5
_WIDE_COLUMNS = 8
_HEADINGS = ("h1", "h2", "h3", "h4")


class Sheets(NamedTuple):
    """What stands on sheets of one form, one after the other; `wide` ones lie on their long side."""

    wide: bool
    elements: tuple[HtmlElement, ...]


def sheets_of(page: bytes) -> tuple[str, tuple[Sheets, ...]]:
    """Return the title of a page of HTML, and what stands on it in order.

    A table of more than `UPRIGHT_COLUMNS` columns stands on wide sheets; one with more than these hold becomes several, each of
    which begins with the first column.
    """
    root = html.document_fromstring(page, parser=html.HTMLParser(huge_tree=True, encoding="utf-8"))
    body = root.body
    for scrolled in body.find_class("wide"):
        scrolled.drop_tag()
    for table in list(body.iter("table")):
        if table.getparent() is not None and _columns(table) > UPRIGHT_COLUMNS:
            most = _WIDE_COLUMNS if table.getparent() is body else UPRIGHT_COLUMNS
            parts = _divided(table, most)
            place = table.getparent()
            at = place.index(table)
            parts[-1].tail = table.tail
            place[at : at + 1] = parts
    sheets: list[Sheets] = []
    for wide, elements in groupby(body, _is_wide):
        # The parts of a table begin on a page of their own each: the head of one would stand alone at the end of a page.
        found: list[HtmlElement] = []
        for element in elements:
            found.append(element)
            if wide and element.tag == "table":
                sheets.append(Sheets(wide=True, elements=tuple(found)))
                found = []
        if found:
            sheets.append(Sheets(wide=wide, elements=tuple(found)))
    return root.findtext(".//title") or "", tuple(sheets)


def _is_wide(element: HtmlElement) -> bool:
    """Tell whether an element is such a table, or the heading that stands right above one."""
    if element.tag in _HEADINGS:
        following = element.getnext()
        return following is not None and _is_wide(following)
    return element.tag == "table" and _columns(element) > UPRIGHT_COLUMNS


def _columns(table: HtmlElement) -> int:
    return max((len(row) for row in table.iter("tr")), default=0)


def _divided(table: HtmlElement, most: int) -> list[HtmlElement]:
    """Return tables of at most `most` columns, the first of which is the same in all."""
    columns = _columns(table)
    if columns <= most:
        return [table]
    count = -(-(columns - 1) // (most - 1))
    borders = [1 + (columns - 1) * part // count for part in range(count + 1)]
    return [_with_columns(table, range(first, last)) for first, last in pairwise(borders)]


def _with_columns(table: HtmlElement, kept: Sequence[int]) -> HtmlElement:
    part = deepcopy(table)
    part.tail = None
    for row in part.iter("tr"):
        for at, cell in reversed(list(enumerate(row))):
            if at and at not in kept:
                row.remove(cell)
    return part
