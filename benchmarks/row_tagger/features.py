"""Describes each printed row by numbers: what the reader's rules look at, of the row and of those above and below it."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from scholarai.local.gold import squash
from scholarai.parsing.pdf.flow import is_bibliography
from scholarai.parsing.pdf.layout.mathematics import math_share
from scholarai.parsing.pdf.layout.metrics import Metrics, measure
from scholarai.parsing.pdf.layout.page import PageRows
from scholarai.parsing.pdf.layout.rows import Row
from scholarai.parsing.pdf.text.labels import CAPTION
from scholarai.parsing.pdf.text.titles import is_section_name, split_title

Features = NDArray[np.float32]

NAMES = (
    "size", "bold", "italic", "small_caps", "mono", "body_font", "style_share", "indent", "short_of_right", "width",
    "gap_above", "top", "left", "right", "capitals", "digits", "letters", "commas", "math", "form", "starts_lower", "ends",
    "repeated", "column", "spanning", "page", "pages_left", "words", "characters", "cells", "raised", "section_name",
    "after_bibliography", "after_abstract", "years", "initials", "address", "small_words", "in_picture", "rule_above",
    "rule_below", "is_title_size", "vertical",
)  # fmt: skip
"""The features of one row; `features` gives them for the row, the one above and the one below."""

_FAR = 9.0
_SAME_PLACE_PT = 3.0
_RULE_PT = 8.0
_ABSTRACT = re.compile(r"\W*(?:abstract|summary|zusammenfassung|resumen|résumé)\b", re.IGNORECASE)
_FORMS = (
    re.compile(r"\[\d{1,3}\]"),
    re.compile(r"\d{1,3}[.)]?\s"),
    re.compile(r"\d{1,2}(?:\.\d{1,2})+\.?\s"),
    re.compile(r"[IVX]{1,5}\.\s|[A-Z]\.\s"),
    re.compile(r"\([a-z0-9]{1,3}\)"),
    re.compile(r"[•●◦‣▪■○∙·⁃−–—*-]\s"),
)
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_INITIALS = re.compile(r"\b[A-Z]\.|\b[A-Z]{1,2}\b[,;]")
_ADDRESS = re.compile(r"@|https?:|doi|www\.|Universit|Department|Institut", re.IGNORECASE)
_SMALL = frozenset(
    "the of and in to a is that for with was were are as on by we this be from der die und von in den".split()
)
_ENDS = ".:,;-?!)"


def features(rows: Sequence[Row], pages: Sequence[PageRows]) -> Features:
    """Return the features of rows in reading order: shape (rows, 3 · names); zeros stand for a missing neighbour."""
    metrics = measure(rows)
    own = np.zeros((len(rows), len(NAMES)), np.float32)
    own[:] = _Describer(rows, pages, metrics).all() if rows else own
    above, below = np.zeros_like(own), np.zeros_like(own)
    above[1:], below[:-1] = own[:-1], own[1:]
    return np.hstack([own, above, below])


class _Describer:
    """What is counted over a whole paper before its rows are described."""

    def __init__(self, rows: Sequence[Row], pages: Sequence[PageRows], metrics: Metrics) -> None:
        self._rows, self._metrics = rows, metrics
        self._pages: Mapping[int, PageRows] = {page.page_number: page for page in pages}
        self._styles = Counter[tuple[str, float]]()
        self._recurring: dict[tuple[str, int], set[int]] = defaultdict(set)
        for row in rows:
            self._styles[_style(row)] += len(row.text)
            for shift in (-1, 0, 1):
                self._recurring[_masked(row), _height(row) + shift].add(row.page_number)
        self._letters = max(1, self._styles.total())
        self._largest = max((row.size for row in rows if row.page_number == 1 and len(row.text) > 12), default=0.0)

    def all(self) -> list[list[float]]:
        named, last = 0.0, len(self._pages)
        found: list[list[float]] = []
        abstract = 0.0
        gaps = [_FAR, *(self._gap(above, row) for above, row in pairwise(self._rows))]
        for row, gap in zip(self._rows, gaps, strict=True):
            named = 1.0 if is_bibliography(split_title(row.text.strip()).title) else named
            if section_begins(row):
                abstract = 1.0 if _ABSTRACT.match(row.text) else 0.0
            found.append([
                *self._type(row), *self._place(row, gap), *_wording(row), *self._page(row, last), *_length(row),
                named, abstract, *_references(row), *self._drawn(row),
                float(row.page_number == 1 and row.size > self._largest - 0.5), float(row.vertical),
            ])  # fmt: skip
        return found

    def _type(self, row: Row) -> list[float]:
        letters = max(1, len(row.text))
        body = sum(run.end - run.start for run in row.runs if run.style.font == self._metrics.font) / letters
        flags = [row.share(name) for name in ("bold", "italic", "small_caps", "mono")]
        return [row.size / self._metrics.size, *flags, body, self._styles[_style(row)] / self._letters]

    def _place(self, row: Row, gap: float) -> list[float]:
        page, size = self._pages[row.page_number], max(1.0, row.size)
        wide = max(1.0, row.right - row.left)
        return [
            min(20.0, (row.x0 - row.left) / size), min(50.0, (row.right - row.x1) / size), (row.x1 - row.x0) / wide, gap,
            row.baseline / page.height_pt, row.x0 / page.width_pt, row.x1 / page.width_pt,
        ]  # fmt: skip

    def _gap(self, above: Row, row: Row) -> float:
        """Return the distance to the row above in usual leadings, far at the start of a column."""
        if (above.page_number, above.column) != (row.page_number, row.column):
            return _FAR
        step = (row.baseline - above.baseline) / self._metrics.leading(row.size)
        return max(-_FAR, min(_FAR, step))

    def _page(self, row: Row, last: int) -> list[float]:
        pages = len(self._recurring[_masked(row), _height(row)])
        return [pages / last, row.column, float(row.spanning), min(row.page_number, 3), min(last - row.page_number, 3)]

    def _drawn(self, row: Row) -> list[float]:
        regions = self._pages[row.page_number].regions
        x, y = (row.x0 + row.x1) / 2, (row.y0 + row.y1) / 2
        inside = any(box.x0 <= x <= box.x1 and box.y0 <= y <= box.y1 for box in regions.pictures)
        over = [rule.y for rule in regions.rules if rule.x0 <= x <= rule.x1]
        above = any(0 <= row.y0 - at <= _RULE_PT for at in over)
        below = any(0 <= at - row.y1 <= _RULE_PT for at in over)
        return [float(inside), float(above), float(below)]


def section_begins(row: Row) -> bool:
    """Tell whether a row begins with the name that a section often has."""
    return _ABSTRACT.match(row.text) is not None or is_section_name(split_title(row.text.strip()).title)


def _wording(row: Row) -> list[float]:
    text = row.text
    marks = len(text) - text.count(" ") or 1
    letters = sum(map(str.isalpha, text))
    form = next((place for place, pattern in enumerate(_FORMS, 1) if pattern.match(text)), 0)
    form = len(_FORMS) + 1 if CAPTION.match(text) else form
    ends = _ENDS.find(text[-1:]) + 1 if text else 0
    return [
        sum(map(str.isupper, text)) / max(1, letters), sum(map(str.isdigit, text)) / marks, letters / marks,
        text.count(",") / marks, math_share(row), form, float(text[:1].islower()), ends,
    ]  # fmt: skip


def _length(row: Row) -> list[float]:
    raised = bool(row.runs and row.runs[0].raised)
    name = is_section_name(split_title(row.text.strip()).title)
    return [row.text.count(" ") + 1, len(row.text), len(row.cells), float(raised), float(name)]


def _references(row: Row) -> list[float]:
    text = row.text
    words = text.lower().split(" ")
    small = sum(word in _SMALL for word in words) / len(words)
    return [len(_YEAR.findall(text)), len(_INITIALS.findall(text)), float(bool(_ADDRESS.search(text))), small]


def _style(row: Row) -> tuple[str, float]:
    return row.style.font, round(row.size, 1)


def _masked(row: Row) -> str:
    return re.sub(r"\d+", "0", squash(row.text))


def _height(row: Row) -> int:
    return round(row.baseline / _SAME_PLACE_PT)
