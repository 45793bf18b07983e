"""Damaged files of every format end as content or as a named fault: a minute of benchmarks/fuzz_reading.py."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

FUZZ = Path(__file__).resolve().parents[3] / "benchmarks" / "fuzz_reading.py"
LIMIT_S = 120.0


@pytest.mark.slow
def test_damaged_files_end_as_content_or_as_a_named_fault(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(FUZZ), "--data", str(tmp_path), "--seconds", "60"],
        capture_output=True,
        text=True,
        timeout=LIMIT_S,
        check=False,
    )

    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"^[1-9]\d* runs, 0 findings", done.stdout, re.MULTILINE), done.stdout
