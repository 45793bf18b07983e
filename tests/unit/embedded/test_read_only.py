"""A library that is read alone: its papers are the file's, what answers write is kept in memory."""

from __future__ import annotations

import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from contract.making import a_paper, a_session
from doubles.disks import unwritable
from msgspec.structs import replace

from scholarai.adapters.embedded.backend import EmbeddedBackend
from scholarai.adapters.embedded.read_only import Overlay
from scholarai.config import Settings
from scholarai.domain.errors import ConflictError, NotFoundError


def opened(folder: Path, *, read_only: bool = True) -> EmbeddedBackend:
    return EmbeddedBackend(
        Settings.from_env({"SCHOLARAI_DATA": str(folder), "SCHOLARAI_READ_ONLY": str(int(read_only))})
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    backend = opened(tmp_path, read_only=False)
    backend.papers.change(a_paper().id, lambda _: a_paper())
    backend.sessions.create(a_session())
    backend.close()
    return tmp_path


def test_conversations_of_the_library_and_new_ones_are_seen_by_all_threads(folder: Path) -> None:
    backend, new = opened(folder), replace(a_session(), id="new")

    backend.sessions.create(new)

    with ThreadPoolExecutor(1) as other:
        for session in (a_session(), new):
            assert other.submit(backend.sessions.read, session.id).result() == (session, ())
    assert opened(folder).sessions.read(new.id) is None
    assert opened(folder, read_only=False).sessions.read(new.id) is None


def test_a_library_is_opened_again_while_connections_of_the_one_before_are_open(folder: Path) -> None:
    path = next(folder.glob("*.db"))
    still_open = []
    for _ in range(20):  # a later one is often at the address of an earlier one
        library = Overlay(path)
        still_open.append(library.connect(1.0))
        del library
    for connection in still_open:
        connection.close()


def test_changes_of_anything_else_are_refused_and_leave_nothing(folder: Path) -> None:
    backend = opened(folder)

    for change in (
        lambda: backend.papers.change(a_paper("p2").id, lambda _: a_paper("p2")),
        lambda: backend.objects.put("uploads/ada/p2/a.pdf", b"words", content_type="application/pdf"),
        lambda: backend.objects.delete("uploads/ada/p2/a.pdf"),
    ):
        with pytest.raises(ConflictError) as refused:
            change()
        assert refused.value.code == "store_read_only"

    assert backend.papers.get(a_paper().id) == a_paper()
    assert not (folder / "objects").exists()


def test_a_server_that_writes_meanwhile_is_read(folder: Path) -> None:
    reading, writing = opened(folder), opened(folder, read_only=False)
    assert reading.papers.get(a_paper("p2").id) is None

    writing.papers.change(a_paper("p2").id, lambda _: a_paper("p2"))

    assert reading.papers.get(a_paper("p2").id) == a_paper("p2")


def test_a_folder_without_a_library_is_named(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match="no library"):
        opened(tmp_path).check()


def test_a_library_of_another_release_is_not_read_as_if_it_were_ours(folder: Path) -> None:
    backend = opened(folder, read_only=False)
    with backend._database.writing() as tx:
        tx.execute("PRAGMA user_version = 3")
    backend.close()

    with pytest.raises(ConflictError) as refused:
        opened(folder).check()

    assert refused.value.code == "store_too_old"


def test_a_library_that_cannot_be_written_is_read(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    with unwritable(folder, tmp_path_factory.mktemp("seen") / "library") as seen:
        backend = opened(seen, read_only=False)

        assert backend.read_only
        assert backend.papers.get(a_paper().id) == a_paper()
        with pytest.raises(ConflictError, match="store_read_only"):
            backend.papers.change(a_paper("p2").id, lambda _: a_paper("p2"))
        backend.close()


def test_changes_that_cannot_be_read_without_writing_are_not_left_out_in_silence(
    folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    backend = opened(folder, read_only=False)
    backend.papers.change(a_paper("p2").id, lambda _: a_paper("p2"))
    killed = tmp_path_factory.mktemp("killed")
    for name in ("scholarai.db", "scholarai.db-wal"):
        shutil.copy(folder / name, killed)
    backend.close()

    place = tmp_path_factory.mktemp("seen") / "library"
    with unwritable(killed, place) as seen, pytest.raises(ConflictError, match="store_log_unread"):
        opened(seen).papers.get(a_paper().id)


def test_a_library_that_is_not_the_one_of_its_folder_is_not_read(folder: Path) -> None:
    older = (folder / "scholarai.db").read_bytes()
    backend = opened(folder, read_only=False)
    backend.recover()
    backend.close()
    (folder / "scholarai.db").write_bytes(older)

    with pytest.raises(ConflictError):
        opened(folder).check()
