"""Notes and collections in SQLite."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Any

from scholarai.adapters.embedded.database import Database, key, summed
from scholarai.adapters.embedded.paper_facets import drop_text, save_text
from scholarai.adapters.odd_documents import collections_from_json, note_from_json
from scholarai.adapters.pages import decode, page_of
from scholarai.adapters.system import to_us
from scholarai.domain.collections import Collections
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.notes import Note, NoteId, searched_text
from scholarai.domain.values import Value, to_json
from scholarai.ports.notes import CollectionsRule, NotePage, NoteRule


class SqliteNoteStore(Value, frozen=True):
    """Implements `ports.notes.NoteStore`."""

    database: Database

    def get(self, note_id: NoteId) -> Note | None:
        with self.database.reading() as tx:
            return _load(tx, note_id)

    def change(self, note_id: NoteId, rule: NoteRule) -> Note | None:
        with self.database.writing() as tx:
            note = rule(_load(tx, note_id))
            if note is None:
                tx.execute("DELETE FROM notes WHERE id = ?", (key(note_id),))
                drop_text(tx, "note", key(note_id) or "")
            else:
                _save(tx, note)
            return note

    def list(self, owner: OwnerId, paper_id: PaperId | None, *, limit: int, cursor: str | None = None) -> NotePage:
        after = decode(cursor)
        with self.database.reading() as tx:
            rows = tx.execute(
                "SELECT doc, owner, id, created_us FROM notes WHERE owner = ? AND (created_us, id) < (?, ?)"
                " AND (? IS NULL OR id IN (SELECT note_id FROM note_papers WHERE paper_id = ?))"
                " ORDER BY created_us DESC, id DESC LIMIT ?",
                (owner, after.us, after.id, paper_id, None if paper_id is None else key(paper_id), limit + 1),
            ).fetchall()
        shown, next_cursor = page_of(rows, limit)
        return NotePage(notes=tuple(map(note_of, shown)), next_cursor=next_cursor)

    def count(self, owner: OwnerId) -> int:
        with self.database.reading() as tx:
            (count,) = tx.execute("SELECT count(*) FROM notes WHERE owner = ?", (owner,)).fetchone()
        return int(count)


class SqliteCollectionStore(Value, frozen=True):
    """Implements `ports.notes.CollectionStore`."""

    database: Database

    def get(self, owner: OwnerId) -> Collections:
        with self.database.reading() as tx:
            return _load_collections(tx, owner)

    def change(self, owner: OwnerId, rule: CollectionsRule) -> Collections:
        with self.database.writing() as tx:
            changed = rule(_load_collections(tx, owner))
            tx.execute(
                "INSERT OR REPLACE INTO collections (owner, doc, sum) VALUES (?, ?, ?)",
                summed(owner, to_json(changed).decode()),
            )
            return changed

    def forget(self, owner: OwnerId) -> None:
        with self.database.writing() as tx:
            tx.execute("DELETE FROM collections WHERE owner = ?", (owner,))


def note_of(row: Sequence[Any]) -> Note:
    """Return the note of a row that begins with document, owner and id."""
    return note_from_json(row[0], NoteId(row[2]), OwnerId(row[1]))


def _load(tx: sqlite3.Connection, note_id: NoteId) -> Note | None:
    row = tx.execute("SELECT doc, owner, id FROM notes WHERE id = ?", (key(note_id),)).fetchone()
    return None if row is None else note_of(row)


def _save(tx: sqlite3.Connection, note: Note) -> None:
    tx.execute(
        "INSERT INTO notes (id, owner, created_us, doc, sum) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (id) DO UPDATE SET owner = excluded.owner, created_us = excluded.created_us, doc = excluded.doc,"
        " sum = excluded.sum",
        summed(note.id, note.owner, to_us(note.created_at), to_json(note).decode()),
    )
    tx.execute("DELETE FROM note_papers WHERE note_id = ?", (note.id,))
    tx.executemany(
        "INSERT OR IGNORE INTO note_papers (paper_id, note_id) VALUES (?, ?)",
        [(paper_id, note.id) for paper_id in note.paper_ids],
    )
    save_text(tx, note.owner, "note", note.id, "", searched_text(note))


def _load_collections(tx: sqlite3.Connection, owner: OwnerId) -> Collections:
    row = tx.execute("SELECT doc FROM collections WHERE owner = ?", (owner,)).fetchone()
    return Collections(owner=owner) if row is None else collections_from_json(row[0], owner)
