"""One SQLite file shared by the threads and processes of one machine."""

from __future__ import annotations

import contextlib
import sqlite3
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from scholarai.adapters.embedded.schema import MIGRATIONS
from scholarai.domain.errors import ConflictError, TransientError

# A guess: longer than any transaction of ours, shorter than a request's patience.
BUSY_TIMEOUT_S = 15.0


class Database:
    """Connections to one database file: one per thread, made on first use.

    WAL lets readers go on while one writes, and a commit outlives the process whatever kills it. With
    `synchronous = NORMAL` a power cut can take the last commits, though never tear one; `FULL` waits for the disk,
    5 ms where it was measured, a sixth of what a question may cost. So only what cannot be made again waits: uploads.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._local = threading.local()
        self._setup = threading.Lock()
        self._ready = False
        # Writers of this process queue here, since SQLite's own waiting polls.
        self._writer = threading.Lock()

    @contextlib.contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Give a connection inside a transaction that sees one state of everything.

        Raises:
            TransientError: If the database stays locked or its disk fails.
        """
        with _our_errors(), self._transaction("BEGIN") as connection:
            yield connection

    @contextlib.contextmanager
    def writing(self, *, durable: bool = False) -> Iterator[sqlite3.Connection]:
        """Give a connection inside the only writing transaction; what the body raises rolls it back.

        Args:
            durable: Wait until the commit would outlive a power cut too.

        Raises:
            TransientError: If the database stays locked or its disk fails.
        """
        if not self._writer.acquire(timeout=BUSY_TIMEOUT_S):
            raise TransientError("store_busy", f"the store was busy for {BUSY_TIMEOUT_S:.0f} seconds")
        try:
            with _our_errors(), self._transaction("BEGIN IMMEDIATE", durable=durable) as connection:
                yield connection
        finally:
            self._writer.release()

    def close(self) -> None:
        """Close the connections that are not in use; the next call opens one again."""
        self._local = threading.local()

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
        if not self._ready:
            self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        # Each thread keeps to its own; only the closing of what an ended thread left may happen in another one.
        connection = sqlite3.connect(self._path, timeout=BUSY_TIMEOUT_S, isolation_level=None, check_same_thread=False)
        if not self._ready:
            _use_wal(connection)
            _migrate(connection)
            self._ready = True
        connection.execute("PRAGMA foreign_keys = ON")
        return connection


class _Held:
    """A thread's connection, closed when the thread or the database goes."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection

    def __del__(self) -> None:
        self.connection.close()


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


def key(text: str) -> str | None:
    """Return an id to look up, or None, which equals nothing, for one that no row can have."""
    return text if text.isascii() or not any("\ud800" <= c <= "\udfff" for c in text) else None


def _migrate(connection: sqlite3.Connection) -> None:
    if _version(connection) == len(MIGRATIONS):
        return
    connection.execute("BEGIN IMMEDIATE")
    version = _version(connection)  # another process may have been faster
    if version > len(MIGRATIONS):
        connection.execute("ROLLBACK")
        raise ConflictError(
            "store_too_new",
            f"the store has schema version {version}, this program knows {len(MIGRATIONS)}",
            action="Use the newer program that wrote it, or another data folder.",
        )
    for statements in MIGRATIONS[version:]:
        for statement in statements:
            connection.execute(statement)
    connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
    connection.execute("COMMIT")


def _version(connection: sqlite3.Connection) -> int:
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    return version


@contextlib.contextmanager
def _our_errors() -> Iterator[None]:
    try:
        yield
    except sqlite3.OperationalError as error:
        raise TransientError("store_unavailable", f"the store could not be reached: {error}") from error
