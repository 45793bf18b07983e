"""What a library on this machine keeps beside its papers: tags, collections, notes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scholarai.bootstrap import App
from scholarai.domain.collections import Collections
from scholarai.domain.ids import OwnerId, SessionId
from scholarai.domain.listing import LibraryQuery, Listing
from scholarai.domain.marks import CollectionId, MarkChange
from scholarai.domain.notes import Note, NoteId
from scholarai.domain.paper import Paper
from scholarai.services.own.collections import CollectionEdit
from scholarai.services.own.notes import NewNote, NoteEdit

_PER_PAGE = 100


class OwnThings:
    """Tags, favourites, read states, collections, notes, and the list that shows them; `Library.own` is one."""

    def __init__(self, app: App, owner: OwnerId) -> None:
        self._app = app
        self._owner = owner

    def papers(self, query: LibraryQuery | None = None, *, collection: CollectionId | None = None) -> Listing:
        """Return a page of the papers that pass, with counts; `collection` asks for those in it or nested in it.

        Raises:
            InvalidRequestError: If the cursor is malformed.
            NotFoundError: If the collection is unknown.
        """
        return self._app.library.list_library().list(self._owner, query or LibraryQuery(), collection)

    def mark(self, papers: Sequence[Paper], change: MarkChange) -> tuple[Paper, ...]:
        """Change the marks of papers and return these.

        Raises:
            InvalidRequestError: If there are too many papers, tags or collections, or a collection is unknown.
            NotFoundError: If the library has not all of the papers.
        """
        return self._app.library.mark_papers().mark(self._owner, [paper.id for paper in papers], change)

    def mark_supplement(self, paper: Paper, of: Paper | None) -> Paper:
        """Make a paper a supplement of another one, or with None a paper of its own, and return it; may be repeated.

        Raises:
            NotFoundError: If the library has not both.
            InvalidRequestError: If both are one paper.
            ConflictError: If a supplement would have supplements.
        """
        return self._app.papers.mark_supplement().mark(self._owner, paper.id, None if of is None else of.id)

    def collections(self) -> Collections:
        return self._app.library.edit_collections().all(self._owner)

    def make_collection(self, name: str, parent_id: CollectionId | None = None) -> CollectionId:
        """Make a collection and return its id.

        Raises:
            InvalidRequestError: If its name is empty, too long or taken, there are too many, or it would be too deep.
            NotFoundError: If its parent is unknown.
        """
        return self._app.library.edit_collections().make(self._owner, name, parent_id)[1]

    def edit_collection(self, wanted: CollectionId, edit: CollectionEdit) -> Collections:
        """Rename, move or order a collection, and return all; errors as in `make_collection`."""
        return self._app.library.edit_collections().edit(self._owner, wanted, edit)

    def delete_collection(self, wanted: CollectionId) -> None:
        """Delete a collection with those nested in it; the papers stay.

        Raises:
            NotFoundError: If it is unknown.
        """
        self._app.library.edit_collections().delete(self._owner, wanted)

    def notes(self, paper: Paper | None = None) -> Iterator[Note]:
        """Yield the notes, latest first; with `paper` those about it, at their places in its newest extraction.

        Raises:
            NotFoundError: If the library has no such paper.
        """
        cursor: str | None = None
        while True:
            page = self._app.library.read_notes().list(
                self._owner, None if paper is None else paper.id, limit=_PER_PAGE, cursor=cursor
            )
            yield from page.notes
            cursor = page.next_cursor
            if cursor is None:
                return

    def add_note(self, paper: Paper, new: NewNote) -> Note:
        """Highlight a place of a paper or write a note about it, and return the note.

        Raises:
            InvalidRequestError: If it says nothing, is too long, or marks what the paper has not.
            NotFoundError: If the library has no such paper.
            NotReadyError: If the paper is not read yet.
        """
        return self._app.library.keep_notes().make(self._owner, paper.id, new)

    def save_answer(self, session_id: SessionId, n: int, *, citation: int | None = None, text: str = "") -> Note:
        """Keep an answer of a conversation, or one of its quotes, and return the note.

        Raises:
            NotFoundError: If there is no such answer or citation.
            InvalidRequestError: If it is too long to be kept.
        """
        return self._app.library.keep_notes().save_answer(self._owner, session_id, n, citation, text)

    def edit_note(self, note_id: NoteId, edit: NoteEdit) -> Note:
        """Change a note and return it.

        Raises:
            ChangedMeanwhileError: If it was changed since the edit's version.
            NotFoundError: If it is unknown.
        """
        return self._app.library.keep_notes().edit(self._owner, note_id, edit)

    def delete_note(self, note_id: NoteId) -> None:
        """Delete a note.

        Raises:
            NotFoundError: If it is unknown.
        """
        self._app.library.keep_notes().delete(self._owner, note_id)
