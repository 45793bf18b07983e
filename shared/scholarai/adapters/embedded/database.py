"""One SQLite file shared by the threads and processes of one machine."""

from __future__ import annotations

import contextlib
import functools
import os
import sqlite3
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from scholarai.adapters.embedded.migration import check_mark, migrate, next_mark, require_newest, write_mark
from scholarai.adapters.embedded.read_only import Overlay, can_write, is_full
from scholarai.adapters.private_files import make_private, private
from scholarai.domain.errors import ConflictError, TransientError
from scholarai.domain.sums import sum_of, sum_of_pairs

# A guess: longer than any of our transactions, shorter than a request's timeout.
BUSY_TIMEOUT_S = 15.0
# A guess: a reader that takes longer is left to the next checkpoint.
CHECKPOINT_TIMEOUT_MS = 2_000


class Database:
    """Connections to one database file: one per thread, made on first use.

    WAL lets readers go on while one writes, and a commit outlives the process whatever kills it. With
    `synchronous = NORMAL` a power cut can take the last commits, though never tear one; `FULL` waits for the disk,
    5 ms where it was measured, a sixth of what a question may cost. So only what cannot be made again waits: uploads.

    With `read_only`, or where it cannot be written, the file is only read: what answers write is kept in memory, and every other change
    raises `ConflictError` with `store_read_only`.
    """

    def __init__(self, path: Path, *, read_only: bool = False) -> None:
        self.path = path
        self._asked_read_only = read_only
        self._is_full = False
        self._overlay: Overlay | None = None
        self._local = threading.local()
        self._setup = threading.Lock()
        self._ready = False
        # Writers of this process queue here, since SQLite's own waiting polls.
        self._writer = threading.Lock()

    @contextlib.contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Yield a connection inside a transaction that reads one snapshot.

        Raises:
            TransientError: If the database stays locked or its disk fails.
            ConflictError: If the database is damaged, of a newer program, or not the one that belongs to this folder.
        """
        with translated_errors(self.path), self._transaction("BEGIN") as connection:
            yield connection

    @contextlib.contextmanager
    def writing(self, *, durable: bool = False) -> Iterator[sqlite3.Connection]:
        """Yield a connection inside the only writing transaction, which is rolled back if the body raises.

        Args:
            durable: Wait until the commit would outlive a power cut too, and count it in the mark beside the database.

        Raises:
            TransientError: If the database stays locked or its disk fails.
            ConflictError: If the database is damaged, of a newer program, or not the one that belongs to this folder.
        """
        if not self._writer.acquire(timeout=BUSY_TIMEOUT_S):
            raise TransientError("store_busy", f"the store was busy for {BUSY_TIMEOUT_S:.0f} seconds")
        try:
            with translated_errors(self.path), self._transaction("BEGIN IMMEDIATE", durable=durable) as connection:
                yield connection
                mark = next_mark(connection) if durable else None
            if mark is not None:
                write_mark(self.path, mark)
        finally:
            self._writer.release()

    def check(self) -> None:
        """Check every page of the file.

        Raises:
            ConflictError: If one is damaged, or the database is not the one that belongs to this folder.
        """
        with self.reading() as tx:
            found = [text for (text,) in tx.execute("PRAGMA quick_check(3)")]
        if found != ["ok"]:
            raise damaged(self.path, "; ".join(found))

    def checkpoint(self) -> bool:
        """Move the write-ahead log into the database file, empty it, and tell whether that was possible now."""
        self.require_writable()
        with translated_errors(self.path):
            connection = self._connection()
            connection.execute(f"PRAGMA busy_timeout = {CHECKPOINT_TIMEOUT_MS}")
            try:
                busy, _, _ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            finally:
                connection.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT_S * 1000:.0f}")
        return not busy

    def vacuum(self) -> None:
        """Rewrite the file without what deleted rows left in it; from then on it can shrink incrementally."""
        with translated_errors(self.path), self._writer:
            connection = self._connection()
            connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
            connection.execute("VACUUM")

    @property
    def read_only(self) -> bool:
        """Whether the library is open for reading only: as asked, or because its folder cannot be written or its disk is full."""
        return self._asked_read_only or self._is_full or not self._can_write

    @functools.cached_property
    def _can_write(self) -> bool:
        return can_write(self.path)

    def try_to_write(self) -> None:
        """Have the next call try to write again, if the library is open for reading only because the disk was full."""
        if self._is_full:
            self.close()

    def require_writable(self) -> None:
        """Raise `ConflictError` with `store_read_only` if the library is open for reading only."""
        if self.read_only:
            raise read_only_error(self.path.parent)

    @property
    def is_open(self) -> bool:
        """Whether anything was read or written since the database was made or closed."""
        return self._ready

    def close(self) -> None:
        """Close the connections that are not in use; the next call opens one again."""
        self._local = threading.local()
        self._ready = False
        self._overlay = None
        self._is_full = False

    @contextlib.contextmanager
    def _transaction(self, begin: str, *, durable: bool = False) -> Iterator[sqlite3.Connection]:
        connection = self._connection()
        connection.execute(f"PRAGMA synchronous = {'FULL' if durable else 'NORMAL'}")
        connection.execute(begin)
        try:
            yield connection
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise

    def _connection(self) -> sqlite3.Connection:
        held: _Held | None = getattr(self._local, "held", None)
        if held is None:
            with self._setup:
                held = _Held(self._open())
            self._local.held = held
        return held.connection

    def _open(self) -> sqlite3.Connection:
        if self.read_only:
            return self._open_to_read()
        try:
            return self._open_to_write()
        except (sqlite3.OperationalError, OSError):
            if self._ready or not is_full(self.path.parent):
                raise
        self._is_full = True  # not even SQLite's index of the write-ahead log can be made
        return self._open_to_read()

    def _open_to_write(self) -> sqlite3.Connection:
        if not self._ready:
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            make_private(self.path)
            with contextlib.suppress(FileExistsError):  # closing a file that is there would end SQLite's locks on it
                os.close(private(self.path, os.O_WRONLY | os.O_CREAT | os.O_EXCL))
        # Each thread uses its own connection; only that of a thread that has ended may be closed by another one.
        connection = sqlite3.connect(self.path, timeout=BUSY_TIMEOUT_S, isolation_level=None, check_same_thread=False)
        try:
            connection.execute("PRAGMA secure_delete = ON")  # what is deleted is overwritten with zeros
            connection.create_function("row_sum", -1, sum_of_pairs, deterministic=True)
            if not self._ready:
                check_mark(connection, self.path)
                _begin_file(connection)
                _use_wal(connection)
                migrate(connection, self.path)
                self._ready = True
            connection.execute("PRAGMA foreign_keys = ON")
        except BaseException:
            connection.close()
            raise
        return connection

    def _open_to_read(self) -> sqlite3.Connection:
        if self._overlay is None:
            self._overlay = Overlay(self.path)
        connection = self._overlay.connect(BUSY_TIMEOUT_S)
        connection.create_function("row_sum", -1, sum_of_pairs, deterministic=True)
        if not self._ready:
            check_mark(connection, self.path, schema="library")
            require_newest(connection, schema="library")
            self._ready = True
        connection.execute("PRAGMA foreign_keys = ON")
        return connection


class _Held:
    """A thread's connection, closed with the thread or the database."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection

    def __del__(self) -> None:
        self.connection.close()


