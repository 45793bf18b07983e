"""`scholarai table` asks papers the same questions, and writes what the ending of the file says."""

from __future__ import annotations

import csv
import json
import zipfile
from pathlib import Path

import pytest

from scholarai.api.library import Library
from scholarai.domain.marks import MarkChange
from scholarai.local.cli import main
from scholarai.testing import sample_paper

ASKED = "How many people make a shared birthday more likely than not?"


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a data folder in which the sample paper is read but once."""
    return tmp_path_factory.mktemp("data")


def table(data: Path, folder: Path, *arguments: str | Path, output: str = "t.csv") -> int:
    given = ["table", str(sample_paper()), *map(str, arguments), "--data", str(data)]
    return main([*given, "-o", str(folder / output)])


def test_columns_stand_in_the_order_in_which_they_were_given(data: Path, tmp_path: Path) -> None:
    pairs = "Pairs = c1 * (c1 - 1) / 2"
    assert table(data, tmp_path, "--number", ASKED, "-q", "any-field.method", "--computed", pairs) == 0

    head, line = csv.reader((tmp_path / "t.csv").read_text("utf-8-sig").splitlines())
    assert [head[3], head[5], head[7]] == [ASKED.rstrip("?"), "Method", "Pairs"]
    assert line[7] == "253"
    assert "Twenty-three people are enough" in line[4]


@pytest.mark.parametrize("ending", ["md", "json", "xlsx"])
def test_a_table_is_written_as_the_ending_says(data: Path, tmp_path: Path, ending: str) -> None:
    assert table(data, tmp_path, "-q", ASKED, "--title", "Birthdays", output=f"t.{ending}") == 0

    written = tmp_path / f"t.{ending}"
    if ending == "xlsx":
        assert zipfile.is_zipfile(written)
    elif ending == "json":
        assert json.loads(written.read_text())["table"]["title"] == "Birthdays"
    else:
        assert written.read_text().startswith("# Birthdays")


def test_without_a_file_the_table_is_printed_as_markdown(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["table", str(sample_paper()), "-q", "any-field.method", "--data", str(data)]
    assert main([*arguments, "--no-json"]) == 0

    assert capsys.readouterr().out.startswith("# Method\n\n*No language model is connected: ")


@pytest.mark.parametrize(
    ("arguments", "output", "code", "said"),
    [
        (("-q", ASKED), "t.doc", 2, ".xlsx"),
        ((), "t.csv", 2, "at least one column"),
        (("-q", " "), "t.csv", 2, "column_invalid"),
        (("-q", ASKED, "--computed", "X = c9 + 1"), "t.csv", 2, "expression_invalid"),
        (("-q", ASKED), "no/such/t.csv", 1, "no such folder"),
    ],
)
def test_what_cannot_be_made_is_said_and_nothing_is_written(
    data: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    arguments: tuple[str, ...],
    output: str,
    code: int,
    said: str,
) -> None:
    assert table(data, tmp_path, *arguments, output=output) == code

    assert said in capsys.readouterr().err
    assert not (tmp_path / output).exists()


def test_a_computed_column_without_a_name_is_refused_with_an_example(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        table(data, tmp_path, "--computed", "c1 + 1")

    assert "such as Share = c2 / c1" in capsys.readouterr().err


def test_a_table_of_a_collection_gets_what_has_come_into_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, second = paper(tmp_path, "Paris"), paper(tmp_path, "Rome")
    with Library(tmp_path / "data") as library:
        chance = library.own.make_collection("Chance")
        library.own.mark([library.add(first)], MarkChange(add_to=(chance,)))
    assert of_collection(tmp_path, "-q", "Which city is it?", "--title", "Cities") == 0
    assert of_collection(tmp_path, "-q", "any-field.method", "--title", "Methods") == 0
    with Library(tmp_path / "data") as library:
        library.own.mark([library.add(second)], MarkChange(add_to=(chance,)))
        other = library.own.make_collection("Other")
        library.own.mark([library.add(first)], MarkChange(add_to=(other,)))
        library.table(None, "any-field.data", collection=other, title="Data")
    capsys.readouterr()

    assert of_collection(tmp_path, "--refresh") == 0
    newest = capsys.readouterr().out
    assert of_collection(tmp_path, "--refresh", "--title", "cities") == 0
    named = capsys.readouterr().out

    assert newest.startswith("# Methods")
    assert named.startswith("# Cities")
    assert all(city in printed for city in ("Paris", "Rome") for printed in (newest, named))
    with Library(tmp_path / "data") as library:
        assert [one.title for one in library.tables()] == ["Data", "Methods", "Cities"], "no table was made"


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("--refresh",), 2, "--refresh needs --collection NAME"),
        (("--refresh", "--collection", "Chance", "-q", ASKED), 2, "keeps its columns"),
        (("--refresh", "--collection", "Chance", "--budget", "1"), 2, "keeps its columns"),
        (("--refresh", "--collection", "Chance"), 4, "has no table"),
        (("--refresh", "--collection", "Chance", "--title", "X"), 4, "called 'X'"),
        (("--refresh", "--collection", "Nothing"), 4, "collection_unknown"),
    ],
)
def test_what_cannot_be_refreshed_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], code: int, said: str
) -> None:
    with Library(tmp_path / "data") as library:
        library.own.make_collection("Chance")

    assert main(["table", *arguments, "--data", str(tmp_path / "data")]) == code

    assert said in capsys.readouterr().err


def paper(folder: Path, city: str) -> Path:
    made = folder / f"{city}.md"
    made.write_text(f"# Weather of {city}\n\n## Method\n\nWe measured the rain in {city} with ten gauges for a year.\n")
    return made


def of_collection(folder: Path, *arguments: str) -> int:
    return main(["table", "--collection", "Chance", *arguments, "--no-json", "--data", str(folder / "data")])
