"""Many files share what reading loads, and nothing else: a process each, whatever the one before came to."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

import pymupdf
import pytest
from unit.reading import sample_files

from scholarai.adapters.reading.limits import ReadLimits
from scholarai.adapters.reading.reader import SandboxedReader
from scholarai.domain.content import PaperContent
from scholarai.domain.errors import PaperFaultError, TransientError
from scholarai.ports.reading import PaperSource

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere each file starts a process of its own")


@pytest.fixture
def paper(tmp_path: Path) -> PaperSource:
    return source(sample_files.text_pdf(tmp_path / "paper.pdf", sample_files.SENTENCES))


def source(path: Path) -> PaperSource:
    return PaperSource(path=path, filename=path.name, media_type="")


def read(reader: SandboxedReader, given: PaperSource) -> PaperContent:
    return reader.read(given, lambda *_: None)


# Far above what ending a process takes, far below a file's time.
ENDED_S = 10.0
# A killed process is there until the kernel has freed its memory, and an ended one until its parent has asked for it.
GONE_S = 60.0


def children(pid: int | str) -> list[str]:
    found: list[str] = []
    with suppress(FileNotFoundError, ProcessLookupError):  # it ends at this moment
        for task in Path(f"/proc/{pid}/task").iterdir():
            found += (task / "children").read_text().split()
    return found


def warm_processes() -> list[str]:
    """Return the children of this process that are warm."""
    found = []
    for pid in children(os.getpid()):
        with suppress(FileNotFoundError):
            if b"scholarai.adapters.reading.fork_server" in Path(f"/proc/{pid}/cmdline").read_bytes():
                found.append(pid)
    return found


def all_gone(found: Callable[[], list[str]]) -> bool:
    """Wait until none of some processes is there; tell whether that came about."""
    until = time.monotonic() + GONE_S
    while found() and time.monotonic() < until:
        time.sleep(0.01)
    return not found()


def test_a_warm_process_reads_what_a_cold_one_reads(paper: PaperSource) -> None:
    with SandboxedReader(ReadLimits()).for_many() as warm:
        assert [read(warm, paper), read(warm, paper)] == [read(SandboxedReader(ReadLimits()), paper)] * 2


def test_files_one_after_another_are_forked_from_one_process_and_end(paper: PaperSource) -> None:
    readers: list[str] = []

    def look(done: int, pages: int | None) -> None:
        if done == pages:
            (process,) = warm_processes()
            readers.extend([process, *children(process)])

    with SandboxedReader(ReadLimits()).for_many() as warm:
        for _ in range(2):
            warm.read(paper, look)
            (process,) = warm_processes()
            assert all_gone(partial(children, process))

    first, reading, second, other = readers
    assert first == second
    assert reading != other
    assert all_gone(warm_processes)


def test_a_file_that_fails_leaves_the_process_for_the_next_one(paper: PaperSource, tmp_path: Path) -> None:
    with SandboxedReader(ReadLimits()).for_many() as warm:
        with pytest.raises(PaperFaultError, match="password"):
            read(warm, source(sample_files.encrypted_pdf(tmp_path / "secret.pdf")))

        assert len(read(warm, paper).pages) == 3


def test_processor_time_is_each_files_own(paper: PaperSource, tmp_path: Path) -> None:
    endless = source(sample_files.inflating_pdf(tmp_path / "long.pdf", megabytes=100))
    with SandboxedReader(ReadLimits(cpu_s=1)).for_many() as warm:
        with pytest.raises(PaperFaultError) as error:
            read(warm, endless)
        assert error.value.code in {"read_timeout", "too_complex"}

        assert len(read(warm, paper).pages) == 3


def test_a_file_whose_time_is_over_is_ended_at_once(paper: PaperSource) -> None:
    with SandboxedReader(ReadLimits()).for_many() as warm:

        def stop(_done: int, _pages: int | None) -> None:
            for pid in children(warm_processes()[0]):
                os.kill(int(pid), signal.SIGSTOP)
            raise InterruptedError

        began = time.monotonic()
        with pytest.raises(InterruptedError):
            warm.read(paper, stop)
        took_s = time.monotonic() - began
        assert all_gone(warm_processes)
        assert len(read(warm, paper).pages) == 3

    assert took_s < ENDED_S


def test_a_warm_process_that_is_killed_fails_its_file_alone(paper: PaperSource, tmp_path: Path) -> None:
    document = pymupdf.open(paper.path)
    document.insert_pdf(pymupdf.open(sample_files.inflating_pdf(tmp_path / "second.pdf", megabytes=10)))
    document.save(tmp_path / "slow.pdf")

    def kill(_done: int, _pages: int | None) -> None:
        for pid in warm_processes():
            os.kill(int(pid), signal.SIGKILL)

    with SandboxedReader(ReadLimits()).for_many() as warm:
        with pytest.raises(TransientError) as error:
            warm.read(source(tmp_path / "slow.pdf"), kill)

        assert error.value.code == "reader_killed"
        assert len(read(warm, paper).pages) == 3


def test_files_at_once_have_processes_of_their_own(paper: PaperSource) -> None:
    pages: list[int] = []
    with SandboxedReader(ReadLimits()).for_many() as warm:
        threads = [threading.Thread(target=lambda: pages.append(len(read(warm, paper).pages))) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    assert pages == [3, 3, 3]
