"""Writes a whole library to one file while it is in use, and puts it back."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import tarfile
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from scholarai.adapters.embedded.database import Database
from scholarai.adapters.embedded.migration import MARK, copy_database
from scholarai.domain.errors import InvalidRequestError

DATABASE, OBJECTS = "scholarai.db", "objects"


def write_archive(database: Database, scratch: Path, target: Path) -> int:
    """Write a snapshot of the library to a tar file, and return how many files of its papers are missing.

    Args:
        database: Of the library; its objects lie beside it.
        scratch: An empty folder on the disk of the library.
        target: Replaced once the whole archive is on the disk; only its owner may read it.
    """
    (scratch / OBJECTS).mkdir()
    with _snapshot(database, scratch) as (snapshot, missing):
        copy_database(snapshot, scratch / DATABASE)
    draft = target.with_name(f"{target.name}.part")
    draft.unlink(missing_ok=True)
    try:
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            with tarfile.open(fileobj=file, mode="w") as archive:
                archive.add(scratch / DATABASE, DATABASE)
                archive.add(scratch / OBJECTS, OBJECTS)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)
    return missing


def read_archive(file: Path, scratch: Path) -> None:
    """Unpack a library into an empty folder.

    Raises:
        InvalidRequestError: If the file is not a whole archive of a library.
    """
    try:
        with tarfile.open(file) as archive:
            archive.extractall(scratch, members=_known(archive), filter="data")
    except (tarfile.TarError, EOFError) as error:
        raise _unusable(file, str(error).partition("\n")[0].rstrip(":")) from error
    if not (scratch / DATABASE).is_file():
        raise _unusable(file, "no library in it")


def put_in_place(scratch: Path, folder: Path, now: datetime) -> Path | None:
    """Move an unpacked library into its folder, and return where the previous one was moved to, None if there was none.

    A crash in between leaves objects without a database, which the next start refuses to serve.
    """
    aside = folder / f"before-restore-{now:%Y%m%dT%H%M%S}"
    there = [folder / name for name in (DATABASE, f"{DATABASE}-wal", f"{DATABASE}-shm", OBJECTS, MARK)]
    for path in filter(Path.exists, there):
        aside.mkdir(exist_ok=True, mode=0o700)
        path.rename(aside / path.name)
    for name in (OBJECTS, DATABASE):
        if (scratch / name).exists():
            (scratch / name).rename(folder / name)
    return aside if aside.exists() else None


@contextlib.contextmanager
def _snapshot(database: Database, scratch: Path) -> Iterator[tuple[sqlite3.Connection, int]]:
    """Yield a connection to a snapshot of the database, whose files are linked in `scratch`, and the number of missing files."""
    with contextlib.closing(sqlite3.connect(database.path, isolation_level=None)) as snapshot:
        with database.writing() as tx:  # a file is removed only after the transaction that removes its object
            files = [file for (file,) in tx.execute("SELECT file FROM objects")]
            missing = sum(
                not _linked(database.path.with_name(OBJECTS) / file, scratch / OBJECTS / file) for file in files
            )
            snapshot.execute("BEGIN")
            snapshot.execute("SELECT count(*) FROM objects").fetchone()  # the first read fixes the snapshot
        yield snapshot, missing


def _linked(source: Path, target: Path) -> bool:
    try:
        os.link(source, target)
    except FileNotFoundError:
        return False
    except OSError:  # a file system without links
        shutil.copyfile(source, target)
    return True


def _known(archive: tarfile.TarFile) -> Iterator[tarfile.TarInfo]:
    for member in archive:
        if member.name in {DATABASE, OBJECTS} or Path(member.name).parent == Path(OBJECTS):
            yield member


def _unusable(file: Path, what: str) -> InvalidRequestError:
    return InvalidRequestError("backup_unusable", f"{file} is not a whole backup of a library: {what}")
