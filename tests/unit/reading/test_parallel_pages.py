"""A long paper is read by two processes, and nobody can tell from what comes out."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import pytest
from unit.reading import sample_files

from scholarai.adapters.reading import parallel_pages
from scholarai.adapters.reading.limits import ReadLimits
from scholarai.adapters.reading.pdf import PdfFile
from scholarai.domain.errors import PaperFaultError
from scholarai.parsing.pdf.layout.page import PreparedPage
from scholarai.parsing.pdf.read import read_pages

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends a process with its parent")
PAGES = [f"{number} Part {number}\n{sentence}" for number in range(1, 5) for sentence in sample_files.SENTENCES]


@pytest.fixture
def paper(tmp_path: Path) -> Path:
    return sample_files.text_pdf(tmp_path / "paper.pdf", PAGES)


def test_two_processes_read_what_one_reads(paper: Path) -> None:
    alone = parallel_pages.prepared_pages(paper, PdfFile(paper), ReadLimits(), lambda _done: None, halves=False)
    together = parallel_pages.prepared_pages(paper, PdfFile(paper), ReadLimits(), lambda _done: None, halves=True)

    assert len(together[0]) == len(PAGES)
    assert read_pages(together[0], notes=together[1]) == read_pages(alone[0], notes=alone[1])


def test_progress_counts_the_pages_of_both(paper: Path) -> None:
    told: list[int] = []

    parallel_pages.prepared_pages(paper, PdfFile(paper), ReadLimits(), told.append, halves=True)

    assert told == sorted(told)
    assert told[-1] == len(PAGES)


def test_pages_of_a_helper_that_is_killed_are_read_all_the_same(paper: Path) -> None:
    myself = os.getpid()

    def kill_helper(_done: int) -> None:
        for pid in Path(f"/proc/self/task/{myself}/children").read_text().split():
            if Path(f"/proc/{pid}/cmdline").read_bytes() == Path("/proc/self/cmdline").read_bytes():
                os.kill(int(pid), signal.SIGKILL)

    pages, notes = parallel_pages.prepared_pages(paper, PdfFile(paper), ReadLimits(), kill_helper, halves=True)

    assert [page.page_number for page in pages] == list(range(1, len(PAGES) + 1))
    assert notes == []


def test_one_process_reads_all_where_no_other_can_be_had(paper: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_process() -> int:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(os, "fork", no_process)
    pages, _ = parallel_pages.prepared_pages(paper, PdfFile(paper), ReadLimits(), lambda _done: None, halves=True)

    assert [page.page_number for page in pages] == list(range(1, len(PAGES) + 1))


def test_too_much_text_is_a_fault_whichever_half_it_is_in(paper: Path) -> None:
    letters = [page.layer.letters for page in read_alone(paper)]

    for limit in (letters[0] - 1, sum(letters) - 1):
        with pytest.raises(PaperFaultError) as caught:
            parallel_pages.prepared_pages(
                paper, PdfFile(paper), ReadLimits(characters=limit), lambda _done: None, halves=True
            )
        assert caught.value.code == "too_complex"


def read_alone(paper: Path) -> list[PreparedPage]:
    return parallel_pages.prepared_pages(paper, PdfFile(paper), ReadLimits(), lambda _done: None, halves=False)[0]


def test_a_short_paper_is_read_by_one_process() -> None:
    assert not parallel_pages.worthwhile(parallel_pages.LEAST_PAGES - 1)
