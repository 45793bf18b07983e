"""Open files come from the public internet alone, within bounds, and are what they should be."""

from __future__ import annotations

import http.server
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx2
import pytest

from scholarai.adapters.literature.open_files import FETCH_S, MOST_REDIRECTS, PublicFiles, is_public
from scholarai.domain.errors import PaperFaultError, ScholarError, TransientError

PDF = b"%PDF-1.7\n" + b"x" * 2_000
PUBLIC = "93.184.215.14"
TWO_GB = 2 * 1024**3


class Handler(http.server.BaseHTTPRequestHandler):
    pages: dict[str, tuple[int, dict[str, str], bytes]] = {}  # noqa: RUF012  - set by each test
    seen: list[tuple[str, str]] = []  # noqa: RUF012  - the same
    sent = 0

    def do_GET(self) -> None:
        self.seen.append((self.headers["Host"], self.path))
        status, headers, body = self.pages.get(self.path, (404, {}, b""))
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)
        Handler.sent = len(body)
        while self.path == "/endless.pdf" and Handler.sent < TWO_GB:
            try:
                Handler.sent += self.wfile.write(b"x" * 65_536)
            except OSError:
                return

    def log_message(self, *_: object) -> None:
        pass


class ToHere(httpx2.BaseTransport):
    """Brings requests to public addresses to a server on this machine; nothing else is changed."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.inner = httpx2.HTTPTransport()
        self.connected: list[str] = []

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        self.connected.append(request.url.host)
        assert request.url.scheme == "https"
        assert request.extensions["sni_hostname"] == request.headers["host"]
        request.url = request.url.copy_with(scheme="http", host="127.0.0.1", port=self.port)
        return self.inner.handle_request(request)


class Web:
    def __init__(self, port: int) -> None:
        self.transport = ToHere(port)
        self.names: dict[str, list[str]] = {"here.example": [PUBLIC]}
        self.seconds = 0.0
        self.files = PublicFiles(
            gates={},
            contact="a@example.org",
            resolve=self.resolve,
            transport=self.transport,
            now=lambda: self.seconds,
            sleep=self.sleep,
        )

    def resolve(self, host: str) -> list[str]:
        if host not in self.names:
            raise OSError
        return self.names[host]

    def sleep(self, seconds: float) -> None:
        self.seconds += seconds


@pytest.fixture
def web() -> Iterator[Web]:
    Handler.pages, Handler.seen = {}, []
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield Web(server.server_address[1])
    server.shutdown()
    thread.join()
    server.server_close()


def put(path: str, body: bytes, status: int = 200, headers: dict[str, str] | None = None) -> None:
    Handler.pages[path] = (status, headers or {}, body)


def fault_of(fetch: Callable[[], object]) -> str:
    with pytest.raises(ScholarError) as failed:
        fetch()
    return failed.value.code


def test_a_pdf_of_a_public_address_is_fetched_under_its_name(web: Web, tmp_path: Path) -> None:
    put("/a.pdf", PDF)

    size = web.files.fetch("https://here.example/a.pdf", tmp_path / "a", max_bytes=10_000)

    assert (tmp_path / "a").read_bytes() == PDF
    assert size == len(PDF)
    assert Handler.seen == [("here.example", "/a.pdf")]
    assert web.transport.connected == [PUBLIC]


@pytest.mark.parametrize(
    "address",
    [
        "http://here.example/a.pdf",
        "file:///etc/passwd",
        "https://here.example:8443/a.pdf",
        "https://user:word@here.example/a.pdf",
        "https://127.0.0.1/a.pdf",
        "https://[::1]/a.pdf",
        "https://[::ffff:169.254.169.254]/a.pdf",
        "https://169.254.169.254/latest/meta-data",
        "https://inside.example/a.pdf",
        "https://both.example/a.pdf",
        "https:///a.pdf",
        "https://here.example:99999/a.pdf",
        "https://[here/a.pdf",
    ],
)
def test_what_is_not_public_is_not_asked(web: Web, tmp_path: Path, address: str) -> None:
    web.names |= {"inside.example": ["10.0.0.7"], "both.example": [PUBLIC, "127.0.0.1"]}

    assert fault_of(lambda: web.files.fetch(address, tmp_path / "a", max_bytes=10_000)) == "file_not_public"
    assert web.transport.connected == []


@pytest.mark.parametrize(
    "target", ["http://127.0.0.1/a", "https://169.254.169.254/a", "https://inside.example/a", "http://here.example/b"]
)
def test_a_redirect_is_judged_like_the_address(web: Web, tmp_path: Path, target: str) -> None:
    web.names["inside.example"] = ["192.168.1.1"]
    put("/a.pdf", b"", 302, {"Location": target})

    fault = fault_of(lambda: web.files.fetch("https://here.example/a.pdf", tmp_path / "a", max_bytes=10_000))

    assert fault == "file_not_public"
    assert len(Handler.seen) == 1


def test_some_redirects_are_followed_and_then_no_more(web: Web, tmp_path: Path) -> None:
    for number in range(MOST_REDIRECTS + 1):
        put(f"/{number}", b"", 302, {"Location": f"/{number + 1}"})
    put(f"/{MOST_REDIRECTS + 1}", PDF)

    assert web.files.fetch("https://here.example/1", tmp_path / "a", max_bytes=10_000) == len(PDF)
    assert (
        fault_of(lambda: web.files.fetch("https://here.example/0", tmp_path / "a", max_bytes=10_000))
        == "file_redirects"
    )


@pytest.mark.parametrize("headers", [{}, {"Content-Length": "3000000000"}])
def test_a_file_that_is_too_large_is_left(web: Web, tmp_path: Path, headers: dict[str, str]) -> None:
    put("/a.pdf", PDF, headers=headers)

    assert (
        fault_of(lambda: web.files.fetch("https://here.example/a.pdf", tmp_path / "a", max_bytes=1_500)) == "too_large"
    )


def test_of_two_gigabytes_no_more_is_read_than_may_come_in(web: Web, tmp_path: Path) -> None:
    put("/endless.pdf", PDF)
    most = 4 * 1024**2

    assert (
        fault_of(lambda: web.files.fetch("https://here.example/endless.pdf", tmp_path / "a", max_bytes=most))
        == "too_large"
    )

    left = sum(file.stat().st_size for file in tmp_path.iterdir())
    assert left <= most
    assert Handler.sent < 4 * most  # what the buffers between here and there hold


@pytest.mark.parametrize("body", [b"<html>Log in", b"", b"PK\x03\x04" + b"x" * 5_000, b"x" * 2_000 + b"%PDF-"])
def test_what_is_no_pdf_by_its_bytes_is_left(web: Web, tmp_path: Path, body: bytes) -> None:
    put("/a.pdf", body, headers={"Content-Type": "application/pdf"})

    assert (
        fault_of(lambda: web.files.fetch("https://here.example/a.pdf", tmp_path / "a", max_bytes=10_000))
        == "file_no_pdf"
    )


@pytest.mark.parametrize(("status", "code"), [(403, "file_refused"), (404, "file_refused"), (503, "file_unreachable")])
def test_a_refusal_is_said(web: Web, tmp_path: Path, status: int, code: str) -> None:
    put("/a.pdf", b"no", status)

    assert fault_of(lambda: web.files.fetch("https://here.example/a.pdf", tmp_path / "a", max_bytes=10_000)) == code


def test_an_unknown_host_can_be_tried_again(web: Web, tmp_path: Path) -> None:
    with pytest.raises(TransientError):
        web.files.fetch("https://nowhere.example/a.pdf", tmp_path / "a", max_bytes=10_000)


def test_a_fetch_that_takes_too_long_ends(web: Web, tmp_path: Path) -> None:
    put("/a.pdf", PDF)
    started = web.files.now
    calls = iter(range(1_000))
    object.__setattr__(web.files, "now", lambda: started() + next(calls) * FETCH_S)

    assert (
        fault_of(lambda: web.files.fetch("https://here.example/a.pdf", tmp_path / "a", max_bytes=10_000))
        == "file_unreachable"
    )


def test_files_of_one_host_come_at_its_pace(web: Web, tmp_path: Path) -> None:
    put("/a.pdf", PDF)
    for _ in range(3):
        web.files.fetch("https://here.example/a.pdf", tmp_path / "a", max_bytes=10_000)

    assert web.seconds >= 6


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        (PUBLIC, True), ("2606:4700::1111", True), ("127.0.0.1", False), ("0.0.0.0", False), ("10.1.2.3", False),
        ("172.16.0.1", False), ("192.168.0.1", False), ("169.254.169.254", False), ("100.64.0.1", False),
        ("224.0.0.1", False), ("255.255.255.255", False), ("::1", False), ("::", False), ("fe80::1%eth0", False),
        ("fc00::1", False), ("fd00:ec2::254", False), ("::ffff:127.0.0.1", False), ("64:ff9b::7f00:1", False),
        ("2002:7f00:1::", False), ("fec0::1", False), ("3fff::1", False), ("192.88.99.1", False), ("192.0.2.1", False), ("not an address", False),
    ],
)  # fmt: skip
def test_public_addresses_are_told_from_all_others(address: str, expected: bool) -> None:
    assert is_public(address) is expected


def test_a_fault_says_what_to_do(web: Web, tmp_path: Path) -> None:
    with pytest.raises(PaperFaultError) as failed:
        web.files.fetch("https://127.0.0.1/", tmp_path / "a", max_bytes=1)

    assert failed.value.action == "Download it yourself and upload it."
