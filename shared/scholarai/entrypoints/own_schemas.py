"""What owners keep of their papers, as the API shows it, and the list of a library."""

from __future__ import annotations

from datetime import datetime
from typing import Self

from msgspec import Struct, field

from scholarai.domain.collections import Collections, in_order
from scholarai.domain.ids import PaperId, SessionId
from scholarai.domain.listing import UNKNOWN, FacetCount, Listing
from scholarai.domain.marks import CollectionId, Marks
from scholarai.domain.notes import (
    AnchorState,
    Colour,
    FragmentSelector,
    Note,
    NoteId,
    NoteKind,
    Target,
    TextPositionSelector,
    TextQuoteSelector,
)
from scholarai.domain.notices import WorkNotice
from scholarai.domain.paper import Failure, Paper, PaperStatus, Progress
from scholarai.entrypoints.calls import View
from scholarai.entrypoints.chat_schemas import CitationV1, PdfSectionV1, TextSectionV1

# Characters of a note that a search shows.
_EXCERPT = 240


class TargetView(View, frozen=True, kw_only=True):
    """The place that a note is about, as selectors of the W3C's Web Annotation Data Model and as boxes.

    `state`: `found` in the newest extraction of the paper; `changed` where the words there are not quite the same; `not_found`
    where they are not there: then `positions` is empty and `pages` are the last that were known. `quote` never changes.
    """

    state: AnchorState
    quote: TextQuoteSelector
    positions: tuple[TextPositionSelector, ...]
    fragments: tuple[FragmentSelector, ...]
    pages: tuple[PdfSectionV1, ...]

    @classmethod
    def of(cls, target: Target) -> Self:
        return cls.showing(target, fragments=tuple(target.fragments()))


class NoteView(View, frozen=True, kw_only=True):
    """A highlight, a note, a saved answer or a saved quote.

    `version` is to be sent with a change. `text` is its owner's. A saved answer has its `question` and `sections`, a saved quote
    its `citation`, as they stood when they were saved.
    """

    note_id: NoteId
    kind: NoteKind
    paper_ids: tuple[PaperId, ...]
    version: int
    text: str
    colour: Colour
    target: TargetView | None
    question: str
    sections: tuple[TextSectionV1, ...]
    citation: CitationV1 | None
    session_id: SessionId | None
    created_at: datetime
    updated_at: datetime

    @classmethod
    def of(cls, note: Note) -> Self:
        target = None if note.target is None else TargetView.of(note.target)
        return cls.showing(note, note_id=note.id, target=target)


class NoteList(Struct, frozen=True, kw_only=True):
    """Notes, latest first; `next_cursor` asks for the next page and is null on the last one."""

    notes: tuple[NoteView, ...]
    next_cursor: str | None


class CollectionView(Struct, frozen=True, kw_only=True):
    """A collection; `depth` counts from 0, `position` among those in the same one from 0."""

    collection_id: CollectionId
    name: str
    parent_id: CollectionId | None
    depth: int
    position: int


class CollectionList(Struct, frozen=True, kw_only=True):
    """All collections, each before those nested in it; `made` is the id of the one that the call made."""

    collections: tuple[CollectionView, ...]
    made: CollectionId | None = None

    @classmethod
    def of_tree(cls, tree: Collections, made: CollectionId | None = None) -> CollectionList:
        """Return the view of all collections."""
        positions: dict[CollectionId | None, int] = {}
        views: list[CollectionView] = []
        for one, depth in in_order(tree):
            position = positions[one.parent_id] = positions.get(one.parent_id, -1) + 1
            views.append(
                CollectionView(
                    collection_id=one.id, name=one.name, parent_id=one.parent_id, depth=depth, position=position
                )
            )
        return cls(collections=tuple(views), made=made)


class MarkedPaper(Struct, frozen=True, kw_only=True):
    paper_id: PaperId
    marks: Marks


class MarkedPapers(Struct, frozen=True, kw_only=True):
    """The marks of papers after a change, in the order asked for."""

    papers: tuple[MarkedPaper, ...]


class ListedPaper(View, frozen=True, kw_only=True):
    """A paper in the list of a library; `GET /papers/{paper_id}` has all that is known of it.

    `progress`, `error`, `same_as`, `supplement_of` and `notices` are as there: a list shows how far papers under way are without a call for each.
    """

    id: PaperId = field(name="paper_id")
    filename: str
    media_type: str
    status: PaperStatus
    progress: Progress
    error: Failure | None
    same_as: PaperId | None
    supplement_of: PaperId | None
    notices: tuple[WorkNotice, ...]
    title: str | None
    authors: tuple[str, ...]
    year: int | None
    venue: str | None
    doi: str | None
    marks: Marks
    notes: int
    created_at: datetime
    updated_at: datetime

    @classmethod
    def listed(cls, paper: Paper, notes: int) -> Self:
        """Return a paper as the list shows it."""
        about = paper.metadata
        return cls.showing(
            paper,
            error=paper.failure,
            title=about.title,
            authors=about.authors,
            year=about.year,
            venue=about.venue,
            doi=about.doi,
            notes=notes,
        )


class FacetView(Struct, frozen=True, kw_only=True):
    """The values of a facet among the papers that pass: the most frequent ones, years latest first.

    `unknown` are those that say nothing of it. `unjudged` are papers that pass every other filter and say nothing of what this
    one asks for; 0 where it is not asked.
    """

    values: tuple[FacetCount, ...]
    unknown: int
    unjudged: int


class FacetsView(Struct, frozen=True, kw_only=True):
    year: FacetView
    author: FacetView
    venue: FacetView
    tag: FacetView
    state: FacetView
    collection: FacetView
    favourite: FacetView


class FoundNote(Struct, frozen=True, kw_only=True):
    """A note that holds what is searched; `excerpt` is the beginning of it."""

    note_id: NoteId
    kind: NoteKind
    paper_ids: tuple[PaperId, ...]
    excerpt: str


class LibraryList(Struct, frozen=True, kw_only=True):
    """A page of the library, and what all papers that pass the filters have in common.

    `total` counts those that pass. `notes` are the notes and saved answers that hold the words of a search. `complete` is false
    where the library is larger than this server looks at: then the latest papers alone are listed and counted.
    """

    papers: tuple[ListedPaper, ...]
    total: int
    facets: FacetsView
    notes: tuple[FoundNote, ...]
    complete: bool
    next_cursor: str | None

    @classmethod
    def of_listing(cls, found: Listing) -> LibraryList:
        """Return the view of a list."""
        facets = {name: _facet(found, name) for name in FacetsView.__struct_fields__}
        return cls(
            papers=tuple(ListedPaper.listed(paper, found.note_counts.get(paper.id, 0)) for paper in found.papers),
            total=found.total,
            facets=FacetsView(**facets),
            notes=tuple(map(_found_note, found.notes)),
            complete=found.complete,
            next_cursor=found.next_cursor,
        )


def _facet(found: Listing, name: str) -> FacetView:
    counts = next((values for kind, values in found.facets.items() if kind == name), ())
    return FacetView(
        values=tuple(one for one in counts if one.value != UNKNOWN),
        unknown=next((one.count for one in counts if one.value == UNKNOWN), 0),
        unjudged=next((count for kind, count in found.unjudged.items() if kind == name), 0),
    )


def _found_note(note: Note) -> FoundNote:
    marked = note.target.quote.exact if note.target else ""
    quoted = note.citation.text if note.citation else ""
    text = next(filter(None, (note.text, marked, quoted, note.question)), "")
    return FoundNote(note_id=note.id, kind=note.kind, paper_ids=note.paper_ids, excerpt=text[:_EXCERPT])
