"""A review that was asked to looks beyond the library, and says what of it was read and what could be."""

from __future__ import annotations

from pathlib import Path

import pytest
from doubles.literature import FakeInternet, crossref_work, listed

from scholarai import Library
from scholarai.adapters.literature.attempts import Reply
from scholarai.domain.discovery import BeyondWork
from scholarai.domain.errors import ConflictError
from scholarai.domain.review import Report
from scholarai.reviewing.exports import to_html, to_markdown
from scholarai.testing import HashEmbedder

QUESTION = "How many people make a shared birthday more likely than not?"
PAPER = """# On Birthdays

Ann Priestley

## Results

We count shared birthdays. Twenty-three people make a shared birthday more likely than not, as we show.
For 23 people the exact probability is 0.5073.

## Limits

We ignore leap days, twins and the seasons.
"""
OPEN = {
    "license": [{"URL": "https://creativecommons.org/licenses/by/4.0/"}],
    "link": [{"URL": "https://here.example/a.pdf", "content-type": "application/pdf"}],
}
CLOSED = crossref_work("10.1000/closed", "RETRACTED: Shared birthdays <b>again</b>")
FREE = crossref_work("10.1000/open", "Birthdays of people", **OPEN)


@pytest.fixture
def internet(monkeypatch: pytest.MonkeyPatch) -> FakeInternet:
    monkeypatch.setenv("SCHOLARAI_LITERATURE", "crossref,arxiv")
    made = FakeInternet()
    made.put("api.crossref.org", "/works", listed(CLOSED, FREE))
    made.script("export.arxiv.org", "/api/query", Reply(status=503, headers={}))
    return made


def reviewed(folder: Path, internet: FakeInternet, *, discover: bool) -> Report:
    file = folder / "birthdays.md"
    file.write_text(PAPER)
    with Library(folder / "data", embedder=HashEmbedder()) as library:
        library._app.literature.client = internet.client  # type: ignore[assignment]
        paper = library.add(file)
        library.describe(paper, {"doi": "10.1000/sample"})
        internet.asked.clear()  # what describes the added paper
        _, report = library.run_review([paper], QUESTION, discover=discover)
    assert report is not None
    return report


def by_doi(report: Report) -> dict[str | None, BeyondWork]:
    assert report.beyond is not None
    return {work.add: work for work in report.beyond.works}


def test_nobody_is_asked_unless_the_review_was_told_to(tmp_path: Path, internet: FakeInternet) -> None:
    report = reviewed(tmp_path, internet, discover=False)

    assert report.beyond is None
    assert internet.asked == []


def test_the_report_says_which_works_were_read_which_could_be_and_which_not(
    tmp_path: Path, internet: FakeInternet
) -> None:
    read = crossref_work("10.1000/sample", "Shared birthdays")
    internet.put("api.crossref.org", "/works", listed(CLOSED, FREE, read))

    works = by_doi(reviewed(tmp_path, internet, discover=True))

    assert {name: work.state for name, work in works.items()} == {
        "10.1000/sample": "reviewed",
        "10.1000/open": "open",
        "10.1000/closed": "closed",
    }
    assert works["10.1000/closed"].warning == "retracted"


def test_a_service_that_fails_is_named_in_the_exports_and_the_review_goes_on(
    tmp_path: Path, internet: FakeInternet
) -> None:
    report = reviewed(tmp_path, internet, discover=True)

    text, page = to_markdown(report), to_html(report)
    assert report.complete
    assert "## Beyond the library" in text
    assert "not read: no open PDF known; retracted" in text
    assert "not read: add its open PDF" in page
    assert "arxiv was asked in vain: arXiv did not answer." in page


def test_a_review_cannot_look_beyond_the_library_while_no_service_is_on(
    tmp_path: Path, internet: FakeInternet, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCHOLARAI_LITERATURE", "")

    with pytest.raises(ConflictError, match="services_off"):
        reviewed(tmp_path, internet, discover=True)
