"""Erases what deletions left of texts in the data folder: in full-text indexes, free pages and the write-ahead log."""

from __future__ import annotations

import time

from scholarai.adapters.embedded.database import Database
from scholarai.adapters.embedded.migration import drop_copies

# A guess: pages of 4 KiB that one transaction moves, in a fraction of the time that other writers wait for.
_PAGES = 500
_VACUUM, _MERGE_BEGUN, _MERGE_DUE = "vacuum", 2, 1
# Full-text indexes with their counters, which say that something was deleted from them.
WORD_INDEXES = {"chunk_words": "words_due", "library_words": "library_words_due"}


def erase(database: Database, budget_s: float) -> bool:
    """Erase for about `budget_s` seconds and return whether nothing is left; the next call does the rest.

    Rows are overwritten with zeros when they are deleted (`secure_delete`). Words stay in FTS5's segments until these are
    merged, and all of it in the write-ahead log until that is emptied.
    """
    end = time.monotonic() + budget_s
    if _take_counter(database, "copies_due"):
        drop_copies(database.path)
    if _counter(database, _VACUUM):
        database.vacuum()
        _take_counter(database, _VACUUM)
    while unfinished := [index for index, due in WORD_INDEXES.items() if _merge_words(database, index, due)]:
        if time.monotonic() > end:
            break
    _give_pages_back(database)
    return database.checkpoint() and not unfinished


def _merge_words(database: Database, index: str, due: str) -> bool:
    """Merge a few pages of a full-text index and tell whether there is more to merge."""
    state = _counter(database, due)
    if not state:
        return False
    # A negative number makes the first call treat all segments as one level; see "merge" in the documentation of FTS5.
    pages = -_PAGES if state == _MERGE_DUE else _PAGES
    with database.writing() as tx:
        before = tx.total_changes
        tx.execute(f"INSERT INTO {index} ({index}, rank) VALUES ('merge', ?)", (pages,))  # noqa: S608  - our own names
        more = state == _MERGE_DUE or tx.total_changes - before >= 2  # fewer: nothing was left to merge
        if more:
            tx.execute("UPDATE counters SET value = ? WHERE name = ?", (_MERGE_BEGUN, due))
        else:
            tx.execute("DELETE FROM counters WHERE name = ?", (due,))
    return more


def _give_pages_back(database: Database) -> None:
    with database.reading() as tx:
        free = tx.execute("PRAGMA freelist_count").fetchone()[0]
    for _ in range(0, free, _PAGES):
        with database.writing() as tx:
            tx.execute(f"PRAGMA incremental_vacuum({_PAGES})").fetchall()


def _counter(database: Database, name: str) -> int:
    with database.reading() as tx:
        row = tx.execute("SELECT value FROM counters WHERE name = ?", (name,)).fetchone()
    return row[0] if row else 0


def _take_counter(database: Database, name: str) -> bool:
    if not _counter(database, name):
        return False
    with database.writing() as tx:
        return tx.execute("DELETE FROM counters WHERE name = ?", (name,)).rowcount > 0
