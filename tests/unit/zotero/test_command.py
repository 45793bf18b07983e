"""`scholarai zotero` against a program on this machine that answers over HTTP."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from doubles.zotero import LIBRARY, FakeZotero, put_paper
from doubles.zotero_server import ZoteroOverHttp

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


def test_writing_back_says_that_it_needs_a_key(
    zotero: FakeZotero, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["zotero", "send", "--data", str(tmp_path / "data")]) == 1
    assert "SCHOLARAI_ZOTERO_KEY" in capsys.readouterr().err
