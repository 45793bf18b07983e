"""One real process per function, as the cloud runs it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from functions.processes import FunctionProcess

ROOT = Path(__file__).parents[2]


@pytest.fixture
def status(tmp_path: Path) -> Iterator[FunctionProcess]:
    env = {"PATH": os.environ["PATH"], "SCHOLARAI_DATA": str(tmp_path / "data")}
    process = FunctionProcess("status", ROOT / "functions" / "status" / "main.py", env)
    yield process
    process.stop()


def test_the_status_function_answers_from_a_process_of_its_own(status: FunctionProcess) -> None:
    made, paper = status.call("POST", "/papers", {"filename": "paper.pdf"})
    read, extraction = status.call("GET", f"/papers/{paper['paper_id']}/extraction")
    unknown, problem = status.call("GET", "/papers/unknown-1")

    assert (made, read, extraction["status"]) == (201, 200, "uploaded")
    assert (unknown, problem["code"]) == (404, "paper_unknown")
