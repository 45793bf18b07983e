"""The page beside the API: who gets HTML and who JSON at one address, which files go out, and what they may do."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from werkzeug.test import EnvironBuilder
from werkzeug.wrappers import Request, Response

from scholarai.local.page import WebPage

URL = "http://127.0.0.1:8080"
BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"


@pytest.fixture
def page(tmp_path: Path) -> WebPage:
    built = tmp_path / "dist"
    (built / "assets").mkdir(parents=True)
    (built / "index.html").write_text("<title>the page</title>")
    (built / "assets" / "main-1a2b.js").write_text("let x")
    (built / "assets" / "worker-1a2b.mjs").write_text("let y")
    (tmp_path / "secret.txt").write_text("secret")
    return WebPage(public_url=URL, built=built)


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/papers",
        "/papers/p1",
        "/papers/p1/",
        "/chat/s1",
        "/reviews",
        "/reviews/r1",
        "/discover",
        "/notes",
        "/notes/",
        "/settings",
    ],
)
def test_a_browser_that_opens_an_address_gets_the_page(page: WebPage, path: str) -> None:
    response = _answer(page, path, accept=BROWSER)

    assert response is not None
    assert response.mimetype == "text/html"
    assert "the page" in response.get_data(as_text=True)
    assert "Accept" in response.headers["Vary"]


@pytest.mark.parametrize(
    ("asked", "status", "got"),
    [
        ("bytes=1-2", 206, b"et"),
        ("bytes=-1", 206, b"x"),
        ("bytes=5-", 416, b""),
        ("bytes=9-12", 416, b""),
        # What a server may ignore is ignored.
        ("bytes=0-1,3-4", 200, b"let x"),
        ("items=0-1", 200, b"let x"),
        ("bytes=", 200, b"let x"),
    ],
)
def test_a_range_is_sent_refused_or_ignored(page: WebPage, asked: str, status: int, got: bytes) -> None:
    builder = EnvironBuilder(path="/assets/main-1a2b.js", base_url=URL, headers=[("Range", asked)])
    request = Request(builder.get_environ())
    response = page.moved(request) or page.answer(request)

    assert response is not None
    response.direct_passthrough = False
    assert (response.status_code, response.get_data()) == (status, got)


@pytest.mark.parametrize("accept", ["*/*", "application/json", "text/event-stream", ""])
@pytest.mark.parametrize(
    "path", ["/papers", "/papers/p1", "/chat/s1", "/reviews/r1", "/discover", "/history", "/notes"]
)
def test_a_program_gets_the_api_at_the_same_address(page: WebPage, path: str, accept: str) -> None:
    assert _answer(page, path, accept=accept) is None


@pytest.mark.parametrize(
    "path", ["/papers/p1/file", "/papers/p1/content", "/healthz", "/papers/p1/extraction", "/notes/n1", "/x"]
)
def test_a_browser_that_opens_a_file_of_the_api_gets_that(page: WebPage, path: str) -> None:
    assert _answer(page, path, accept=BROWSER) is None


def test_a_change_is_never_answered_by_the_page(page: WebPage) -> None:
    assert _answer(page, "/papers", method="POST", accept=BROWSER) is None


def test_no_script_runs_but_those_of_our_own_files(page: WebPage) -> None:
    for path in ("/", "/assets/main-1a2b.js"):
        response = _answer(page, path, accept=BROWSER)

        assert response is not None
        policy = dict(part.split(" ", 1) for part in response.headers["Content-Security-Policy"].split("; "))
        assert policy["default-src"] == "'none'"
        assert "unsafe-inline" not in str(policy)
        assert "'unsafe-eval'" not in policy["script-src"]
        assert policy["frame-ancestors"] == "'none'"


def test_files_with_a_digest_in_their_name_are_kept_for_good(page: WebPage) -> None:
    asset, document = _answer(page, "/assets/main-1a2b.js"), _answer(page, "/", accept=BROWSER)

    assert asset is not None
    assert document is not None
    assert "immutable" in asset.headers["Cache-Control"]
    assert document.headers["Cache-Control"] == "no-cache"


def test_modules_are_sent_as_scripts(page: WebPage) -> None:
    response = _answer(page, "/assets/worker-1a2b.mjs")

    assert response is not None
    assert response.mimetype == "text/javascript"


@pytest.mark.parametrize("path", ["/assets/../../secret.txt", "/assets/%2e%2e/%2e%2e/secret.txt", "/assets/none.js"])
def test_nothing_outside_the_built_page_goes_out(page: WebPage, path: str) -> None:
    response = _answer(page, path)

    assert response is not None
    assert response.status_code == 404


def test_the_page_is_shown_under_the_name_that_uploads_go_to(page: WebPage) -> None:
    response = _answer(page, "/papers/p1?page=5", accept=BROWSER, host="localhost:8080")

    assert response is not None
    assert response.status_code == 307
    assert response.headers["Location"] == f"{URL}/papers/p1?page=5"


def test_a_page_that_was_not_built_says_how_to_build_it(tmp_path: Path) -> None:
    response = _answer(WebPage(public_url=URL, built=tmp_path / "dist"), "/", accept=BROWSER)

    assert response is not None
    assert response.status_code == 200
    assert "make web" in response.get_data(as_text=True)


def test_files_are_compressed_for_browsers_that_take_it(page: WebPage) -> None:
    script = b"let z = 'a word that comes again';\n" * 200
    (page.built / "assets" / "long-1a2b.js").write_bytes(script)

    plain = _answer(page, "/assets/long-1a2b.js")
    small = _answer(page, "/assets/long-1a2b.js", encoding="gzip, deflate, br")

    assert plain is not None
    assert small is not None
    assert plain.get_data() == script
    assert plain.content_encoding is None
    assert small.content_encoding == "gzip"
    assert gzip.decompress(small.get_data()) == script
    assert small.content_length == len(small.get_data()) < len(script) / 10
    assert {"Accept-Encoding"} == set(plain.vary) == set(small.vary)
    assert "immutable" in small.headers["Cache-Control"]


@pytest.mark.parametrize("refusal", ["identity", "gzip;q=0", ""])
def test_nothing_is_compressed_for_a_caller_who_refuses_it(page: WebPage, refusal: str) -> None:
    (page.built / "assets" / "long-1a2b.js").write_bytes(b"let z\n" * 500)

    response = _answer(page, "/assets/long-1a2b.js", encoding=refusal)

    assert response is not None
    assert response.content_encoding is None


def test_a_compressed_file_that_did_not_change_is_not_sent_again(page: WebPage) -> None:
    (page.built / "assets" / "long-1a2b.js").write_bytes(b"let z\n" * 500)
    first = _answer(page, "/assets/long-1a2b.js", encoding="gzip")
    assert first is not None

    again = _answer(page, "/assets/long-1a2b.js", encoding="gzip", known=first.headers["ETag"])

    assert again is not None
    assert again.status_code == 304


def test_a_part_of_a_file_is_sent_as_it_is(page: WebPage) -> None:
    (page.built / "assets" / "long-1a2b.js").write_bytes(b"let z\n" * 500)

    response = _answer(page, "/assets/long-1a2b.js", encoding="gzip", part="bytes=0-9")

    assert response is not None
    assert (response.status_code, response.get_data()) == (206, b"let z\nlet ")


def _answer(
    page: WebPage,
    path: str,
    *,
    method: str = "GET",
    accept: str = "*/*",
    host: str = "127.0.0.1:8080",
    encoding: str = "",
    known: str = "",
    part: str = "",
) -> Response | None:
    headers = {
        "Accept": accept,
        "Host": host,
        "Accept-Encoding": encoding,
        "If-None-Match": known,
        "Range": part,
    }
    sent = [(name, said) for name, said in headers.items() if said]
    builder = EnvironBuilder(path=path, method=method, headers=sent)
    request = Request(builder.get_environ())
    response = page.moved(request) or page.answer(request)
    if response is not None:
        response.direct_passthrough = False  # so that a test can read it
    return response
