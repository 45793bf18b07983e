"""One function that serves the page out of a bucket, and every call of the API: a deployment without a load balancer."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest
from doubles.storage_server.server import StorageServer
from flask.testing import FlaskClient
from functions.system import body_of

from scholarai.adapters.gcp.clients import storage_client
from scholarai.adapters.gcp.objects import CloudStorageObjects
from scholarai.config import Settings

_numbers = itertools.count(1)
BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
HTML, JS, JSON = "text/html", "text/javascript", "application/json"


@pytest.fixture
def chat(
    load: Callable[..., FlaskClient], storage_server: StorageServer, monkeypatch: pytest.MonkeyPatch
) -> FlaskClient:
    monkeypatch.setenv("STORAGE_EMULATOR_HOST", storage_server.url)
    monkeypatch.setenv("GOOGLE_CLOUD_PROJECT", "p")
    bucket = f"site-{next(_numbers)}"
    storage_server.make_bucket(bucket)
    client = storage_client(Settings.from_env({"GOOGLE_CLOUD_PROJECT": "p"}))
    site = CloudStorageObjects(client=lambda: client, bucket=bucket)
    site.put("index.html", b"<title>the page</title>", content_type=HTML)
    site.put("assets/main-1a2b.js", b"let x", content_type=JS)
    return load("chat", SCHOLARAI_SITE_BUCKET=bucket)


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/papers",
        "/papers/p1",
        "/chat/s1",
        "/reviews/r1",
        "/tables",
        "/tables/t1",
        "/check",
        "/discover",
        "/notes",
        "/settings",
    ],
)
def test_a_browser_that_opens_an_address_gets_the_page_with_its_policy(chat: FlaskClient, path: str) -> None:
    response = chat.get(path, headers=BROWSER)

    assert (response.status_code, response.mimetype, response.text) == (200, HTML, "<title>the page</title>")
    assert "https://identitytoolkit.googleapis.com" in response.headers["Content-Security-Policy"]
    assert (response.headers["Cache-Control"], set(response.vary)) == ("no-cache", {"Accept", "Accept-Encoding"})


def test_an_unknown_address_opens_the_page_for_a_browser_and_is_a_problem_for_programs(chat: FlaskClient) -> None:
    response = chat.get("/nothing/here", headers=BROWSER)

    assert (response.status_code, response.mimetype, response.text) == (404, HTML, "<title>the page</title>")
    assert body_of(chat.get("/nothing/here"))["code"] == "path_unknown"
    assert body_of(chat.post("/nothing/here", headers=BROWSER))["code"] == "path_unknown"


def test_the_page_s_scripts_are_kept_by_browsers(chat: FlaskClient) -> None:
    response = chat.get("/assets/main-1a2b.js")

    assert (response.status_code, response.mimetype, response.text) == (200, JS, "let x")
    assert "immutable" in response.headers["Cache-Control"]


def test_an_unchanged_page_is_not_sent_again(chat: FlaskClient) -> None:
    first = chat.get("/", headers=BROWSER)

    assert chat.get("/", headers={**BROWSER, "If-None-Match": first.headers["ETag"]}).status_code == 304


def test_a_file_that_the_page_lacks_is_a_problem(chat: FlaskClient) -> None:
    response = chat.get("/assets/other-1a2b.js")

    assert (response.status_code, body_of(response)["code"]) == (404, "object_not_found")


def test_the_calls_of_every_public_function_are_answered(chat: FlaskClient) -> None:
    made = chat.post("/papers", json={"filename": "paper.pdf"})

    assert made.status_code == 201
    assert [paper["id"] for paper in body_of(chat.get("/papers"))["papers"]] == [body_of(made)["paper_id"]]
    assert body_of(chat.get("/reviews"))["reviews"] == []
    assert body_of(chat.get("/chat"))["sessions"] == []
    assert chat.options("/papers").headers["Allow"] == "GET, POST, OPTIONS"
    assert chat.get("/health").mimetype == JSON


def test_without_the_bucket_a_function_answers_its_own_calls_alone(load: Callable[..., FlaskClient]) -> None:
    chat = load("chat")

    assert {chat.get(path, headers=BROWSER).status_code for path in ("/", "/papers", "/assets/main-1a2b.js")} == {404}
