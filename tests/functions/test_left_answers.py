"""An answer whose reader leaves, or that is stopped, counts what its model took, over HTTP and with real processes."""

from __future__ import annotations

import http.client
import json
import os
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from doubles.model_server import MODEL, ModelServer, Raw
from functions.processes import FunctionProcess

from scholarai.domain.ids import PaperId

ROOT = Path(__file__).parents[2]
ASK = {"question": "How many people make a shared birthday more likely than not?", "depth": "quick", "stream": True}
SAYS = {"model": MODEL, "choices": [{"index": 0, "delta": {"content": "Twenty-three people are enough. " * 40}}]}
# A server that tells no usage before the end of a stream, as most do.
ENDLESS = Raw(f"data: {json.dumps(SAYS)}\n\n".encode(), "text/event-stream", forever=True, pause_s=0.02)


@pytest.fixture
def chat(library: tuple[Path, PaperId], tmp_path: Path) -> Iterator[tuple[FunctionProcess, str]]:
    """The chat function with a model that never ends, a limit of 100 tokens a day, and the id of a paper."""
    with ModelServer() as server:
        server.script(*[ENDLESS] * 4)
        env = {"PATH": os.environ["PATH"], "SCHOLARAI_DATA": str(tmp_path / "data"), "SCHOLARAI_DAILY_TOKENS": "100"}
        data, paper_id = library
        shutil.copytree(data, tmp_path / "data")
        env |= {"SCHOLARAI_MODEL": f"openai/{MODEL}", "SCHOLARAI_OPENAI_BASE_URL": f"{server.url}/v1"}
        process = FunctionProcess("chat", ROOT / "functions" / "chat" / "main.py", env)
        try:
            yield process, paper_id
        finally:
            process.stop()


def read_until(process: FunctionProcess, paper_id: str, event: str) -> tuple[http.client.HTTPConnection, str]:
    """Ask, read until this event, and return the open connection with the id of the conversation."""
    connection = http.client.HTTPConnection("127.0.0.1", process.port, timeout=60)
    connection.request("POST", f"/papers/{paper_id}/chat", json.dumps(ASK), {"Content-Type": "application/json"})
    answer = connection.getresponse()
    session, line = "", ""
    while line != f"event: {event}":
        line = answer.readline().decode().rstrip()
        if "session_id" in line:
            session = json.loads(line.removeprefix("data: "))["session_id"]
    return connection, session


def leave(process: FunctionProcess, paper_id: str) -> None:
    connection, _ = read_until(process, paper_id, "delta")
    connection.close()


def stop(process: FunctionProcess, paper_id: str) -> None:
    connection, session = read_until(process, paper_id, "delta")
    assert process.call("POST", f"/chat/{session}/stop")[0] == 204
    connection.close()


@pytest.mark.parametrize("end", [leave, stop])
def test_what_was_read_and_written_counts_and_reaches_the_limit(
    chat: tuple[FunctionProcess, str], end: Callable[[FunctionProcess, str], None]
) -> None:
    process, paper_id = chat

    end(process, paper_id)

    deadline = time.monotonic() + 60
    days: list[dict[str, Any]] = []
    # What the search took is counted at once, the answer when it has ended.
    while not any(day["questions"] for day in days) and time.monotonic() < deadline:
        time.sleep(0.2)
        days = process.call("GET", "/me/spending")[1]["days"]
    # The paper may have been read on the day before.
    (day,) = [day for day in days if day["questions"]]
    assert (day["questions"], day["spent"]["input_tokens"] > 500, day["spent"]["output_tokens"] > 100) == (
        1,
        True,
        True,
    )
    assert process.call("POST", f"/papers/{paper_id}/chat", ASK)[0] == 429
