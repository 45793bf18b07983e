"""Leads a database to the newest schema, after a copy of it was made."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path

from scholarai.adapters.embedded.schema import MIGRATIONS
from scholarai.domain.errors import ConflictError

# A guess: long enough to notice that an upgrade went wrong.
COPY_KEPT = timedelta(days=14)
_FOLDER = "before-upgrade"


def migrate(connection: sqlite3.Connection, path: Path) -> None:
    """Apply the steps that the database lacks, all or none.

    Raises:
        ConflictError: If a newer program wrote the database.
    """
    if _version(connection) == len(MIGRATIONS):
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        _apply(connection, path)
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise


def _apply(connection: sqlite3.Connection, path: Path) -> None:
    version = _version(connection)  # another process may have been faster
    if version > len(MIGRATIONS):
        raise ConflictError(
            "store_too_new",
            f"the store has schema version {version}, this program knows {len(MIGRATIONS)}",
            action="Use the newer program that wrote it, or another data folder.",
        )
    if 0 < version < len(MIGRATIONS):
        _keep_copy(path, version)
    for statements in MIGRATIONS[version:]:
        for statement in statements:
            connection.execute(statement)
    connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")


def copies(path: Path) -> list[Path]:
    """Return the copies that were made before migrations of the database at `path`."""
    return sorted(path.with_name(_FOLDER).glob("*.db"))


def drop_copies(path: Path, now: datetime | None = None) -> None:
    """Remove the copies; with `now`, only those that are older than `COPY_KEPT`."""
    for copy in copies(path):
        if now is None or datetime.fromtimestamp(copy.stat().st_mtime, UTC) < now - COPY_KEPT:
            copy.unlink(missing_ok=True)


def copy_database(source: sqlite3.Connection, target: Path) -> None:
    """Copy what the source sees into a new file of its owner's alone."""
    os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    with contextlib.closing(sqlite3.connect(target)) as copy:
        source.backup(copy)


def _keep_copy(path: Path, version: int) -> None:
    folder = path.with_name(_FOLDER)
    folder.mkdir(exist_ok=True, mode=0o700)
    target = folder / f"schema-{version}-{datetime.now(UTC):%Y%m%dT%H%M%S%f}.db"
    draft = target.with_suffix(".part")
    with contextlib.closing(sqlite3.connect(path)) as source:  # SQLite copies nothing through a connection that writes
        copy_database(source, draft)
    draft.replace(target)


def _version(connection: sqlite3.Connection) -> int:
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    return version
