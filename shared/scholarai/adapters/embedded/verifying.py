"""Checks a data folder without changing it: for what is missing, unreadable or not what was stored, and for orphans."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from scholarai.adapters.embedded.contents import to_embedded_chunk
from scholarai.adapters.embedded.database import Database
from scholarai.adapters.embedded.erasing import WORD_INDEXES
from scholarai.adapters.embedded.migration import SCHEMA_SUM, schema_sum
from scholarai.adapters.embedded.objects import md5_of
from scholarai.adapters.temporary_directories import LockedTemporaryDirectories
from scholarai.domain.chat import Message, Session
from scholarai.domain.collections import Collections
from scholarai.domain.ids import COMMAND_LINE, PaperId
from scholarai.domain.notes import Note
from scholarai.domain.object_names import papers_of_object
from scholarai.domain.paper import Paper, PaperEvent
from scholarai.domain.parts import ContentPart, from_parts
from scholarai.domain.review import Review
from scholarai.domain.values import from_json
from scholarai.domain.zotero import ZoteroLink

# Each table of documents with the columns that name a row, and the type of `doc` where one is read by itself.
_DOCUMENTS: tuple[tuple[str, str, type[Any] | None], ...] = (
    ("papers", "id", Paper),
    ("parts", "paper_id, generation, part", None),
    ("chunks", "paper_id, generation, chunk", None),
    ("sessions", "id", Session),
    ("messages", "session_id, n", Message),
    ("reviews", "id", Review),
    ("review_outputs", "review_id, name", object),
    ("published_events", "n", PaperEvent),
    ("notes", "id", Note),
    ("collections", "owner", Collections),
    ("zotero_links", "id", ZoteroLink),
)
# The other tables whose rows have a sum.
_ROWS: tuple[tuple[str, str], ...] = (
    ("objects", "name"),
    ("pending_events", "id"),
    ("cited", "paper_id, generation, part, place"),
    ("chunk_codes", "id"),
    ("signatures", "paper_id, generation"),
    ("paper_facts", "id"),
    ("library_texts", "kind, ref"),
    ("library_values", "owner, kind, id"),
    ("library_rows", "id"),
)
_CHANGED = "is not what was stored"
_UNKNOWN_PAPERS = """SELECT id FROM checked_papers WHERE visible_generation IS NOT NULL AND deleting = 0 AND owner <> ?
    AND json_extract(checked_doc, '$.object_name') NOT IN (SELECT name FROM objects) ORDER BY id"""
# A paper's stored generations: the one that is shown, and the one that is being written.
_ORPHANS = """SELECT DISTINCT paper_id, generation FROM {table} AS kept WHERE NOT EXISTS (
    SELECT 1 FROM papers WHERE papers.id = kept.paper_id
    AND kept.generation IN (visible_generation, json_extract(papers.doc, '$.work.generation')))"""
_OUTPUTS = "SELECT review_id, name FROM review_outputs WHERE review_id NOT IN (SELECT id FROM reviews)"


@dataclass(frozen=True, slots=True)
class VerifyLibrary:
    """Reads every document and every file of a library; it may be in use meanwhile."""

    database: Database
    objects: Path

    def run(self) -> Iterator[str]:
        """Yield a line for everything that is missing, unreadable or not what was stored.

        Raises:
            ConflictError: If the database is damaged, or not the one that belongs to its folder.
        """
        self.database.check()
        with self.database.reading() as tx:
            yield from self._schema_and_indexes(tx)
            for table, key in (*((table, key) for table, key, _ in _DOCUMENTS), *_ROWS):
                yield from _changed(tx, table, key)
            for table, key, kind in _DOCUMENTS:
                if kind is not None:
                    rows = tx.execute(f"SELECT {key}, doc FROM checked_{table} WHERE is_whole")  # noqa: S608  - our own names
                    for *names, doc in rows:
                        yield from _unreadable((table, *names), from_json, kind, doc)
            yield from self._contents(tx)
            unknown = tx.execute(_UNKNOWN_PAPERS, (COMMAND_LINE,)).fetchall()
        yield from (f"papers/{paper_id}: its file is not stored" for (paper_id,) in unknown)
        for index in WORD_INDEXES:
            yield from self._words(index)
        yield from self._files()

    def _schema_and_indexes(self, tx: sqlite3.Connection) -> Iterator[str]:
        stored = tx.execute("SELECT value FROM counters WHERE name = ?", (SCHEMA_SUM,)).fetchone()
        if stored != (schema_sum(tx),):
            yield f"{self.database.path.name}: its schema {_CHANGED}"
        for (text,) in tx.execute("PRAGMA integrity_check"):
            if text != "ok":
                yield f"{self.database.path.name}: {text}"

    def _words(self, index: str) -> Iterator[str]:
        """Compare a full-text index with its texts; FTS5 does that in a transaction, so writers wait meanwhile."""
        with self.database.writing() as tx:
            try:
                tx.execute(f"INSERT INTO {index} ({index}, rank) VALUES ('integrity-check', 1)")  # noqa: S608  - ours
            except sqlite3.DatabaseError as error:
                found = [f"{index}: the index of words does not fit the texts ({error})"]
            else:
                found = []
        yield from found

    def _contents(self, tx: Any) -> Iterator[str]:
        papers = tx.execute("SELECT DISTINCT paper_id, generation FROM checked_parts WHERE is_whole").fetchall()
        for paper in papers:
            rows = tx.execute(
                "SELECT part, doc FROM checked_parts WHERE paper_id = ? AND generation = ? AND is_whole ORDER BY part",
                paper,
            )
            parts = [ContentPart(index=part, json=doc) for part, doc in rows]
            yield from _unreadable(("parts", *paper), from_parts, parts)
        chunks = tx.execute("SELECT paper_id, chunk, doc, windows, vectors FROM checked_chunks WHERE is_whole")
        for paper_id, chunk, *row in chunks:
            yield from _unreadable(("chunks", paper_id, chunk), to_embedded_chunk, *row)

    def _files(self) -> Iterator[str]:
        for row in self._stored():
            name, file, md5 = row
            found = _md5(self.objects / file)
            if found != md5 and row in self._stored():  # not deleted or replaced meanwhile
                yield f"{name}: the file {file} {'is missing' if found is None else _CHANGED}"

    def _stored(self) -> list[tuple[str, str, str]]:
        with self.database.reading() as tx:
            return tx.execute("SELECT name, file, md5 FROM objects ORDER BY name").fetchall()


@dataclass(frozen=True, slots=True, kw_only=True)
class FindLocalLeftovers:
    """Compares everything that is stored with the existing papers and reviews."""

    database: Database
    objects: Path
    bucket: str
    temporary_directories: LockedTemporaryDirectories

    def run(self) -> Iterator[str]:
        """Yield the names of orphans.

        Ranges that a running worker has not made visible yet are no orphans; run it when nothing is under way.
        """
        with self.database.reading() as tx:
            papers = {PaperId(paper_id) for (paper_id,) in tx.execute("SELECT id FROM papers")}
            for table in ("chunks", "parts"):
                found = tx.execute(_ORPHANS.format(table=table)).fetchall()
                yield from (f"{table}/{paper_id}/{generation}" for paper_id, generation in found)
            yield from (f"review_outputs/{review_id}/{name}" for review_id, name in tx.execute(_OUTPUTS).fetchall())
            objects = dict(tx.execute("SELECT file, name FROM objects").fetchall())
        for name in sorted(objects.values()):
            possible = papers_of_object(self.bucket, name)
            if possible and not any(paper_id in papers for paper_id in possible):
                yield name
        files = self.objects.iterdir() if self.objects.exists() else ()
        yield from sorted(f"{self.objects.name}/{file.name}" for file in files if file.name not in objects)
        yield from (f"{path.parent.name}/{path.name}" for path in self.temporary_directories.left())


def _changed(tx: sqlite3.Connection, table: str, key: str) -> Iterator[str]:
    """Yield a line for each row of a table that does not fit its sum; damaged names may be no UTF-8."""
    columns = ", ".join(f"CAST({column} AS BLOB)" for column in key.split(", "))
    for names in tx.execute(f"SELECT {columns} FROM checked_{table} WHERE NOT is_whole"):  # noqa: S608  - our own names
        row = "/".join([table, *((name or b"").decode(errors="replace") for name in names)])
        yield f"{row}: {_CHANGED}"


def _unreadable(names: tuple[object, ...], read: Any, *arguments: Any) -> Iterator[str]:
    try:
        read(*arguments)
    except (msgspec.MsgspecError, ValueError, KeyError) as error:
        yield f"{'/'.join(map(str, names))}: {error}"


def _md5(path: Path) -> str | None:
    try:
        with path.open("rb") as file:
            return md5_of(file)
    except FileNotFoundError:
        return None
