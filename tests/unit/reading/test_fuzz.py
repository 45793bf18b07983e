"""Damaged files end as content or as a named fault, and papers with odd parts are read: two benchmarks, for twenty seconds each."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).resolve().parents[3] / "benchmarks"
LIMIT_S = 300.0


@pytest.mark.slow
def test_damaged_files_end_as_content_or_as_a_named_fault(tmp_path: Path) -> None:
    printed = ran("fuzz_reading.py", "--data", str(tmp_path))

    assert re.search(r"^[1-9]\d* runs, 0 findings", printed, re.MULTILINE), printed


@pytest.mark.slow
def test_papers_with_odd_front_matter_bibliographies_tables_and_bookmarks_are_read() -> None:
    printed = ran("fuzz_grammars.py")

    assert len(re.findall(r"^\S+: [1-9]\d* distinct papers in \d+ s, no finding$", printed, re.MULTILINE)) == 7, printed


def ran(benchmark: str, *arguments: str) -> str:
    """Return what a benchmark prints that runs for twenty seconds and finds nothing."""
    done = subprocess.run(
        [sys.executable, str(BENCHMARKS / benchmark), "--seconds", "20", *arguments],
        capture_output=True,
        text=True,
        timeout=LIMIT_S,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
