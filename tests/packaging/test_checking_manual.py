"""docs/checking.md shows what its commands really print."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.slow
MANUAL = (ROOT / "docs" / "checking.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", MANUAL, re.MULTILINE | re.DOTALL)


def session() -> Iterator[tuple[str, str]]:
    """Yield each command of the console blocks with what stands below it."""
    for block in blocks("console"):
        for said in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            typed = re.match(r"(?:[^\n]*<<'(\w+)'\n.*?^\1\n|[^\n]*\n(?:>[^\n]*\n)*)", said, re.MULTILINE | re.DOTALL)
            assert typed is not None
            yield re.sub(r"^> ", "", typed[0], flags=re.MULTILINE), said[typed.end() :]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "shared").symlink_to(ROOT / "shared")
    return tmp_path


def run(folder: Path, *command: str) -> str:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("SCHOLARAI_", "GEMINI_"))}
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        command,
        cwd=folder,
        env=kept | {"SCHOLARAI_DATA": str(folder / "data"), "PATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.stdout


def test_the_session_is_what_its_commands_print(folder: Path) -> None:
    typed = list(session())

    assert len(typed) == 4
    for command, printed in typed:
        assert run(folder, "bash", "-c", command) == printed


def test_the_python_example_prints_what_is_said_of_it(folder: Path) -> None:
    (example,) = blocks("python")
    said = re.search(r"It prints `([^`]+)`", MANUAL)

    assert said is not None
    assert run(folder, sys.executable, "-c", example) == f"{said[1]}\n"
