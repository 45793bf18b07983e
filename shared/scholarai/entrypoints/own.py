"""Operations on marks, collections, notes and records that are merged, and on the list of the library."""

from __future__ import annotations

from msgspec import UNSET

from scholarai.bootstrap import App
from scholarai.domain.errors import ChangedMeanwhileError, InvalidRequestError
from scholarai.domain.ids import PaperId, SessionId
from scholarai.domain.limits import KIB, MARKED_CHARACTERS, NOTE_CHARACTERS
from scholarai.domain.listing import SORTS, LibraryQuery, Sort
from scholarai.domain.marks import READ_STATES, CollectionId, MarkChange, ReadState
from scholarai.domain.notes import Note, NoteId
from scholarai.entrypoints.calls import Call, EmptyReply, JsonReply
from scholarai.entrypoints.operations import BODY_PROBLEMS, Routes
from scholarai.entrypoints.own_schemas import (
    LIBRARY,
    OFFSET_LIMIT,
    ChangedCollection,
    ChangedNote,
    CollectionList,
    LibraryList,
    MarkedBody,
    MarkedPaper,
    MarkedPapers,
    MarkPapersBody,
    MergedPaper,
    NewCollection,
    NewNoteBody,
    NoteList,
    NoteView,
    SavedAnswerBody,
)
from scholarai.entrypoints.queries import PAGING
from scholarai.entrypoints.schemas import PaperView
from scholarai.ports.notes import NotePage
from scholarai.services.own.anchoring import Marked, Region
from scholarai.services.own.collections import CollectionEdit
from scholarai.services.own.notes import NewNote, NoteEdit

routes = Routes()

# Six bytes a character as \u escapes, and room for the rest.
_NOTE_BYTES = 6 * (NOTE_CHARACTERS + MARKED_CHARACTERS) + 64 * KIB


@routes.add(
    "GET",
    "/library",
    "chat",
    "The library as a page shows it: filtered, sorted, searched and counted in one call",
    query=LIBRARY,
    problems=(422,),
)
def list_library(call: Call, app: App) -> JsonReply[LibraryList]:
    limit, cursor = call.page()
    text = call.query.get("q", "").strip()
    query = LibraryQuery(
        text=text,
        tags=_names(call, "tag"),
        read_state=_read_state(call.query.get("state", "")),
        favourite=call.flag("favourite"),
        authors=_names(call, "author"),
        venues=_names(call, "venue"),
        year_from=_year(call, "year_from"),
        year_to=_year(call, "year_to"),
        sort=_sort(call.query.get("sort") or ("relevance" if text else "added")),
        descending=_descending(call),
        limit=limit,
        offset=_offset(call.query.get("offset", "0")),
        cursor=cursor,
    )
    collection = call.query.get("collection", "")
    return JsonReply(
        value=LibraryList.of_listing(
            app.library.list_library().list(call.owner, query, CollectionId(collection) if collection else None)
        )
    )


def _names(call: Call, name: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in call.query.get(name, "").split(";") if part.strip())


def _year(call: Call, name: str) -> int | None:
    text = call.query.get(name, "")
    if text and not (text.isascii() and text.isdigit() and len(text) == 4):
        raise InvalidRequestError("filter_invalid", f"{name} must be a year of four digits")
    return int(text) if text else None


def _read_state(text: str) -> ReadState | None:
    found = next((one for one in READ_STATES if one == text), None)
    if text and found is None:
        raise InvalidRequestError("filter_invalid", f"state must be one of {', '.join(READ_STATES)}")
    return found


def _sort(text: str) -> Sort:
    found = next((one for one in SORTS if one == text), None)
    if found is None:
        raise InvalidRequestError("filter_invalid", f"sort must be one of {', '.join(SORTS)}")
    return found


def _offset(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(OFFSET_LIMIT))):
        raise InvalidRequestError("filter_invalid", f"offset must be a whole number from 0 to {OFFSET_LIMIT}")
    return int(text)


