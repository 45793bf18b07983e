"""`scholarai zotero` against a program on this machine that answers over HTTP."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from doubles.zotero import LIBRARY, FakeZotero, put_paper

from scholarai.local.cli import main


@pytest.fixture
def zotero(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeZotero]:
    (tmp_path / "storage").mkdir()
    fake = FakeZotero(folder=tmp_path / "storage")

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            reply = fake("GET", self.path, dict(self.headers), None, 1.0)
            assert reply is not None
            self.send_response(reply.status)
            for name, value in {**reply.headers, "content-length": str(len(reply.body))}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(reply.body)

        def log_message(self, *args: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    monkeypatch.setenv("SCHOLARAI_ZOTERO_URL", f"http://127.0.0.1:{server.server_port}")
    yield fake
    server.shutdown()
    thread.join()
    server.server_close()


def test_collections_are_listed_and_one_is_imported(
    zotero: FakeZotero, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    zotero.collections["CELL2222"] = {"name": "Thesis", "parentCollection": False}
    put_paper(zotero, collections=["CELL2222"])
    zotero.put("ITEM3333", title="Not in the collection")
    del zotero.items["PDFS2222"]

    assert main(["zotero", "list", "--data", str(tmp_path / "data")]) == 0
    assert capsys.readouterr().out == f"{LIBRARY}\tMy Library\nCELL2222\tThesis\n"
    assert main(["zotero", "import", "--collection", "thesis", "--data", str(tmp_path / "data")]) == 0
    line = capsys.readouterr().out

    assert line.startswith("record\t")
    assert line.endswith("\tMomentum decays slowly\n")


def test_writing_back_says_that_it_needs_a_key(
    zotero: FakeZotero, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["zotero", "send", "--data", str(tmp_path / "data")]) == 1
    assert "SCHOLARAI_ZOTERO_KEY" in capsys.readouterr().err
