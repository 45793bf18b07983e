"""Bodies that strangers send to a function's real process, over sockets of their own."""

from __future__ import annotations

import contextlib
import os
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from functions.processes import FunctionProcess

from scholarai.entrypoints.callers import READ_S

ROOT = Path(__file__).parents[2]
MIB = 1024 * 1024
CALLS = 24
BODY_BYTES = 31 * MIB
# What the process may hold more than before, all of the calls together.
MOST_BYTES = 90 * MIB


@pytest.fixture
def status(tmp_path: Path) -> Iterator[FunctionProcess]:
    env = {
        "PATH": os.environ["PATH"],
        "SCHOLARAI_DATA": str(tmp_path / "data"),
        "SCHOLARAI_IDENTITY": "firebase",
        "SCHOLARAI_IDENTITY_PROJECT": "a-project",
    }
    process = FunctionProcess("status", ROOT / "functions" / "status" / "main.py", env)
    yield process
    process.stop()


@pytest.mark.parametrize("path", ["/papers", "/nothing", "/favicon.ico", "/papers%0A"])
def test_large_bodies_without_a_token_take_no_memory(status: FunctionProcess, path: str) -> None:
    before = status.peak_bytes()
    with ThreadPoolExecutor(CALLS) as pool:
        answers = list(pool.map(lambda _: _post(status.port, path, BODY_BYTES), range(CALLS)))

    assert {answer[:12] for answer in answers} <= {b"HTTP/1.1 401", b"HTTP/1.1 404", b""}
    assert any(answers)
    assert status.peak_bytes() - before < MOST_BYTES


def test_a_half_body_without_a_token_is_answered_in_seconds(status: FunctionProcess) -> None:
    with socket.create_connection(("127.0.0.1", status.port), timeout=30) as stranger:
        started = time.monotonic()
        stranger.sendall(_head("/papers", 1_000) + b"{")
        answer = stranger.recv(12)

        assert (answer, time.monotonic() - started < READ_S) == (b"HTTP/1.1 401", True)


def _post(port: int, path: str, size: int) -> bytes:
    """Send a body to its end, or to where it is refused, and return what came back; nothing where the connection broke."""
    piece = bytes(MIB)
    with socket.create_connection(("127.0.0.1", port), timeout=60) as stranger:
        with contextlib.suppress(OSError):  # it was refused before its end
            stranger.sendall(_head(path, size))
            for _ in range(size // MIB):
                stranger.sendall(piece)
        try:
            return stranger.recv(4096)
        except OSError:
            return b""


def _head(path: str, size: int) -> bytes:
    return (
        f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: {size}\r\n\r\n"
    ).encode()
