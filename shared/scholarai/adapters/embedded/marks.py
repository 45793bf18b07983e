"""A number beside the database that grows with it, so that a database which is missing or older than its objects is recognised."""

from __future__ import annotations

import os
import sqlite3
import threading
from pathlib import Path

from scholarai.adapters.embedded.schema import MIGRATIONS
from scholarai.domain.errors import ConflictError

MARK = "objects.mark"


def next_mark(tx: sqlite3.Connection) -> int:
    """Return the number after the one that the database holds, and store it."""
    (mark,) = tx.execute(
        "INSERT INTO counters (name, value) VALUES ('mark', 1)"
        " ON CONFLICT (name) DO UPDATE SET value = value + 1 RETURNING value"
    ).fetchone()
    return int(mark)


def write_mark(database: Path, mark: int) -> None:
    """Write the number beside the database; called after the commit, so that the database never has the smaller one."""
    draft = database.with_name(f"{MARK}.{os.getpid()}-{threading.get_ident()}")
    draft.write_text(f"{mark}\n", encoding="ascii")
    draft.replace(database.with_name(MARK))


def check_mark(connection: sqlite3.Connection, database: Path) -> None:
    """Compare the database with what stands beside it.

    Raises:
        ConflictError: With `store_lost` if an empty database stands beside objects, with `store_older` if it holds a
            smaller number than the one beside it.
    """
    beside = _read(database)  # before the database, which writers change before what stands beside it
    has_objects = _has_files(database.with_name("objects"))
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version == 0 and (beside or has_objects):
        raise _missing(database)
    if version == 0 or version > len(MIGRATIONS):  # of a newer program, which `migrate` refuses
        return
    row = connection.execute("SELECT value FROM counters WHERE name = 'mark'").fetchone()
    if beside > (row[0] if row else 0):
        raise _older(database)


def _read(database: Path) -> int:
    try:
        return int(database.with_name(MARK).read_text(encoding="ascii"))
    except (FileNotFoundError, ValueError):  # of a library without one yet, or cut off by a power failure
        return 0


def _has_files(folder: Path) -> bool:
    return folder.exists() and any(folder.iterdir())


def _missing(database: Path) -> ConflictError:
    return ConflictError(
        "store_lost",
        f"{database} is missing or empty, but there are papers beside it",
        action="Put the database back with its -wal file, or restore a backup with `scholarai restore FILE`. To start again, "
        "move the folder away; the papers as they were uploaded lie in its objects/.",
    )


def _older(database: Path) -> ConflictError:
    return ConflictError(
        "store_older",
        f"{database} is older than the papers beside it",
        action="Put the newer database back with its -wal file, or restore a backup with `scholarai restore FILE`. To go on "
        f"with the older one, delete {database.with_name(MARK)}: papers that it does not know go to quarantine/.",
    )
