"""What a user gave is never lost with the database, and a database that is not in order is never served as another library."""

from __future__ import annotations

import contextlib
import logging
import os
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from contract.making import a_message, a_paper, a_session

from scholarai.adapters.embedded.backend import EmbeddedBackend
from scholarai.domain.errors import ConflictError
from scholarai.domain.ids import PaperId

NAME = "uploads/ada/p1/paper.pdf"
OTHER = "uploads/ada/p2/paper.pdf"
PDF = "application/pdf"

Opener = Callable[[Path], EmbeddedBackend]


@pytest.fixture
def library(open_at: Opener, folder: Path) -> Path:
    """The folder of a library with one object, as a stopped server leaves it."""
    backend = open_at(folder)
    backend.recover()
    backend.objects.put(NAME, b"first", content_type=PDF)
    backend.papers.change(a_paper().id, lambda _: a_paper())
    with contextlib.closing(sqlite3.connect(folder / "scholarai.db")) as reader:
        reader.execute("SELECT * FROM papers").fetchall()  # as long as somebody looks, SQLite does not empty the log
        backend.close()
        assert (folder / "scholarai.db-wal").stat().st_size == 0
    return folder


def files(folder: Path) -> set[bytes]:
    return {path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_stopped_library_is_whole_without_its_log(library: Path, tmp_path: Path, open_at: Opener) -> None:
    (tmp_path / "copy").mkdir()
    shutil.copytree(library / "objects", tmp_path / "copy" / "objects")
    shutil.copy(library / "scholarai.db", tmp_path / "copy")

    copied = open_at(tmp_path / "copy")

    assert copied.objects.read(NAME) == b"first"
    assert copied.papers.get(a_paper().id) is not None


def test_files_that_the_database_does_not_know_are_put_aside_and_named_at_each_start(
    library: Path, open_at: Opener, caplog: pytest.LogCaptureFixture
) -> None:
    (library / "objects" / "stranger").write_bytes(b"a paper that no row names")

    for _ in range(2):
        open_at(library).recover()

    (aside,) = (library / "quarantine").glob("????-??-??/*")
    assert aside.read_bytes() == b"a paper that no row names"
    named = [record for record in caplog.records if record.message == "files in quarantine"]
    assert [(record.levelno, getattr(record, "files", None)) for record in named] == [(logging.WARNING, 1)] * 2


def test_a_file_that_was_deleted_on_purpose_is_not_put_aside(library: Path, open_at: Opener) -> None:
    (file,) = (library / "objects").iterdir()
    kept = file.read_bytes()
    open_at(library).objects.delete(NAME)
    with contextlib.closing(sqlite3.connect(library / "scholarai.db")) as database, database:
        database.execute("INSERT INTO removed_files (file) VALUES (?)", (file.name,))
    file.write_bytes(kept)  # as a crash before the removal leaves it

    open_at(library).recover()

    assert not file.exists()
    assert not (library / "quarantine").exists()


@pytest.mark.parametrize("empty", [False, True])
def test_a_database_that_is_missing_or_empty_is_refused(library: Path, open_at: Opener, *, empty: bool) -> None:
    (library / "scholarai.db").unlink()
    if empty:
        (library / "scholarai.db").touch()

    with pytest.raises(ConflictError, match="store_lost"):
        open_at(library).recover()

    assert b"first" in files(library / "objects")


def test_a_database_of_before_the_last_upload_is_refused_until_its_owner_wants_it(
    library: Path, tmp_path: Path, open_at: Opener
) -> None:
    shutil.copy(library / "scholarai.db", tmp_path / "older.db")
    backend = open_at(library)
    backend.objects.put(OTHER, b"second", content_type=PDF)
    backend.close()
    shutil.copy(tmp_path / "older.db", library / "scholarai.db")

    with pytest.raises(ConflictError, match="store_older") as refused:
        open_at(library).recover()
    assert str(library / "objects.mark") in refused.value.action
    (library / "objects.mark").unlink()
    open_at(library).recover()

    assert files(library / "objects") == {b"first"}
    assert files(library / "quarantine") == {b"second"}


def test_a_database_of_before_the_last_start_is_refused(library: Path, tmp_path: Path, open_at: Opener) -> None:
    shutil.copy(library / "scholarai.db", tmp_path / "older.db")
    backend = open_at(library)
    backend.recover()
    backend.close()
    shutil.copy(tmp_path / "older.db", library / "scholarai.db")

    with pytest.raises(ConflictError, match="store_older"):
        open_at(library).papers.get(PaperId("p1"))


@pytest.mark.parametrize("damage", ["header", "page", "truncated"])
def test_a_damaged_database_is_recognised_with_the_way_out(library: Path, open_at: Opener, damage: str) -> None:
    path = library / "scholarai.db"
    if damage == "truncated":
        os.truncate(path, path.stat().st_size // 2)
    else:
        with path.open("r+b") as file:
            file.seek({"header": 0, "page": path.stat().st_size // 2}[damage])
            file.write(b"\xa5" * 8192)

    with pytest.raises(ConflictError, match="store_damaged") as refused:
        open_at(library).check()

    assert "scholarai restore" in refused.value.action


def test_a_start_says_what_it_ended_of_a_killed_server(
    folder: Path, open_at: Opener, caplog: pytest.LogCaptureFixture
) -> None:
    backend = open_at(folder)
    backend.sessions.create(a_session())
    backend.sessions.change(a_session().id, lambda session, _: (session, [a_message(0, state="pending")]))
    backend.close()

    with caplog.at_level(logging.INFO):
        open_at(folder).recover()

    (said,) = [record for record in caplog.records if record.message == "store recovered"]
    assert (said.__dict__["expired_answer_leases"], said.__dict__["expired_review_leases"]) == (1, 0)
