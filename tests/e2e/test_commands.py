"""`scholarai extract`, `search` and `ask` as a user runs them."""

from __future__ import annotations

import json
import shutil
import socket
import sqlite3
from pathlib import Path
from typing import Any

import pymupdf
import pytest
from e2e.command import scholarai
from e2e.files import BAD_FILES, short_paper
from jsonschema import Draft7Validator

pytestmark = pytest.mark.slow

EXTRACTED = Path(__file__).parents[2] / "docs" / "schemas" / "extracted_paper.json"

MANUAL = Path(__file__).parents[2] / "docs/extracted.md"
SAMPLE = Path(__file__).parents[2] / "shared/scholarai/local/sample/sample-paper.pdf"
QUESTION = "How many people make a shared birthday more likely than not?"
# The names that people's scripts read: they may grow, but not change.
CONTENT = {
    "source_format", "title", "authors", "doi", "abstract", "year", "venue", "keywords", "pages", "sections", "blocks",
    "figures", "tables", "equations", "references", "cite_spans", "chunks", "notes",
}  # fmt: skip
BLOCK = {"id", "kind", "text", "section_id", "page_number", "boxes", "start", "end"}
CHUNK = {"id", "text", "kind", "section_path", "page_numbers", "block_ids", "start", "end", "index", "total"}


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("library")


def test_a_single_file_is_extracted_to_stdout(data: Path) -> None:
    ran = scholarai(data, "extract", SAMPLE)

    content = json.loads(ran.stdout)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert set(content) >= CONTENT
    assert content["source_format"] == "pdf"
    assert all(set(block) >= BLOCK for block in content["blocks"])
    assert all(set(chunk) >= CHUNK for chunk in content["chunks"])
    assert all(len(box) == 4 for block in content["blocks"] for box in block["boxes"])
    text = "\n\n".join(block["text"] for block in content["blocks"])
    assert all(text[block["start"] : block["end"]] == block["text"] for block in content["blocks"])
    Draft7Validator(json.loads(EXTRACTED.read_text(encoding="utf-8"))).validate(content)
    assert content["source"] == SAMPLE.name
    assert all(chunk["authors"] == [author["name"] for author in content["authors"]] for chunk in content["chunks"])


def test_each_printed_line_of_a_block_has_its_page_and_its_box(data: Path) -> None:
    content = json.loads(scholarai(data, "extract", SAMPLE).stdout)

    assert {line[0] for block in content["blocks"] for line in block["lines"]} == {
        page["page_number"] for page in content["pages"]
    }
    for block in content["blocks"]:
        assert len(block["lines"]) == len(block["boxes"])
        words = " ".join(block["text"][start:end].strip() for _, start, end in block["lines"])
        assert words.split() == block["text"].split()


