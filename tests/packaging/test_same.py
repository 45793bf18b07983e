"""`make same` says what differs, and nothing where nothing does."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
SAME = ROOT / "tools" / "same.py"


def run(folder: Path, *, digest: str | None = None) -> subprocess.CompletedProcess[str]:
    """Compare what is read of the sample paper, by the script and the digests of a copy in `folder`."""
    for name in ("tests", "benchmarks"):
        (folder / name).symlink_to(ROOT / name)
    (folder / "tools").mkdir()
    (folder / "tools" / "same.py").write_text(SAME.read_text())
    digests = json.loads(SAME.with_suffix(".json").read_text())
    digests["read/sample"] = digest or digests["read/sample"]
    (folder / "tools" / "same.json").write_text(json.dumps(digests))
    command = [
        sys.executable,
        str(folder / "tools" / "same.py"),
        "--data",
        str(folder / "none"),
        "--only",
        "read/sample",
    ]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def test_the_sample_paper_is_read_as_before(tmp_path: Path) -> None:
    done = run(tmp_path)
    assert (done.returncode, done.stdout) == (0, "1 of 1 results as stored, 0 differ, 0 missing\n"), done.stderr


def test_a_result_that_differs_is_named(tmp_path: Path) -> None:
    done = run(tmp_path, digest="0" * 16)
    assert done.returncode == 1
    assert done.stdout.splitlines() == ["read/sample: differs", "0 of 1 results as stored, 1 differ, 0 missing"]
