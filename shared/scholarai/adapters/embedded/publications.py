"""Finds papers, and what they cite, by the keys of publications in SQLite (`paper_facets.py` stores them)."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence

from scholarai.adapters.embedded.database import Database
from scholarai.adapters.embedded.owner_versions import version_of
from scholarai.adapters.embedded.paper_facets import DUE, save_cited, save_keys
from scholarai.adapters.embedded.records import damaged_paper, paper_of
from scholarai.domain.content import Reference
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.paper import Paper
from scholarai.domain.parts import ContentPart
from scholarai.domain.values import Value, from_json
from scholarai.ports.stores import CitedEntry

_ENTRIES = (
    "SELECT cited.checked_doc, cited.paper_id FROM checked_cited AS cited JOIN paper_facts ON paper_facts.id = cited.paper_id"
    " AND paper_facts.generation = cited.generation WHERE paper_facts.owner = ?"
)
_WITH_KEYS = " AND cited.id IN (SELECT cited_id FROM cited_keys WHERE key IN (SELECT value FROM json_each(?)))"
_ORDER = " ORDER BY cited.paper_id, cited.part, cited.place"


class SqlitePublicationIndex(Value, frozen=True):
    """Implements `ports.publications.PublicationIndex`."""

    database: Database

    def papers(self, owner: OwnerId, keys: Sequence[str]) -> Sequence[Paper]:
        self._fill()
        with self.database.reading() as tx:
            rows = tx.execute(
                "SELECT checked_doc, owner, id FROM checked_papers WHERE owner = ? AND deleting = 0 AND id IN"
                " (SELECT paper_id FROM paper_keys WHERE owner = ? AND key IN (SELECT value FROM json_each(?)))"
                " ORDER BY created_us, id",
                (owner, owner, json.dumps(list(keys))),
            ).fetchall()
        return [paper_of(row) for row in rows]

    def citing(self, owner: OwnerId, keys: Sequence[str]) -> Sequence[CitedEntry]:
        self._fill()
        with self.database.reading() as tx:
            rows = tx.execute(
                _ENTRIES + _WITH_KEYS + _ORDER,
                (owner, json.dumps(list(keys))),
            )
            return _entries(tx, rows)

    def cited(self, owner: OwnerId) -> Sequence[CitedEntry]:
        self._fill()
        with self.database.reading() as tx:
            return _entries(tx, tx.execute(_ENTRIES + _ORDER, (owner,)))

    def version(self, owner: OwnerId) -> str:
        with self.database.reading() as tx:
            version = version_of(tx, "library_versions", owner)
        return str(version) if version else ""

    def _fill(self) -> None:
        """Store the keys of papers of earlier releases; done once."""
        with self.database.reading() as tx:
            if self.database.read_only or not _is_due(tx):
                return
        with self.database.writing() as tx:
            if not _is_due(tx):  # another process was faster
                return
            for row in tx.execute("SELECT checked_doc, owner, id FROM checked_papers WHERE deleting = 0").fetchall():
                save_keys(tx, paper_of(row))
            places = tx.execute("SELECT paper_id, generation, part FROM parts").fetchall()
            for paper_id, generation, part in places:
                (doc,) = tx.execute(
                    "SELECT doc FROM parts WHERE paper_id = ? AND generation = ? AND part = ?",
                    (paper_id, generation, part),
                ).fetchone()
                save_cited(tx, paper_id, generation, ContentPart(index=part, json=doc))
            tx.execute("DELETE FROM counters WHERE name = ?", (DUE,))


def _is_due(tx: sqlite3.Connection) -> bool:
    return tx.execute("SELECT 1 FROM counters WHERE name = ?", (DUE,)).fetchone() is not None


def _entries(tx: sqlite3.Connection, rows: Iterable[tuple[str | None, str]]) -> list[CitedEntry]:
    entries = []
    for doc, paper_id in rows:
        if doc is None:
            raise damaged_paper(tx, PaperId(paper_id))
        entries.append(CitedEntry(paper_id=PaperId(paper_id), reference=from_json(Reference, doc)))
    return entries
