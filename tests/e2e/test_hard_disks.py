"""A library can be read from a full disk, and from one that cannot be written."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from doubles.disks import fill, small_disk, unwritable
from e2e.serving import Server

from scholarai.local.welcome import SAMPLE_ID, SAMPLE_QUESTION

CHAT = f"/papers/{SAMPLE_ID}/chat"
READS = (
    "/papers",
    f"/papers/{SAMPLE_ID}/content",
    "/library",
    "/search?q=birthday",
    "/reviews",
    "/tables",
    "/notes",
    "/collections",
    "/chat",
    "/me/usage",
    "/me/export",
    "/settings/models",
    "/deployment",
    "/healthz",
)
CHANGES = (
    ("POST", "/papers", {"filename": "paper.pdf"}),
    ("POST", "/reviews", {"question": SAMPLE_QUESTION}),
    ("POST", f"/papers/{SAMPLE_ID}/notes", {"text": "mine"}),
    ("POST", "/collections", {"name": "Chance"}),
    ("POST", f"/papers/{SAMPLE_ID}/extract", None),
    ("PATCH", f"/papers/{SAMPLE_ID}", {"title": "Another"}),
    ("PUT", "/settings/models", {"provider": "local"}),
    ("DELETE", f"/papers/{SAMPLE_ID}", None),
    ("DELETE", "/me?confirm=everything", None),
)


def served(data: Path) -> Server:
    """Start a server whose sample paper has been read and was asked once."""
    server = Server(data).start()
    server.wait_until_ended(SAMPLE_ID)
    assert server.post(CHAT, {"question": SAMPLE_QUESTION}).status == 200
    return server


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    data = tmp_path_factory.mktemp("library") / "data"
    assert served(data).stop() == 0
    return data


@pytest.fixture(params=["unwritable", "asked"])
def reading(request: pytest.FixtureRequest, library: Path, tmp_path: Path) -> Iterator[Server]:
    if request.param == "asked":
        server = Server(library, options=("--read-only",)).start()
        yield server
        server.kill()
        return
    with unwritable(library, tmp_path / "stick") as data:
        server = Server(data).start()
        server.log = tmp_path / f"stick-{server.port}.log"
        yield server
        server.kill()


def stored(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and not path.name.endswith(("-shm", "-wal"))
    }


def test_a_library_that_cannot_be_written_is_read_and_asked_and_stays_as_it_is(reading: Server, library: Path) -> None:
    before = stored(library)

    assert {path: reading.call("GET", path).status for path in READS} == dict.fromkeys(READS, 200)
    (kept,) = reading.call("GET", "/chat").json()["sessions"]
    answer = reading.post(CHAT, {"question": SAMPLE_QUESTION, "session_id": kept["id"]})
    assert b"Twenty-three people" in answer.body
    assert len(reading.call("GET", f"/chat/{kept['id']}").json()["messages"]) == 4
    file = reading.call("GET", reading.call("GET", f"/papers/{SAMPLE_ID}/file").headers["location"])
    assert file.body.startswith(b"%PDF")
    assert reading.post("/check", {"text": "Twenty-three people are enough."}).status == 200

    assert stored(library) == before
    assert "The library is open for reading only: " in reading.log.read_text()


def test_each_change_of_a_library_that_cannot_be_written_is_the_same_problem(reading: Server, library: Path) -> None:
    before = stored(library)

    answers = [reading.change(*call) for call in CHANGES]

    assert [(answer.status, answer.json()["code"]) for answer in answers] == [(409, "store_read_only")] * len(CHANGES)
    assert stored(library) == before


def test_papers_are_deleted_from_a_full_disk(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", 80) as disk:
        server = served(disk / "data")
        try:
            fill(disk)
            refused = server.post("/papers", {"filename": "paper.pdf"})
            shown = server.call("GET", f"/papers/{SAMPLE_ID}/content")
            deleted = server.call("DELETE", f"/papers/{SAMPLE_ID}")
            left = server.call("GET", "/papers").json()["papers"]
            log = server.log.read_text()
        finally:
            server.kill()

    assert (refused.status, refused.json()["code"]) == (503, "store_full")
    assert (shown.status, deleted.status, left) == (200, 204, [])
    assert "Traceback" not in log


@pytest.mark.parametrize("kept", [True, False], ids=["with room kept", "without"])
def test_a_server_starts_on_a_full_disk_and_says_what_is_wrong(kept: bool, tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", 80) as disk:
        server = served(disk / "data")
        assert server.stop() == 0
        if not kept:
            (disk / "data" / "reserve").unlink()
        fill(disk)
        server.log = tmp_path / "served.log"
        server.start()
        try:
            answer = server.post(CHAT, {"question": SAMPLE_QUESTION})
            deleted = server.call("DELETE", f"/papers/{SAMPLE_ID}")
            log = server.log.read_text()
        finally:
            server.kill()

    assert b"Twenty-three people" in answer.body or answer.json()["code"] == "store_full"
    assert deleted.status == (204 if kept else 409)
    assert ("reading only: the disk is full" in log) is not kept
    assert "Traceback" not in log
