"""Operations on marks, collections and notes, and on the list of the library."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import UNSET

from scholarai.domain.errors import ChangedMeanwhileError, InvalidRequestError
from scholarai.domain.ids import PaperId, SessionId
from scholarai.domain.listing import SORTS, LibraryQuery, Sort
from scholarai.domain.marks import READ_STATES, CollectionId, MarkChange, ReadState
from scholarai.domain.notes import Note, NoteId
from scholarai.entrypoints.calls import Call, EmptyReply, JsonReply, Reply
from scholarai.entrypoints.own_requests import (
    ChangedCollection,
    ChangedNote,
    MarkedBody,
    MarkPapersBody,
    NewCollection,
    NewNoteBody,
    SavedAnswerBody,
)
from scholarai.entrypoints.own_schemas import (
    CollectionList,
    LibraryList,
    MarkedPaper,
    MarkedPapers,
    NoteList,
    NoteView,
)

if TYPE_CHECKING:
    from scholarai.ports.notes import NotePage
    from scholarai.services.own.anchoring import Marked
    from scholarai.services.own.collections import EditCollections
    from scholarai.services.own.listing import ListLibrary
    from scholarai.services.own.marks import MarkPapers
    from scholarai.services.own.notes import KeepNotes, ReadNotes


def list_library(call: Call, library: ListLibrary) -> Reply:
    limit, cursor = call.page()
    text = call.query.get("q", "").strip()
    query = LibraryQuery(
        text=text,
        tags=_names(call, "tag"),
        read_state=_read_state(call.query.get("state", "")),
        favourite=_flag(call, "favourite"),
        authors=_names(call, "author"),
        venues=_names(call, "venue"),
        year_from=_year(call, "year_from"),
        year_to=_year(call, "year_to"),
        sort=_sort(call.query.get("sort") or ("relevance" if text else "added")),
        descending=_descending(call),
        limit=limit,
        cursor=cursor,
    )
    collection = call.query.get("collection", "")
    return JsonReply(
        value=LibraryList.of_listing(library.run(call.owner, query, CollectionId(collection) if collection else None))
    )


def mark_papers(call: Call, mark: MarkPapers) -> Reply:
    body = call.parse(MarkPapersBody)
    change = MarkChange(
        add_tags=body.add_tags,
        remove_tags=body.remove_tags,
        favourite=body.favourite,
        read_state=body.read_state,
        add_to=tuple(map(CollectionId, body.add_to)),
        remove_from=tuple(map(CollectionId, body.remove_from)),
    )
    marked = mark.run(call.owner, tuple(map(PaperId, body.paper_ids)), change)
    papers = tuple(MarkedPaper(paper_id=paper.id, marks=paper.marks) for paper in marked)
    return JsonReply(value=MarkedPapers(papers=papers))


def list_collections(call: Call, edit: EditCollections) -> Reply:
    return JsonReply(value=CollectionList.of_tree(edit.all(call.owner)))


def create_collection(call: Call, edit: EditCollections) -> Reply:
    body = call.parse(NewCollection)
    tree, made = edit.make(call.owner, body.name, CollectionId(body.parent_id) if body.parent_id else None)
    return JsonReply(value=CollectionList.of_tree(tree, made), status=201)


def change_collection(call: Call, edit: EditCollections) -> Reply:
    from scholarai.services.own.collections import CollectionEdit

    body = call.parse(ChangedCollection)
    moved = body.parent_id is not UNSET
    wanted = CollectionEdit(
        name=None if body.name is UNSET else body.name,
        moved=moved,
        parent_id=CollectionId(body.parent_id) if isinstance(body.parent_id, str) else None,
        position=None if body.position is UNSET else body.position,
    )
    return JsonReply(value=CollectionList.of_tree(edit.edit(call.owner, _collection_id(call), wanted)))


def delete_collection(call: Call, edit: EditCollections) -> Reply:
    edit.delete(call.owner, _collection_id(call))
    return EmptyReply()


def create_note(call: Call, keep: KeepNotes) -> Reply:
    from scholarai.services.own.notes import NewNote

    body = call.parse(NewNoteBody)
    new = NewNote(
        kind=body.kind,
        text=body.text,
        colour=body.colour,
        marked=None if body.marked is None else _marked(body.marked),
    )
    return _made(keep.make(call.owner, call.paper_id, new))


def save_answer(call: Call, keep: KeepNotes) -> Reply:
    body = call.parse(SavedAnswerBody)
    return _made(
        keep.save_answer(call.owner, SessionId(body.session_id), body.message_n, body.citation, text=body.text)
    )


def list_paper_notes(call: Call, notes: ReadNotes) -> Reply:
    limit, cursor = call.page()
    return _listed(notes.list(call.owner, call.paper_id, limit=limit, cursor=cursor))


def list_notes(call: Call, notes: ReadNotes) -> Reply:
    limit, cursor = call.page()
    return _listed(notes.list(call.owner, None, limit=limit, cursor=cursor))


def get_note(call: Call, notes: ReadNotes) -> Reply:
    return JsonReply(value=NoteView.showing(notes.get(call.owner, _note_id(call))))


def change_note(call: Call, keep: KeepNotes) -> Reply:
    from scholarai.services.own.notes import NoteEdit

    body = call.parse(ChangedNote)
    edit = NoteEdit(
        version=body.version,
        text=None if body.text is UNSET else body.text,
        colour=None if body.colour is UNSET else body.colour,
        marked=None if body.marked is UNSET else _marked(body.marked),
    )
    try:
        note = keep.edit(call.owner, _note_id(call), edit)
    except ChangedMeanwhileError as error:
        current = NoteView.showing(error.current) if isinstance(error.current, Note) else error.current
        raise ChangedMeanwhileError(error.code, error.detail, action=error.action, current=current) from None
    return JsonReply(value=NoteView.showing(note))


def delete_note(call: Call, keep: KeepNotes) -> Reply:
    keep.delete(call.owner, _note_id(call))
    return EmptyReply()


def _made(note: Note) -> Reply:
    return JsonReply(value=NoteView.showing(note), status=201, headers={"Location": f"/notes/{note.id}"})


def _listed(page: NotePage) -> Reply:
    return JsonReply(value=NoteList(notes=tuple(map(NoteView.showing, page.notes)), next_cursor=page.next_cursor))


def _note_id(call: Call) -> NoteId:
    return NoteId(call.parameters["note_id"])


def _collection_id(call: Call) -> CollectionId:
    return CollectionId(call.parameters["collection_id"])


def _marked(body: MarkedBody) -> Marked:
    from scholarai.services.own.anchoring import Marked, Region

    regions = tuple(Region(page_number=one.page_number, boxes=one.boxes) for one in body.regions)
    return Marked(
        exact=body.exact, prefix=body.prefix, suffix=body.suffix, start=body.start, end=body.end, regions=regions
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


def _descending(call: Call) -> bool:
    text = call.query.get("order", "desc")
    if text not in {"asc", "desc"}:
        raise InvalidRequestError("filter_invalid", "order must be asc or desc")
    return text == "desc"


def _flag(call: Call, name: str) -> bool:
    text = call.query.get(name, "false")
    if text not in {"true", "false"}:
        raise InvalidRequestError("filter_invalid", f"{name} must be true or false")
    return text == "true"
