"""The notebook of the documentation runs, and shows what stands in it."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]


def test_its_cells_show_what_stands_in_it(tmp_path: Path) -> None:
    for name in ("tools", "docs"):
        (tmp_path / name).mkdir()
    shutil.copy(ROOT / "tools" / "notebook.py", tmp_path / "tools")
    shutil.copy(ROOT / "docs" / "notebook.ipynb", tmp_path / "docs")
    command = [sys.executable, str(tmp_path / "tools" / "notebook.py")]

    done = subprocess.run(command, capture_output=True, text=True, timeout=240, check=False)

    assert (done.returncode, done.stderr) == (0, "")
