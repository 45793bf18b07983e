"""The list of a library, its search and its counts, in SQLite."""

from __future__ import annotations

import re
import sqlite3
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec
import numpy as np
from msgspec import field

from scholarai.adapters.embedded.database import Database
from scholarai.adapters.embedded.library_rows import save_row
from scholarai.adapters.embedded.notes import note_of
from scholarai.adapters.embedded.papers import paper_of
from scholarai.adapters.listed_pages import page_of_ids
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.listing import (
    FACETS,
    JUDGED,
    KINDS,
    NOTES_FOUND,
    UNKNOWN,
    FacetKind,
    LibraryQuery,
    Listing,
    Sort,
    code_of,
)
from scholarai.domain.notes import Note
from scholarai.domain.paper import Paper
from scholarai.domain.values import Value
from scholarai.retrieval.listing import Rows, counted, groups_of

T = TypeVar("T")

# Chunks in which a search looks for papers that say it in their text; more are no help to a reader, and cost time.
CHUNKS_FOUND = 2_000
# Titles and notes that are ranked. Together with the former a guess; benchmarks/library_lists.py measures both.
TEXTS_FOUND = 5_000
# A guess: what somebody types, not what somebody pastes.
_WORDS = 16
# Ours: 8 MB each for 50,000 papers.
LISTS_KEPT = 8
_TITLE_WEIGHT = 8.0
_WORD = re.compile(r"[^\W_]+")
_COLUMNS: Mapping[Sort, str] = {
    "added": "added_us",
    "updated": "updated_us",
    "title": "title",
    "author": "author",
    "year": "year",
    "venue": "venue",
    "relevance": "added_us",
}


class SqliteLibraryIndex(Value, frozen=True):
    """Implements `ports.notes.LibraryIndex`; a search also looks at the text of papers."""

    database: Database
    kept: OrderedDict[tuple[str, str, bool], tuple[int, Sequence[str], Rows]] = field(default_factory=OrderedDict)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def list(self, owner: OwnerId, query: LibraryQuery) -> Listing:
        self._make_rows()
        with self.database.reading() as tx:
            names = _Names(tx, owner)
            ids, rows = self._rows(tx, owner, query)
            ranks, notes = _search(tx, owner, query.text) if query.text else (None, ())
            found = None if ranks is None else np.fromiter((one in ranks for one in ids), np.bool_, len(ids))
            groups = groups_of(query, names.codes_of)
            listed = counted(rows, groups, found, names.unknown(), names.named)
            passing = [ids[place] for place in listed.places]
            if ranks is not None and query.sort == "relevance":
                passing.sort(key=ranks.__getitem__)
            first, end, next_cursor = page_of_ids(passing, query.limit, query.cursor)
            shown = passing[first:end]
            return Listing(
                papers=_papers(tx, shown),
                total=len(passing),
                facets=listed.facets,
                unjudged=listed.unjudged,
                notes=notes,
                note_counts=_note_counts(tx, shown),
                next_cursor=next_cursor,
            )

    def forget(self, owner: OwnerId) -> None:
        """Rows go with their papers."""

    def _rows(self, tx: sqlite3.Connection, owner: OwnerId, query: LibraryQuery) -> tuple[Sequence[str], Rows]:
        """Return all rows in the order of the list, read again when one has changed."""
        if query.sort == "updated":
            return _rows(tx, owner, query)
        row = tx.execute("SELECT version FROM library_row_versions WHERE owner = ?", (owner,)).fetchone()
        version = row[0] if row else 0
        key = (owner, _COLUMNS[query.sort], query.descending)
        with self.lock:
            kept = self.kept.get(key)
        if kept is not None and kept[0] == version:
            return kept[1], kept[2]
        ids, rows = _rows(tx, owner, query)
        with self.lock:
            self.kept.pop(key, None)
            while len(self.kept) >= LISTS_KEPT:
                self.kept.popitem(last=False)
            self.kept[key] = (version, ids, rows)
        return ids, rows

    def _make_rows(self) -> None:
        """Make the rows of papers that an earlier release stored, once."""
        with self.database.reading() as tx:
            due = tx.execute("SELECT 1 FROM counters WHERE name = 'library_rows_due'").fetchone()
        if due is None:
            return
        with self.database.writing() as tx:
            for row in tx.execute("SELECT doc, owner, id FROM papers WHERE deleting = 0").fetchall():
                save_row(tx, paper_of(row))
            tx.execute("DELETE FROM counters WHERE name = 'library_rows_due'")


