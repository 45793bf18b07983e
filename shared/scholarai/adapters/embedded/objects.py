"""Stores objects as files beside the database, which alone says which of them exist."""

from __future__ import annotations

import base64
import contextlib
import errno
import hashlib
import io
import logging
import os
import shutil
import sqlite3
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from scholarai.adapters.embedded.database import Database, disk_full, summed
from scholarai.adapters.embedded.events import EventQueue, StoredObject, add_pending, finalized_event
from scholarai.adapters.private_files import private
from scholarai.adapters.reading.faults import fault
from scholarai.adapters.system import from_us, to_us
from scholarai.domain.errors import ConflictError, NotFoundError, PaperFaultError, TransientError
from scholarai.domain.object_names import owner_in

# The ending of an upload that is not complete, and of which nobody was told that it is stored.
_UNFINISHED = ".part"

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class FileObjectStore:
    """Implements `ports.stores.ObjectStore`.

    A file gets a unique name and reaches the disk before the transaction that makes it the object's newest generation and
    adds its event. A crash before the commit leaves an unfinished file, which `sweep` removes, or a finished file that the
    database does not know, which it puts aside; a crash after the commit leaves the object and its event.
    """

    database: Database
    queue: EventQueue
    folder: Path
    bucket: str
    now: Callable[[], datetime]
    new_id: Callable[[], str]

    def download(self, name: str, generation: int, target: Path, *, max_bytes: int) -> int:
        stored = self.find(name)
        if stored is None or stored.generation != generation:
            raise _gone(name)
        if stored.size_bytes > max_bytes:
            raise _too_large(max_bytes)
        with _disk_errors(name):
            shutil.copyfile(self.path(stored), target)
            with target.open("rb") as file:
                _check(file, stored)
        return stored.size_bytes

    def put(self, name: str, data: bytes, *, content_type: str) -> int:
        return self.receive(name, [data], content_type=content_type, max_bytes=len(data))

    def receive(
        self, name: str, pieces: Iterable[bytes], *, content_type: str, max_bytes: int, once: bool = False
    ) -> int:
        """Write the object as its bytes come and return its new generation.

        Raises:
            PaperFaultError: With code `too_large`, as soon as more than `max_bytes` came.
            ConflictError: With `once`, if there is an object of that name.
        """
        self.database.require_writable()
        found = self.find(name)  # opens the database before there is a file beside it
        if once and found is not None:  # asked again in the transaction, where it counts; here it saves the transfer
            raise _exists()
        file = self.new_id()
        try:
            with _disk_errors(name):
                size_bytes, md5 = _write(self._unfinished(file), pieces, max_bytes)
            stored, replaced = self._publish(name, file, size_bytes, content_type, md5, once=once)
        except BaseException:
            self._discard(file)
            raise
        if replaced is not None:
            self._remove([replaced.file])
        return stored.generation

    def read(self, name: str) -> bytes:
        stored = self.find(name)
        if stored is None:
            raise _gone(name)
        with _disk_errors(name):
            data = self.path(stored).read_bytes()
        _check(io.BytesIO(data), stored)
        return data

    def touch(self, name: str) -> int:
        with self.database.writing(durable=True) as tx:
            stored = _find(tx, name)
            if stored is None or not self.path(stored).exists():  # a file may have been lost
                raise _gone(name)
            rewritten = replace(stored, generation=_next_generation(tx, self.now()), created_at=self.now())
            self._save(tx, rewritten)
        self.queue.announce()
        return rewritten.generation

    def names(self, folder: str) -> Sequence[str]:
        with self.database.reading() as tx:
            rows = tx.execute(
                "SELECT name FROM objects WHERE substr(name, 1, ?) = ? ORDER BY name", (len(folder), folder)
            ).fetchall()
        return [name for (name,) in rows]

    def delete(self, name: str) -> None:
        length = len(name) if name.endswith("/") else None  # None takes the whole name
        with self.database.writing(durable=True) as tx:
            rows = tx.execute(
                "DELETE FROM objects WHERE substr(name, 1, coalesce(?, length(name))) = ? RETURNING file",
                (length, name),
            ).fetchall()
            _mark_removed(tx, [file for (file,) in rows])
        self._remove([file for (file,) in rows])

    def find(self, name: str) -> StoredObject | None:
        """Return what is known of the newest generation, or None."""
        with self.database.reading() as tx:
            return _find(tx, name)

    def path(self, stored: StoredObject) -> Path:
        """Return where the object's bytes are, until a newer generation replaces it."""
        return self.folder / stored.file

    def is_untouched(self) -> bool:
        """Tell whether no object was ever written."""
        with self.database.reading() as tx:
            return tx.execute("SELECT 1 FROM counters WHERE name = 'generation'").fetchone() is None

    def sweep(self) -> int:
        """Remove deleted files and unfinished uploads, put any other unknown file aside, and return how many there were."""
        if not self.folder.exists():
            return 0
        with self.database.writing() as tx:
            known = {file for (file,) in tx.execute("SELECT file FROM objects")}
            removed = {file for (file,) in tx.execute("DELETE FROM removed_files RETURNING file")}
            orphans = [path for path in self.folder.iterdir() if path.name not in known]
            for path in orphans:
                if path.name in removed or path.suffix == _UNFINISHED:
                    path.unlink(missing_ok=True)
                else:
                    self._put_aside(path)
        return len(orphans)

    @property
    def quarantine(self) -> Path:
        """The folder of files that the database does not know, one folder a day."""
        return self.folder.with_name("quarantine")

    def _put_aside(self, path: Path) -> None:
        folder = self.quarantine / self.now().strftime("%Y-%m-%d")
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        path.rename(folder / path.name)
        _log.warning("unknown file put aside", extra={"file": path.name, "folder": str(folder)})

    def _publish(
        self, name: str, file: str, size_bytes: int, content_type: str, md5: str, *, once: bool
    ) -> tuple[StoredObject, StoredObject | None]:
        """Make the file the newest generation and return it with the one that it replaced."""
        with self.database.writing(durable=True) as tx:
            replaced = _find(tx, name)
            if once and replaced is not None:
                raise _exists()
            self._finish(file)
            now = self.now()
            stored = StoredObject(
                name=name,
                generation=_next_generation(tx, now),
                size_bytes=size_bytes,
                content_type=content_type,
                md5=md5,
                created_at=now,
                file=file,
            )
            self._save(tx, stored)
            _mark_removed(tx, [] if replaced is None else [replaced.file])
        self.queue.announce()
        return stored, replaced

    def _unfinished(self, file: str) -> Path:
        return self.folder / f"{file}{_UNFINISHED}"

    def _finish(self, file: str) -> None:
        try:
            self._unfinished(file).rename(self.folder / file)
        except FileNotFoundError:
            raise TransientError("upload_swept", "the server was restarted during this upload") from None
        _sync_folder(self.folder)

    def _remove(self, files: Sequence[str]) -> None:
        """Remove files that a committed transaction marked as removed, then the marks."""
        for file in files:
            (self.folder / file).unlink(missing_ok=True)
        with self.database.writing() as tx:
            tx.executemany("DELETE FROM removed_files WHERE file = ?", [(file,) for file in files])

    def _discard(self, file: str) -> None:
        """Remove a file unless an object has it: an interrupt may have come after the commit."""
        self._unfinished(file).unlink(missing_ok=True)
        with contextlib.suppress(TransientError), self.database.reading() as tx:
            if tx.execute("SELECT 1 FROM objects WHERE file = ?", (file,)).fetchone() is None:
                (self.folder / file).unlink(missing_ok=True)

    def _save(self, tx: sqlite3.Connection, stored: StoredObject) -> None:
        tx.execute(
            "INSERT OR REPLACE INTO objects (name, generation, size_bytes, content_type, md5, created_us, file, sum)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            summed(
                stored.name,
                stored.generation,
                stored.size_bytes,
                stored.content_type,
                stored.md5,
                to_us(stored.created_at),
                stored.file,
            ),
        )
        add_pending(
            tx, finalized_event(stored, bucket=self.bucket, event_id=self.new_id()), self.now(), owner_in(stored.name)
        )


