"""Writes a whole library to one file while it is in use, and puts it back."""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
import shutil
import sqlite3
import tarfile
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from scholarai.adapters.embedded.database import Database
from scholarai.adapters.embedded.migration import MARK, copy_database
from scholarai.adapters.embedded.verifying import VerifyLibrary
from scholarai.domain.errors import ConflictError, InvalidRequestError
from scholarai.domain.plurals import counted

DATABASE, OBJECTS = "scholarai.db", "objects"
# The first member: a line for each file, as `sha256sum` writes and checks them. SHA-256, since everybody has a program for it.
SUMS = "SHA256SUMS"


def write_archive(database: Database, scratch: Path, target: Path) -> list[str]:
    """Write a snapshot of the library to a tar file, and return what `verify` says of the snapshot.

    `scratch` is an empty folder on the library's disk; `target` is replaced once the whole archive is on the disk, for its owner
    alone.

    Raises:
        ConflictError: If there are problems and the target exists: it may be the last backup without them.
    """
    (scratch / OBJECTS).mkdir()
    with _snapshot(database, scratch) as snapshot:
        copy_database(snapshot, scratch / DATABASE)
    copied = Database(scratch / DATABASE)
    problems = list(VerifyLibrary(copied, scratch / OBJECTS).run())
    copied.close()
    if problems and target.exists():
        raise ConflictError(
            "backup_kept",
            f"{target} was not replaced, since the library has {counted(len(problems), 'problem')}",
            action="`scholarai verify` names them; to save the library as it is, name another file.",
        )
    _pack(scratch, target)
    return problems


def _pack(scratch: Path, target: Path) -> None:
    draft = target.with_name(f"{target.name}.part")
    draft.unlink(missing_ok=True)
    try:
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            with tarfile.open(fileobj=file, mode="w") as archive:
                sums = "".join(f"{line}\n" for line in _sums(scratch)).encode()
                member = tarfile.TarInfo(SUMS)
                member.size, member.mode = len(sums), 0o600
                archive.addfile(member, io.BytesIO(sums))
                archive.add(scratch / DATABASE, DATABASE)
                archive.add(scratch / OBJECTS, OBJECTS)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)


def read_archive(file: Path, scratch: Path) -> bool:
    """Unpack a library into an empty folder, compare it with its sums, and tell whether it had any: earlier releases wrote none.

    Raises:
        InvalidRequestError: If the file is not a whole archive of a library, or not as it was written.
    """
    try:
        with tarfile.open(file) as archive:
            archive.extractall(scratch, members=_known(archive), filter="data")
    except (tarfile.TarError, EOFError) as error:
        raise _unusable(file, str(error).partition("\n")[0].rstrip(":")) from error
    if not (scratch / DATABASE).is_file():
        raise _unusable(file, "no library in it")
    sums = scratch / SUMS
    if not sums.exists():
        return False
    if differing := set(sums.read_text(errors="replace").splitlines()) ^ set(_sums(scratch)):
        names = sorted({line.rpartition(" ")[2] for line in differing})
        raise _unusable(file, f"missing in it, or not what was written: {', '.join(names[:3])}")
    return True


def put_in_place(scratch: Path, folder: Path, now: datetime) -> Path | None:
    """Move an unpacked library into its folder, and return where the previous one was moved to, None if there was none.

    After a crash in between, the next start refuses to serve: the mark of the previous library is moved last. The next restore
    goes on where this one ended, so that the previous database is not parted from its objects.
    """
    aside = folder / f"before-restore-{now:%Y%m%dT%H%M%S%f}"
    unfinished = folder / "before-restore-unfinished"
    if (folder / DATABASE).exists():
        _empty_log(folder / DATABASE)
    there = [
        path for name in (DATABASE, f"{DATABASE}-wal", f"{DATABASE}-shm", OBJECTS) if (path := folder / name).exists()
    ]
    if any((unfinished / path.name).exists() for path in there):  # restored up to the mark, or put there by hand
        _end(unfinished, aside.with_name(f"{aside.name}-first"))
    for path in there:
        unfinished.mkdir(exist_ok=True, mode=0o700)
        path.rename(unfinished / path.name)
    for name in (OBJECTS, DATABASE):
        if (scratch / name).exists():
            (scratch / name).rename(folder / name)
    if not unfinished.exists():
        (folder / MARK).unlink(missing_ok=True)
        return None
    return _end(unfinished, aside)


def _end(unfinished: Path, aside: Path) -> Path:
    mark = unfinished.with_name(MARK)
    if mark.exists():
        mark.replace(unfinished / MARK)
    return unfinished.rename(aside)


def _empty_log(database: Path) -> None:
    """Write the log of a database that nobody uses into it: SQLite deletes a log whose database was moved away.

    A database without a byte is removed: a start that was refused made it.
    """
    with contextlib.suppress(sqlite3.Error), contextlib.closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # a damaged one is moved with its log
    if database.stat().st_size == 0:
        database.unlink()


@contextlib.contextmanager
def _snapshot(database: Database, scratch: Path) -> Iterator[sqlite3.Connection]:
    """Yield a connection to a snapshot of the database, whose files are linked in `scratch` as far as they are there."""
    with contextlib.closing(sqlite3.connect(database.path, isolation_level=None)) as snapshot:
        with database.writing() as tx:  # a file is removed only after the transaction that removes its object
            files = [file for (file,) in tx.execute("SELECT file FROM objects")]
            for file in files:
                _link(database.path.with_name(OBJECTS) / file, scratch / OBJECTS / file)
            snapshot.execute("BEGIN")
            snapshot.execute("SELECT count(*) FROM objects").fetchone()  # the first read fixes the snapshot
        yield snapshot


def _link(source: Path, target: Path) -> None:
    try:
        os.link(source, target)
    except FileNotFoundError:  # `verify` names it
        return
    except OSError:  # a file system without links
        shutil.copyfile(source, target)


def _sums(folder: Path) -> Iterator[str]:
    """Yield a line of SHA256SUMS for each file of an unpacked library."""
    for path in (folder / DATABASE, *sorted((folder / OBJECTS).glob("*"))):
        with path.open("rb") as file:
            yield f"{hashlib.file_digest(file, 'sha256').hexdigest()}  {path.relative_to(folder).as_posix()}"


def _known(archive: tarfile.TarFile) -> Iterator[tarfile.TarInfo]:
    for member in archive:
        if member.name in {SUMS, DATABASE, OBJECTS} or Path(member.name).parent == Path(OBJECTS):
            yield member


def _unusable(file: Path, what: str) -> InvalidRequestError:
    return InvalidRequestError("backup_unusable", f"{file} is not a whole backup of a library: {what}")