class _Names:
    """The values of facets of one owner by number."""

    def __init__(self, tx: sqlite3.Connection, owner: OwnerId) -> None:
        self._tx, self._owner = tx, owner

    def codes_of(self, kind: FacetKind, folded: Sequence[str]) -> list[int]:
        rows = self._tx.execute(
            "SELECT id FROM library_values WHERE owner = ? AND kind = ? AND folded IN (SELECT value FROM json_each(?))",
            (self._owner, FACETS.index(kind), msgspec.json.encode(list(folded)).decode()),
        )
        return [code_of(kind, n) for (n,) in rows]

    def unknown(self) -> Mapping[FacetKind, int]:
        return {kind: codes[0] for kind in JUDGED if (codes := self.codes_of(kind, [UNKNOWN]))}

    def named(self, codes: Sequence[int]) -> Mapping[int, str]:
        by_id = {code // KINDS: code for code in codes}
        rows = self._tx.execute(
            "SELECT id, value FROM library_values WHERE id IN (SELECT value FROM json_each(?))",
            (msgspec.json.encode(list(by_id)).decode(),),
        )
        return {by_id[n]: value for n, value in rows}


def _rows(tx: sqlite3.Connection, owner: OwnerId, query: LibraryQuery) -> tuple[Sequence[str], Rows]:
    direction = "DESC" if query.descending else "ASC"
    found = tx.execute(
        f"SELECT id, codes FROM library_rows WHERE owner = ?"  # noqa: S608  - our own names
        f" ORDER BY {_COLUMNS[query.sort]} {direction}, id {direction}",
        (owner,),
    ).fetchall()
    ids, codes = zip(*found, strict=True) if found else ((), ())
    lengths = np.fromiter(map(len, codes), np.int64, len(codes)) // 8
    return ids, Rows(np.frombuffer(b"".join(codes), dtype=np.int64), lengths)


def _search(tx: sqlite3.Connection, owner: OwnerId, text: str) -> tuple[Mapping[str, int], tuple[Note, ...]]:
    """Return the rank of each paper that holds all words, from 0, and the best notes; those that say it of themselves come first."""
    words = _WORD.findall(text)[:_WORDS]
    if not words:
        return {}, ()
    whole = " AND ".join(f'"{word}"' for word in words)
    rows = tx.execute(
        f"SELECT t.kind, t.ref FROM library_words JOIN library_texts AS t ON t.id = library_words.rowid"  # noqa: S608
        f" WHERE library_words MATCH ? AND t.owner = ? ORDER BY bm25(library_words, {_TITLE_WEIGHT}, 1.0), t.id LIMIT ?",
        (f"{whole}*", owner, TEXTS_FOUND),
    ).fetchall()
    described = [ref for kind, ref in rows if kind == "paper"]
    said = [
        paper_id
        for (paper_id,) in tx.execute(
            "SELECT DISTINCT paper_id FROM (SELECT c.paper_id, c.generation FROM chunk_words JOIN chunks AS c"
            " ON c.id = chunk_words.rowid WHERE chunk_words MATCH ? LIMIT ?) AS found"
            " JOIN papers AS p ON p.id = found.paper_id AND p.visible_generation = found.generation AND p.owner = ?",
            (f"{whole}*", CHUNKS_FOUND, owner),
        )
    ]
    notes = [ref for kind, ref in rows if kind == "note"][:NOTES_FOUND]
    return {ref: rank for rank, ref in enumerate(dict.fromkeys([*described, *said]))}, _notes(tx, notes)


def _papers(tx: sqlite3.Connection, ids: Sequence[str]) -> tuple[Paper, ...]:
    return tuple(_documents(tx, "papers", ids, paper_of))


def _notes(tx: sqlite3.Connection, ids: Sequence[str]) -> tuple[Note, ...]:
    return tuple(_documents(tx, "notes", ids, note_of))


def _documents(tx: sqlite3.Connection, table: str, ids: Sequence[str], read: Callable[[Sequence[Any]], T]) -> list[T]:
    rows = tx.execute(
        f"SELECT doc, owner, id FROM {table} WHERE id IN (SELECT value FROM json_each(?))",  # noqa: S608  - ours
        (msgspec.json.encode(list(ids)).decode(),),
    ).fetchall()
    by_id = {row[2]: row for row in rows}
    return [read(by_id[one]) for one in ids if one in by_id]


def _note_counts(tx: sqlite3.Connection, ids: Sequence[str]) -> Mapping[PaperId, int]:
    rows = tx.execute(
        "SELECT paper_id, count(*) FROM note_papers WHERE paper_id IN (SELECT value FROM json_each(?)) GROUP BY paper_id",
        (msgspec.json.encode(list(ids)).decode(),),
    ).fetchall()
    return {PaperId(paper_id): count for paper_id, count in rows}
