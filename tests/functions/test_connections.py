"""Zotero and outside services are connected on the page: one button each, kept over a restart, no keys told."""

from __future__ import annotations

import stat
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from doubles.zotero import KEY, LIBRARY, FakeZotero, put_paper
from functions.answers import check, check_problem
from functions.system import System, body_of
from functions.test_zotero import Files

from scholarai import bootstrap
from scholarai.adapters.embedded.choices import connections_in
from scholarai.adapters.literature.attempts import Reply
from scholarai.bootstrap.literature import LiteratureServices
from scholarai.bootstrap.zotero import ZoteroServices
from scholarai.domain.ids import OwnerId
from scholarai.services.zotero import importing

PAGE = {"origin": "http://127.0.0.1:8080"}


class Machine:
    """The program on this machine, which may be closed, and the service, with the same items."""

    def __init__(self, folder: Path) -> None:
        self.zotero = FakeZotero()
        self.folder = folder
        self.is_open = True

    def __call__(
        self, method: str, address: str, headers: Mapping[str, str], body: bytes | None, timeout_s: float
    ) -> Reply | None:
        is_program = address.startswith("http://127.0.0.1:23119/")
        if is_program and not self.is_open:
            return None
        self.zotero.folder = self.folder if is_program else None
        return self.zotero(method, address, headers, body, timeout_s)


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Machine:
    machine = Machine(tmp_path)
    monkeypatch.setattr(ZoteroServices, "transport", lambda _: machine)
    monkeypatch.setattr(LiteratureServices, "open_files", lambda _: Files())
    return machine


def connections(system: System) -> dict[str, Any]:
    shown: dict[str, Any] = check(system.chat.get("/settings/connections"), "connections_view")
    return shown


def put(system: System, **wanted: Any) -> dict[str, Any]:
    shown: dict[str, Any] = check(system.chat.put("/settings/connections", json=wanted), "connections_view")
    return shown


def test_a_running_zotero_is_found_connected_and_imported(machine: Machine, system: System) -> None:
    machine.zotero.collections["CELL2222"] = {"name": "Thesis", "parentCollection": False}
    put_paper(machine.zotero, collections=["CELL2222"])
    machine.zotero.put("ITEM3333", title="Elsewhere")
    found = connections(system)["zotero"]

    connected = put(system, zotero_program=True)["zotero"]
    (library,) = check(system.chat.get("/zotero"), "zotero_libraries")["libraries"]
    taken = check(system.chat.post("/zotero/imports", json={"library": LIBRARY}), "imported_collection")["items"]

    assert (found["program"], found["version"], found["connected"], found["may_ask"]) == (
        "ready",
        "9.0.6",
        False,
        False,
    )
    assert (connected["connected"], connected["writes"]) == (True, "nothing")
    assert (library["items"], library["collections"][0]["items"]) == (2, 1)
    assert [one["outcome"] for one in taken] == ["record", "added"]


@pytest.mark.parametrize(
    ("change", "state"),
    [
        ({"is_open": False}, "closed"),
        ({"lets_read": False}, "refused"),
        ({"is_locked": True}, "busy"),
        ({}, "ready"),
    ],
)
def test_what_is_the_matter_with_zotero_is_told(
    machine: Machine, system: System, change: dict[str, bool], state: str
) -> None:
    for name, value in change.items():
        setattr(machine if name == "is_open" else machine.zotero, name, value)

    assert connections(system)["zotero"]["program"] == state


def test_another_program_on_its_port_is_no_zotero(
    machine: Machine, system: System, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ZoteroServices, "transport", lambda _: lambda *_: Reply(status=200, headers={}, body=b"[]"))

    assert connections(system)["zotero"]["program"] == "closed"


def test_notes_go_to_the_program_once_its_user_allowed_it(machine: Machine, system: System) -> None:
    machine.zotero.server_id = "d0a1"
    asked = put(system, zotero_program=True)["zotero"]
    machine.zotero.allows = "never"
    denied = system.chat.post("/settings/connections/permission")
    machine.zotero.allows = "once"
    once = system.chat.post("/settings/connections/permission")
    machine.zotero.allows = "always"
    allowed = check(system.chat.post("/settings/connections/permission"), "connections_view")["zotero"]

    assert (asked["may_ask"], asked["writes"]) == (True, "nothing")
    check_problem(denied, 409, "zotero_denied")
    check_problem(once, 409, "zotero_denied")
    assert (allowed["may_ask"], allowed["writes"]) == (False, "program")
    assert body_of(system.chat.get("/zotero"))["libraries"][0]["writable"] is True
    check(system.chat.post("/zotero/sends", json={}), "sent_view")
    assert machine.zotero.local_key not in system.chat.get("/settings/connections").text


