"""Real processes killed with SIGKILL in the middle of an extraction: some points of benchmarks/crash_sweep.py."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

SWEEP = Path(__file__).resolve().parents[2] / "benchmarks" / "crash_sweep.py"
LIMIT_S = 900.0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("backend", "every"), [("embedded", 27), pytest.param("emulators", 51, marks=pytest.mark.emulator)]
)
def test_a_killed_extraction_ends_like_an_undisturbed_one(
    backend: str, every: int, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    addresses: dict[str, str] = {}
    if backend == "emulators":
        addresses["FIRESTORE_EMULATOR_HOST"] = request.getfixturevalue("firestore_emulator")
        addresses["PUBSUB_EMULATOR_HOST"] = request.getfixturevalue("pubsub_emulator")
    done = subprocess.run(
        [sys.executable, str(SWEEP), "--backend", backend, "--data", str(tmp_path), "--every", str(every), "--twice"],
        capture_output=True,
        text=True,
        timeout=LIMIT_S,
        check=False,
        env=os.environ | {"OMP_NUM_THREADS": "2"} | addresses,
    )

    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"points: (\d+), of them \{'killed and equal': \1\}", done.stdout), done.stdout
