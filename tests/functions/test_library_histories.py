"""Random histories of a data folder end without a violation, and an error planted in the product does not."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import scholarai

BENCHMARKS = Path(__file__).resolve().parents[2] / "benchmarks"
sys.path.append(str(BENCHMARKS))  # the commands there import each other by their names

from library_machine import a_history  # noqa: E402  - after the path is set

PACKAGE = Path(scholarai.__file__).parent


@pytest.mark.parametrize("number", range(1, 5))
def test_a_history_ends_without_a_violation(number: int, tmp_path: Path) -> None:
    with a_history(tmp_path / "history", f"1 {number}") as history:
        history.live(40)

    assert history.done.total() == 40


@pytest.mark.slow
def test_a_planted_error_is_seen() -> None:
    command = [sys.executable, str(BENCHMARKS / "library_histories.py"), "--histories", "20"]

    done = subprocess.run(
        [*command, "--plant", "folder-goes-with-a-paper"], capture_output=True, text=True, timeout=600, check=False
    )

    assert done.returncode == 0, done.stdout + done.stderr
    assert "VIOLATION in history" in done.stdout
