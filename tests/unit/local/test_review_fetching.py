"""`scholarai review --fetch` reads found works with an open PDF first, and says what could not be read."""

from __future__ import annotations

from pathlib import Path

import pytest
from doubles.literature import FakeInternet, crossref_work, listed
from unit.literature.world import OPEN, Files

from scholarai import Library
from scholarai.bootstrap.literature import LiteratureServices
from scholarai.domain.errors import PaperFaultError
from scholarai.local.cli import main
from scholarai.testing import sample_paper

QUESTION = "How many people make a shared birthday more likely than not?"
MINE = "# Birthdays\n\n## Results\n\nAmong 23 people a shared birthday is more likely than not, as we counted in many classes.\n"
FREE = crossref_work("10.1000/open", "Shared birthdays of people", **OPEN)
HELD = crossref_work("10.1000/held", "Shared birthdays and people", **{
    **OPEN, "link": [{"URL": "https://there.example/a.pdf", "content-type": "application/pdf"}],
})  # fmt: skip
CLOSED = crossref_work("10.1000/closed", "Birthdays of people, behind a wall")


@pytest.fixture
def files(monkeypatch: pytest.MonkeyPatch) -> Files:
    internet = FakeInternet()
    internet.put("api.crossref.org", "/works", listed(FREE, HELD, CLOSED))
    for one in (FREE, HELD, CLOSED):
        internet.put("api.crossref.org", f"/works/{one['message']['DOI']}", one)
    files = Files(
        here_example=sample_paper().read_bytes(),
        there_example=PaperFaultError("file_no_pdf", "what stands there is no PDF"),
    )
    monkeypatch.setattr(LiteratureServices, "client", lambda _: internet.client())
    monkeypatch.setattr(LiteratureServices, "open_files", lambda _: files)
    monkeypatch.setenv("SCHOLARAI_LITERATURE", "crossref")
    return files


def review(folder: Path, *options: str, paper: Path | None = None) -> str:
    mine, report = folder / "mine.md", folder / "report.md"
    mine.write_text(MINE)
    given = ["review", QUESTION, str(paper or mine), *options, "-o", str(report), "--data", str(folder / "data")]
    assert main(given) == 0
    return report.read_text().replace("\\", "")


def test_an_open_work_is_read_and_reviewed_and_one_that_cannot_be_had_is_told(
    tmp_path: Path, files: Files, capsys: pytest.CaptureFixture[str]
) -> None:
    report = review(tmp_path, "--fetch", "3")

    said = capsys.readouterr().err
    assert "added: Shared birthdays of people" in said
    assert "record: Shared birthdays and people: What stands there is no PDF" in said
    assert "10.1000/open [read for this review]" in report
    assert "10.1000/held [not read: add its open PDF]" in report
    assert "10.1000/closed [not read: no open PDF known]" in report


def test_no_more_works_are_fetched_than_wanted(tmp_path: Path, files: Files) -> None:
    review(tmp_path, "--fetch", "1")

    assert len(files.fetched) == 1


def test_nothing_is_fetched_unless_it_is_asked_for(tmp_path: Path, files: Files) -> None:
    report = review(tmp_path, "--discover", paper=sample_paper())

    assert files.fetched == []
    assert "10.1000/open [not read: add its open PDF]" in report


def test_a_number_without_bounds_is_refused(tmp_path: Path, files: Files, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine.md").write_text(MINE)

    done = main(["review", QUESTION, str(tmp_path / "mine.md"), "--fetch", "11", "--data", str(tmp_path / "data")])

    assert done == 2
    assert "limit_invalid: 1 to 10 works" in capsys.readouterr().err
    assert files.fetched == []


def test_works_that_are_there_are_not_added_again(tmp_path: Path, files: Files) -> None:
    with Library(tmp_path / "data") as library:
        first = [work.outcome for work in library.add_found(QUESTION)]
        again = [work.outcome for work in library.add_found(QUESTION)]

    assert (first, again) == (["added", "record"], ["record"])
