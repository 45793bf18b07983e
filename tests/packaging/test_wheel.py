"""The wheel alone, in an empty environment: it answers on the command line, in Python and over HTTP, and serves its page."""

from __future__ import annotations

import json
import os
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


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel built from a copy of what a source archive holds, so that nothing else can get into it."""
    copy = tmp_path_factory.mktemp("source")
    for name in ("pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, copy)
    for name in ("shared", "functions", "web/dist"):
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    options = "--quiet --wheel --no-build-isolation --out-dir out --python".split()
    subprocess.run([uv(), "build", *options, sys.executable, "."], cwd=copy, check=True, timeout=120)
    (built,) = (copy / "out").glob("*.whl")
    return built


@pytest.fixture(scope="module")
def programs(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment with the wheel and what it requires."""
    environment = tmp_path_factory.mktemp("installed") / "env"
    python = environment / "bin" / "python"
    subprocess.run([uv(), "venv", "--quiet", "--python", sys.executable, environment], check=True, timeout=60)
    install: list[str | Path] = [uv(), "pip", "install", "--quiet", "--python", python]
    pins = ROOT / "requirements" / "dev.txt"
    subprocess.run([*install, "--constraint", pins, wheel], check=True, timeout=400)
    return environment / "bin"


@pytest.fixture
def url(programs: Path, tmp_path: Path) -> Iterator[str]:
    port = free_port()
    command: list[str | Path] = [programs / "scholarai", "serve", "--port", str(port), "--data", tmp_path / "data"]
    with (tmp_path / "log").open("wb") as log:
        process = subprocess.Popen(command, cwd=tmp_path, env=clean(), stdout=log, stderr=log)
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
    assert ("scholarai/local/served/page/index.html" in listed.stdout) == PAGE.is_file()
    assert "sample-paper.pdf" in listed.stdout


def test_the_command_line_finds_by_meaning_and_answers(programs: Path, tmp_path: Path) -> None:
    sample = next(programs.parent.rglob("sample-paper.pdf"))

    said = run(programs, tmp_path, "scholarai", "ask", str(sample), QUESTION, "--json")

    answer = json.loads(said)
    assert answer["retrieval"] == "hybrid"
    assert answer["sections"][0]["citations"][0]["verdict"] == "exact"
    assert run(programs, tmp_path, "scholarai", "--version").startswith("scholarai ")


def test_an_installed_wheel_reads_and_checks_in_python(programs: Path, tmp_path: Path) -> None:
    code = (
        "import scholarai\nfrom scholarai.testing import sample_paper\n"
        "print(len(scholarai.read(sample_paper()).pages), "
        "scholarai.check('For 23 people the exact probability is 0.5073.', sample_paper()).verdict)"
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
    environment = clean() | {"SCHOLARAI_DATA": str(folder / "data")}
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


def clean() -> dict[str, str]:
    """Return an environment in which nothing points to this checkout or to a model's key."""
    return {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}


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


def uv() -> Path:
    return Path(sys.executable).with_name("uv")
