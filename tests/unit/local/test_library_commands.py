"""Backup, restore and verification of a data folder, by the command line."""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
import tarfile
import threading
from pathlib import Path

import pytest
from contract.making import ADA, a_chunk, a_content, a_paper, a_session, embedded, in_work, show

from scholarai.adapters.embedded.backend import EmbeddedBackend
from scholarai.config import Settings
from scholarai.domain.ids import COMMAND_LINE
from scholarai.domain.parts import to_parts
from scholarai.local.cli import main
from scholarai.local.data_commands import StoreHeldError, hold, served_store
from scholarai.ports.stores import ContentRange

NAME = a_paper().object_name


def opened(folder: Path) -> EmbeddedBackend:
    return EmbeddedBackend(Settings.from_env({"SCHOLARAI_BACKEND": "embedded", "SCHOLARAI_DATA": str(folder)}))


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """A data folder with one extracted paper and one conversation about it."""
    folder = tmp_path / "data"
    backend = opened(folder)
    paper = in_work(a_paper(), 7)
    backend.objects.put(NAME, b"%PDF", content_type="application/pdf")
    piece = ContentRange(
        generation=7,
        parts=to_parts(a_content(["Attention is all you need."])),
        chunks=(embedded(a_chunk(7, 0, "attention"), [1, 0, 0, 0]),),
    )
    backend.papers.change(paper.id, lambda _: paper)
    backend.contents.write(paper.id, piece, lambda _: paper)
    show(backend, paper.id, 7)
    backend.sessions.create(a_session())
    backend.close()
    return folder


def run(command: str, *arguments: str | Path, data: Path) -> int:
    text = [] if command == "serve" else ["--no-json"]
    return main([command, *map(str, arguments), *text, "--data", str(data)])


def test_a_backup_restored_elsewhere_is_the_same_library(library: Path, tmp_path: Path) -> None:
    archive, elsewhere = tmp_path / "library.tar", tmp_path / "elsewhere"

    assert run("backup", archive, data=library) == 0
    assert run("restore", archive, data=elsewhere) == 0

    before, after = opened(library), opened(elsewhere)
    assert archive.stat().st_mode & 0o777 == 0o600
    assert after.papers.list(ADA, limit=9) == before.papers.list(ADA, limit=9)
    assert after.contents.read_content(a_paper().id, 7) == before.contents.read_content(a_paper().id, 7)
    assert after.sessions.read(a_session().id) == before.sessions.read(a_session().id)
    assert after.objects.read(NAME) == b"%PDF"
    assert run("verify", data=elsewhere) == 0


def test_a_restored_library_leaves_the_one_before_beside_it(library: Path, tmp_path: Path) -> None:
    archive = tmp_path / "library.tar"
    run("backup", archive, data=library)
    backend = opened(library)
    backend.objects.put("uploads/ada/p2/new.pdf", b"newer than the backup", content_type="application/pdf")
    backend.close()

    assert run("restore", archive, data=library) == 0

    (aside,) = library.glob("before-restore-*")
    assert opened(aside).objects.read("uploads/ada/p2/new.pdf") == b"newer than the backup"
    opened(library).recover()
    assert opened(library).objects.names("uploads/") == [NAME]


def test_backups_of_a_library_in_use_are_whole(library: Path, tmp_path: Path) -> None:
    ended = threading.Event()
    backend = opened(library)

    def come_and_go() -> None:
        while not ended.is_set():
            backend.objects.put("uploads/ada/p2/paper.pdf", b"comes and goes", content_type="application/pdf")
            backend.objects.delete("uploads/ada/p2/")

    writer = threading.Thread(target=come_and_go)
    writer.start()
    try:
        codes = [run("backup", tmp_path / f"{n}.tar", data=library) for n in range(5)]
    finally:
        ended.set()
        writer.join()

    assert codes == [0] * 5
    assert [run("restore", tmp_path / f"{n}.tar", data=tmp_path / f"restored-{n}") for n in range(5)] == [0] * 5


