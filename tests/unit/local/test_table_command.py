"""`scholarai table` asks papers the same questions, and writes what the ending of the file says."""

from __future__ import annotations

import csv
import json
import zipfile
from pathlib import Path

import pytest

from scholarai.local.cli import main
from scholarai.testing import sample_paper

ASKED = "How many people make a shared birthday more likely than not?"


def table(folder: Path, *arguments: str | Path, output: str = "t.csv") -> int:
    given = ["table", str(sample_paper()), *map(str, arguments), "--data", str(folder / "data")]
    return main([*given, "-o", str(folder / output)])


def test_columns_stand_in_the_order_in_which_they_were_given(tmp_path: Path) -> None:
    assert table(tmp_path, "--number", ASKED, "-q", "any-field.method", "--computed", "Pairs = c1 * (c1 - 1) / 2") == 0

    head, line = csv.reader((tmp_path / "t.csv").read_text().splitlines())
    assert [head[3], head[5], head[7]] == [ASKED.rstrip("?"), "Method", "Pairs"]
    assert line[7] == "253"
    assert "Twenty-three people are enough" in line[4]


@pytest.mark.parametrize("ending", ["md", "json", "xlsx"])
def test_a_table_is_written_as_the_ending_says(tmp_path: Path, ending: str) -> None:
    assert table(tmp_path, "-q", ASKED, "--title", "Birthdays", output=f"t.{ending}") == 0

    written = tmp_path / f"t.{ending}"
    if ending == "xlsx":
        assert zipfile.is_zipfile(written)
    elif ending == "json":
        assert json.loads(written.read_text())["table"]["title"] == "Birthdays"
    else:
        assert written.read_text().startswith("# Birthdays")


def test_without_a_file_the_table_is_printed_as_markdown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["table", str(sample_paper()), "-q", "any-field.method", "--data", str(tmp_path / "data")]) == 0

    assert capsys.readouterr().out.startswith("# Method\n\n| Paper | Method |")


@pytest.mark.parametrize(
    ("arguments", "output", "code", "said"),
    [
        (("-q", ASKED), "t.docx", 2, ".xlsx"),
        ((), "t.csv", 2, "at least one column"),
        (("-q", " "), "t.csv", 1, "column_invalid"),
        (("-q", ASKED, "--computed", "X = c9 + 1"), "t.csv", 1, "expression_invalid"),
        (("-q", ASKED), "no/such/t.csv", 1, "no such folder"),
    ],
)
def test_what_cannot_be_made_is_said_and_nothing_is_written(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    arguments: tuple[str, ...],
    output: str,
    code: int,
    said: str,
) -> None:
    assert table(tmp_path, *arguments, output=output) == code

    assert said in capsys.readouterr().err
    assert not (tmp_path / output).exists()


def test_a_computed_column_without_a_name_is_refused_with_an_example(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        table(tmp_path, "--computed", "c1 + 1")

    assert "such as Share = c2 / c1" in capsys.readouterr().err
