"""The local server's door: who is answered, by which function, and how files go in and out."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from contract.making import a_paper
from doubles.stores import with_empty_store
from werkzeug.test import Client, TestResponse
from werkzeug.wrappers import Response

from scholarai.adapters.embedded.backend import EmbeddedBackend
from scholarai.config import Settings
from scholarai.domain.formats import FORMATS
from scholarai.local.functions import Functions
from scholarai.local.gateway import Front
from scholarai.local.page import WebPage
from scholarai.local.signed_files import ObjectGate

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

NAME = "uploads/local/p1/My_paper.pdf"
PDF = "application/pdf"


@pytest.fixture
def backend(tmp_path: Path) -> EmbeddedBackend:
    settings = {"SCHOLARAI_DATA": str(with_empty_store(tmp_path)), "SCHOLARAI_PUBLIC_URL": "http://127.0.0.1"}
    return EmbeddedBackend(Settings.from_env(settings))


@pytest.fixture
def client(backend: EmbeddedBackend) -> Client:
    return client_of(backend)


def client_of(backend: EmbeddedBackend) -> Client:
    functions = Functions(
        status=_named("status"), chat=_named("chat"), extract=_named("extract"), review=_named("review")
    )
    gate = ObjectGate(
        objects=backend.objects,
        signer=backend.signer,
        now=lambda: datetime.now(UTC),
        allowed_origins=("http://127.0.0.1:5173",),
    )
    page = WebPage(public_url="http://127.0.0.1")
    return Client(Front(functions=functions, objects=gate, page=page, admission=None, store=backend))


@pytest.fixture
def upload(backend: EmbeddedBackend, client: Client) -> Callable[..., TestResponse]:
    def send(data: bytes, *, content_type: str = PDF, max_bytes: int = 100) -> TestResponse:
        signed = backend.signer.sign_upload(NAME, content_type=PDF, max_bytes=max_bytes, now=datetime.now(UTC))
        return client.put(signed.url, data=data, content_type=content_type)

    return send


@pytest.mark.parametrize(
    ("method", "path", "function"),
    [
        ("GET", "/papers", "status"),
        ("POST", "/papers", "status"),
        ("GET", "/papers/p1/extraction", "status"),
        ("POST", "/papers/p1/chat", "chat"),
        ("OPTIONS", "/papers/p1/chat", "chat"),
        ("PATCH", "/chat", "chat"),
        ("GET", "/chat/s1", "chat"),
        ("GET", "/healthz", "status"),
        ("GET", "/nothing/here", "status"),
    ],
)
def test_a_call_reaches_the_function_of_the_routing_table(
    client: Client, method: str, path: str, function: str
) -> None:
    assert client.open(path, method=method).text == function


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE"])
def test_a_change_of_a_library_that_is_only_read_is_refused_with_its_folder(
    backend: EmbeddedBackend, tmp_path: Path, method: str
) -> None:
    backend.papers.change(a_paper().id, lambda _: a_paper())
    backend.close()
    reading = EmbeddedBackend(Settings.from_env({"SCHOLARAI_DATA": str(tmp_path), "SCHOLARAI_READ_ONLY": "1"}))

    answer = client_of(reading).open("/papers/p1", method=method)

    assert answer.json is not None
    assert (answer.status_code, answer.json["code"]) == (409, "store_read_only")
    assert str(tmp_path) in answer.json["detail"]


@pytest.mark.parametrize("path", ["/nothing", "/papers/p1/nothing", "/papers/p%201", "/local"])
def test_a_browser_at_an_unknown_address_gets_the_page_with_404(client: Client, path: str) -> None:
    response = client.get(path, headers={"Accept": "text/html,*/*;q=0.8", "Host": "127.0.0.1"})

    assert (response.status_code, response.mimetype) == (404, "text/html")


def test_a_browser_at_an_address_of_the_api_gets_its_answer(client: Client) -> None:
    for path in ("/healthz", "/papers/p1/content", "/search?q=whales"):
        assert client.get(path, headers={"Accept": "text/html", "Host": "127.0.0.1"}).text in {"status", "chat"}


@pytest.mark.parametrize("host", ["127.0.0.1:8080", "localhost", "LOCALHOST:1", "[::1]:8080"])
def test_names_of_this_machine_are_answered(client: Client, host: str) -> None:
    assert client.get("/papers", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:8080"])
def test_a_page_that_renamed_this_machine_is_not_answered(client: Client, host: str) -> None:
    response = client.get("/papers", headers={"Host": host})

    assert response.status_code == 421
    assert response.json is not None
    assert response.json["code"] == "host_unknown"


def test_a_signed_upload_becomes_an_object(backend: EmbeddedBackend, upload: Callable[..., TestResponse]) -> None:
    response = upload(b"%PDF-1.7")

    assert response.status_code == 200
    stored = backend.objects.find(NAME)
    assert stored is not None
    assert (stored.generation, stored.content_type) == (int(response.headers["x-goog-generation"]), PDF)
    assert backend.objects.read(NAME) == b"%PDF-1.7"


def test_an_upload_counts_once(upload: Callable[..., TestResponse], backend: EmbeddedBackend) -> None:
    upload(b"first")

    assert upload(b"second").status_code == 412
    assert backend.objects.read(NAME) == b"first"


def test_an_upload_of_another_type_is_refused(upload: Callable[..., TestResponse], backend: EmbeddedBackend) -> None:
    response = upload(b"<script>", content_type="text/html")

    assert response.status_code == 403
    assert backend.objects.find(NAME) is None


def test_an_upload_that_is_too_large_is_refused(upload: Callable[..., TestResponse], backend: EmbeddedBackend) -> None:
    assert upload(b"x" * 101).status_code == 413
    assert backend.objects.find(NAME) is None


def test_an_upload_that_is_refused_is_read_to_its_end_so_that_its_sender_reads_the_answer(
    client: Client, backend: EmbeddedBackend
) -> None:
    signed = backend.signer.sign_upload(NAME, content_type=PDF, max_bytes=10, now=datetime.now(UTC))
    sent = io.BytesIO(b"x" * 1_000)

    response = client.put(signed.url, input_stream=sent, content_type=PDF, content_length=1_000)

    assert (response.status_code, sent.tell()) == (413, 1_000)


def test_an_upload_that_is_too_large_without_saying_so_is_refused(client: Client, backend: EmbeddedBackend) -> None:
    signed = backend.signer.sign_upload(NAME, content_type=PDF, max_bytes=10, now=datetime.now(UTC))

    response = client.put(
        signed.url,
        input_stream=io.BytesIO(b"x" * 1_000),
        content_type=PDF,
        environ_overrides={"wsgi.input_terminated": True, "CONTENT_LENGTH": "", "HTTP_TRANSFER_ENCODING": "chunked"},
    )

    assert response.status_code == 413
    assert backend.objects.find(NAME) is None


def test_an_upload_that_was_not_signed_is_refused(client: Client) -> None:
    response = client.put(f"/local/objects/{NAME}?token=e30.AAAA", data=b"x", content_type=PDF)

    assert response.status_code == 403
    assert client.put(f"/local/objects/{NAME}", data=b"x").status_code == 403
    assert client.post(f"/local/objects/{NAME}", data=b"x").status_code == 405


def test_a_file_says_which_methods_and_ranges_it_takes(backend: EmbeddedBackend, client: Client) -> None:
    backend.objects.put(NAME, bytes(range(256)), content_type=PDF)
    url = backend.signer.sign_download(NAME, filename="a.pdf", now=datetime.now(UTC))

    asked, refused = client.options(url), client.delete(url)
    behind = client.get(url, headers={"Range": "bytes=256-"})
    unknown = client.get(url, headers={"Range": "items=0-5"})

    assert (asked.status_code, refused.status_code) == (204, 405)
    assert asked.headers["Allow"] == refused.headers["Allow"] == "GET, HEAD, OPTIONS, PUT"
    assert (behind.status_code, behind.headers["Content-Range"]) == (416, "bytes */256")
    assert (unknown.status_code, len(unknown.data)) == (200, 256)


def test_a_signed_download_serves_the_file_under_its_name(backend: EmbeddedBackend, client: Client) -> None:
    backend.objects.put(NAME, bytes(range(256)), content_type=PDF)
    url = backend.signer.sign_download(NAME, filename="Zürich.pdf", now=datetime.now(UTC))

    whole, part = client.get(url), client.get(url, headers={"Range": "bytes=10-19"})

    assert whole.data == bytes(range(256))
    assert whole.headers["Content-Disposition"].startswith("inline")
    assert "Z%C3%BCrich.pdf" in whole.headers["Content-Disposition"]
    assert (part.status_code, part.data) == (206, bytes(range(10, 20)))


@pytest.mark.parametrize(
    "content_type", [kind.media_type for kind in FORMATS if kind.media_type != PDF] + ["text/html"]
)
def test_a_file_that_could_be_a_page_is_saved_not_shown(
    backend: EmbeddedBackend, client: Client, content_type: str
) -> None:
    backend.objects.put(NAME, b"<script>alert(1)</script>", content_type=content_type)

    response = client.get(backend.signer.sign_download(NAME, filename="x.html", now=datetime.now(UTC)))

    assert response.headers["Content-Disposition"].startswith("attachment")
    assert response.headers["X-Content-Type-Options"] == "nosniff"


def test_a_download_of_a_deleted_file_is_not_found(backend: EmbeddedBackend, client: Client) -> None:
    url = backend.signer.sign_download(NAME, filename="x.pdf", now=datetime.now(UTC))

    assert client.get(url).status_code == 404


def _named(name: str) -> Callable[[WSGIEnvironment, StartResponse], Iterable[bytes]]:
    return Response(name)


@pytest.mark.parametrize(("origin", "allowed"), [("http://127.0.0.1:5173", True), ("http://127.0.0.1:5174", False)])
def test_a_page_of_an_allowed_origin_sends_and_reads_files(
    backend: EmbeddedBackend, client: Client, origin: str, allowed: bool
) -> None:
    signed = backend.signer.sign_upload(NAME, content_type=PDF, max_bytes=100, now=datetime.now(UTC))
    asks = {"Origin": origin, "Access-Control-Request-Method": "PUT", "Access-Control-Request-Headers": "content-type"}

    asked = client.options(signed.url, headers=asks)
    sent = client.put(signed.url, data=b"%PDF", content_type=PDF, headers={"Origin": origin})
    read = client.get(backend.signer.sign_download(NAME, filename="a.pdf", now=datetime.now(UTC)), headers=asks)
    forged = client.put(signed.url + "x", data=b"%PDF", content_type=PDF, headers={"Origin": origin})

    assert (asked.status_code, sent.status_code, read.status_code, forged.status_code) == (204, 200, 200, 403)
    shown = [one.headers.get("Access-Control-Allow-Origin") for one in (asked, sent, read, forged)]
    assert shown == [origin if allowed else None] * 4
    assert ("PUT" in asked.headers.get("Access-Control-Allow-Methods", "")) is allowed
    assert ("Content-Type" in asked.headers.get("Access-Control-Allow-Headers", "")) is allowed
    assert all("Origin" in one.headers["Vary"] for one in (asked, sent, read, forged))