def _begin_file(connection: sqlite3.Connection) -> None:
    """Let a new file shrink incrementally. On a file with pages this has no effect, but costs a write to the disk."""
    if connection.execute("PRAGMA page_count").fetchone() == (0,):
        connection.execute("PRAGMA auto_vacuum = INCREMENTAL")


def _use_wal(connection: sqlite3.Connection) -> None:
    """Switch to write-ahead logging; two processes that do so at once get errors instead of the busy timeout."""
    deadline = time.monotonic() + BUSY_TIMEOUT_S
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.01)
        else:
            return


def summed(*row: str | bytes | int | None) -> tuple[str | bytes | int | None, ...]:
    """Return the values of a row with their sum behind them; `schema.py` says in which order."""
    return *row, sum_of(*row)


def key(text: str) -> str | None:
    """Return the id to look up, or None, which matches no row, for text that SQLite cannot store."""
    return text if text.isascii() or not any("\ud800" <= c <= "\udfff" for c in text) else None


@contextlib.contextmanager
def translated_errors(path: Path) -> Iterator[None]:
    """Turn SQLite's errors about the file at `path` into ours."""
    try:
        yield
    except UnicodeDecodeError:  # in an error that quotes the schema
        raise damaged(path, "a name in it is no UTF-8") from None
    except sqlite3.OperationalError as error:
        if "UTF-8" in str(error):  # the error quotes what is stored
            raise damaged(path, "a text in it is no UTF-8") from None
        if (code := getattr(error, "sqlite_errorcode", 0) & 0xFF) == sqlite3.SQLITE_READONLY:
            raise read_only_error(path.parent) from error
        if code == sqlite3.SQLITE_FULL:
            raise disk_full() from error
        raise TransientError("store_unavailable", f"the store could not be reached: {error}") from error
    except sqlite3.DatabaseError as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF not in {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}:
            raise
        raise damaged(path, str(error)) from error


def disk_full() -> TransientError:
    """Return the error for a full disk."""
    return TransientError(
        "store_full", "the disk is full", action="Delete papers that you no longer need, or make room on the disk."
    )


def read_only_error(folder: Path) -> ConflictError:
    """Return the error for a change to a library that is open for reading only."""
    return ConflictError(
        "store_read_only",
        f"the library in {folder} is open for reading only",
        action="To change it, start without --read-only where its folder can be written and its disk has room.",
    )


def damaged(path: Path, what: str) -> ConflictError:
    """Return the error for a damaged file, with the way out."""
    return ConflictError(
        "store_damaged",
        f"{path} is damaged: {' '.join(what.split())}",
        action="Restore a backup with `scholarai restore FILE`; the papers as they were uploaded lie in objects/ beside it.",
    )
