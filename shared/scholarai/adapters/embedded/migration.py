"""Checks a database when it is opened, and migrates it: it must belong to its folder and have the newest schema.

A number in a file beside the database grows with each durable write, so that a database that is missing or older than the
objects beside it is recognised.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path

from scholarai.adapters.embedded.schema import MIGRATIONS
from scholarai.adapters.private_files import private
from scholarai.domain.errors import ConflictError
from scholarai.domain.sums import sum_of

# A guess: long enough to notice that a migration went wrong.
COPY_KEPT = timedelta(days=14)
# The number of migrations, known without loading them: most databases need none. A test compares it with `schema.py`.
SCHEMA_VERSION = 14
_FOLDER = "before-upgrade"
MARK = "objects.mark"
SCHEMA_SUM = "schema_sum"


def check_mark(connection: sqlite3.Connection, database: Path, *, schema: str = "main") -> None:
    """Check that the database belongs to the objects beside it.

    Raises:
        ConflictError: With `store_lost` if an empty database stands beside objects, with `store_older` if it holds a
            smaller number than the file beside it.
    """
    beside = _mark_beside(database)  # read first, since writers change the database first
    has_objects = _has_files(database.with_name("objects"))
    version = _version(connection, schema)
    if version == 0 and (beside or has_objects):
        raise _missing(database)
    if version == 0 or version > SCHEMA_VERSION:  # of a newer program, which `migrate` refuses
        return
    row = connection.execute(f"SELECT value FROM {schema}.counters WHERE name = 'mark'").fetchone()  # noqa: S608  - our own names
    if beside > (row[0] if row else 0):
        raise _older(database)


def next_mark(tx: sqlite3.Connection) -> int:
    """Increment the number in the database and return it."""
    (mark,) = tx.execute(
        "INSERT INTO counters (name, value) VALUES ('mark', 1)"
        " ON CONFLICT (name) DO UPDATE SET value = value + 1 RETURNING value"
    ).fetchone()
    return int(mark)


def write_mark(database: Path, mark: int) -> None:
    """Write the number beside the database; called after the commit, so that the database never holds the smaller number."""
    draft = database.with_name(f"{MARK}.{os.getpid()}-{threading.get_ident()}")
    with open(draft, "w", encoding="ascii", opener=private) as file:
        file.write(f"{mark}\n")
    draft.replace(database.with_name(MARK))


def migrate(connection: sqlite3.Connection, path: Path) -> None:
    """Apply the steps that the database lacks, all or none.

    Raises:
        ConflictError: If a newer program wrote the database.
    """
    if _version(connection) == SCHEMA_VERSION:
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        _apply(connection, path)
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise


def schema_sum(connection: sqlite3.Connection) -> int:
    """Return the sum of what the database says of its tables, indexes, views and triggers; the counter of that name has what it was."""
    found = connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name").fetchall()
    return sum_of(*(value for row in found for value in row))


def require_newest(connection: sqlite3.Connection, *, schema: str) -> None:
    """Check that a database that cannot be migrated has no need of it.

    Raises:
        ConflictError: If another release wrote it.
    """
    version = _version(connection, schema)
    if version > SCHEMA_VERSION:
        raise _too_new(version)
    if version < SCHEMA_VERSION:
        raise ConflictError(
            "store_too_old",
            f"the store has schema version {version}, this program reads {SCHEMA_VERSION}",
            action="Open it once where its folder can be written, which upgrades it.",
        )


def copies(path: Path) -> list[Path]:
    """Return the copies of the database at `path` that were made before its migrations."""
    return sorted(path.with_name(_FOLDER).glob("*.db"))


def drop_copies(path: Path, now: datetime | None = None) -> None:
    """Remove the copies, those too that a killed process did not end; with `now`, only those that are older than `COPY_KEPT`."""
    for copy in path.with_name(_FOLDER).glob("schema-*"):
        if now is None or datetime.fromtimestamp(copy.stat().st_mtime, UTC) < now - COPY_KEPT:
            copy.unlink(missing_ok=True)


def copy_database(source: sqlite3.Connection, target: Path) -> None:
    """Copy the database that the source sees to a new file that only its owner may read."""
    os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    with contextlib.closing(sqlite3.connect(target)) as copy:
        source.backup(copy)


def _mark_beside(database: Path) -> int:
    try:
        return int(database.with_name(MARK).read_text(encoding="ascii"))
    except (FileNotFoundError, ValueError):  # a library that has none yet, or one cut off by a power failure
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


def _apply(connection: sqlite3.Connection, path: Path) -> None:
    version = _version(connection)  # another process may have been faster
    if version > SCHEMA_VERSION:
        raise _too_new(version)
    if 0 < version < SCHEMA_VERSION:
        _keep_copy(path, version)
    for statements in MIGRATIONS[version:]:
        for statement in statements:
            connection.execute(statement)
    connection.execute(
        "INSERT OR REPLACE INTO counters (name, value) VALUES (?, ?)", (SCHEMA_SUM, schema_sum(connection))
    )
    connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")


def _keep_copy(path: Path, version: int) -> None:
    folder = path.with_name(_FOLDER)
    folder.mkdir(exist_ok=True, mode=0o700)
    target = folder / f"schema-{version}-{datetime.now(UTC):%Y%m%dT%H%M%S%f}.db"
    draft = target.with_suffix(".part")
    with contextlib.closing(sqlite3.connect(path)) as source:  # SQLite copies nothing through a connection that writes
        copy_database(source, draft)
    draft.replace(target)


def _too_new(version: int) -> ConflictError:
    return ConflictError(
        "store_too_new",
        f"the store has schema version {version}, this program knows {SCHEMA_VERSION}",
        action="Use the newer program that wrote it, or another data folder.",
    )


def _version(connection: sqlite3.Connection, schema: str = "main") -> int:
    version: int = connection.execute(f"PRAGMA {schema}.user_version").fetchone()[0]
    return version
