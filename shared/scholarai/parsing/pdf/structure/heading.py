"""A heading: its text, number and typography."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from scholarai.parsing.pdf.layout.metrics import Metrics
from scholarai.parsing.pdf.layout.rows import Row
from scholarai.parsing.pdf.structure.groups import Group
from scholarai.parsing.pdf.structure.thresholds import HEADINGS
from scholarai.parsing.pdf.text.titles import is_section_name


class Look(NamedTuple):
    """The typography that headings of one level share; `size` is relative to the body's, rounded."""

    size: float
    bold: bool
    italic: bool
    capitals: bool
    centered: bool
    run_in: bool = False


@dataclass(slots=True, eq=False, kw_only=True)
class Heading:
    """A heading: its group, text and level, from 1. A run-in heading is the start of its group's text.

    One that is `unsure` is a heading only if others share its look.
    """

    group: Group
    title: str
    number: str | None
    look: Look
    stop: str = ""
    level: int = 1
    run_in: int = 0
    tight: bool = False
    unsure: bool = False

    @property
    def named(self) -> bool:
        return is_section_name(self.title)


def look_of(row: Row, metrics: Metrics) -> Look:
    """Return the typography of a row, with its size rounded to visible differences."""
    letters = [c for c in row.text if c.isalpha()]
    upper = sum(map(str.isupper, letters))
    capitals = len(letters) > HEADINGS.capitals_letters and upper > HEADINGS.capitals_share * len(letters)
    left, right = row.x0 - row.left, row.right - row.x1
    inset = left > HEADINGS.centered_inset_ems * row.size
    centered = inset and abs(left - right) < HEADINGS.centered_balance_ems * row.size
    capitals = capitals or row.share("small_caps") > HEADINGS.small_caps_share
    return Look(relative_size(row, metrics), row.bold, row.italic, capitals, centered)


def relative_size(row: Row, metrics: Metrics) -> float:
    """Return the type size of a row as a share of the body's, rounded so that headings of one level have the same."""
    return round(row.size / metrics.size * HEADINGS.size_steps) / HEADINGS.size_steps
