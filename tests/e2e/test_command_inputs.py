"""What the command line takes and leaves: folders, the standard input, shared names, interruptions, its own papers."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from e2e.command import scholarai
from e2e.files import short_paper

from scholarai.testing import sample_paper

pytestmark = pytest.mark.slow

SAMPLE = sample_paper()
QUESTION = "How many people make a shared birthday more likely than not?"
# Read in several seconds, so that a batch is not over before it is interrupted.
COPIES = 200
LATEX = r"\documentclass{article}\title{On Tea}\begin{document}\maketitle\section{One}\input{parts/one}\end{document}"
TEA = "Black tea has to stand for four minutes before it tastes of anything at all."


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("library")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    (folder / "parts").mkdir(parents=True)
    (folder / "tea.tex").write_text(LATEX)
    (folder / "parts" / "one.tex").write_text(TEA)
    return folder


def test_a_latex_project_s_folder_is_a_paper(data: Path, project: Path) -> None:
    ran = scholarai(data, "extract", project)

    assert (ran.returncode, ran.stderr) == (0, "")
    assert json.loads(ran.stdout)["title"] == "On Tea"
    assert TEA in ran.stdout


def test_a_folder_of_papers_gives_an_output_each(data: Path, project: Path, tmp_path: Path) -> None:
    papers = tmp_path / "papers"
    papers.mkdir()
    short_paper(papers / "tea.pdf", "A Finding")
    shutil.copy(SAMPLE, papers)

    ran = scholarai(data, "extract", papers, project / "tea.tex", "-o", tmp_path / "out")

    written = sorted(file.name for file in (tmp_path / "out").iterdir())
    assert (ran.returncode, ran.stderr) == (0, "")
    assert written == ["papers-tea.json", "project-tea.json", "sample-paper.json"]


def test_a_folder_without_papers_is_named(data: Path, tmp_path: Path) -> None:
    ran = scholarai(data, "ask", tmp_path, "Why?")

    assert (ran.returncode, ran.stdout) == (1, "")
    assert f"{tmp_path}: folder_empty: " in ran.stderr


def test_a_paper_comes_by_the_standard_input(data: Path) -> None:
    command = [sys.executable, "-m", "scholarai", "extract", "-"]
    ran = subprocess.run(command, input=SAMPLE.read_bytes(), capture_output=True, check=False, timeout=60)

    assert ran.returncode == 0, ran.stderr
    assert json.loads(ran.stdout)["source_format"] == "pdf"


def test_a_file_of_questions_gives_an_answer_each(data: Path, tmp_path: Path) -> None:
    questions, output = tmp_path / "q.jsonl", tmp_path / "a.jsonl"
    rows = [{"question_id": 7, "question": QUESTION}, {"question_id": "b", "question": "What melts tungsten?"}]
    questions.write_text("".join(json.dumps(row) + "\n" for row in rows))

    ran = scholarai(data, "ask", SAMPLE, "--questions", questions, "-o", output)

    first, second = (json.loads(line) for line in output.read_text().splitlines())
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")
    assert (first["question_id"], second["question_id"]) == (7, "b")
    assert first["sections"][0]["citations"][0]["verdict"] == "exact"
    assert (second["refusal"], second["search"]["outcome"]) == (None, "closest")


def test_a_question_that_cannot_be_asked_is_named_and_the_others_are_answered(data: Path, tmp_path: Path) -> None:
    questions = tmp_path / "q.jsonl"
    rows = [{"question_id": 1, "question": " "}, {"question_id": 2, "question": QUESTION}]
    questions.write_text("".join(json.dumps(row) + "\n" for row in rows))

    ran = scholarai(data, "ask", SAMPLE, "--questions", questions)

    assert ran.returncode == 1
    assert [json.loads(line)["question_id"] for line in ran.stdout.splitlines()] == [2]
    assert f"{questions}: question 1: question_invalid" in ran.stderr


def test_the_ending_says_the_form_of_a_review(data: Path, tmp_path: Path) -> None:
    short_paper(tmp_path / "other.pdf", "Birthdays are Shared")
    forms = {name: tmp_path / f"r.{name}" for name in ("json", "html", "bib", "md")}
    for output in forms.values():
        ran = scholarai(data, "review", QUESTION, SAMPLE, tmp_path / "other.pdf", "-o", output)
        assert (ran.returncode, ran.stderr.count("\n")) == (0, 1)
        assert "the review is a reading list" in ran.stderr

    assert json.loads(forms["json"].read_text())["report"]["sections"]
    assert forms["html"].read_text().startswith("<!doctype html>")
    assert forms["bib"].read_text().startswith("@")
    assert forms["md"].read_text().startswith("# ")


def test_a_review_without_a_table_leaves_no_csv(data: Path, tmp_path: Path) -> None:
    """One paper is compared with none."""
    output = tmp_path / "r.csv"

    ran = scholarai(data, "review", QUESTION, SAMPLE, "-o", output)

    assert ran.returncode == 1
    assert "not written" in ran.stderr
    assert not output.exists()


def test_papers_are_added_listed_and_deleted(tmp_path: Path) -> None:
    data = tmp_path / "data"
    broken = tmp_path / "broken.pdf"
    broken.write_bytes(b"%PDF-1.7 and nothing else")

    added = scholarai(tmp_path / "unused", "papers", "add", SAMPLE, broken, "--data", data, "--no-json")
    listed = scholarai(data, "papers", "list", "--no-json")
    for_programs = scholarai(data, "papers", "list")
    for_operators = scholarai(data, "ops", "papers", "command-line", "--no-json")
    of_nobody = scholarai(data, "ops", "papers", "nobody")
    paper_id = added.stdout.split("\t")[0]
    deleted = scholarai(data, "papers", "delete", paper_id[:8])
    again = scholarai(data, "papers", "delete", paper_id[:8])

    assert (added.returncode, added.stdout) == (1, f"{paper_id}\tsample-paper.pdf\n")
    assert f"{broken}: damaged: " in added.stderr
    # A paper that failed is kept with its failure, so that it is not read in vain again.
    assert [line.split("\t")[1] for line in listed.stdout.splitlines()] == ["failed", "completed"]
    assert [json.loads(line)["status"] for line in for_programs.stdout.splitlines()] == ["failed", "completed"]
    assert [line.split("\t")[1:3] for line in for_operators.stdout.splitlines()] == [
        ["failed", "damaged"],
        ["completed", "-"],
    ]
    assert (of_nobody.returncode, of_nobody.stdout) == (4, "")
    assert (deleted.returncode, deleted.stderr) == (0, "")
    assert (again.returncode, again.stdout) == (4, "")
    assert "paper_unknown" in again.stderr


def test_a_correction_of_a_paper_is_listed_and_named_in_answers(tmp_path: Path) -> None:
    paper_id = json.loads(scholarai(tmp_path, "papers", "add", SAMPLE).stdout)["id"]

    told = scholarai(
        tmp_path, "papers", "describe", paper_id[:8], "--author", "Ann Priestley", "--year", "", "--no-json"
    )
    wrong = scholarai(tmp_path, "papers", "describe", paper_id[:8], "--doi", "none")
    asked = scholarai(tmp_path, "ask", SAMPLE, "Who wrote this paper?")

    assert "authors: Ann Priestley (person)\n" in told.stdout
    assert "year: not known (person)\n" in told.stdout
    assert (wrong.returncode, "metadata_invalid" in wrong.stderr) == (2, True)
    assert "Ann Priestley" in asked.stdout


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_batch_leaves_finished_outputs_and_no_drafts(how: int, tmp_path: Path) -> None:
    papers, out = tmp_path / "papers", tmp_path / "out"
    papers.mkdir()
    for n in range(COPIES):
        shutil.copy(SAMPLE, papers / f"{n}.pdf")
    command = [sys.executable, "-m", "scholarai", "extract", str(papers), "-o", str(out)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 180
    while not list(out.glob("*.json")) and time.monotonic() < deadline:
        time.sleep(0.02)

    process.send_signal(how)
    code = process.wait(timeout=60)

    left = list(out.iterdir())
    assert code == 128 + how
    assert 0 < len(left) < COPIES
    assert all(file.suffix == ".json" and not file.name.startswith(".") for file in left)
    assert all(json.loads(file.read_text())["source_format"] == "pdf" for file in left)
