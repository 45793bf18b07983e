"""What owners keep of their papers, as the API takes and shows it, and the list of a library."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal, Self

from msgspec import UNSET, Meta, Struct, UnsetType, field

from scholarai.domain.collections import Collections, in_order
from scholarai.domain.content import Box
from scholarai.domain.ids import PaperId, SessionId
from scholarai.domain.limits import MARKED_CHARACTERS, NOTE_CHARACTERS
from scholarai.domain.listing import SORTS, UNKNOWN, FacetCount, Listing
from scholarai.domain.marks import READ_STATES, CollectionId, Marks, ReadState
from scholarai.domain.notes import (
    CONTEXT_CHARACTERS,
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
from scholarai.domain.paper import Failure, MetadataField, Paper, PaperStatus, Progress
from scholarai.entrypoints.calls import View
from scholarai.entrypoints.chat_requests import Id
from scholarai.entrypoints.chat_schemas import CitationV1, PdfSectionV1, TextSectionV1
from scholarai.entrypoints.queries import PAGING, SEARCH, Query
from scholarai.services.own.marks import PAPERS_PER_CALL

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


_Tags = Annotated[tuple[Annotated[str, Meta(min_length=1, max_length=1_000)], ...], Meta(max_length=50)]
_Collections = Annotated[tuple[Id, ...], Meta(max_length=100)]
_Text = Annotated[str, Meta(max_length=NOTE_CHARACTERS)]
_Name = Annotated[str, Meta(min_length=1, max_length=1_000)]
# More papers than a library can have.
OFFSET_LIMIT = 999_999_999
LIBRARY: Query = {
    "q": {
        "type": "string",
        "description": "Words that must all be there: in what is known of a paper, in its text, in notes or saved answers; the "
        "last one may be the beginning of a word",
    },
    "tag": {"type": "string", "description": "Tags with `;` between them; all must be there"},
    "state": {"type": "string", "enum": list(READ_STATES)},
    "favourite": {"type": "boolean", "default": False},
    "collection": {"type": "string", "description": "The id of a collection; those nested in it count, too"},
    "author": {"type": "string", "description": "Whole names with `;` between them; one must fit"},
    "venue": {"type": "string", "description": "Whole names with `;` between them; one must fit"},
    "year_from": SEARCH["year_from"],
    "year_to": SEARCH["year_from"],
    "sort": {
        "type": "string",
        "enum": list(SORTS),
        "description": "`relevance` for a search, else `added`, without it",
    },
    "order": {"type": "string", "enum": ["asc", "desc"], "default": "desc"},
    **PAGING,
    "offset": {
        "type": "integer",
        "minimum": 0,
        "maximum": OFFSET_LIMIT,
        "default": 0,
        "description": "Papers before the page, for a jump into the list; not together with `cursor`",
    },
}


class MarkPapersBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The changes to the marks of papers; what is left out stays."""

    paper_ids: Annotated[tuple[Id, ...], Meta(min_length=1, max_length=PAPERS_PER_CALL)]
    add_tags: _Tags = ()
    remove_tags: _Tags = ()
    favourite: bool | None = None
    read_state: ReadState | None = None
    add_to: Annotated[_Collections, Meta(description="Collections to put the papers into.")] = ()
    remove_from: _Collections = ()


class MergedPaper(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The second record of a paper, and what becomes of it."""

    other: Annotated[Id, Meta(description="The paper that is merged into this one.")]
    fields: Annotated[
        tuple[MetadataField, ...],
        Meta(max_length=20, description="What of the description is taken from the other one."),
    ] = ()
    remove: Annotated[bool, Meta(description="Whether the other one is deleted with its file and text.")] = True


class NewCollection(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A collection to make, the last one in `parent_id`, or at the top without it."""

    name: _Name
    parent_id: Id | None = None


class ChangedCollection(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The changes to a collection; `parent_id` null puts it at the top, `position` counts from 0."""

    name: _Name | UnsetType = UNSET
    parent_id: Id | UnsetType | None = UNSET
    position: Annotated[int, Meta(ge=0, le=100_000)] | UnsetType = UNSET


class RegionBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Rectangles on a page, in points from the top left of the displayed page."""

    page_number: Annotated[int, Meta(ge=1, le=100_000)]
    boxes: Annotated[tuple[Box, ...], Meta(min_length=1, max_length=1_000)]


class MarkedBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What was marked: a text, with what stands before and behind it; characters of the paper's text; or regions of pages."""

    exact: Annotated[str, Meta(max_length=MARKED_CHARACTERS)] = ""
    prefix: Annotated[str, Meta(max_length=4 * CONTEXT_CHARACTERS)] = ""
    suffix: Annotated[str, Meta(max_length=4 * CONTEXT_CHARACTERS)] = ""
    start: Annotated[int, Meta(ge=0)] | None = None
    end: Annotated[int, Meta(ge=0)] | None = None
    regions: Annotated[tuple[RegionBody, ...], Meta(max_length=50)] = ()


class NewNoteBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A highlight, which has a place, or a note, which may have one."""

    kind: Literal["highlight", "note"] = "note"
    text: _Text = ""
    colour: Colour = "yellow"
    marked: MarkedBody | None = None


class SavedAnswerBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An answer of a conversation to keep, or with `citation` one of its quotes alone."""

    session_id: Id
    message_n: Annotated[int, Meta(ge=0, le=1_000_000)]
    citation: Annotated[int, Meta(ge=0, le=1_000_000)] | None = None
    text: _Text = ""


class ChangedNote(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The changes to a note; `version` is the one that was read, and another one in the store is a conflict."""

    version: Annotated[int, Meta(ge=1)]
    text: _Text | UnsetType = UNSET
    colour: Colour | UnsetType = UNSET
    marked: MarkedBody | UnsetType = UNSET
