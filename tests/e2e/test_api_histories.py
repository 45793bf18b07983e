"""Calls that build on each other, whatever their order: no 5xx, no hang, and answers that fit their schemas."""

from __future__ import annotations

from pathlib import Path

import pytest
from e2e.api_histories import live
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
    assert {"POST /papers", "GET /papers/{paper_id}"} <= set(lived.calls)
    assert "Traceback" not in server.log.read_text()
