"""Lists, searches and counts a library over Firestore.

Each paper has a row in documents of many rows (`listed_rows.py`). A call reads the versions of these documents, those that
changed since this process last read them, and the papers of the page. docs/scale.md counts the reads. The text of papers is
not searched here; `GET /search` does that.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np
from google.cloud.firestore_v1.base_query import FieldFilter

from scholarai.adapters.gcp.calls import RETRY, delete_matching, read_query
from scholarai.adapters.gcp.errors import STORE, translated_errors
from scholarai.adapters.gcp.listed_backlog import MARKER_FIELDS, make_row, make_rows, marker_of
from scholarai.adapters.gcp.listed_papers import ListedLibraries
from scholarai.adapters.gcp.listed_rows import ROWS, ListedPaper, is_current
from scholarai.adapters.gcp.notes import NOTES, note_of
from scholarai.adapters.gcp.pages import NAME
from scholarai.adapters.gcp.papers import PAPERS, paper_of
from scholarai.adapters.library_facets import Rows, ValueNumbers, counted, groups_of
from scholarai.adapters.pages import page_of_ids
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.listing import NOTES_FOUND, LibraryQuery, Listing
from scholarai.domain.notes import Note, searched_text
from scholarai.domain.paper import Paper
from scholarai.retrieval.terms import tokens

if TYPE_CHECKING:
    from google.cloud.firestore_v1 import Client

# Notes that a search looks at, and that are counted beside the papers of a page. A guess.
NOTES_READ = 500
# https://firebase.google.com/docs/firestore/query-data/queries: values of one `array_contains_any`.
_ANY_OF = 30


@dataclass(frozen=True, slots=True)
class FirestoreLibraryIndex:
    """Implements `ports.notes.LibraryIndex` over `library_rows`, `papers` and `notes`."""

    client: Callable[[], Client]
    libraries: ListedLibraries

    def list(self, owner: OwnerId, query: LibraryQuery) -> Listing:
        rows, codes, numbers, complete = self._rows(owner, query)
        words = tokens(query.text)
        ranks = _ranks(rows, words) if query.text else None
        found = None if ranks is None else np.asarray([rank is not None for rank in ranks], dtype=np.bool_)
        listed = counted(codes, groups_of(query, numbers.codes_of), found, numbers.unknown(), numbers.named)
        places = [int(place) for place in listed.places]
        if ranks is not None and query.sort == "relevance":
            places.sort(key=lambda place: ranks[place] or 0)
        passing = [rows[place].id for place in places]
        first, end, next_cursor = page_of_ids(passing, query.limit, query.offset, query.cursor)
        shown = self._papers(owner, [rows[place] for place in places[first:end]])
        notes = self._latest_notes(owner) if query.text else []
        return Listing(
            papers=shown,
            total=len(passing),
            facets=listed.facets,
            unjudged=listed.unjudged,
            notes=tuple(note for note in notes if _holds(note, words))[:NOTES_FOUND],
            note_counts=self._note_counts(owner, shown),
            next_cursor=next_cursor,
            complete=complete and len(notes) < NOTES_READ,
        )

    def forget(self, owner: OwnerId) -> None:
        query = self.client().collection(ROWS).where(filter=FieldFilter("owner", "==", owner))
        delete_matching(self.client(), query)

    def _rows(self, owner: OwnerId, query: LibraryQuery) -> tuple[Sequence[ListedPaper], Rows, ValueNumbers, bool]:
        """Return the rows in the order of the list, their facets' numbers, and whether every paper has a row."""
        client, libraries = self.client(), self.libraries
        mark = marker_of(client, owner).id
        documents = dict(libraries.documents(owner, MARKER_FIELDS))
        _, marker = documents.pop(mark, (None, {}))
        complete = bool(marker.get("done"))
        if not complete:
            complete = make_rows(client, owner, marker)
            documents = dict(libraries.documents(owner, ()))
            documents.pop(mark, None)
        library = libraries.get(owner)
        with library.lock:
            library.update(client, {name: version for name, (version, _) in documents.items()})
            rows, codes = library.sorted_by(query.sort, descending=query.descending)
        return rows, codes, library.numbers, complete

    def _papers(self, owner: OwnerId, rows: Sequence[ListedPaper]) -> tuple[Paper, ...]:
        """Return the papers of a page; a row that differs from its paper is made again."""
        client = self.client()
        references = [client.collection(PAPERS).document(row.id) for row in rows]
        with translated_errors(STORE):
            read = client.get_all(references, retry=RETRY) if references else ()
            found = {item.id: paper for item in read if (paper := paper_of(item)) is not None}
        there: list[Paper] = []
        for row in rows:
            paper = found.get(row.id)
            lives = paper is not None and paper.owner == owner and not paper.deleting
            if paper is None or not lives or not is_current(row, paper):
                make_row(client, owner, PaperId(row.id))
            if paper is not None and lives:
                there.append(paper)
        return tuple(there)

    def _latest_notes(self, owner: OwnerId) -> Sequence[Note]:
        query: Any = self.client().collection(NOTES).where(filter=FieldFilter("owner", "==", owner))
        return [note_of(item) for item in read_query(_latest(query).limit(NOTES_READ))]

    def _note_counts(self, owner: OwnerId, shown: Sequence[Paper]) -> Mapping[PaperId, int]:
        ids = [paper.id for paper in shown]
        noted: dict[str, Sequence[PaperId]] = {}
        for start in range(0, len(ids), _ANY_OF):
            query: Any = self.client().collection(NOTES).where(filter=FieldFilter("owner", "==", owner))
            about = query.where(filter=FieldFilter("paper_ids", "array_contains_any", ids[start : start + _ANY_OF]))
            for item in read_query(_latest(about).select(["paper_ids"]).limit(NOTES_READ)):
                noted[item.id] = (item.to_dict() or {}).get("paper_ids", ())
        counts = dict.fromkeys(ids, 0)
        for paper_id in chain.from_iterable(noted.values()):
            if paper_id in counts:
                counts[paper_id] += 1
        return {paper_id: count for paper_id, count in counts.items() if count}


def _latest(query: Any) -> Any:
    return query.order_by("created_at", direction="DESCENDING").order_by(NAME, direction="DESCENDING")


def _ranks(rows: Sequence[ListedPaper], words: Sequence[str]) -> list[int | None]:
    """Return how well each paper holds all words, the last one as a beginning: 0 for the title; None where one is missing."""
    if not words:
        return [None] * len(rows)
    asked = [*(f" {word} ".encode() for word in words[:-1]), f" {words[-1]}".encode()]
    return [_rank(zlib.decompress(row.words), asked) for row in rows]


def _rank(text: bytes, asked: Sequence[bytes]) -> int | None:
    if not all(word in text for word in asked):
        return None
    title = text.partition(b"\n")[0]
    return 0 if all(word in title for word in asked) else 1


def _holds(note: Note, words: Sequence[str]) -> bool:
    held = set(tokens(searched_text(note)))
    return bool(words) and held.issuperset(words[:-1]) and any(one.startswith(words[-1]) for one in held)
