"""The list of a library, its search and its counts, over Firestore.

Firestore counts no facets and searches no words: the latest papers of an owner are read, projected to what lists show, with every
call, and notes with every search. docs/scale.md says what that costs and where it ends. The text of papers is not searched here;
`GET /search` does that.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np
from google.cloud.firestore_v1.base_query import FieldFilter

from scholarai.adapters.gcp.calls import read_query
from scholarai.adapters.gcp.notes import NOTES, note_of
from scholarai.adapters.gcp.pages import NAME
from scholarai.adapters.gcp.papers import PAPERS, paper_of
from scholarai.adapters.listed_pages import page_of_ids
from scholarai.adapters.times import to_us
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.listing import NOTES_FOUND, LibraryQuery, Listing, facet_values, family_name
from scholarai.domain.notes import Note, searched_text
from scholarai.domain.paper import Paper, plain
from scholarai.retrieval.listing import Rows, ValueNumbers, counted, groups_of
from scholarai.retrieval.words import tokens

if TYPE_CHECKING:
    from google.cloud.firestore_v1 import Client

# Documents that one call reads: 2,000 papers are a tenth of a US cent (docs/scale.md).
PAPERS_READ = 2_000
NOTES_READ = 500


@dataclass(frozen=True, slots=True)
class FirestoreLibraryIndex:
    """Implements `ports.notes.LibraryIndex` over `papers` and `notes`."""

    client: Callable[[], Client]

    def list(self, owner: OwnerId, query: LibraryQuery) -> Listing:
        read = self._papers(owner)
        papers = sorted(
            read[:PAPERS_READ], key=lambda paper: (_sort_key(paper, query), paper.id), reverse=query.descending
        )
        words = tokens(query.text)
        ranks = [_rank(paper, words) for paper in papers]
        found = np.asarray([rank is not None for rank in ranks], dtype=np.bool_) if query.text else None
        numbers = ValueNumbers()
        codes = [[numbers.code(*pair) for pair in facet_values(paper)] for paper in papers]
        rows = Rows(
            np.fromiter(chain.from_iterable(codes), np.int64), np.fromiter(map(len, codes), np.int64, len(codes))
        )
        listed = counted(rows, groups_of(query, numbers.codes_of), found, numbers.unknown(), numbers.named)
        places = [int(place) for place in listed.places]
        if query.text and query.sort == "relevance":
            places.sort(key=lambda place: ranks[place] or 0)
        passing = [papers[place] for place in places]
        first, end, next_cursor = page_of_ids([paper.id for paper in passing], query.limit, query.cursor)
        shown = passing[first:end]
        notes = self._notes(owner) if shown or query.text else []
        return Listing(
            papers=tuple(shown),
            total=len(passing),
            facets=listed.facets,
            unjudged=listed.unjudged,
            notes=tuple(note for note in notes if _holds(note, words))[:NOTES_FOUND] if query.text else (),
            note_counts=_counts(notes, shown),
            next_cursor=next_cursor,
            complete=len(read) <= PAPERS_READ and len(notes) < NOTES_READ,
        )

    def _papers(self, owner: OwnerId) -> Sequence[Paper]:
        query = self.client().collection(PAPERS).where(filter=FieldFilter("owner", "==", owner))
        live: Any = query.where(filter=FieldFilter("deleting", "==", False))
        latest = live.order_by("created_at", direction="DESCENDING").order_by(NAME, direction="DESCENDING")
        found = map(paper_of, read_query(latest.limit(PAPERS_READ + 1)))
        return [paper for paper in found if paper is not None]

    def _notes(self, owner: OwnerId) -> Sequence[Note]:
        query: Any = self.client().collection(NOTES).where(filter=FieldFilter("owner", "==", owner))
        latest = query.order_by("created_at", direction="DESCENDING").order_by(NAME, direction="DESCENDING")
        return [note_of(item) for item in read_query(latest.limit(NOTES_READ))]


def _sort_key(paper: Paper, query: LibraryQuery) -> str | int:
    about = paper.metadata
    match query.sort:
        case "title":
            return plain(about.title or paper.filename)
        case "author":
            return plain(family_name(about.authors))
        case "year":
            return about.year or 0
        case "venue":
            return plain(about.venue or "")
        case "updated":
            return to_us(paper.updated_at)
        case _:
            return to_us(paper.created_at)


def _rank(paper: Paper, words: Sequence[str]) -> int | None:
    """Return how well a paper holds all words, 0 for the title; None where one is missing."""
    about = paper.metadata
    title = tokens(about.title or "")
    rest = (about.abstract or "", paper.filename, about.venue or "", *about.authors, *about.keywords, *paper.marks.tags)
    if not words or not _has(words, [*title, *tokens("\n".join((about.doi or "", *rest)))]):
        return None
    return 0 if _has(words, title) else 1


def _holds(note: Note, words: Sequence[str]) -> bool:
    return bool(words) and _has(words, tokens(searched_text(note)))


def _has(words: Sequence[str], held: Sequence[str]) -> bool:
    known = set(held)
    return all(word in known for word in words[:-1]) and any(one.startswith(words[-1]) for one in known)


def _counts(notes: Sequence[Note], shown: Sequence[Paper]) -> Mapping[PaperId, int]:
    ids = {paper.id for paper in shown}
    counts: dict[PaperId, int] = {}
    for paper_id in chain.from_iterable(note.paper_ids for note in notes):
        if paper_id in ids:
            counts[paper_id] = counts.get(paper_id, 0) + 1
    return counts
