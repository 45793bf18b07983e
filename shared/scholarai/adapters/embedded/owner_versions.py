"""Versions that grow with every change to an owner's rows in SQLite; owners without rows have none."""

from __future__ import annotations

import sqlite3
from typing import Literal

# Each table of versions, with the table whose changes it counts.
VERSIONS = {"library_row_versions": "library_rows", "library_versions": "paper_facts"}
Table = Literal["library_row_versions", "library_versions"]

# The highest version that was deleted, in `counters`; new owners start above it.
_GONE = "coalesce((SELECT value FROM counters WHERE name = '{table}_gone'), 0)"


def version_of(tx: sqlite3.Connection, table: Table, owner: str) -> int:
    """Return the version; it never repeats, even if all rows of the owner were deleted in between."""
    (version,) = tx.execute(
        f"SELECT coalesce((SELECT version FROM {table} WHERE owner = ?), {_GONE.format(table=table)})",  # noqa: S608  - ours
        (owner,),
    ).fetchone()
    return int(version)


def new_version(tx: sqlite3.Connection, table: Table, owner: str) -> int:
    """Count a change and return the new version."""
    (version,) = tx.execute(
        f"INSERT INTO {table} (owner, version) VALUES (?, 1 + {_GONE.format(table=table)})"  # noqa: S608  - ours
        " ON CONFLICT (owner) DO UPDATE SET version = version + 1 RETURNING version",
        (owner,),
    ).fetchone()
    return int(version)


def drop_versions(tx: sqlite3.Connection) -> None:
    """Delete the versions of owners who have no rows, so that nothing names them.

    If such an owner comes back, a list in another process's memory finds a higher version.
    """
    for table, counted in VERSIONS.items():
        gone = tx.execute(
            f"DELETE FROM {table} WHERE NOT EXISTS"  # noqa: S608  - our own names
            f" (SELECT 1 FROM {counted} WHERE {counted}.owner = {table}.owner) RETURNING version"
        ).fetchall()
        if gone:
            tx.execute(
                "INSERT INTO counters (name, value) VALUES (?, ?)"
                " ON CONFLICT (name) DO UPDATE SET value = max(value, excluded.value)",
                (f"{table}_gone", max(version for (version,) in gone)),
            )
