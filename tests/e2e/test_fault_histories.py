"""A random history of faults on the local cloud ends without a violation, and an error planted in its bundles is seen."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

FAULTS = Path(__file__).resolve().parents[2] / "benchmarks" / "faults.py"
LIMIT_S = 900.0

pytestmark = [pytest.mark.slow, pytest.mark.emulator]


def lived(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(FAULTS), "--events", "30", "--seed", "1", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=LIMIT_S, check=False)


@pytest.mark.usefixtures("firestore_emulator", "pubsub_emulator")  # skipped where there are none
def test_a_history_of_faults_ends_without_a_violation() -> None:
    done = lived("--histories", "1")

    assert done.returncode == 0, done.stdout + done.stderr
    assert "seed 1: 1 histories" in done.stdout
    assert done.stdout.rstrip().endswith("no violation")


@pytest.mark.usefixtures("firestore_emulator", "pubsub_emulator")
def test_an_error_in_the_bundles_is_seen() -> None:
    done = lived("--histories", "1", "--plant", "pointer-stays")

    assert done.returncode == 0, done.stdout + done.stderr
    assert "VIOLATION in history 1" in done.stdout