def _descending(call: Call) -> bool:
    text = call.query.get("order", "desc")
    if text not in {"asc", "desc"}:
        raise InvalidRequestError("filter_invalid", "order must be asc or desc")
    return text == "desc"


@routes.add(
    "PATCH",
    "/library/papers",
    "chat",
    "Tag papers, mark them as favourites or read, and put them into collections",
    problems=BODY_PROBLEMS,
)
def mark_papers(call: Call, body: MarkPapersBody, app: App) -> JsonReply[MarkedPapers]:
    change = MarkChange(
        add_tags=body.add_tags,
        remove_tags=body.remove_tags,
        favourite=body.favourite,
        read_state=body.read_state,
        add_to=tuple(map(CollectionId, body.add_to)),
        remove_from=tuple(map(CollectionId, body.remove_from)),
    )
    marked = app.library.mark_papers().mark(call.owner, tuple(map(PaperId, body.paper_ids)), change)
    papers = tuple(MarkedPaper(paper_id=paper.id, marks=paper.marks) for paper in marked)
    return JsonReply(value=MarkedPapers(papers=papers))


@routes.add(
    "POST",
    "/papers/{paper_id}/merge",
    "chat",
    "Give a paper what is kept of a second record of it: notes, marks, collections and conversations",
    problems=(*BODY_PROBLEMS, 409),
    repeatable=True,
)
def merge_papers(call: Call, body: MergedPaper, app: App) -> JsonReply[PaperView]:
    merged = app.deletion.merge_papers().merge(
        call.owner,
        call.paper_id,
        PaperId(body.other),
        body.fields,
        remove=body.remove,
        idempotency_key=call.idempotency_key,
    )
    return JsonReply(value=PaperView.of(merged))


@routes.add("GET", "/collections", "chat", "All of one's collections, in order")
def list_collections(call: Call, app: App) -> JsonReply[CollectionList]:
    return JsonReply(value=CollectionList.of_tree(app.library.edit_collections().all(call.owner)))


@routes.add("POST", "/collections", "chat", "Make a collection", status=201, problems=BODY_PROBLEMS, repeatable=True)
def create_collection(call: Call, body: NewCollection, app: App) -> JsonReply[CollectionList]:
    tree, made = app.library.edit_collections().make(
        call.owner,
        body.name,
        CollectionId(body.parent_id) if body.parent_id else None,
        idempotency_key=call.idempotency_key,
    )
    return JsonReply(value=CollectionList.of_tree(tree, made), status=201)


@routes.add(
    "PATCH", "/collections/{collection_id}", "chat", "Rename, move or order a collection", problems=BODY_PROBLEMS
)
def change_collection(call: Call, body: ChangedCollection, app: App) -> JsonReply[CollectionList]:
    moved = body.parent_id is not UNSET
    wanted = CollectionEdit(
        name=None if body.name is UNSET else body.name,
        moved=moved,
        parent_id=CollectionId(body.parent_id) if isinstance(body.parent_id, str) else None,
        position=None if body.position is UNSET else body.position,
    )
    return JsonReply(
        value=CollectionList.of_tree(app.library.edit_collections().edit(call.owner, _collection_id(call), wanted))
    )


@routes.add(
    "DELETE",
    "/collections/{collection_id}",
    "chat",
    "Delete a collection with those nested in it; the papers stay",
    status=204,
)
def delete_collection(call: Call, app: App) -> EmptyReply:
    app.library.edit_collections().delete(call.owner, _collection_id(call))
    return EmptyReply()


def _collection_id(call: Call) -> CollectionId:
    return CollectionId(call.parameters["collection_id"])


@routes.add(
    "GET",
    "/papers/{paper_id}/notes",
    "chat",
    "One's notes about a paper, latest first, at their places in its newest extraction",
    query=PAGING,
    problems=(422,),
)
def list_paper_notes(call: Call, app: App) -> JsonReply[NoteList]:
    limit, cursor = call.page()
    return _listed(app.library.read_notes().list(call.owner, call.paper_id, limit=limit, cursor=cursor))