def test_the_manual_draws_what_was_extracted(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copy(SAMPLE, tmp_path / "paper.pdf")
    monkeypatch.chdir(tmp_path)
    assert scholarai(data, "extract", "paper.pdf", "-o", "out").returncode == 0

    exec(MANUAL.read_text().split("```python\n")[1].split("```")[0])

    with pymupdf.open("headings.pdf") as drawn:
        assert sum(len(page.get_drawings()) for page in drawn) >= 5


def test_files_that_fail_are_named_and_the_others_are_written(data: Path, tmp_path: Path) -> None:
    good, bad = tmp_path / "good.pdf", tmp_path / "bad.pdf"
    short_paper(good, "A Finding")
    bad.write_bytes(BAD_FILES["encrypted"](tmp_path))

    ran = scholarai(data, "extract", good, bad, tmp_path / "missing.pdf", "-o", tmp_path / "out")

    assert ran.returncode == 1
    assert [file.name for file in (tmp_path / "out").iterdir()] == ["good.json"]
    assert ran.stdout == ""
    named = sorted(ran.stderr.splitlines())
    assert named[0].startswith(f"{bad}: encrypted: ")
    assert named[1].startswith(f"{tmp_path / 'missing.pdf'}: file_missing: ")


def test_each_table_is_written_as_a_file(data: Path, tmp_path: Path) -> None:
    paper = tmp_path / "growth.md"
    paper.write_text("# Growth\n\n| Site | 2018 |\n| --- | --- |\n| North | 3.1 |\n")

    ran = scholarai(data, "extract", paper, "--tables", "csv", "-o", tmp_path / "out")
    shown = scholarai(data, "extract", paper, "--tables", "md")

    assert (ran.returncode, [file.name for file in (tmp_path / "out").iterdir()]) == (0, ["growth-table-1.csv"])
    assert (tmp_path / "out" / "growth-table-1.csv").read_text() == "Site,2018\nNorth,3.1\n"
    assert shown.stdout == "| Site | 2018 |\n| --- | --- |\n| North | 3.1 |\n"


def test_a_second_search_needs_no_extraction(data: Path, tmp_path: Path) -> None:
    paper = tmp_path / "renamed.pdf"
    paper.write_bytes(SAMPLE.read_bytes())
    first = scholarai(data, "search", SAMPLE, QUESTION, "-k", "3")
    papers = _papers(data)

    second = scholarai(data, "search", paper, QUESTION, "-k", "3")

    assert _papers(data) == papers
    assert first.stdout == second.stdout
    (line,) = second.stdout.splitlines()
    results = json.loads(line)["results"]
    assert 1 <= len(results) <= 3
    assert all(
        set(result) == {"paper_id", "title", "chunk_id", "text", "score", "section_path", "page_numbers"}
        for result in results
    )
    assert [result["score"] for result in results] == sorted((r["score"] for r in results), reverse=True)


def test_a_questions_file_gives_a_line_per_question(data: Path, tmp_path: Path) -> None:
    questions, output = tmp_path / "q.jsonl", tmp_path / "r.jsonl"
    rows = [{"question_id": 7, "question": QUESTION}, {"question_id": "x", "question": "What does Figure 1 show?"}]
    questions.write_text("".join(json.dumps(row) + "\n" for row in rows))

    ran = scholarai(data, "search", SAMPLE, "--questions", questions, "-o", output)

    lines = [json.loads(line) for line in output.read_text().splitlines()]
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")
    assert [line["question_id"] for line in lines] == [7, "x"]
    assert any("Figure 1" in result["text"] for result in lines[1]["results"])


def test_passages_found_are_printed_with_their_places(data: Path) -> None:
    ran = scholarai(data, "ask", SAMPLE, QUESTION, "--no-json")
    for_programs = scholarai(data, "ask", SAMPLE, QUESTION)

    assert (ran.returncode, ran.stderr) == (0, "")
    assert json.loads(for_programs.stdout)["kind"] == "extracts"
    assert "[1] p. 1" in ran.stdout
    assert "»Twenty-three people are enough" in ran.stdout


def test_an_answer_from_two_papers_names_them(data: Path, tmp_path: Path) -> None:
    short_paper(tmp_path / "other.pdf", "Tea Takes Longer")

    ran = scholarai(data, "ask", SAMPLE, tmp_path / "other.pdf", QUESTION, "--json")

    answer: dict[str, Any] = json.loads(ran.stdout)
    assert ran.returncode == 0
    assert answer["sections"][0]["citations"][0]["verdict"] == "exact"


def test_a_question_about_an_unreadable_paper_fails_with_its_code(data: Path, tmp_path: Path) -> None:
    (tmp_path / "bad.pdf").write_bytes(BAD_FILES["not a PDF"](tmp_path))

    ran = scholarai(data, "ask", tmp_path / "bad.pdf", "Why?")

    assert (ran.returncode, ran.stdout) == (1, "")
    assert "unsupported_format" in ran.stderr


def test_a_question_that_is_none_is_refused(data: Path) -> None:
    ran = scholarai(data, "ask", SAMPLE, "  ")

    assert ran.returncode == 2
    assert "question_invalid" in ran.stderr


def test_several_papers_are_searched_together(data: Path, tmp_path: Path) -> None:
    short_paper(tmp_path / "other.pdf", "Tea Takes Longer")

    ran = scholarai(data, "search", SAMPLE, tmp_path, QUESTION, "-k", "2", "--no-json")

    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.startswith("[1] sample-paper.pdf, p")


def test_a_damaged_paper_of_a_folder_is_named_and_the_others_answer(data: Path, tmp_path: Path) -> None:
    for name in ("K1", "K2"):
        (tmp_path / "storage" / name).mkdir(parents=True)
    (tmp_path / "storage" / "K1" / "mine.pdf").write_bytes(SAMPLE.read_bytes())
    bad = tmp_path / "storage" / "K2" / "bad.pdf"
    bad.write_bytes(BAD_FILES["not a PDF"](tmp_path))
    (tmp_path / "storage" / "notes.txt").write_text("Notes.")

    ran = scholarai(data, "ask", tmp_path / "storage", QUESTION)

    assert ran.returncode == 1
    assert json.loads(ran.stdout)["sections"][0]["citations"][0]["verdict"] == "exact"
    assert f"{bad}: unsupported_format" in ran.stderr
    assert f"Left out, being no papers: {tmp_path / 'storage' / 'notes.txt'}\n" in ran.stderr


def test_a_port_in_use_is_one_sentence(data: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]

        ran = scholarai(data, "serve", "--port", str(port))

    assert ran.returncode == 1
    assert ran.stderr.startswith(f"scholarai: port_taken: Port {port} is in use. Take another one: ")
    assert ran.stderr.count("\n") == 1


def _papers(data: Path) -> list[tuple[Any, ...]]:
    with sqlite3.connect(data / "scholarai.db") as connection:
        return connection.execute("SELECT id, updated_us, doc FROM papers ORDER BY id").fetchall()
