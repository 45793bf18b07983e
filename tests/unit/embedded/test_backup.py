"""A backup holds a whole library, for its owner alone, and brings it back beside the one that was there."""

from __future__ import annotations

import contextlib
import sqlite3
import stat
import tarfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from contract.making import NOW, a_paper
from doubles.disks import small_disk

from scholarai.adapters.embedded.archive import put_in_place, read_archive, write_archive
from scholarai.adapters.embedded.backend import EmbeddedBackend
from scholarai.adapters.embedded.database import Database
from scholarai.domain.errors import ConflictError, InvalidRequestError
from scholarai.domain.ids import PaperId

PDF = "application/pdf"
OLD, NEW = "uploads/ada/p1/old.pdf", "uploads/ada/p2/new.pdf"

Opener = Callable[[Path], EmbeddedBackend]


@pytest.fixture
def library(backend: EmbeddedBackend) -> EmbeddedBackend:
    backend.papers.change(PaperId("p1"), lambda _: a_paper("p1", object_name=OLD))
    backend.objects.put(OLD, b"old", content_type=PDF)
    return backend


def unpacked(file: Path, place: Path) -> Path:
    place.mkdir()
    assert read_archive(file, place)
    return place


def test_a_restored_library_has_what_was_saved_and_nothing_later(
    library: EmbeddedBackend, folder: Path, tmp_path: Path, open_at: Opener
) -> None:
    saved = tmp_path / "library.tar"
    assert library.back_up(saved) == []
    library.objects.put(NEW, b"new", content_type=PDF)
    library.close()

    aside = put_in_place(unpacked(saved, tmp_path / "scratch"), folder, NOW)

    restored = open_at(folder)
    assert (restored.objects.read(OLD), list(restored.objects.names("uploads/"))) == (b"old", [OLD])
    assert restored.papers.get(PaperId("p1")) == a_paper("p1", object_name=OLD)
    assert list(restored.verify().run()) == []
    assert aside is not None
    assert sorted(open_at(aside).objects.names("uploads/")) == [OLD, NEW]


def test_in_an_empty_folder_no_library_is_put_aside(library: EmbeddedBackend, tmp_path: Path, open_at: Opener) -> None:
    library.back_up(tmp_path / "library.tar")
    empty = tmp_path / "empty"
    empty.mkdir()

    assert put_in_place(unpacked(tmp_path / "library.tar", tmp_path / "scratch"), empty, NOW) is None
    assert open_at(empty).objects.read(OLD) == b"old"


def test_only_the_owner_can_read_a_backup_and_what_is_put_aside(
    library: EmbeddedBackend, folder: Path, tmp_path: Path
) -> None:
    saved = tmp_path / "library.tar"
    library.back_up(saved)
    library.close()

    aside = put_in_place(unpacked(saved, tmp_path / "scratch"), folder, NOW)

    assert aside is not None
    assert [stat.S_IMODE(path.stat().st_mode) for path in (saved, aside)] == [0o600, 0o700]


def test_a_file_that_is_stored_while_its_library_is_saved_is_not_half_in_the_backup(
    library: EmbeddedBackend, folder: Path, tmp_path: Path
) -> None:
    class Busy(Database):
        """Another process stores a file as soon as it may write again."""

        @contextlib.contextmanager
        def writing(self, *, durable: bool = False) -> Iterator[sqlite3.Connection]:
            with super().writing(durable=durable) as tx:
                yield tx
            library.objects.put(NEW, b"new", content_type=PDF)

    scratch = tmp_path / "scratch"
    scratch.mkdir()

    assert write_archive(Busy(folder / "scholarai.db"), scratch, tmp_path / "library.tar") == []


def test_files_are_copied_where_they_cannot_be_linked(library: EmbeddedBackend, folder: Path, tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", 16) as disk:
        write_archive(Database(folder / "scholarai.db"), disk, tmp_path / "library.tar")

    with tarfile.open(tmp_path / "library.tar") as archive:
        (file,) = [member for member in archive if member.name.startswith("objects/")]
        content = archive.extractfile(file)
        assert content is not None
        assert content.read() == b"old"


def test_a_damaged_library_is_saved_but_replaces_no_backup(
    library: EmbeddedBackend, folder: Path, tmp_path: Path
) -> None:
    library.back_up(tmp_path / "whole.tar")
    whole = (tmp_path / "whole.tar").read_bytes()
    for file in (folder / "objects").iterdir():
        file.unlink()

    with pytest.raises(ConflictError, match="backup_kept"):
        library.back_up(tmp_path / "whole.tar")

    assert (tmp_path / "whole.tar").read_bytes() == whole
    assert len(library.back_up(tmp_path / "other.tar")) == 1


@pytest.mark.parametrize("lost", ["scholarai.db", "objects"])
def test_a_backup_that_lost_a_file_is_refused(library: EmbeddedBackend, tmp_path: Path, lost: str) -> None:
    library.back_up(tmp_path / "library.tar")
    with tarfile.open(tmp_path / "library.tar") as whole, tarfile.open(tmp_path / "part.tar", "w") as part:
        for member in whole:
            if not member.name.startswith(lost):
                part.addfile(member, whole.extractfile(member))
    (tmp_path / "scratch").mkdir()

    with pytest.raises(InvalidRequestError, match="backup_unusable"):
        read_archive(tmp_path / "part.tar", tmp_path / "scratch")


def test_nothing_of_an_archive_leaves_its_folder(library: EmbeddedBackend, tmp_path: Path) -> None:
    library.back_up(tmp_path / "library.tar")
    with tarfile.open(tmp_path / "library.tar", "a") as archive:
        archive.add(__file__, "objects/../../stray")
    (tmp_path / "scratch").mkdir()

    read_archive(tmp_path / "library.tar", tmp_path / "scratch")

    assert not (tmp_path / "stray").exists()
