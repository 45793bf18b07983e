"""What a heading is: its text, its number, its look."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from scholarai.parsing.pdf.layout.metrics import Metrics
from scholarai.parsing.pdf.layout.rows import Row
from scholarai.parsing.pdf.structure.groups import Group
from scholarai.parsing.pdf.structure.thresholds import HEADINGS
from scholarai.parsing.pdf.text.titles import is_section_name


class Look(NamedTuple):
    """What makes headings of one level alike; `size` is relative to the body's, in fifths."""

    size: float
    bold: bool
    italic: bool
    capitals: bool
    centered: bool
    run_in: bool = False


@dataclass(slots=True, eq=False, kw_only=True)
class Heading:
    """A heading: its group, what it says, and its level from 1. A run-in heading is the start of its group's text."""

    group: Group
    title: str
    number: str | None
    look: Look
    stop: str = ""
    level: int = 1
    run_in: int = 0
    tight: bool = False

    @property
    def named(self) -> bool:
        return is_section_name(self.title)


def look_of(row: Row, metrics: Metrics) -> Look:
    """Return how a row looks, type sizes rounded to what an eye can tell apart."""
    letters = [c for c in row.text if c.isalpha()]
    upper = sum(map(str.isupper, letters))
    capitals = len(letters) > HEADINGS.capitals_letters and upper > HEADINGS.capitals_share * len(letters)
    left, right = row.x0 - row.left, row.right - row.x1
    inset = left > HEADINGS.centered_inset_ems * row.size
    centered = inset and abs(left - right) < HEADINGS.centered_balance_ems * row.size
    capitals = capitals or row.share("small_caps") > HEADINGS.small_caps_share
    return Look(relative_size(row, metrics), row.bold, row.italic, capitals, centered)


def relative_size(row: Row, metrics: Metrics) -> float:
    return round(row.size / metrics.size * 10) / 10
