"""The wheel alone, in an empty environment: it answers on the command line, in Python and over HTTP, and serves its page."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from doubles.ports import free_port

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "web" / "dist" / "index.html"
QUESTION = "How many people make a shared birthday more likely than not?"
STARTING_S = 180.0


def installed_pythons() -> list[str]:
    """Return interpreters of the oldest and the newest version that pyproject.toml names and that are found on this machine."""
    named = re.findall(r"Python :: (3\.\d+)\"", (ROOT / "pyproject.toml").read_text())
    roots = [Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")), Path.home() / ".local/share/uv/python"]
    found = {f"{sys.version_info.major}.{sys.version_info.minor}": sys.executable}
    for version in named:
        here = [str(path) for root in roots for path in root.glob(f"*{version}*/bin/python{version}")]
        deeper = [str(path) for root in roots for path in root.glob(f"versions/{version}*/bin/python{version}")]
        for python in filter(None, [shutil.which(f"python{version}"), *here, *deeper]):
            asked = subprocess.run([python, "-m", "venv", "--help"], capture_output=True, timeout=60, check=False)
            if asked.returncode == 0:  # a shim of pyenv may find none
                found.setdefault(version, python)
    return [found[version] for version in sorted({min(found), max(found)})]


def dockerfile(instruction: str) -> list[str]:
    """Return what follows an instruction of Dockerfile, once for each time it stands there."""
    return re.findall(rf"^{instruction} (.*)$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel built by the command of `make wheel` from a copy of what a source archive holds, so that nothing else can get into it."""
    copy = tmp_path_factory.mktemp("source")
    for name in ("pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, copy)
    for name in ("shared", "functions", "web/dist"):
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    (command,) = (line for line in (ROOT / "Makefile").read_text().splitlines() if " -m pip wheel " in line)
    words = shlex.split(command.strip().removeprefix("@").replace("$(BIN)/python", shlex.quote(sys.executable)))
    subprocess.run(words, cwd=copy, check=True, timeout=180)
    (built,) = (copy / "dist").glob("*.whl")
    return built


@pytest.fixture(scope="module", params=installed_pythons())
def programs(request: pytest.FixtureRequest, wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment in which the steps of Dockerfile that install were run; pip chooses the releases."""
    folder = tmp_path_factory.mktemp("installed")
    programs = folder / "env" / "bin"
    subprocess.run([request.param, "-m", "venv", programs.parent], check=True, timeout=120)
    steps = [step for step in dockerfile("RUN") if "scholarai" in step and "useradd" not in step]
    assert [shlex.split(step)[0] for step in steps] == ["python", "scholarai"]
    for step in steps:
        words = [str(wheel) if word.endswith(".whl") else word for word in shlex.split(step)]
        environment = alone(programs) | pip_settings()
        command = [str(programs / words[0]), *words[1:]]
        done = subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, text=True, timeout=900, check=False
        )
        assert done.returncode == 0, done.stderr
    return programs


@pytest.fixture
def url(programs: Path, tmp_path: Path) -> Iterator[str]:
    """Where the server that the last step of Dockerfile starts can be reached, on another port and with another data folder."""
    (started,) = dockerfile("CMD")
    words = json.loads(started)
    port = str(free_port())
    words[words.index("--port") + 1] = port
    words[words.index("--host") + 1] = "127.0.0.1"
    environment = alone(programs) | {"SCHOLARAI_DATA": str(tmp_path / "data")}
    with (tmp_path / "log").open("wb") as log:
        process = subprocess.Popen(
            [programs / words[0], *words[1:]], cwd=tmp_path, env=environment, stdout=log, stderr=log
        )
    try:
        wait_for(lambda: reachable(f"http://127.0.0.1:{port}/healthz"), tmp_path / "log")
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(timeout=30)


def test_the_wheel_holds_what_it_serves(wheel: Path) -> None:
    listed = subprocess.run([sys.executable, "-m", "zipfile", "-l", wheel], capture_output=True, text=True, check=True)

    for name in ("chat", "extract", "review", "status"):
        assert f"scholarai/local/served/functions/{name}/main.py" in listed.stdout
    assert wheel.name.startswith("scholarai_papers-")
    assert ("scholarai/local/served/page/index.html" in listed.stdout) == PAGE.is_file()
    assert "sample-paper.pdf" in listed.stdout


def test_the_command_line_finds_by_meaning_and_answers(programs: Path, tmp_path: Path) -> None:
    sample = next(programs.parent.rglob("sample-paper.pdf"))

    said = run(programs, tmp_path, "scholarai", "ask", str(sample), QUESTION, "--json")

    answer = json.loads(said)
    assert answer["retrieval"] == "hybrid"
    assert answer["sections"][0]["citations"][0]["verdict"] == "exact"
    assert run(programs, tmp_path, "scholarai", "--version").startswith("scholarai ")


def test_the_command_line_helps_and_extracts(programs: Path, tmp_path: Path) -> None:
    sample = next(programs.parent.rglob("sample-paper.pdf"))

    assert "examples:" in run(programs, tmp_path, "scholarai", "--help")
    assert json.loads(run(programs, tmp_path, "scholarai", "extract", str(sample)))["title"].startswith("How Likely")


def test_an_extra_is_added_by_the_command_that_messages_name(programs: Path, tmp_path: Path) -> None:
    (extra,) = re.findall(r"pip install '([\w-]+\[mcp\])'", (ROOT / "docs" / "mcp.md").read_text())
    command = [programs / "python", "-m", "pip", "install", "--quiet", "--dry-run", "--report", "-", extra]
    environment = alone(programs) | pip_settings()
    done = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=300, check=False
    )

    assert done.returncode == 0, done.stderr
    added = {one["metadata"]["name"] for one in json.loads(done.stdout)["install"]}
    assert "mcp" in added
    assert not added & {"scholarai", "scholarai-papers"}


def test_an_installed_wheel_reads_and_checks_in_python(programs: Path, tmp_path: Path) -> None:
    code = (
        "import scholarai\nfrom scholarai.testing import sample_paper\n"
        "print(len(scholarai.read(sample_paper()).pages), "
        "scholarai.check(sample_paper(), 'For 23 people the exact probability is 0.5073.').verdict)"
    )

    assert run(programs, tmp_path, "python", "-c", code) == "2 exact\n"


def test_the_server_shows_its_page_takes_an_upload_and_answers(url: str, programs: Path) -> None:
    sample = next(programs.parent.rglob("sample-paper.pdf")).read_bytes()
    with urllib.request.urlopen(f"{url}/") as page:
        shown = page.read().decode()
    created = call("POST", f"{url}/papers", {"filename": "mine.pdf"})
    upload = created["upload"]
    request = urllib.request.Request(upload["url"], sample, upload["headers"], method=upload["method"])
    urllib.request.urlopen(request).close()
    paper = f"{url}/papers/{created['paper_id']}"
    wait_for(lambda: call("GET", f"{paper}/extraction")["status"] in {"completed", "failed"})

    answer = call("POST", f"{paper}/chat", {"question": QUESTION})

    assert ("/assets/" in shown) == PAGE.is_file()
    assert answer["sections"][0]["citations"][0]["verdict"] == "exact"


def run(programs: Path, folder: Path, program: str, *arguments: str) -> str:
    command: list[str | Path] = [programs / program, *arguments]
    environment = alone(programs) | {"SCHOLARAI_DATA": str(folder / "data")}
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, encoding="utf-8", timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def call(method: str, url: str, body: object = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"content-type": "application/json"}, method=method)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def alone(programs: Path) -> dict[str, str]:
    """Return an environment whose only programs are the installed ones, so without Node, and in which nothing points to this checkout or a key."""
    kept = {name: os.environ[name] for name in ("HOME", "LANG") if name in os.environ}
    return {"PATH": str(programs), **kept}


def pip_settings() -> dict[str, str]:
    """Return how this machine reaches the package index; nothing in it names a release."""
    return {name: value for name, value in os.environ.items() if name.startswith("PIP_") or "proxy" in name.lower()}


def wait_for(condition: Any, log: Path | None = None) -> None:
    deadline = time.monotonic() + STARTING_S
    while not condition():
        assert time.monotonic() < deadline, log.read_text() if log else "not in time"
        time.sleep(0.1)


def reachable(url: str) -> bool:
    try:
        urllib.request.urlopen(url, timeout=5).close()
    except OSError:
        return False
    return True
