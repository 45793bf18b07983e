"""A bundle is all that a function needs: with its own requirements alone, in a new environment, it does its work."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

import pytest
from functions.processes import FunctionProcess

from scholarai.local.bundle import main, make_bundle
from scholarai.local.functions import TARGETS

ROOT = Path(__file__).parents[2]
EVENTS = ROOT / "tests" / "data" / "events"
SAMPLE = ROOT / "shared" / "scholarai" / "local" / "sample" / "sample-paper.pdf"
NAMES = tuple(TARGETS)


@pytest.mark.parametrize("name", NAMES)
def test_a_bundle_holds_main_requirements_and_the_package(name: str, tmp_path: Path) -> None:
    with zipfile.ZipFile(make_bundle(name, tmp_path)) as bundle:
        names = bundle.namelist()
        main_py = bundle.read("main.py")
        requirements = bundle.read("requirements.txt").decode()

    others = [inside for inside in names if not inside.startswith("scholarai/")]
    assert sorted(others) == ["main.py", "requirements.txt"]
    assert "scholarai/bootstrap/__init__.py" in names
    tables = [inside for inside in names if PurePosixPath(inside).parent.name == "data"]
    weights = {"scholarai/retrieval/data/ranking.json", "scholarai/adapters/models/local/data/e5-small.onnx"}
    assert {"scholarai/citations/data/english.txt", *weights} <= set(tables)
    assert all(inside.endswith(".py") for inside in names if inside not in others and inside not in tables)
    assert not any(inside.startswith(("scholarai/local/", "scholarai/api/")) for inside in names)
    own = (ROOT / "functions" / name / "requirements.txt").read_text().splitlines()
    assert [line.removesuffix(" \\") for line in requirements.splitlines() if "--hash" not in line] == own
    assert all("--hash=sha256:" in one for one in re.split(r"\n(?=[A-Za-z0-9])", requirements.strip()))
    assert main_py == (ROOT / "functions" / name / "main.py").read_bytes()


def test_the_same_sources_make_the_same_bytes_under_the_same_name(tmp_path: Path) -> None:
    first, second = make_bundle("status", tmp_path / "a"), make_bundle("status", tmp_path / "b")

    assert (first.name, first.read_bytes()) == (second.name, second.read_bytes())


def test_another_text_makes_another_name(tmp_path: Path) -> None:
    for folder in ("functions", "requirements"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    (tmp_path / "functions" / "status" / "main.py").write_text("# another")

    assert make_bundle("status", tmp_path, tmp_path / "functions").name != make_bundle("status", tmp_path).name


def test_the_script_makes_every_bundle(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path)]) == 0
    assert sorted(path.name.split("-")[0] for path in tmp_path.iterdir()) == sorted(NAMES)


@dataclass(frozen=True, kw_only=True)
class Installed:
    """A bundle in an environment that has its requirements and nothing else."""

    folder: Path
    python: Path


@pytest.fixture(scope="module")
def install(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Installed]:
    uv = Path(sys.executable).with_name("uv")

    def make(name: str) -> Installed:
        folder = tmp_path_factory.mktemp(name)
        with zipfile.ZipFile(make_bundle(name, folder)) as bundle:
            bundle.extractall(folder / "code")
        python = folder / "env" / "bin" / "python"
        subprocess.run([uv, "venv", "--quiet", "--python", sys.executable, folder / "env"], check=True)
        pins = folder / "code" / "requirements.txt"
        command: list[str | Path] = [
            uv,
            "pip",
            "install",
            "--quiet",
            "--require-hashes",
            "--python",
            python,
            "--requirement",
            pins,
        ]
        subprocess.run(command, check=True)
        return Installed(folder=folder / "code", python=python)

    return make


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[[Installed, str], FunctionProcess]]:
    running: list[FunctionProcess] = []

    def make(installed: Installed, name: str) -> FunctionProcess:
        env = {"PATH": os.environ["PATH"], "SCHOLARAI_DATA": str(tmp_path / "data"), "SCHOLARAI_BACKEND": "embedded"}
        running.append(FunctionProcess(name, installed.folder / "main.py", env, python=installed.python))
        return running[-1]

    yield make
    for process in running:
        process.stop()


@pytest.mark.slow
def test_bundles_extract_a_paper_report_it_and_answer_a_question(
    install: Callable[[str], Installed], start: Callable[[Installed, str], FunctionProcess], tmp_path: Path
) -> None:
    status = start(install("status"), "status")
    _, made = status.call("POST", "/papers", {"filename": "paper.pdf"})
    event = stored(made["paper_id"], tmp_path / "data")

    extract = start(install("extract"), "extract")
    delivered, _ = extract.call("POST", "/", event["body"], event["headers"])
    answered, extraction = status.call("GET", f"/papers/{made['paper_id']}/extraction")
    chat = start(install("chat"), "chat")
    asked, answer = chat.call("POST", f"/papers/{made['paper_id']}/chat", {"question": "What is proposed?"})

    assert (delivered, answered, extraction["status"]) == (200, 200, "completed")
    assert (asked, bool(answer["sections"] or answer["refusal"])) == (200, True)


def stored(paper_id: str, data: Path) -> dict[str, Any]:
    """Put the file where its upload would, and return the event that the bucket would send."""
    from scholarai.adapters.embedded.backend import EmbeddedBackend
    from scholarai.config import Settings
    from scholarai.domain.ids import PaperId

    backend = EmbeddedBackend(Settings.from_env({"SCHOLARAI_DATA": str(data)}))
    paper = backend.papers.get(PaperId(paper_id))
    assert paper is not None
    generation = backend.objects.put(paper.object_name, SAMPLE.read_bytes(), content_type="application/pdf")
    event: dict[str, Any] = json.loads((EVENTS / "storage_finalized_binary.json").read_text())
    event["body"] |= {"bucket": "scholarai-local", "name": paper.object_name, "generation": str(generation)}
    return event
