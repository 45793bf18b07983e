"""`scholarai check` over real papers in a library of the test's own."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scholarai import bootstrap
from scholarai.domain.limits import QUOTE_CHARACTERS, QUOTES_PER_CALL
from scholarai.local.cli import main
from scholarai.local.files import LinesError
from scholarai.local.passage_commands import read_quotes

SAMPLE = Path(__file__).parents[3] / "shared/scholarai/local/sample/sample-paper.pdf"
TRUE = "For 23 people the exact probability is 0.5073."
FIELDS = {"quote_id", "verdict", "text", "changes", "similarity", "places", "proves", "gap", "error"}


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("library")


@pytest.fixture(autouse=True)
def data(library: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name in ("GEMINI_API_KEY", "SCHOLARAI_VERTEX_LOCATION"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("SCHOLARAI_DATA", str(library))
    _forget()
    yield
    _forget()


def _forget() -> None:
    bootstrap.process = bootstrap.App()


def lines_of(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.split("\n") if line]


def write(file: Path, *rows: object) -> Path:
    file.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    return file


def test_a_quote_gets_a_line_with_its_verdict_and_its_place(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(SAMPLE), TRUE]) == 0

    said = capsys.readouterr()
    (line,) = lines_of(said.out)
    assert said.err == ""
    assert set(line) == FIELDS
    assert (line["quote_id"], line["verdict"], line["text"], line["error"]) == ("1", "exact", TRUE, None)
    (place,) = line["places"]
    assert set(place) == {"start", "end", "page_number", "width_pt", "height_pt", "boxes"}
    assert (place["page_number"], place["end"] - place["start"], len(place["boxes"])) == (1, len(TRUE), 1)


def test_a_false_quote_is_an_answer_and_no_failure(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(SAMPLE), "The moon is made of green cheese, says nobody here."]) == 0

    assert lines_of(capsys.readouterr().out)[0]["verdict"] == "not_found"


def test_a_file_gives_a_line_per_quote_in_its_order(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    quotes = write(
        tmp_path / "q.jsonl",
        {"quote_id": 7, "quote": TRUE, "group": "same"},
        {"quote_id": "x", "quote": "Sheep dream of electric fences, as everybody knows."},
    )
    output = tmp_path / "r.jsonl"

    assert main(["check", str(SAMPLE), "--quotes", str(quotes), "-o", str(output)]) == 0
    assert capsys.readouterr() == ("", "")
    assert [(line["quote_id"], line["verdict"]) for line in lines_of(output.read_text(encoding="utf-8"))] == [
        (7, "exact"),
        ("x", "not_found"),
    ]
    assert sorted(file.name for file in tmp_path.iterdir()) == ["q.jsonl", "r.jsonl"]


def test_a_bad_quote_is_named_and_loses_no_other(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [{"quote_id": "long", "quote": "x" * 20_000}, {"quote_id": "empty\x1b", "quote": ""}]
    quotes = write(tmp_path / "q.jsonl", *rows, {"quote_id": "fine", "quote": TRUE})

    assert main(["check", str(SAMPLE), "--quotes", str(quotes)]) == 1

    said = capsys.readouterr()
    results = {line["quote_id"]: line for line in lines_of(said.out)}
    assert results["fine"]["verdict"] == "exact"
    assert {name: line["error"] and line["error"]["code"] for name, line in results.items()} == {
        "long": "quote_too_long",
        "empty\x1b": "quote_empty",
        "fine": None,
    }
    long, empty = said.err.splitlines()
    assert long.startswith(f'scholarai: {quotes}: quote "long": quote_too_long: a quote may have {QUOTE_CHARACTERS} ')
    assert empty.startswith(f'scholarai: {quotes}: quote "empty\\u001b": quote_empty: ')


@pytest.mark.parametrize(("quote", "code"), [("", "quote_empty"), ("x" * 20_000, "quote_too_long")])
def test_a_single_quote_that_cannot_be_checked_fails(quote: str, code: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(SAMPLE), quote]) == 1

    said = capsys.readouterr()
    assert lines_of(said.out)[0]["error"]["code"] == code
    assert said.err.startswith(f"scholarai: {code}: ")


def test_a_file_may_have_more_quotes_than_a_call_of_the_api(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [{"quote_id": number, "quote": TRUE} for number in range(QUOTES_PER_CALL + 1)]

    assert main(["check", str(SAMPLE), "--quotes", str(write(tmp_path / "q.jsonl", *rows))]) == 0
    assert [line["quote_id"] for line in lines_of(capsys.readouterr().out)] == list(range(QUOTES_PER_CALL + 1))


def test_hostile_characters_get_a_verdict(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stray = ["\x00", "\u202e", "\u2028", "\u0085", "\ud83d", "<b>", "**", "\\textbf{"]
    rows = [{"quote_id": f"{mark}7", "quote": f"{mark}{TRUE}{mark}"} for mark in stray]
    file = tmp_path / "q.jsonl"
    raw = "\n".join(json.dumps(row, ensure_ascii="\ud83d" in row["quote"]) for row in rows)
    file.write_bytes(b"\xef\xbb\xbf" + raw.encode())

    assert main(["check", str(SAMPLE), "--quotes", str(file)]) == 0
    lines = lines_of(capsys.readouterr().out)
    assert [line["quote_id"] for line in lines] == [f"{mark}7".replace("\ud83d", "\ufffd") for mark in stray]
    assert all(line["verdict"] for line in lines)


def test_papers_of_other_formats_have_places_without_pages(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    paper = tmp_path / "bees.md"
    paper.write_text("# Bees\n\n## Results\n\nThe swarm chose the largest box in 21 of 24 trials.\n")

    assert main(["check", str(paper), "The swarm chose the largest box in 21 of 24 trials."]) == 0
    (line,) = lines_of(capsys.readouterr().out)
    assert (line["verdict"], line["places"][0]["page_number"], line["places"][0]["boxes"]) == ("exact", None, [])


@pytest.mark.parametrize(
    ("name", "data", "code"),
    [
        ("plain.pdf", b"plain words", "unsupported_format"),
        ("empty.md", b"", "empty_file"),
        ("blank.md", b" \n\n", "no_usable_text"),
        ("missing.pdf", None, "file_missing"),
    ],
)
def test_a_paper_without_text_is_named(
    name: str, data: bytes | None, code: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if data is not None:
        (tmp_path / name).write_bytes(data)
    before = list(tmp_path.iterdir())

    assert main(["check", str(tmp_path / name), TRUE, "-o", str(tmp_path / "r.jsonl")]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert f"{name}: {code}: " in said.err
    assert list(tmp_path.iterdir()) == before


@pytest.mark.parametrize(
    "line",
    [
        "{",
        "[]",
        "7",
        '{"quote": "no id"}',
        '{"quote_id": 1}',
        '{"quote_id": null, "quote": "a"}',
        '{"quote_id": 1, "quote": 2}',
        '{"quote_id": true, "quote": "a"}',
        '{"quote_id": 1, "quote": ' + "[" * 100_000,
    ],
)
def test_a_line_that_is_no_quote_is_named_before_anything_is_written(
    line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "q.jsonl"
    file.write_text(f'{{"quote_id": 1, "quote": "Why?"}}\n\n{line}\n')

    assert main(["check", str(SAMPLE), "--quotes", str(file)]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(f"scholarai: {file}:3: expected an object with quote_id")


def test_a_file_in_another_encoding_is_named(tmp_path: Path) -> None:
    file = tmp_path / "q.jsonl"
    file.write_bytes('{"quote_id": 1, "quote": "für"}'.encode("latin-1"))

    with pytest.raises(LinesError, match=r"q\.jsonl:1"):
        read_quotes(file)


def test_a_file_that_is_missing_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(SAMPLE), "--quotes", str(tmp_path / "none.jsonl")]) == 1
    assert "none.jsonl" in capsys.readouterr().err