def _mark_removed(tx: sqlite3.Connection, files: Sequence[str]) -> None:
    tx.executemany("INSERT OR IGNORE INTO removed_files (file) VALUES (?)", [(file,) for file in files])


def md5_of(file: io.BufferedReader | io.BytesIO) -> str:
    """Return the MD5 of what is left to read of a file, written as a bucket states it of its objects."""
    return _encoded(hashlib.file_digest(file, _digest))


def _check(file: io.BufferedReader | io.BytesIO, stored: StoredObject) -> None:
    if md5_of(file) != stored.md5:
        raise fault("file_damaged")


def _digest() -> Any:
    return hashlib.md5(usedforsecurity=False)


def _encoded(digest: Any) -> str:
    return base64.b64encode(digest.digest()).decode()


def _write(path: Path, pieces: Iterable[bytes], max_bytes: int) -> tuple[int, str]:
    size_bytes = 0
    digest = _digest()
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with open(path, "xb", opener=private) as file:
        for piece in pieces:
            size_bytes += len(piece)
            if size_bytes > max_bytes:
                raise _too_large(max_bytes)
            digest.update(piece)
            file.write(piece)
        file.flush()
        os.fsync(file.fileno())
    return size_bytes, _encoded(digest)


def _sync_folder(folder: Path) -> None:
    """Sync the folder's entries to the disk; Windows cannot open a folder, and its file system journals them."""
    if sys.platform == "win32":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _next_generation(tx: sqlite3.Connection, now: datetime) -> int:
    """Return a number above every earlier one: microseconds as in a bucket, even if the clock goes back."""
    (generation,) = tx.execute(
        "INSERT INTO counters (name, value) VALUES ('generation', ?)"
        " ON CONFLICT (name) DO UPDATE SET value = max(value + 1, excluded.value) RETURNING value",
        (to_us(now),),
    ).fetchone()
    return int(generation)


def _find(tx: sqlite3.Connection, name: str) -> StoredObject | None:
    row = tx.execute(
        "SELECT name, generation, size_bytes, content_type, md5, created_us, file FROM objects WHERE name = ?", (name,)
    ).fetchone()
    if row is None:
        return None
    return StoredObject(
        name=row[0],
        generation=row[1],
        size_bytes=row[2],
        content_type=row[3],
        md5=row[4],
        created_at=from_us(row[5]),
        file=row[6],
    )


@contextlib.contextmanager
def _disk_errors(name: str) -> Iterator[None]:
    try:
        yield
    except FileNotFoundError:
        raise _gone(name) from None
    except OSError as error:
        if error.errno == errno.ENOSPC:
            raise disk_full() from error
        raise TransientError("store_unavailable", f"the object store failed: {error.strerror}") from error


def _gone(name: str) -> NotFoundError:
    return NotFoundError("object_not_found", f"there is no object of this generation: {name.rpartition('/')[2][:80]}")


def _exists() -> ConflictError:
    return ConflictError("object_exists", "this upload was used already", action="Announce the paper again.")


def _too_large(max_bytes: int) -> PaperFaultError:
    return PaperFaultError(
        "too_large", f"the file is larger than the {max_bytes} bytes that are allowed", action="Upload a smaller file."
    )
