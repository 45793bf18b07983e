"""Zotero in the settings of the page, against a program that behaves as Zotero's documentation says."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from doubles.zotero import FakeZotero, put_highlight, put_paper
from doubles.zotero_server import ZoteroOverHttp
from e2e.serving import Server, wait_for

from web import papers
from web.browser import SMALL_PHONE, Browser, url_of

pytestmark = pytest.mark.slow

# Python runs this before anything else of the server: the double is the program on this machine.
REDIRECTED = "import scholarai.config.connections as connections\nconnections.ZOTERO_URL = {url!r}\n"


@pytest.fixture
def zotero(tmp_path: Path) -> FakeZotero:
    """A thesis with one chapter that has one paper with its PDF and a highlight, and another paper elsewhere."""
    fake = FakeZotero(server_id="d0a1")
    fake.collections["THES2222"] = {"name": "Thesis", "parentCollection": False}
    fake.collections["CHAP2222"] = {"name": "Chapter 2", "parentCollection": "THES2222"}
    put_paper(fake, collections=["CHAP2222"], title="Boiling Water in Two Columns")
    put_paper(fake, "ITEM3333", "PDFS3333", title="Somewhere else", DOI="10.1000/else")
    del fake.items["PDFS3333"]
    fake.files["PDFS2222"] = papers.two_columns(tmp_path / "columns.pdf").read_bytes()
    put_highlight(fake, annotationText=papers.ANSWER[:60], annotationPosition='{"pageIndex": 0, "rects": []}')
    return fake


@pytest.fixture
def server(built: None, zotero: FakeZotero, tmp_path: Path) -> Iterator[Server]:
    with ZoteroOverHttp(zotero, tmp_path / "storage") as there:
        (tmp_path / "first").mkdir()
        (tmp_path / "first" / "sitecustomize.py").write_text(REDIRECTED.format(url=there.url))
        started = Server(tmp_path / "data", PYTHONPATH=os.pathsep.join([str(tmp_path / "first"), *sys.path]))
        yield started.start()
        started.kill()


def there(server: Server, title: str) -> dict[str, Any] | None:
    """Return the paper of that title in the library, read or not."""
    listed = server.call("GET", "/library?limit=50").json()["papers"]
    return next((one for one in listed if one["title"] == title), None)


def is_read(server: Server) -> bool:
    paper = there(server, "Boiling Water in Two Columns")
    return paper is not None and paper["status"] == "completed"


def test_a_collection_comes_in_and_a_highlight_goes_back(browser: Browser, server: Server, zotero: FakeZotero) -> None:
    url = url_of(server)

    first = browser.play("importFromZotero", url=url, collection="Chapter 2", name="zotero-import")
    wait_for(lambda: is_read(server), 120.0)
    second = browser.play("importFromZotero", url=url, collection="Chapter 2", name="zotero-again")
    paper = there(server, "Boiling Water in Two Columns")
    assert paper is not None
    notes = f"/papers/{paper['paper_id']}/notes"
    marked = {"kind": "highlight", "marked": {"exact": "dried with a cloth of plain cotton"}, "text": "Plain?"}
    kept = server.post(notes, marked)
    sent = browser.play("sendToZotero", url=url, name="zotero-send")
    nothing = browser.play("sendToZotero", url=url, name="zotero-sent", context=SMALL_PHONE)

    assert [one.strip() for one in first["collections"]] == ["All of the library", "Thesis (0)", "Chapter 2 (1)"]
    assert first["said"] == "Done. 1 added with files."
    assert second["said"].startswith("Done. Nothing new. 1 note came with them.")
    assert there(server, "Somewhere else") is None
    assert kept.status == 201, kept.body
    assert sent["said"] == "Done. 1 note written, 0 changed."
    assert nothing["said"] == "Done. 0 notes written, 0 changed."
    (written,) = [one for key, one in zotero.annotations().items() if key in zotero.created]
    assert written["annotationText"] == "dried with a cloth of plain cotton"
    assert written["annotationComment"].startswith("Plain?")
    assert server.call("GET", notes).json()["notes"][1]["text"] == "Really?"
    for look in (first, second, sent, nothing):
        assert (look["axe"], look["overflow"]) == ([], 0)


def test_a_zotero_that_goes_away_is_told_and_keeps_what_came(
    browser: Browser, server: Server, zotero: FakeZotero
) -> None:
    url = url_of(server)
    zotero.fault = lambda _, __: "down" if "format=versions" in zotero.requests[-1][1] else None

    failed = browser.play("importInVain", url=url, name="zotero-fails")
    zotero.fault = lambda _, __: "lost"
    away = browser.play("zoteroAway", url=url)
    zotero.fault = lambda _, __: None
    whole = browser.play("importFromZotero", url=url, collection="All of the library", name="zotero-whole")

    assert "What came before is kept." in failed["alert"]
    assert failed["again"] is True
    assert "Zotero" in away["said"]
    assert whole["said"].startswith("Done.")
    assert there(server, "Somewhere else") is not None
    assert (failed["axe"], away["axe"]) == ([], [])