def test_an_old_zotero_is_not_asked_to_be_written_to(machine: Machine, system: System) -> None:
    put(system, zotero_program=True)

    check_problem(system.chat.post("/settings/connections/permission"), 409, "zotero_reads_only")


def test_a_key_is_checked_kept_and_never_told(machine: Machine, system: System, tmp_path: Path) -> None:
    machine.is_open = False
    wrong = system.chat.put("/settings/connections", json={"zotero_key": "x" * 24})
    odd = system.chat.put("/settings/connections", json={"zotero_key": "two words"})
    kept = put(system, zotero_key=KEY)["zotero"]
    told = system.chat.get("/settings/connections").text
    file = connections_in(bootstrap.process.settings().data_dir).path

    check_problem(wrong, 409, "zotero_refused")
    check_problem(odd, 422, "key_invalid")
    assert (kept["has_key"], kept["writes"]) == (True, "service")
    assert body_of(system.chat.get("/zotero"))["libraries"][0]["path"] == LIBRARY
    assert KEY not in told
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert put(system, zotero_key="")["zotero"]["has_key"] is False


def test_looking_up_is_one_switch(machine: Machine, system: System) -> None:
    before = connections(system)
    on = put(system, looks_up=True)
    asked = body_of(system.chat.get("/deployment"))["outside"]["services"]
    off = put(system, looks_up=False)

    assert (before["looks_up"], on["looks_up"], off["looks_up"]) == (False, True, False)
    assert before["services"] == on["services"] == asked == ["Crossref", "DataCite", "arXiv", "Europe PMC"]
    assert body_of(system.chat.get("/deployment"))["outside"]["services"] == []


def test_what_the_environment_sets_counts_more(
    machine: Machine, system: System, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCHOLARAI_LITERATURE", "arxiv")
    monkeypatch.setenv("SCHOLARAI_ZOTERO_KEY", KEY)

    shown = connections(system)

    assert (shown["services"], shown["looks_up_fixed_by"]) == (["arXiv"], ["SCHOLARAI_LITERATURE"])
    assert shown["zotero"]["fixed_by"] == ["SCHOLARAI_ZOTERO_KEY"]
    check_problem(system.chat.put("/settings/connections", json={"looks_up": False}), 409, "settings_fixed")


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"watched": {"library": "../users/1"}}, "body_invalid"),
        ({"watched": {"library": LIBRARY, "collection": "none"}}, "collection_invalid"),
        ({"zotero": True}, "body_invalid"),
    ],
)
def test_a_call_that_makes_no_sense_is_refused(
    machine: Machine, system: System, body: dict[str, object], code: str
) -> None:
    check_problem(system.chat.put("/settings/connections", json=body), 422, code)


def test_what_is_new_in_a_watched_library_comes_in_by_itself(
    machine: Machine, system: System, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_paper(machine.zotero)
    put(system, zotero_program=True, watched={"library": LIBRARY})
    watch = bootstrap.process.zotero.watch(OwnerId("local"))

    def titles() -> list[str]:
        return [one["title"] for one in body_of(system.chat.get("/library"))["papers"]]

    watch.look()
    first = titles()
    machine.zotero.put("ITEM3333", title="Saved a minute ago")
    watch.look()
    early = titles()
    monkeypatch.setattr(importing, "WATCH_EVERY", timedelta(0))
    put(system, watched={"library": LIBRARY, "collection": None})
    machine.is_open = False
    watch._due = None
    watch.look()
    machine.is_open = True
    watch._due = None
    watch.look()
    put(system, watched=None)
    machine.zotero.put("ITEM4444", title="After it was switched off")
    watch._due = None
    watch.look()

    assert first == early == ["Momentum decays slowly"]
    assert sorted(titles()) == ["Momentum decays slowly", "Saved a minute ago"]


def test_a_damaged_file_is_told(machine: Machine, system: System) -> None:
    put(system, zotero_program=True)
    file = connections_in(bootstrap.process.settings().data_dir).path
    file.write_text("{")

    problem = system.chat.get("/settings/connections")

    check_problem(problem, 409, "connections_damaged")
