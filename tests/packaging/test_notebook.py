"""The notebook of the documentation runs, and shows what stands in it."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def compared(folder: Path, was: str = "", now: str = "") -> subprocess.CompletedProcess[str]:
    """Run a copy of the notebook in which `now` stands in the place of `was`."""
    for name in ("tools", "docs"):
        (folder / name).mkdir()
    shutil.copy(ROOT / "tools" / "notebook.py", folder / "tools")
    text = (ROOT / "docs" / "notebook.ipynb").read_text(encoding="utf-8")
    assert was in text
    (folder / "docs" / "notebook.ipynb").write_text(text.replace(was, now), encoding="utf-8")
    command = [sys.executable, str(folder / "tools" / "notebook.py")]
    return subprocess.run(command, capture_output=True, text=True, timeout=240, check=False)


def test_its_cells_show_what_stands_in_it(tmp_path: Path) -> None:
    done = compared(tmp_path)

    assert (done.returncode, done.stderr) == (0, "")


def test_a_cell_that_shows_something_else_is_named(tmp_path: Path) -> None:
    done = compared(tmp_path, "<ins>0.5073</ins>", "<ins>0.6</ins>")

    assert done.returncode == 1
    assert done.stderr.startswith("cell 4 shows something else now")


def test_a_cell_that_fails_fails_the_run(tmp_path: Path) -> None:
    assert "NameError" in compared(tmp_path, "print(answer.text)", "print(answers.text)").stderr
