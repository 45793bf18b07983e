"""`scholarai check` over real papers in a library of the test's own."""

from __future__ import annotations

import contextlib
import io
import json
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import docx
import pytest

from scholarai import bootstrap
from scholarai.domain.limits import QUOTE_CHARACTERS, QUOTES_PER_CALL
from scholarai.local.check_command import read_quotes
from scholarai.local.cli import main
from scholarai.local.files import LinesError

SAMPLE = Path(__file__).parents[3] / "shared/scholarai/local/sample/sample-paper.pdf"
TRUE = "For 23 people the exact probability is 0.5073."
FIELDS = {
    *(
        "quote_id",
        "verdict",
        "text",
        "changes",
        "similarity",
        "places",
        "proves",
        "gap",
        "sentence",
        "missing",
        "selectors",
        "error",
        "paper_id",
        "title",
    )
}


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


def test_a_false_quote_has_an_exit_code_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(SAMPLE), "The moon is made of green cheese, says nobody here."]) == 3

    assert lines_of(capsys.readouterr().out)[0]["verdict"] == "not_found"


def test_a_file_gives_a_line_per_quote_in_its_order(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    quotes = write(
        tmp_path / "q.jsonl",
        {"quote_id": 7, "quote": TRUE, "group": "same"},
        {"quote_id": "x", "quote": "Sheep dream of electric fences, as everybody knows."},
    )
    output = tmp_path / "r.jsonl"

    assert main(["check", str(SAMPLE), "--quotes", str(quotes), "-o", str(output)]) == 3
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


NAME = "How Likely Is a Shared Birthday?"
FALSE = "For 23 people the exact probability is 0.9073."


@pytest.fixture
def two(tmp_path: Path) -> Path:
    folder = tmp_path / "papers"
    folder.mkdir()
    shutil.copy(SAMPLE, folder)
    (tmp_path / "bees.md").write_text("# Bees\n\nThe swarm chose the largest box in 21 of 24 trials, as expected.\n")
    return folder


class Terminal(io.StringIO):
    """A terminal that keeps what it shows."""

    def isatty(self) -> bool:
        return True


def at_a_terminal(*arguments: str) -> tuple[int, str]:
    """Run `check` at a terminal, and return its exit code and what it shows."""
    terminal = Terminal()
    with contextlib.redirect_stdout(terminal):
        return main(["check", *arguments]), terminal.getvalue()


@pytest.fixture
def colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)


@pytest.mark.usefixtures("colours")
def test_a_terminal_shows_the_papers_words_beside_a_changed_one() -> None:
    code, shown = at_a_terminal(str(SAMPLE), FALSE)

    verdict, quote, paper, *_ = shown.splitlines()
    assert code == 3
    assert "ALTERED" in verdict
    assert "p. 1" in verdict
    assert "\x1b[31;9m0.9073\x1b[0m" in quote
    assert "\x1b[32;1m0.5073\x1b[0m" in paper


