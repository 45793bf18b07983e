"""The page without a browser: its own tests, its lint floors, and types that are those of the API's schemas."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from web.built import ROOT, WEB, first_files_of_page, weights_of_page

pytestmark = pytest.mark.slow

# What npm's and Node's own scripts call; nothing of Node is among them.
SHELL = ("sh", "env", "uname", "dirname", "basename", "readlink", "sed")
# What the whole page may weigh, the worker of pdf.js left aside.
MOST_BYTES = 660_000
# What may come before the library can be used.
MOST_BYTES_FIRST = 220_000


@pytest.fixture(scope="module")
def npm(built: None) -> str:
    return shutil.which("npm") or str(Path(sys.executable).with_name("npm"))


@pytest.mark.parametrize("script", ["test", "check"])
def test_the_page_passes_its_own_tests(npm: str, script: str) -> None:
    # An npm that came from PyPI calls the Node beside it by name.
    path = os.pathsep.join([str(Path(npm).parent), os.environ["PATH"]])
    done = subprocess.run(
        [npm, "run", "--silent", script],
        cwd=WEB,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )

    assert done.returncode == 0, done.stdout[-6_000:] + done.stderr[-2_000:]


def test_the_whole_page_weighs_little(built: None) -> None:
    weights = {name: weight for name, weight in weights_of_page().items() if "worker" not in name}

    assert sum(weights.values()) <= MOST_BYTES, weights


def test_what_comes_before_the_library_is_usable_weighs_little(built: None) -> None:
    weights, first = weights_of_page(), first_files_of_page()

    assert len(first) >= 3, first
    assert sum(weights[name] for name in first) <= MOST_BYTES_FIRST, first


def test_the_first_script_waits_for_no_other(built: None) -> None:
    name = re.search(r'<script type="module"[^>]* src="/assets/([^"]+)"', _index())
    assert name is not None
    script = (WEB / "dist" / "assets" / name[1]).read_text(encoding="utf-8")

    # An `import` of its own would have to come first; `import(` asks for what may come later.
    assert not re.search(r"\bimport\s*[\w{*'\"`]", script)


def test_the_main_script_comes_beside_the_first_one_and_is_compiled_ahead(built: None) -> None:
    ahead = re.findall(r'<link rel="modulepreload"[^>]* href="/assets/(main-[^"]+)"', _index())

    assert len(ahead) == 1
    assert (WEB / "dist" / "assets" / ahead[0]).read_text(encoding="utf-8").startswith("//# allFunctionsCalledOnLoad\n")


def test_a_machine_without_node_builds_the_page_with_that_of_pypi(built: None, tmp_path: Path) -> None:
    """As `make web` does it: a new environment, and a path on which there is no Node."""
    copy = tmp_path / "copy"
    shutil.copytree(WEB, copy / "web", ignore=shutil.ignore_patterns("node_modules", "dist", "test-results"))
    (copy / "docs").mkdir()
    for made in ("openapi.json", "constants.json"):  # the page's types are made from them
        shutil.copy(ROOT / "docs" / made, copy / "docs")
    (copy / "requirements").mkdir()
    shutil.copy(ROOT / "requirements" / "node.txt", copy / "requirements")
    venv.create(tmp_path / "venv", with_pip=True)
    shell = tmp_path / "shell"
    shell.mkdir()
    for name in SHELL:
        (shell / name).symlink_to(str(shutil.which(name)))
    assert shutil.which("node", path=str(shell)) is None

    done = subprocess.run(
        [tmp_path / "venv" / "bin" / "python", copy / "web" / "build.py", "--must"],
        env={**os.environ, "PATH": str(shell)},
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
    )

    assert done.returncode == 0, done.stderr[-3_000:]
    assert (tmp_path / "venv" / "bin" / "node").exists()
    assert {file.name for file in (copy / "web" / "dist" / "assets").iterdir()} == {
        file.name for file in (WEB / "dist" / "assets").iterdir()
    }


def _index() -> str:
    return (WEB / "dist" / "index.html").read_text(encoding="utf-8")
