"""Checks a data folder without changing it: for what is missing, unreadable or changed, and for orphans."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from scholarai.adapters.embedded.contents import to_embedded_chunk
from scholarai.adapters.embedded.database import Database
from scholarai.adapters.temporary_directories import LockedTemporaryDirectories
from scholarai.domain.chat import Message, Session
from scholarai.domain.collections import Collections
from scholarai.domain.ids import COMMAND_LINE, PaperId
from scholarai.domain.notes import Note
from scholarai.domain.object_names import paper_of_object
from scholarai.domain.paper import Paper, PaperEvent
from scholarai.domain.parts import ContentPart, from_parts
from scholarai.domain.review import Review
from scholarai.domain.values import from_json
from scholarai.domain.zotero import ZoteroLink

# Each table with the type of its `doc` and the columns that name a row.
_DOCUMENTS: tuple[tuple[str, str, type[Any]], ...] = (
    ("papers", "id", Paper),
    ("sessions", "id", Session),
    ("messages", "session_id, n", Message),
    ("reviews", "id", Review),
    ("review_outputs", "review_id, name", object),
    ("published_events", "n", PaperEvent),
    ("notes", "id", Note),
    ("collections", "owner", Collections),
    ("zotero_links", "id", ZoteroLink),
)
_UNKNOWN_PAPERS = """SELECT id FROM papers WHERE visible_generation IS NOT NULL AND deleting = 0 AND owner <> ?
    AND json_extract(doc, '$.object_name') NOT IN (SELECT name FROM objects) ORDER BY id"""
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
        """Yield a line for everything that is missing, unreadable or changed.

        Raises:
            ConflictError: If the database is damaged, or not the one that belongs to its folder.
        """
        self.database.check()
        with self.database.reading() as tx:
            for table, key, kind in _DOCUMENTS:
                for *names, doc in tx.execute(f"SELECT {key}, doc FROM {table}"):  # noqa: S608  - our own names
                    yield from _unreadable((table, *names), from_json, kind, doc)
            yield from self._contents(tx)
            unknown = tx.execute(_UNKNOWN_PAPERS, (COMMAND_LINE,)).fetchall()
        yield from (f"papers/{paper_id}: its file is not stored" for (paper_id,) in unknown)
        yield from self._files()

    def _contents(self, tx: Any) -> Iterator[str]:
        papers = tx.execute("SELECT DISTINCT paper_id, generation FROM parts").fetchall()
        for paper in papers:
            rows = tx.execute("SELECT part, doc FROM parts WHERE paper_id = ? AND generation = ? ORDER BY part", paper)
            parts = [ContentPart(index=part, json=doc) for part, doc in rows]
            yield from _unreadable(("parts", *paper), from_parts, parts)
        for paper_id, chunk, *row in tx.execute("SELECT paper_id, chunk, doc, windows, vectors FROM chunks"):
            yield from _unreadable(("chunks", paper_id, chunk), to_embedded_chunk, *row)

    def _files(self) -> Iterator[str]:
        for row in self._stored():
            name, file, md5 = row
            found = _md5(self.objects / file)
            if found != md5 and row in self._stored():  # not deleted or replaced meanwhile
                yield f"{name}: the file {file} {'is missing' if found is None else 'is not what was stored'}"

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
            paper_id = paper_of_object(self.bucket, name)
            if paper_id is not None and paper_id not in papers:
                yield name
        files = self.objects.iterdir() if self.objects.exists() else ()
        yield from sorted(f"{self.objects.name}/{file.name}" for file in files if file.name not in objects)
        yield from (f"{path.parent.name}/{path.name}" for path in self.temporary_directories.left())


def _unreadable(names: tuple[object, ...], read: Any, *arguments: Any) -> Iterator[str]:
    try:
        read(*arguments)
    except (msgspec.MsgspecError, ValueError, KeyError) as error:
        yield f"{'/'.join(map(str, names))}: {error}"


def _md5(path: Path) -> str | None:
    try:
        with path.open("rb") as file:
            return base64.b64encode(hashlib.file_digest(file, _digest).digest()).decode()
    except FileNotFoundError:
        return None


def _digest() -> Any:
    return hashlib.md5(usedforsecurity=False)
