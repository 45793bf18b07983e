"""What spreadsheets make of our CSV, whatever stands in cells."""

from __future__ import annotations

import csv
import io

import pytest

from scholarai.domain.ids import PaperId
from scholarai.domain.review import (
    ComparisonTable,
    Report,
    ReviewedPaper,
    ReviewSection,
    TableCell,
    TableColumn,
    TableRow,
)
from scholarai.reviewing.exports import to_csv

LEE = ReviewedPaper(
    paper_id=PaperId("p1"), label="(Lee, 2001)", title="On bees", generation=1, authors=("A. Lee",), year=2001
)


@pytest.mark.parametrize(
    "text",
    ["=1+1", "＝1+1", "﹦1", "\ufeff=1", "\u200b=1", "\u202e=1", "\u3000＋1*2", "+cmd", "－2+3", "−A1", "@SUM(A1)", "＠x", "\t=1",
     "\r=1", "\u0301=1", "-1+1|cmd", "-0.5=x"],
)  # fmt: skip
def test_what_a_spreadsheet_would_compute_is_text(text: str) -> None:
    (row,) = [row for row in csv.reader(io.StringIO(to_csv(report(LEE, cell=text)))) if row[:1] == ["(Lee, 2001)"]]

    assert row[1].startswith("'")


@pytest.mark.parametrize("text", ["-0.5", "+3", "−1.5e-3", "-1,000", "-12%", "0.5", "a = b", "p = .05", ""])
def test_numbers_and_words_stay_as_they_are(text: str) -> None:
    (row,) = [row for row in csv.reader(io.StringIO(to_csv(report(LEE, cell=text)))) if row[:1] == ["(Lee, 2001)"]]

    assert row[1] == text


@pytest.mark.parametrize("text", ['a "quoted" one', "a,b;c", "a\nb", "'"])
def test_a_cell_stays_one_cell(text: str) -> None:
    (row,) = [row for row in csv.reader(io.StringIO(to_csv(report(LEE, cell=text)))) if row[:1] == ["(Lee, 2001)"]]

    assert row == ["(Lee, 2001)", " ".join(text.split()), ""]


def report(*papers: ReviewedPaper, cell: str = "7") -> Report:
    rows = tuple(
        TableRow(paper_id=paper.paper_id, label=paper.label, cells=(TableCell(value=cell),)) for paper in papers
    )
    table = ComparisonTable(title="Speeds", columns=(TableColumn(name="Speed"),), rows=rows)
    section = ReviewSection(
        id="s1", title="S", format="synthesis", tldr="T.", text=(), sources=1, model="m", table=table
    )
    return Report(title="R", sections=(section,), papers=papers)
