"""What stands on a title page beside the title and the abstract: days, permissions."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from unit.parsing_pdf.printed import HEIGHT, LARGE, TITLE, WIDTH, line, paragraph, sentences

from scholarai.domain.content import PaperContent
from scholarai.parsing.layout import PageLayout, RawLine
from scholarai.parsing.pdf.read import read_pdf

PERMISSION = (
    "Permission to make digital or hard copies of all or part of this work for personal or classroom use is granted "
    "without fee provided that copies are not made or distributed for profit or commercial advantage and that copies "
    "bear this notice and the full citation on the first page. To copy otherwise, to republish, to post on servers or "
    "to redistribute to lists, requires prior specific permission and a fee, which is paid to the publisher of the work."
)


def _read(rows: Sequence[RawLine]) -> PaperContent:
    return read_pdf([PageLayout(1, WIDTH, HEIGHT, tuple(rows))])


@pytest.mark.parametrize(
    "day", ["01-Dec-2008", "17 August 2008", "August 25, 2013", "Revised 22-Sep-2008", "2008-09-22"]
)
def test_a_day_below_a_title_is_not_part_of_it(day: str) -> None:
    rows = [line("Reading Long Columns", 150, 80, TITLE), line(day, 200, 100, TITLE), *paragraph(sentences(6), 160)]

    assert _read(rows).title == "Reading Long Columns"


@pytest.mark.parametrize("last", ["May 2020", "Part 31", "31 March 2020"])
def test_a_title_that_ends_with_a_time_keeps_it(last: str) -> None:
    rows = [
        line("Deaths from Influenza up to", 150, 80, TITLE),
        line(last, 200, 100, TITLE),
        *paragraph(sentences(6), 160),
    ]

    assert _read(rows).title == f"Deaths from Influenza up to {last}"


def test_a_permission_to_copy_is_no_abstract() -> None:
    rows = [
        line("Reading Long Columns", 150, 80, TITLE),
        *paragraph(PERMISSION, 120, x=100, right=500),
        line("1 Introduction", 60, 260, LARGE),
        *paragraph(sentences(8), 280),
    ]

    assert _read(rows).abstract is None
