"""Zotero over HTTP: its libraries, imports and sends, and what is said where they cannot be."""

from __future__ import annotations

from pathlib import Path

import pytest
from doubles.zotero import KEY, LIBRARY, FakeZotero, put_paper
from functions.answers import check, check_problem
from functions.system import SAMPLE, System, body_of

from scholarai.bootstrap.literature import LiteratureServices
from scholarai.bootstrap.zotero import ZoteroServices


class Files:
    """Implements `ports.literature.OpenFiles` for what Zotero stores."""

    def fetch(self, address: str, target: Path, *, max_bytes: int) -> int:
        return target.write_bytes(SAMPLE.read_bytes())


@pytest.fixture
def zotero(monkeypatch: pytest.MonkeyPatch) -> FakeZotero:
    fake = FakeZotero()
    monkeypatch.setenv("SCHOLARAI_ZOTERO_KEY", KEY)
    monkeypatch.setattr(ZoteroServices, "transport", lambda _: fake)
    monkeypatch.setattr(LiteratureServices, "open_files", lambda _: Files())
    return fake


def test_libraries_and_their_collections_are_told(zotero: FakeZotero, system: System) -> None:
    zotero.collections["CELL2222"] = {"name": "Thesis", "parentCollection": False}

    (library,) = check(system.chat.get("/zotero"), "zotero_libraries")["libraries"]

    assert (library["path"], library["writable"]) == (LIBRARY, True)
    assert [(one["key"], one["name"]) for one in library["collections"]] == [("CELL2222", "Thesis")]


def test_an_item_comes_in_with_its_file_and_a_second_import_finds_it(zotero: FakeZotero, system: System) -> None:
    put_paper(zotero, volume="9", pages="12-19")

    (item,) = check(system.chat.post("/zotero/imports", json={"library": LIBRARY}), "imported_collection")["items"]
    again = check(system.chat.post("/zotero/imports", json={"library": LIBRARY}), "imported_collection")

    assert item["outcome"] == "added"
    paper = check(system.status.get(f"/papers/{item['paper_id']}"), "paper_view")
    assert (paper["metadata"]["volume"], paper["metadata"]["page_range"]) == ("9", "12-19")
    assert {one["source"] for one in paper["origins"]} == {"service"}
    assert (again["items"], again["more"]) == ([], False)


def test_what_is_kept_goes_out(zotero: FakeZotero, system: System) -> None:
    put_paper(zotero)
    del zotero.items["PDFS2222"]
    system.chat.post("/zotero/imports", json={"library": LIBRARY})

    sent = check(system.chat.post("/zotero/sends", json={}), "sent_view")

    assert (sent["written"], sent["refused"], sent["more"]) == (0, [], False)


@pytest.mark.parametrize(
    ("path", "body", "status", "code"),
    [
        ("/zotero/imports", {}, 422, "body_invalid"),
        ("/zotero/imports", {"library": "../users/1"}, 422, "body_invalid"),
        ("/zotero/imports", {"library": LIBRARY, "collection": "not a key"}, 422, "collection_invalid"),
        ("/zotero/imports", {"library": LIBRARY, "collection": "CELL9999"}, 404, "zotero_unknown"),
        ("/zotero/sends", {"paper_ids": "all"}, 422, "body_invalid"),
        ("/zotero/sends", {"colour": "red"}, 422, "body_invalid"),
    ],
)
def test_a_call_that_makes_no_sense_is_refused(
    zotero: FakeZotero, system: System, path: str, body: dict[str, object], status: int, code: str
) -> None:
    check_problem(system.chat.post(path, json=body), status, code)


def test_without_a_zotero_one_is_told_what_to_set(system: System) -> None:
    problem = system.chat.get("/zotero")

    check_problem(problem, 409, "zotero_not_set")
    assert "settings of the page" in body_of(problem)["action"]
    check_problem(system.chat.post("/zotero/sends", json={}), 409, "zotero_not_set")


def test_a_refused_key_is_told(zotero: FakeZotero, system: System, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCHOLARAI_ZOTERO_KEY", "x" * 24)

    check_problem(system.chat.get("/zotero"), 409, "zotero_refused")


def test_the_key_may_stand_in_a_file(
    zotero: FakeZotero, system: System, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "key").write_text(f"{KEY}\n")
    monkeypatch.delenv("SCHOLARAI_ZOTERO_KEY")
    monkeypatch.setenv("SCHOLARAI_ZOTERO_KEY_FILE", str(tmp_path / "key"))

    assert body_of(system.chat.get("/zotero"))["libraries"][0]["path"] == LIBRARY


@pytest.mark.parametrize("held", [None, b"", b"two words", b"\xff\xfe", b"x" * 2_000])
def test_a_key_file_that_holds_no_key_is_told(
    zotero: FakeZotero, system: System, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, held: bytes | None
) -> None:
    if held is not None:
        (tmp_path / "key").write_bytes(held)
    monkeypatch.delenv("SCHOLARAI_ZOTERO_KEY")
    monkeypatch.setenv("SCHOLARAI_ZOTERO_KEY_FILE", str(tmp_path / "key"))

    check_problem(system.chat.get("/zotero"), 409, "zotero_key_file")