@routes.add(
    "POST",
    "/papers/{paper_id}/notes",
    "chat",
    "Highlight a place of a paper, or write a note about it",
    body_bytes=_NOTE_BYTES,
    status=201,
    problems=(*BODY_PROBLEMS, 409, 425),
    repeatable=True,
)
def create_note(call: Call, body: NewNoteBody, app: App) -> JsonReply[NoteView]:
    new = NewNote(
        kind=body.kind,
        text=body.text,
        colour=body.colour,
        marked=None if body.marked is None else _marked(body.marked),
    )
    return _made(app.library.keep_notes().make(call.owner, call.paper_id, new, idempotency_key=call.idempotency_key))


@routes.add(
    "GET",
    "/notes",
    "chat",
    "All of one's notes, saved answers and saved quotes, latest first",
    query=PAGING,
    problems=(422,),
)
def list_notes(call: Call, app: App) -> JsonReply[NoteList]:
    limit, cursor = call.page()
    return _listed(app.library.read_notes().list(call.owner, None, limit=limit, cursor=cursor))


@routes.add(
    "POST",
    "/notes",
    "chat",
    "Save an answer of a conversation, or one of its quotes, with its citations as they stand",
    body_bytes=_NOTE_BYTES,
    status=201,
    problems=(*BODY_PROBLEMS, 409),
    repeatable=True,
)
def save_answer(call: Call, body: SavedAnswerBody, app: App) -> JsonReply[NoteView]:
    return _made(
        app.library.keep_notes().save_answer(
            call.owner,
            SessionId(body.session_id),
            body.message_n,
            body.citation,
            text=body.text,
            idempotency_key=call.idempotency_key,
        )
    )


@routes.add("GET", "/notes/{note_id}", "chat", "One note")
def get_note(call: Call, app: App) -> JsonReply[NoteView]:
    return JsonReply(value=NoteView.of(app.library.read_notes().get(call.owner, _note_id(call))))


@routes.add(
    "PATCH",
    "/notes/{note_id}",
    "chat",
    "Change a note of a certain version; after a 409, `current` in the problem is the note as it stands",
    body_bytes=_NOTE_BYTES,
    problems=(*BODY_PROBLEMS, 409, 425),
)
def change_note(call: Call, body: ChangedNote, app: App) -> JsonReply[NoteView]:
    edit = NoteEdit(
        version=body.version,
        text=None if body.text is UNSET else body.text,
        colour=None if body.colour is UNSET else body.colour,
        marked=None if body.marked is UNSET else _marked(body.marked),
    )
    try:
        note = app.library.keep_notes().edit(call.owner, _note_id(call), edit)
    except ChangedMeanwhileError as error:
        current = NoteView.of(error.current) if isinstance(error.current, Note) else error.current
        raise ChangedMeanwhileError(error.code, error.detail, action=error.action, current=current) from None
    return JsonReply(value=NoteView.of(note))


@routes.add("DELETE", "/notes/{note_id}", "chat", "Delete a note", status=204)
def delete_note(call: Call, app: App) -> EmptyReply:
    app.library.keep_notes().delete(call.owner, _note_id(call))
    return EmptyReply()


def _made(note: Note) -> JsonReply[NoteView]:
    return JsonReply(value=NoteView.of(note), status=201, headers={"Location": f"/notes/{note.id}"})


def _listed(page: NotePage) -> JsonReply[NoteList]:
    return JsonReply(value=NoteList(notes=tuple(map(NoteView.of, page.notes)), next_cursor=page.next_cursor))


def _note_id(call: Call) -> NoteId:
    return NoteId(call.parameters["note_id"])


def _marked(body: MarkedBody) -> Marked:
    regions = tuple(Region(page_number=region.page_number, boxes=region.boxes) for region in body.regions)
    return Marked(
        exact=body.exact, prefix=body.prefix, suffix=body.suffix, start=body.start, end=body.end, regions=regions
    )
