"""A written review names its papers as they are known now."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace
from unit.services_reviews.system import System

from scholarai.domain.ids import PaperId
from scholarai.domain.paper import Metadata
from scholarai.domain.review import ComparisonTable, Report, ReviewedPaper, ReviewSection, TableRow
from scholarai.reviewing.papers import with_corrections

P1, P2 = PaperId("p1"), PaperId("p2")


def a_report() -> Report:
    """Return a report of two papers, with a table that names both."""
    papers = (
        ReviewedPaper(paper_id=P1, generation=1, label="(Doe, 2020)", title="Whales", authors=("Jo Doe",), year=2020),
        ReviewedPaper(paper_id=P2, generation=1, label="(Roe, 2021)", title="Seals", authors=("Al Roe",), year=2021),
    )
    rows = tuple(TableRow(paper_id=paper.paper_id, label=paper.label, cells=()) for paper in papers)
    section = ReviewSection(
        id="s1",
        title="S",
        format="list",
        tldr="",
        text=(),
        sources=2,
        model="",
        table=ComparisonTable(title="T", columns=(), rows=rows),
    )
    return Report(title="R", sections=(section,), papers=papers)


WHALES = Metadata(title="Whales", authors=("Jo Doe",), year=2020)


def test_a_corrected_author_is_in_the_label_and_in_tables() -> None:
    report = with_corrections(a_report(), {P1: replace(WHALES, authors=("Ann Lee", "Bo Diaz"), year=1998)})

    assert [paper.label for paper in report.papers] == ["(Lee and Diaz, 1998)", "(Roe, 2021)"]
    table = report.sections[0].table
    assert table is not None
    assert [row.label for row in table.rows] == ["(Lee and Diaz, 1998)", "(Roe, 2021)"]


def test_a_label_that_another_paper_has_gets_a_suffix() -> None:
    report = with_corrections(a_report(), {P1: replace(WHALES, authors=("Al Roe",), year=2021)})

    assert [paper.label for paper in report.papers] == ["(Roe, 2021b)", "(Roe, 2021)"]


@pytest.mark.parametrize("known", [{}, {P1: WHALES}, {P1: replace(WHALES, year=None)}])
def test_nothing_changes_where_nothing_was_corrected(known: dict[PaperId, Metadata]) -> None:
    assert with_corrections(a_report(), known) == a_report()


def test_a_corrected_volume_is_known_and_leaves_the_label() -> None:
    report = with_corrections(a_report(), {P1: replace(WHALES, volume="12", page_range="1-9")})

    whales = report.papers[0]
    assert (whales.volume, whales.page_range, whales.label) == ("12", "1-9", "(Doe, 2020)")


def test_a_review_that_was_written_before_follows_a_correction(tmp_path: Path) -> None:
    system = System(tmp_path)
    system.add_library()
    review, report = system.written()
    cited = report.papers[0]

    system.backend.papers.change(
        cited.paper_id,
        lambda paper: paper and replace(paper, metadata=replace(paper.metadata, authors=("Ann Lee",), year=1998)),
    )

    again = system.report(review.id)
    assert again is not None
    assert [paper.label for paper in again.papers if paper.paper_id == cited.paper_id] == ["(Lee, 1998)"]
    assert again.papers[1:] == report.papers[1:]


def test_a_written_review_says_where_its_papers_appeared(tmp_path: Path) -> None:
    system = System(tmp_path)
    system.add("bees", authors=("Thomas Seeley",), year=2010, venue="Notes", volume="12", publisher="Press")

    _, report = system.written()

    assert [(paper.volume, paper.publisher) for paper in report.papers] == [("12", "Press")]
