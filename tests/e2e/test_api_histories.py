"""Calls that build on each other, whatever their order: no 5xx, no hang, and answers that fit their schemas."""

from __future__ import annotations

from pathlib import Path

import pytest
from e2e.api_histories import LEFT_OUT, linked_document, live
from e2e.serving import Server

pytestmark = pytest.mark.slow
# benchmarks/fuzz_http.py does so for ten minutes.
SECONDS = 15.0


def test_no_history_of_calls_breaks_the_contract(tmp_path: Path) -> None:
    server = Server(tmp_path / "data").start()
    try:
        server.wait_until_ended("sample-paper")
        lived = live(f"http://127.0.0.1:{server.port}", SECONDS)
        assert server.is_up()
    finally:
        server.kill()

    assert lived.rounds > 0
    assert "POST /papers" in lived.calls
    assert any("{" in operation for operation in lived.calls), "nothing that was made was used"
    assert "Traceback" not in server.log.read_text()


def test_every_operation_that_is_not_left_out_follows_another_in_some_history() -> None:
    document = linked_document()
    operations = {
        f"{method.upper()} {path}": operation
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    }
    answers = [answer for operation in operations.values() for answer in operation["responses"].values()]
    following = {link["operationId"] for answer in answers for link in answer.get("links", {}).values()}

    assert [
        label
        for label, operation in operations.items()
        if operation["operationId"] not in following and not label.startswith(LEFT_OUT)
    ] == []
