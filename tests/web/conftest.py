"""One browser for all tests of the page, and one server for each file of them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import pytest
from doubles.gemini_server import GeminiServer
from e2e.serving import Server

from web import papers
from web.browser import Browser, build_page, find_chromium, url_of


@pytest.fixture(scope="session")
def built() -> None:
    why = build_page()
    if why is not None:
        _cannot(f"the page cannot be built here: {why}")


@pytest.fixture(scope="session")
def browser(built: None) -> Iterator[Browser]:
    chromium = find_chromium()
    if chromium is None:
        _cannot("no Chromium on the path (CHROMIUM names one)")
    opened = Browser(chromium)
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def server(built: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The local server without any model's key, one for each file of tests.

    A library shared by several files would hold other papers in each order of the files, so another paper could be found first.
    """
    started = Server(tmp_path_factory.mktemp("page") / "data").start()
    yield started
    started.kill()


@pytest.fixture(scope="module")
def two_columns(server: Server, browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The id of a paper in two columns, added by dropping its file on the library."""
    path = papers.two_columns(tmp_path_factory.mktemp("papers") / "columns.pdf")
    return str(browser.play("add", url=url_of(server), file=str(path), text="Boiling Water in Two Columns")["id"])


@pytest.fixture(scope="session")
def gemini() -> Iterator[GeminiServer]:
    with GeminiServer() as server:
        yield server


@pytest.fixture
def with_model(built: None, gemini: GeminiServer, tmp_path: Path) -> Iterator[Server]:
    """A server that answers with the scripted Gemini; nothing reads its answers a second time, so that each reply is an answer."""
    server = Server(
        tmp_path / "data",
        GEMINI_API_KEY="test",
        SCHOLARAI_GEMINI_BASE_URL=gemini.url,
        SCHOLARAI_SECOND_READING="off",
    )
    yield server.start()
    server.kill()


def _cannot(why: str) -> NoReturn:
    """Skip on a person's machine, and fail where all tests must run."""
    if os.environ.get("CI"):
        pytest.fail(why)
    pytest.skip(why)
