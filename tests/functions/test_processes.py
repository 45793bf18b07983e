"""One real process per function, as the cloud runs it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from functions.processes import FunctionProcess

ROOT = Path(__file__).parents[2]


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    return {"PATH": os.environ["PATH"], "SCHOLARAI_DATA": str(tmp_path / "data")}


@pytest.fixture
def start(env: dict[str, str]) -> Iterator[Callable[[str], FunctionProcess]]:
    running: list[FunctionProcess] = []

    def make(name: str) -> FunctionProcess:
        running.append(FunctionProcess(name, ROOT / "functions" / name / "main.py", env))
        return running[-1]

    yield make
    for process in running:
        process.stop()


def test_the_status_function_answers_from_a_process_of_its_own(start: Callable[[str], FunctionProcess]) -> None:
    status = start("status")

    made, paper = status.call("POST", "/papers", {"filename": "paper.pdf"})
    read, extraction = status.call("GET", f"/papers/{paper['paper_id']}/extraction")
    unknown, problem = status.call("GET", "/papers/unknown-1")

    assert (made, read, extraction["status"]) == (201, 200, "uploaded")
    assert (unknown, problem["code"]) == (404, "paper_unknown")


def test_the_chat_function_streams_from_a_process_of_its_own(
    start: Callable[[str], FunctionProcess], env: dict[str, str]
) -> None:
    prepared = [sys.executable, str(ROOT / "tests" / "functions" / "prepare.py")]
    paper_id = subprocess.run(prepared, env=env, check=True, capture_output=True, text=True).stdout.split()[-1]

    status, stream = start("chat").call(
        "POST", f"/papers/{paper_id}/chat", {"question": "What is proposed?", "stream": True}
    )

    names = [line.removeprefix("event: ") for line in stream.splitlines() if line.startswith("event: ")]
    assert (status, names[0], names[-1]) == (200, "begun", "done")
