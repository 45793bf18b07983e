"""Callers of `scholarai serve` who never finish what they began, over sockets of their own."""

from __future__ import annotations

import contextlib
import json
import socket
import time
from collections.abc import Callable, Iterator

import pytest
from e2e.serving import JSON, Server

pytestmark = pytest.mark.slow

# Less than the ten seconds after which such callers are cut off (`HEADERS_S`, `READ_S`): nobody has waited for them.
PATIENCE_S = 8.0
HALF_HEADERS = b"GET /papers HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Half: "
HALF_BODY = (
    b'POST /papers HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 60\r\n\r\n{"file'
)
HALF_CHUNKED = (
    b"POST /papers HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    b"Transfer-Encoding: chunked\r\n\r\n3c\r\n{"
)


@contextlib.contextmanager
def strangers(server: Server, number: int, beginning: bytes) -> Iterator[list[socket.socket]]:
    """Give connections that have sent a beginning and are open."""
    with contextlib.ExitStack() as held:
        made = [
            held.enter_context(socket.create_connection(("127.0.0.1", server.port), timeout=30)) for _ in range(number)
        ]
        for one in made:
            one.sendall(beginning)
        yield made


@pytest.mark.parametrize(
    ("number", "beginning"), [(300, HALF_HEADERS), (300, b""), (40, HALF_BODY), (40, HALF_CHUNKED)]
)
def test_callers_who_never_finish_keep_nobody_waiting(server: Server, number: int, beginning: bytes) -> None:
    with strangers(server, number, beginning):
        waits = [_wait_of(lambda: server.call("GET", "/papers").status) for _ in range(5)]
        waits += [_wait_of(lambda: server.post("/papers", {"filename": "a.pdf"}).status) for _ in range(5)]

    assert max(waits) < PATIENCE_S


def test_headers_that_come_byte_by_byte_are_taken(server: Server) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as slow:
        for byte in b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n":
            slow.sendall(bytes([byte]))
            time.sleep(0.005)

        assert slow.recv(15) == b"HTTP/1.1 200 OK"


def test_two_requests_sent_at_once_are_both_answered(server: Server) -> None:
    one = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as caller:
        caller.sendall(one + b"\r\n" + one)
        time.sleep(0.2)
        caller.sendall(b"Connection: close\r\n\r\n")
        answers = b"".join(iter(lambda: caller.recv(65536), b""))

    assert answers.count(b"HTTP/1.1 200 OK") == 2


@pytest.mark.parametrize("beginning", [HALF_HEADERS, HALF_BODY, HALF_CHUNKED])
def test_a_caller_who_sends_a_byte_now_and_then_is_cut_off(server: Server, beginning: bytes) -> None:
    with strangers(server, 1, beginning) as (drip,):
        started = time.monotonic()
        with contextlib.suppress(OSError):
            while _is_open(drip) and time.monotonic() - started < 40:
                drip.sendall(b"a")
                time.sleep(1)

        assert time.monotonic() - started < 25


def test_an_upload_that_breaks_off_is_no_paper(server: Server) -> None:
    created = server.post("/papers", {"filename": "a.md"}).json()
    path = created["upload"]["url"].partition(str(server.port))[2]
    head = f"PUT {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: {created['upload']['headers']['content-type']}\r\n"
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as sender:
        sender.sendall(f"{head}Content-Length: 1000\r\n\r\n# Half a paper".encode())
        sender.shutdown(socket.SHUT_WR)
        answer = b"".join(iter(lambda: sender.recv(65536), b""))

    assert json.loads(answer.partition(b"\r\n\r\n")[2])["code"] == "upload_cut"
    assert server.extraction(created["paper_id"])["status"] == "uploaded"


def test_a_body_that_is_wrongly_chunked_is_the_callers_mistake(server: Server) -> None:
    head = HALF_CHUNKED.partition(b"3c")[0]
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as caller:
        caller.sendall(head + b"3c;" + b"x" * 100_000 + b"\r\n")

        assert caller.recv(12) == b"HTTP/1.1 400"


def test_a_large_body_to_nobody_takes_no_memory(server: Server) -> None:
    body = bytes(64 * 1024 * 1024)
    before = server.peak_bytes()
    with contextlib.suppress(OSError):
        server.call("POST", "/nothing", body, JSON)

    assert server.peak_bytes() - before < len(body) / 2


def _wait_of(call: Callable[[], int]) -> float:
    started = time.monotonic()
    assert call() < 300
    return time.monotonic() - started


def _is_open(connection: socket.socket) -> bool:
    connection.setblocking(False)
    try:
        return bool(connection.recv(65536))
    except BlockingIOError:
        return True
    finally:
        connection.setblocking(True)