@pytest.mark.usefixtures("colours")
@pytest.mark.parametrize(("name", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_a_terminal_without_colours_gets_marks(name: str, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, value)

    _, shown = at_a_terminal(str(SAMPLE), FALSE)

    assert "\x1b" not in shown
    assert "~~0.9073~~" in shown


def test_a_quote_cannot_move_the_cursor_of_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    _, shown = at_a_terminal(str(SAMPLE), "\x1b[2JFor 23 people\r the exact\u202e probability is 0.9073.")

    assert "For 23 people" in shown
    assert not {"\x1b", "\r", "\u202e"} & set(shown)


def test_json_can_be_asked_for_at_a_terminal() -> None:
    code, shown = at_a_terminal("--json", str(SAMPLE), TRUE)

    assert code == 0
    assert set(lines_of(shown)[0]) == FIELDS


def test_of_several_papers_the_one_that_says_it_is_named(two: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", TRUE, str(two), str(two.parent / "bees.md")]) == 0
    assert main(["check", "The swarm chose the largest box in 21 of 24 trials", "--library"]) == 0

    birthday, bees = lines_of(capsys.readouterr().out)
    assert (birthday["quote_id"], birthday["verdict"], birthday["title"].startswith(NAME)) == ("1", "exact", True)
    assert (bees["verdict"], bees["title"]) == ("exact", "Bees")
    assert birthday["paper_id"] != bees["paper_id"]


def test_a_library_names_no_paper_for_words_of_nobody(two: Path, capsys: pytest.CaptureFixture[str]) -> None:
    quotes = write(
        two.parent / "q.jsonl", {"quote_id": "no", "quote": "Pigs fly over red barns."}, {"quote_id": "", "quote": ""}
    )

    assert main(["check", "--quotes", str(quotes), "--library"]) == 1

    lost, empty = lines_of(capsys.readouterr().out)
    assert (lost["verdict"], lost["paper_id"]) == ("not_found", None)
    assert empty["error"]["code"] == "quote_empty"


def test_words_of_nobody_are_said_to_be_in_none_of_several_papers(two: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    bees = str(two.parent / "bees.md")

    assert at_a_terminal("Pigs fly over red barns.", str(SAMPLE), bees)[1].startswith(
        "NOT FOUND in any of the papers\n"
    )
    assert at_a_terminal("Pigs fly over red barns.", bees)[1].startswith("NOT FOUND in the paper\n")


def test_an_empty_library_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCHOLARAI_DATA", str(tmp_path))

    assert main(["check", TRUE, "--library"]) == 1
    assert "library_empty" in capsys.readouterr().err


LATEX = "\\documentclass{article}\\begin{document}\\section{A}It says: ``%s'' Is it so?\\end{document}"


@pytest.mark.parametrize(
    ("name", "form"), [("a.md", '# A\n\nIt says: "%s"\n'), ("a.txt", "It says: “%s”\n"), ("a.tex", LATEX)]
)
@pytest.mark.parametrize(("quote", "outcome", "code"), [(TRUE, "said", 0), (FALSE, "changed", 3)])
def test_a_text_is_held_against_a_folder(
    name: str, form: str, quote: str, outcome: str, code: int, two: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = two.parent / name
    text.write_text(form % quote, encoding="utf-8")

    assert main(["check", str(text), str(two)]) == code
    outcomes = [line["outcome"] for line in lines_of(capsys.readouterr().out)]
    assert [one for one in outcomes if one != "not_checkable"] == [outcome]


def test_a_word_file_is_a_text(two: Path, capsys: pytest.CaptureFixture[str]) -> None:
    document = docx.Document()
    document.add_heading("On birthdays")
    document.add_paragraph(f"It says: “{FALSE}”")
    document.save(str(two.parent / "a.docx"))

    assert main(["check", str(two.parent / "a.docx"), str(two)]) == 3
    assert "changed" in capsys.readouterr().out


def test_a_terminal_shows_a_text_with_a_summary(two: Path) -> None:
    text = two.parent / "essay.md"
    text.write_text(f'It says: "{FALSE}" It says: "{TRUE}" Is it so?\n')

    code, shown = at_a_terminal(str(text), str(two))

    assert code == 3
    assert "0.5073" in shown
    assert shown.splitlines()[-1].startswith("3 sentences, held against How Likely")
    assert "1 said, 1 changed, 1 not checkable" in shown

    _, of_library = at_a_terminal(str(text), "--library")

    assert of_library.splitlines()[-1].startswith("3 sentences, held against the library: ")


@pytest.mark.parametrize(
    ("name", "holds"), [("c.md", b"~~0.9073~~"), ("c.html", b"<del>"), ("c.json", b'"altered"'), ("c.pdf", b"%PDF")]
)
def test_a_checked_text_is_written_as_a_document(name: str, holds: bytes, two: Path) -> None:
    text, document = two.parent / "essay.md", two.parent / name
    text.write_text(f'It says: "{FALSE}"')

    assert main(["check", str(text), str(two), "--export", str(document)]) == 3
    assert holds in document.read_bytes()


def test_a_pdf_of_several_papers_is_refused(two: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = two.parent / "essay.md"
    text.write_text(f'It says: "{FALSE}"')

    papers = [str(two), str(two.parent / "bees.md")]
    assert main(["check", str(text), *papers, "--export", str(two.parent / "c.pdf")]) == 2
    assert "pdf_of_several" in capsys.readouterr().err


def test_a_reference_that_exists_nowhere_is_said(
    two: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = two.parent / "essay.md"
    text.write_text(
        "Much is known.\n\n# References\n\n- P. Diaconis and F. Mosteller. Methods for Studying Coincidences. Journal of the "
        "American Statistical Association, 1988. doi:10.1080/01621459.1989.10478847.\n"
        "- A. Nobody. A paper that nobody ever wrote about honey. Nature, 1999.\n"
    )
    main(["check", TRUE, str(two)])
    capsys.readouterr()

    assert main(["check", str(text), "--references"]) == 3
    wrong, nowhere = lines_of(capsys.readouterr().out)
    assert (wrong["found"], wrong["differs"]) == ("cited", [{"field": "year", "said": "1988", "known": "1989"}])
    assert nowhere["found"] == "nowhere"
    monkeypatch.setenv("NO_COLOR", "1")
    assert "~~1988~~ **1989**" in at_a_terminal(str(text), "--references")[1]


def test_a_text_named_in_the_place_of_a_quote_is_pointed_out(two: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = two.parent / "essay.md"
    text.write_text(FALSE)

    with pytest.raises(SystemExit) as ended:
        main(["check", str(SAMPLE), str(text)])

    assert ended.value.code == 2
    assert f"{text} is a file: to check its text, name it first" in capsys.readouterr().err


@pytest.mark.parametrize(("reply", "verdict"), [("y\n", "changed"), ("n\n", "not_found")])
def test_a_terminal_is_asked_whether_a_file_is_the_text(
    reply: str, verdict: str, two: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = two.parent / "essay.md"
    text.write_text(f'It says: "{FALSE}"')
    monkeypatch.setattr(sys, "stdin", Terminal(reply))
    monkeypatch.setattr(sys, "stderr", Terminal())

    assert main(["check", str(SAMPLE), str(text)]) == 3
    assert verdict in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments",
    [
        ["a quote"],
        ["a quote", "another", "paper.pdf"],
        ["a quote", "paper.pdf", "--library"],
        ["--library"],
        ["a quote", "paper.pdf", "--model"],
        ["a quote", "paper.pdf", "--export", "c.md"],
        ["text.md", "paper.pdf", "--export", "c.doc"],
        ["text.md", "paper.pdf", "--references"],
    ],
)
def test_what_fits_no_form_ends_with_usage(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["check", *arguments])

    assert ended.value.code == 2
    assert "usage: scholarai check" in capsys.readouterr().err
