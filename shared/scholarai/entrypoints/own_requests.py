"""The parameters and bodies of calls about what owners keep of their papers, checked as they are parsed."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from scholarai.domain.content import Box
from scholarai.domain.limits import MARKED_CHARACTERS, NOTE_CHARACTERS
from scholarai.domain.listing import SORTS
from scholarai.domain.marks import READ_STATES, ReadState
from scholarai.domain.notes import CONTEXT_CHARACTERS, Colour
from scholarai.domain.paper import MetadataField
from scholarai.entrypoints.chat_requests import Id
from scholarai.entrypoints.queries import PAGING, SEARCH, Query
from scholarai.services.own.marks import PAPERS_PER_CALL

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
