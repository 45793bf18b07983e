"""The list of a library, its search and its counts, in SQLite."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec
import numpy as np
from msgspec import field
from numpy.typing import NDArray

from scholarai.adapters.embedded.database import Database
from scholarai.adapters.embedded.listed_papers import ListedLibraries, ListedLibrary
from scholarai.adapters.embedded.notes import note_of
from scholarai.adapters.embedded.owner_versions import drop_versions
from scholarai.adapters.embedded.paper_facets import save_row
from scholarai.adapters.embedded.query_words import either, words_of
from scholarai.adapters.embedded.records import paper_of
from scholarai.adapters.library_facets import counted, groups_of
from scholarai.adapters.pages import page_of_places
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
    code_of,
)
from scholarai.domain.notes import Note
from scholarai.domain.paper import Paper
from scholarai.domain.values import Value

T = TypeVar("T")

# Chunks among which a search finds papers by their text; more would cost time and help no reader.
CHUNKS_FOUND = 2_000
# Papers and notes that are ranked by relevance; of more matches the latest come first, those that match by title before the
# others. Like the number above a guess; docs/scale.md has what both cost.
TEXTS_RANKED = 5_000
# A guess: what somebody types, not what somebody pastes.
_WORDS = 16
_TITLE_WEIGHT = 8.0
_LATEST = "library_words.rowid DESC"


class SqliteLibraryIndex(Value, frozen=True):
    """Implements `ports.notes.LibraryIndex`; a search also looks at the text of papers."""

    database: Database
    libraries: ListedLibraries = field(default_factory=ListedLibraries)

    def list(self, owner: OwnerId, query: LibraryQuery) -> Listing:
        self._make_rows()
        with self.database.reading() as tx:
            names = _Names(tx, owner)
            said, notes = _search(tx, owner, query.text) if query.text else (None, ())
            groups = groups_of(query, names.codes_of)
            library = self.libraries.get(owner)
            with library.lock:
                library.update(tx)
                ranked = None if said is None else library.places_of(said)
                found = None if ranked is None else library.among(ranked)
                listed = counted(library.rows(), groups, found, names.unknown(), names.named)
                if ranked is not None and query.sort == "relevance":
                    passing = library.by_rank(listed.places, ranked)
                else:
                    passing = library.in_order(listed.places, query.sort, descending=query.descending)
                shown, next_cursor = _page(library, passing, query)
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
        """Delete versions and events of the owner; rows go with their papers."""
        with self.database.writing() as tx:
            drop_versions(tx)
            tx.execute(
                "DELETE FROM published_events WHERE json_valid(doc) AND json_extract(doc, '$.owner') = ?", (owner,)
            )
            tx.execute("DELETE FROM pending_events WHERE dead = 1 AND owner = ?", (owner,))

    def _make_rows(self) -> None:
        """Make the rows of papers that an earlier release stored; done once."""
        with self.database.reading() as tx:
            due = tx.execute("SELECT 1 FROM counters WHERE name = 'library_rows_due'").fetchone()
        if due is None:
            return
        with self.database.writing() as tx:
            for row in tx.execute("SELECT checked_doc, owner, id FROM checked_papers WHERE deleting = 0").fetchall():
                save_row(tx, paper_of(row))
            tx.execute("DELETE FROM counters WHERE name = 'library_rows_due'")


class _Names:
    """The facet values of one owner by code."""

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


def _page(library: ListedLibrary, passing: NDArray[np.int64], query: LibraryQuery) -> tuple[Sequence[str], str | None]:
    def place_of(paper_id: str) -> int | None:
        found = np.flatnonzero(passing == library.places.get(paper_id, -1))
        return int(found[0]) if len(found) else None

    def id_at(place: int) -> str:
        return library.ids[int(passing[place])]

    first, end, next_cursor = page_of_places(len(passing), query.limit, query.offset, query.cursor, place_of, id_at)
    return [library.ids[place] for place in passing[first:end]], next_cursor


def _search(tx: sqlite3.Connection, owner: OwnerId, text: str) -> tuple[Sequence[str], tuple[Note, ...]]:
    """Return the papers that hold all words, best first, and the best notes; matches in a paper's metadata come first."""
    words = words_of(text)[:_WORDS]
    if not words:
        return [], ()
    whole = " AND ".join([*map(either, words[:-1]), either(words[-1], prefix=True)])
    texts = _texts(tx, owner, whole)
    described = [ref for kind, ref in texts if kind == "paper"]
    said = [
        paper_id
        for (paper_id,) in tx.execute(
            "SELECT DISTINCT paper_id FROM (SELECT c.paper_id, c.generation FROM chunk_words JOIN chunks AS c"
            " ON c.id = chunk_words.rowid WHERE chunk_words MATCH ? LIMIT ?) AS found"
            " JOIN papers AS p ON p.id = found.paper_id AND p.visible_generation = found.generation AND p.owner = ?",
            (whole, CHUNKS_FOUND, owner),
        )
    ]
    notes = [ref for kind, ref in texts if kind == "note"][:NOTES_FOUND]
    return list(dict.fromkeys([*described, *said])), _notes(tx, notes)


def _texts(tx: sqlite3.Connection, owner: OwnerId, match: str) -> Sequence[tuple[str, str]]:
    """Return kind and id of each match, best first; a match by title may come twice."""
    if _are_few(tx, match):
        return _matches(tx, owner, match, f"bm25(library_words, {_TITLE_WEIGHT}, 1.0), t.id")
    title = f"{{title}} : ({match})"
    order = f"bm25(library_words, {_TITLE_WEIGHT}, 1.0), t.id" if _are_few(tx, title) else _LATEST
    titled = _matches(tx, owner, title, order)
    return [*titled, *_matches(tx, owner, match, _LATEST)]


def _are_few(tx: sqlite3.Connection, match: str) -> bool:
    one_more = tx.execute(
        "SELECT 1 FROM library_words WHERE library_words MATCH ? LIMIT 1 OFFSET ?", (match, TEXTS_RANKED)
    )
    return one_more.fetchone() is None


def _matches(tx: sqlite3.Connection, owner: OwnerId, match: str, order: str) -> Sequence[tuple[str, str]]:
    return tx.execute(
        f"SELECT t.kind, t.ref FROM library_words"  # noqa: S608  - our own names
        f" JOIN library_texts AS t INDEXED BY library_texts_named ON t.id = library_words.rowid"
        f" WHERE library_words MATCH ? AND t.owner = ? ORDER BY {order}",
        (match, owner),
    ).fetchall()


def _papers(tx: sqlite3.Connection, ids: Sequence[str]) -> tuple[Paper, ...]:
    return tuple(_documents(tx, "SELECT checked_doc, owner, id FROM checked_papers", ids, paper_of))


def _notes(tx: sqlite3.Connection, ids: Sequence[str]) -> tuple[Note, ...]:
    return tuple(_documents(tx, "SELECT doc, owner, id FROM notes", ids, note_of))


def _documents(tx: sqlite3.Connection, select: str, ids: Sequence[str], read: Callable[[Sequence[Any]], T]) -> list[T]:
    rows = tx.execute(
        f"{select} WHERE id IN (SELECT value FROM json_each(?))",  # noqa: S608  - our own words
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
