"""A reading process ends with the process that asked for it, even when that is killed without a word."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pymupdf
import pytest
from unit.reading import sample_files

LIMIT_S = 60.0
# Halts the reading process as soon as that tells of a page, so that only the kernel can end it; then says who it is.
PARENT = """
import os, signal, sys, time
from pathlib import Path
from scholarai.adapters.reading.limits import ReadLimits
from scholarai.adapters.reading.reader import SandboxedReader
from scholarai.ports.reading import PaperSource

def halt(done, pages):
    child = int(Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()[0])
    os.kill(child, signal.SIGSTOP)
    print(child, flush=True)
    time.sleep(60)

SandboxedReader(ReadLimits()).read(PaperSource(path=Path(sys.argv[1]), filename="a.pdf", media_type=""), halt)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends a process with its parent")
def test_a_killed_parent_takes_its_reading_process_along(tmp_path: Path) -> None:
    path = slow_after_its_first_page(tmp_path)
    parent = subprocess.Popen([sys.executable, "-c", PARENT, str(path)], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    child = int(parent.stdout.readline())
    ran = runs(child)

    parent.send_signal(signal.SIGKILL)
    parent.communicate(timeout=LIMIT_S)
    until = time.monotonic() + LIMIT_S
    while runs(child) and time.monotonic() < until:
        time.sleep(0.02)

    assert ran
    try:
        assert not runs(child)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)


def runs(pid: int) -> bool:
    """Tell whether a process is there; one that ended and waits for its new parent to notice is not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def slow_after_its_first_page(folder: Path) -> Path:
    """Write a paper whose second page keeps its reader busy while its first is told."""
    document = pymupdf.open(sample_files.text_pdf(folder / "first.pdf", sample_files.SENTENCES[:1]))
    document.insert_pdf(pymupdf.open(sample_files.inflating_pdf(folder / "second.pdf", megabytes=10)))
    document.save(folder / "slow.pdf")
    return folder / "slow.pdf"
