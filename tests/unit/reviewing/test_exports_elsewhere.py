"""What other programs make of our BibTeX and CSV, whatever stands in titles, names, DOIs and cells."""

from __future__ import annotations

import csv
import functools
import io

import pytest
from bibtexparser.entrypoint import parse_string
from bibtexparser.middlewares import SeparateCoAuthors
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from scholarai.domain.ids import PaperId
from scholarai.domain.invisible_characters import visible
from scholarai.domain.review import (
    ComparisonTable,
    Report,
    ReviewedPaper,
    ReviewSection,
    TableCell,
    TableColumn,
    TableRow,
)
from scholarai.exporting.bibtex import TEX
from scholarai.reviewing.exports import to_bibtex, to_csv

LEE = ReviewedPaper(
    paper_id=PaperId("p1"), label="(Lee, 2001)", title="On bees", generation=1, authors=("A. Lee",), year=2001
)
RAY = replace(LEE, paper_id=PaperId("p2"), label="(Ray, 2002)", title="On wasps")
TITLES = [
    "Set {a",
    "Set a}",
    "a} , author = {Evil",
    "}}}{{{",
    "\\{",
    "\\}",
    "\\",
    'an "odd one',
    "@article{evil, title = {x}}",
    "x\n@article{evil,\n title = {x}}\n",
    "50 % of # and ~ with $x_1^2$, a = b",
    "@comment{",
    "a, b = c",
]


@pytest.mark.parametrize("text", TITLES)
def test_every_paper_is_an_entry_for_bibtexparser(text: str) -> None:
    odd = replace(LEE, title=text, authors=(text,), venue=text, doi=text)

    library = parse_string(to_bibtex(report(odd, RAY)))

    assert [entry.key for entry in library.entries] == ["lee2001", "ray2002"]
    assert list(library.entries[0].fields_dict) == ["title", "author", "journal", "year", "doi"]
    assert library.entries[1]["title"] == "On wasps"
    assert len(library.blocks) == 2


@pytest.mark.parametrize("text", TITLES)
def test_the_braces_of_an_entry_are_balanced_as_bibtex_counts_them(text: str) -> None:
    depth = 0
    for character in to_bibtex(report(replace(LEE, title=text, venue=text, doi=text))):
        depth += {"{": 1, "}": -1}.get(character, 0)
        assert depth >= 0

    assert depth == 0


# What BibTeX, TeX and spreadsheets read as something else, and letters of other scripts.
ODD = st.text(st.sampled_from("aB1 {}\\\"'@=,#%&$~^_()[]<>|\n\t.:;é中\u200b\u0301-"), min_size=1, max_size=30)
NAMES = ODD.map("A".__add__) | st.sampled_from(
    [", B", "A, B, C, D", "Bell and Sons", "and", ",", "Lee, A.", "Lee, Jr., A."]
)


@settings(max_examples=60, derandomize=True)
@given(title=ODD, authors=st.lists(NAMES, min_size=1, max_size=3).map(tuple), doi=ODD)
def test_every_entry_comes_back_whole(title: str, authors: tuple[str, ...], doi: str) -> None:
    odd = replace(LEE, title=title, authors=authors, doi=doi)

    first, second = parse_string(to_bibtex(report(odd, RAY)), append_middleware=[SeparateCoAuthors()]).entries

    assert (first.key, second.key) == ("lee2001", "ray2002")
    assert undone(first["title"]) == shown(title)
    assert [undone(name).strip("{}") for name in first["author"]] == [shown(name).strip("{}") for name in authors]
    assert all(name.count(",") < 3 or name.startswith("{") for name in first["author"])


def undone(text: str) -> str:
    """Return what TeX prints for a text that we escaped."""
    return functools.reduce(lambda rest, pair: rest.replace(pair[1], pair[0]), reversed(TEX.items()), text)


def shown(text: str) -> str:
    return " ".join(visible(text).split())


def test_a_doi_stands_as_it_is() -> None:
    text = to_bibtex(report(replace(LEE, doi="10.1000/a_b&c#d(1)%7E<e>")))

    assert parse_string(text).entries[0]["doi"] == "10.1000/a_b&c#d(1)%7E<e>"


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
