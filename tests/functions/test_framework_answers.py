"""What a function's real process tells a stranger when it fails: nothing of the exception, of proxies, or of its files."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import pytest
from functions.processes import FunctionProcess
from functions.system import finalized

ROOT = Path(__file__).parents[2]
# Stands in a header that a proxy adds, and in the path that the exceptions name.
SECRET = "wombat-4711"
JSON = {"Content-Type": "application/json"}


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[[str], FunctionProcess]]:
    """Return what starts a function whose data folder lies in a file, so that opening its store raises."""
    (tmp_path / SECRET).touch()
    env = {"PATH": os.environ["PATH"], "SCHOLARAI_DATA": str(tmp_path / SECRET / "data")}
    running: list[FunctionProcess] = []

    def make(name: str) -> FunctionProcess:
        running.append(FunctionProcess(name, ROOT / "functions" / name / "main.py", env))
        return running[-1]

    yield make
    for process in running:
        process.stop()


@pytest.mark.parametrize("name", ["extract", "review"])
def test_a_body_that_is_no_event_is_refused_with_an_empty_answer(
    start: Callable[[str], FunctionProcess], name: str
) -> None:
    process = start(name)
    kinds: Sequence[Mapping[str, str]] = (JSON, {"Content-Type": "text/plain"}, {**JSON, "ce-id": "1", "ce-type": "a"})

    answers = [process.call("POST", "/", {"hello": "system"}, {**kind, "X-Forwarded-For": SECRET}) for kind in kinds]

    assert answers == [(400, "")] * len(kinds)


@pytest.mark.parametrize(
    ("name", "method", "path"), [("status", "GET", "/papers"), ("chat", "GET", "/search?q=a"), ("extract", "POST", "/")]
)
def test_an_exception_s_text_stays_inside(
    start: Callable[[str], FunctionProcess], name: str, method: str, path: str
) -> None:
    event = finalized()

    status, text = start(name).call(method, path, event["body"], event["headers"])

    assert status == 500
    assert SECRET not in str(text)
