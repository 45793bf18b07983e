"""Numbers that grow with every change of what an owner has in SQLite, without keeping those of owners who have nothing."""

from __future__ import annotations

import sqlite3
from typing import Literal

# Each table of versions with the table whose rows it counts the changes of.
VERSIONS = {"library_row_versions": "library_rows", "library_versions": "paper_facts"}
Table = Literal["library_row_versions", "library_versions"]

# The highest version of an owner who was forgotten, in `counters`; every version that begins later is above it.
_GONE = "coalesce((SELECT value FROM counters WHERE name = '{table}_gone'), 0)"


def version_of(tx: sqlite3.Connection, table: Table, owner: str) -> int:
    """Return a number that grows with every change, also where all that the owner had went in between."""
    (version,) = tx.execute(
        f"SELECT coalesce((SELECT version FROM {table} WHERE owner = ?), {_GONE.format(table=table)})",  # noqa: S608  - ours
        (owner,),
    ).fetchone()
    return int(version)


def new_version(tx: sqlite3.Connection, table: Table, owner: str) -> int:
    """Count a change and return the version with it."""
    (version,) = tx.execute(
        f"INSERT INTO {table} (owner, version) VALUES (?, 1 + {_GONE.format(table=table)})"  # noqa: S608  - ours
        " ON CONFLICT (owner) DO UPDATE SET version = version + 1 RETURNING version",
        (owner,),
    ).fetchone()
    return int(version)


def drop_versions(tx: sqlite3.Connection) -> None:
    """Forget the owners who have nothing, so that nothing names them; those whom earlier releases left, too.

    A list in another process's memory meets a higher version when such an owner comes back.
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
