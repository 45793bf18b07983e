"""Opens a library for reading only; conversations are kept in memory, as long as the process runs."""

from __future__ import annotations

import os
import secrets
import shutil
import sqlite3
import sys
from pathlib import Path
from urllib.parse import quote

from scholarai.domain.errors import ConflictError, NotFoundError
from scholarai.domain.limits import MIB

# A guess: SQLite's index of the write-ahead log, and a few pages of the log itself.
_LEAST_BYTES = MIB
# The tables that answering a question writes.
_KEPT_IN_MEMORY = ("sessions", "session_papers", "messages", "spending", "counted", "leases")


def can_write(database: Path) -> bool:
    """Tell whether a database can be written, or made where it is missing."""
    folder = database.parent
    if not folder.exists():
        return True
    return os.access(folder, os.W_OK) and (not database.exists() or os.access(database, os.W_OK))


def is_full(folder: Path) -> bool:
    """Tell whether the disk of a folder has no room to open a library for writing."""
    return folder.exists() and shutil.disk_usage(folder).free < _LEAST_BYTES


class Overlay:
    """A database in memory on top of a file that is only read.

    SQLite looks up a table's name in the main database first: that in memory, which has copies of the tables that answers write.
    All others are the file's.
    """

    def __init__(self, path: Path) -> None:
        self._library = _readable(path)
        # A thread may still hold a connection to the library that was open before, so each gets a name of its own.
        self._memory = f"file:/scholarai-{secrets.token_hex(8)}?vfs=memdb"
        self._held = self._made()  # the memory is freed with the last connection

    def connect(self, timeout_s: float) -> sqlite3.Connection:
        """Return a new connection; writing into a table of the file raises `SQLITE_READONLY`."""
        connection = sqlite3.connect(
            self._memory, uri=True, timeout=timeout_s, isolation_level=None, check_same_thread=False
        )
        connection.execute("ATTACH ? AS library", (self._library,))
        return connection

    def _made(self) -> sqlite3.Connection:
        connection = self.connect(0)
        # The tables, their indexes, and the views that compare their rows with their sums.
        kept = [*_KEPT_IN_MEMORY, *(f"checked_{table}" for table in _KEPT_IN_MEMORY)]
        found = connection.execute(
            f"SELECT type, name, sql FROM library.sqlite_schema WHERE tbl_name IN ({', '.join('?' * len(kept))})"  # noqa: S608  - our own names
            " AND sql IS NOT NULL ORDER BY type = 'table' DESC",
            kept,
        ).fetchall()
        connection.execute("BEGIN")
        for kind, name, sql in found:
            connection.execute(sql)
            if kind == "table":
                connection.execute(f"INSERT INTO main.{name} SELECT * FROM library.{name}")  # noqa: S608  - ours
        connection.execute("COMMIT")
        return connection


def _readable(path: Path) -> str:
    """Return an address at which SQLite reads the file.

    Without a write-ahead log, and where none can be made, it is read as a file that does not change.

    Raises:
        NotFoundError: If there is none.
        ConflictError: If changes in its write-ahead log cannot be read.
    """
    if not path.exists():
        raise NotFoundError("library_not_found", f"there is no library in {path.parent}, which cannot be written")
    log = path.with_name(f"{path.name}-wal")
    system = "win32" if sys.platform == "win32" else "unix"  # else it would be looked for in memory, too
    address = f"file:{quote(str(path))}?mode=ro&vfs={system}"
    connection = sqlite3.connect(address, uri=True)
    try:
        connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    except sqlite3.OperationalError:
        if log.exists() and log.stat().st_size:
            raise ConflictError(
                "store_log_unread",
                f"{log} holds changes that can be read only where its folder can be written",
                action="Copy the whole data folder to a place that you can write, and name that with --data.",
            ) from None
        return f"{address}&immutable=1"
    else:
        return address
    finally:
        connection.close()