def test_a_paper_deleted_while_files_are_gathered_is_in_the_backup(
    library: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    backend, link = opened(library), os.link
    deletion = threading.Thread(target=lambda: backend.objects.delete(NAME))

    def link_late(source: Path, target: Path) -> None:
        deletion.start()
        deletion.join(timeout=0.5)  # as long as files are gathered, it waits
        link(source, target)

    monkeypatch.setattr(os, "link", link_late)

    assert run("backup", tmp_path / "library.tar", data=library) == 0
    deletion.join()

    assert run("restore", tmp_path / "library.tar", data=tmp_path / "restored") == 0
    assert opened(tmp_path / "restored").objects.read(NAME) == b"%PDF"


def test_half_a_backup_and_one_with_a_changed_bit_are_refused(
    library: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    archive = tmp_path / "library.tar"
    run("backup", archive, data=library)
    whole = archive.read_bytes()
    changed = bytearray(whole)
    changed[whole.index(b"Attention is all")] ^= 1
    capsys.readouterr()

    for data, what in ((whole[: len(whole) // 2], "unexpected end"), (bytes(changed), "scholarai.db")):
        archive.write_bytes(data)
        assert run("restore", archive, data=library) == 1
        (line,) = capsys.readouterr().err.splitlines()
        assert "backup_unusable" in line
        assert what in line

    assert not list(library.glob("before-restore-*"))
    assert run("verify", data=library) == 0


def without_sums(archive: Path) -> None:
    """Make a backup one of an earlier release."""
    with tarfile.open(archive) as read, tarfile.open(archive.with_suffix(".new"), "w") as written:
        for member in read.getmembers():
            if member.name != "SHA256SUMS":
                written.addfile(member, read.extractfile(member))
    archive.with_suffix(".new").replace(archive)


def test_a_backup_of_an_earlier_release_is_restored_and_its_database_checked(
    library: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    archive = tmp_path / "library.tar"
    run("backup", archive, data=library)
    without_sums(archive)

    assert run("restore", archive, data=tmp_path / "restored") == 0
    assert "has no sums" in capsys.readouterr().err

    archive.write_bytes(archive.read_bytes().replace(b"Attention is all", b"Attention was al"))
    assert run("restore", archive, data=tmp_path / "damaged") == 1
    assert "parts/p1/7/1: is not what was stored" in capsys.readouterr().out


def test_a_backup_of_a_damaged_library_says_so_and_replaces_none(
    library: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    archive = tmp_path / "library.tar"
    run("backup", archive, data=library)
    whole = archive.read_bytes()
    with contextlib.closing(sqlite3.connect(library / "scholarai.db")) as database, database:
        database.execute("UPDATE parts SET doc = replace(doc, 'Attention', 'Intention')")
    capsys.readouterr()

    assert run("backup", archive, data=library) == 1
    assert "backup_kept" in capsys.readouterr().err
    assert archive.read_bytes() == whole

    assert run("backup", tmp_path / "other.tar", data=library) == 1
    assert "parts/p1/7/1: is not what was stored" in capsys.readouterr().out
    assert run("restore", tmp_path / "other.tar", data=tmp_path / "restored") == 1


@pytest.mark.parametrize("name", ["missing/library.tar", "data"])
def test_a_backup_that_cannot_be_written_is_named(
    library: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    assert run("backup", tmp_path / name, data=library) == 1
    assert capsys.readouterr().err == f"scholarai: {tmp_path / name}: no file can be written there\n"


def test_a_file_that_is_no_backup_is_refused_on_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "paper.pdf"
    file.write_bytes(b"%PDF-1.7")

    assert run("restore", file, data=tmp_path / "restored") == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert "paper.pdf is not a whole backup of a library" in line


@pytest.mark.parametrize(
    "arguments", [("collections", "--make", ""), ("collections", "--delete", ""), ("notes", "--delete", "")]
)
def test_an_empty_name_is_refused(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    assert main(["library", *arguments, "--data", str(tmp_path)]) in {2, 4}


def test_a_library_that_is_served_is_not_replaced(
    library: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run("backup", tmp_path / "library.tar", data=library)

    with hold(library):
        assert run("restore", tmp_path / "library.tar", data=library) == 5

    assert "stop it first" in capsys.readouterr().err


def test_a_restore_waits_for_the_worker_of_a_killed_server(library: Path, tmp_path: Path) -> None:
    run("backup", tmp_path / "library.tar", data=library)
    dying = hold(library)
    end = threading.Timer(0.5, dying.close)
    end.start()

    assert run("restore", tmp_path / "library.tar", data=library) == 0
    end.join()


def test_a_store_is_held_from_its_check_until_its_log_is_emptied(
    library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = []

    def look(*_arguments: object) -> None:
        with pytest.raises(StoreHeldError):
            hold(library, patience_s=0)
        held.append(True)

    monkeypatch.setattr(EmbeddedBackend, "check", look)
    monkeypatch.setattr(EmbeddedBackend, "erase", look)
    with served_store(library):
        look()

    assert held == [True] * 3
    hold(library, patience_s=0).close()


def test_a_paper_of_the_command_line_needs_no_file_in_the_library(library: Path) -> None:
    backend = opened(library)
    backend.papers.change(a_paper("p2").id, lambda _: a_paper("p2", owner=COMMAND_LINE, visible_generation=1))
    backend.close()

    assert run("verify", data=library) == 0


@pytest.mark.parametrize(
    ("statement", "named"),
    [
        ("UPDATE papers SET doc = '{}'", "papers/p1: is not what was stored"),
        ("UPDATE sessions SET doc = 'no JSON'", "sessions/s1: is not what was stored"),
        ("UPDATE parts SET doc = '{' WHERE part = 1", "parts/p1/7/1: is not what was stored"),
        ("UPDATE chunks SET vectors = x'00'", "chunks/p1/7/0: is not what was stored"),
        ("UPDATE library_rows SET year = 1999", "library_rows/p1: is not what was stored"),
        ("DELETE FROM objects", "papers/p1: its file is not stored"),
        ("DROP TRIGGER chunk_removed", "scholarai.db: its schema is not what was stored"),
    ],
)
def test_what_cannot_be_read_is_named(
    library: Path, capsys: pytest.CaptureFixture[str], statement: str, named: str
) -> None:
    with contextlib.closing(sqlite3.connect(library / "scholarai.db")) as database, database:
        database.execute(statement)

    assert run("verify", data=library) == 1

    printed = capsys.readouterr()
    assert printed.out.startswith(named)
    assert printed.err == "1 problem\n"


def test_a_file_that_is_missing_is_named_and_does_not_hinder_a_backup(
    library: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    next((library / "objects").iterdir()).unlink()

    assert run("verify", data=library) == 1
    assert "is missing" in capsys.readouterr().out
    assert run("backup", tmp_path / "library.tar", data=library) == 1
    assert (tmp_path / "library.tar").exists()


def test_programs_get_the_problems_as_json(library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "--data", str(library)]) == 0

    assert json.loads(capsys.readouterr().out) == {"problems": []}


def test_a_folder_without_a_library_is_not_made_into_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("verify", data=tmp_path / "nothing") == 4

    assert "library_not_found" in capsys.readouterr().err
    assert not (tmp_path / "nothing").exists()


def test_a_store_that_is_not_in_order_is_not_served_and_the_sentence_says_why(
    library: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (library / "scholarai.db").unlink()

    assert run("serve", data=library) == 1

    assert "store_lost" in capsys.readouterr().err
    assert len(list((library / "objects").iterdir())) == 1
