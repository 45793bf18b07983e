"""web/build.py beside itself: two calls at once neither empty each other's packages nor build twice."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
# An npm that takes its time, notes what it does, and makes what a build makes.
NPM = """#!/bin/sh
echo "begin $1" >> ../log
sleep "${NPM_TAKES:-0.3}"
rm -rf node_modules/*
mkdir -p node_modules dist
echo "end $1" >> ../log
"""
NODE = "#!/bin/sh\necho v22.0.0\n"

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the npm of this test is a shell script")


@pytest.fixture
def web(tmp_path: Path) -> Path:
    folder = tmp_path / "web"
    folder.mkdir()
    shutil.copy(ROOT / "web" / "build.py", folder)
    (folder / "package.json").write_text("{}")
    tools = tmp_path / "tools"
    tools.mkdir()
    for name, script in (("npm", NPM), ("node", NODE)):
        (tools / name).write_text(script)
        (tools / name).chmod(0o755)
    return folder


def test_two_builds_at_once_install_and_build_once(web: Path) -> None:
    both = [_started(web, "--must") for _ in range(2)]

    assert [process.wait(timeout=60) for process in both] == [0, 0]
    assert _log(web) == ["begin ci", "end ci", "begin run", "end run"]


def test_installing_packages_waits_for_a_build(web: Path) -> None:
    both = [_started(web, "--must"), _started(web, "--packages")]

    assert [process.wait(timeout=60) for process in both] == [0, 0]
    steps = _log(web)
    assert steps.count("begin ci") == 1
    assert [step.partition(" ")[0] for step in steps] == ["begin", "end"] * (len(steps) // 2)


def test_packages_are_not_installed_into_the_folder_that_a_link_leads_to(web: Path) -> None:
    others = web.parent / "others"
    others.mkdir()
    (others / "react").write_text("theirs")
    (web / "node_modules").symlink_to(others)

    assert _started(web, "--must").wait(timeout=60) == 0
    assert (others / "react").read_text() == "theirs"
    assert not (web / "node_modules").is_symlink()


def test_a_build_that_was_killed_keeps_nobody_waiting(web: Path) -> None:
    first = _started(web, "--must", NPM_TAKES="60")
    deadline = time.monotonic() + 30
    while not _log(web) and time.monotonic() < deadline:
        time.sleep(0.02)
    os.killpg(first.pid, 9)
    first.wait(timeout=30)

    assert _started(web, "--must").wait(timeout=60) == 0
    assert _log(web)[-1] == "end run"


def test_a_built_page_needs_no_turn(web: Path) -> None:
    assert _started(web, "--must").wait(timeout=60) == 0
    turn = web.parent / "build" / "page.turn"
    turn.unlink()
    turn.mkdir()  # as where nothing can be written

    assert _started(web, "--must").wait(timeout=60) == 0


def _started(web: Path, *arguments: str, **environment: str) -> subprocess.Popen[bytes]:
    path = os.pathsep.join([str(web.parent / "tools"), os.environ["PATH"]])
    return subprocess.Popen(
        [sys.executable, web / "build.py", *arguments],
        env={**os.environ, "PATH": path, **environment},
        start_new_session=True,
    )


def _log(web: Path) -> list[str]:
    log = web.parent / "log"
    return log.read_text().splitlines() if log.exists() else []
