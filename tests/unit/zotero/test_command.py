"""`scholarai zotero` against a program on this machine that answers over HTTP."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from doubles.ports import free_port
from doubles.zotero import LIBRARY, FakeZotero, put_paper, put_pdf
from doubles.zotero_server import ZoteroOverHttp
from printed import fitting

from scholarai.adapters import http_client
from scholarai.local.cli import main


@pytest.fixture
def zotero(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeZotero]:
    fake = FakeZotero()
    with ZoteroOverHttp(fake, tmp_path / "storage") as server:
        monkeypatch.setenv("SCHOLARAI_ZOTERO_URL", server.url)
        yield fake


def test_collections_are_listed_and_one_is_imported(
    zotero: FakeZotero, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    zotero.collections["CELL2222"] = {"name": "Thesis", "parentCollection": False}
    put_paper(zotero, collections=["CELL2222"])
    zotero.put("ITEM3333", title="Not in the collection")
    del zotero.items["PDFS2222"]

    assert main(["zotero", "list", "--no-json", "--data", str(tmp_path / "data")]) == 0
    assert capsys.readouterr().out == f"{LIBRARY}\tMy Library\nCELL2222\tThesis\n"
    assert main(["zotero", "import", "--collection", "thesis", "--no-json", "--data", str(tmp_path / "data")]) == 0
    line = capsys.readouterr().out

    assert line.startswith("record\t")
    assert line.endswith("\tMomentum decays slowly\n")


def test_a_proxy_is_not_asked_for_what_runs_on_this_machine(
    zotero: FakeZotero, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_client, "_CLIENTS", [])
    for name in ("HTTP_PROXY", "ALL_PROXY"):
        monkeypatch.setenv(name, f"http://127.0.0.1:{free_port()}")
    for name in ("NO_PROXY", "no_proxy"):
        monkeypatch.delenv(name, raising=False)

    assert main(["zotero", "list", "--data", str(tmp_path / "data")]) == 0


def test_a_further_pdf_that_cannot_be_read_is_named(
    zotero: FakeZotero, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    put_paper(zotero)
    put_pdf(zotero, "PDFS3333", b"%PDF-1.7 more", parentItem="ITEM2222", title="tables", filename="tables.pdf")

    assert main(["zotero", "import", "--no-json", "--data", str(tmp_path / "data")]) == 0

    assert "tables: damaged: The PDF cannot be opened: it is damaged.\n" in capsys.readouterr().err


def test_programs_get_objects(zotero: FakeZotero, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    zotero.collections["CELL2222"] = {"name": "Thesis", "parentCollection": False}
    zotero.put("ITEM3333", title="On looms")

    main(["zotero", "list", "--data", str(tmp_path / "data")])
    (listed,) = fitting("zotero list", capsys.readouterr().out)
    main(["zotero", "import", "--data", str(tmp_path / "data")])
    (brought,) = fitting("zotero import", capsys.readouterr().out)

    assert [one["name"] for one in listed["collections"]] == ["Thesis"]
    assert (brought["outcome"], brought["title"]) == ("record", "On looms")


def test_writing_back_says_that_it_needs_a_key(
    zotero: FakeZotero, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["zotero", "send", "--data", str(tmp_path / "data")]) == 1
    assert "SCHOLARAI_ZOTERO_KEY" in capsys.readouterr().err
