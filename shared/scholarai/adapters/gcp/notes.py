"""Notes and collections in Firestore."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from google.cloud.firestore_v1.base_query import FieldFilter

from scholarai.adapters.gcp.calls import COMMIT_S, RETRY, read_document, read_total
from scholarai.adapters.gcp.changes import Change, change_document
from scholarai.adapters.gcp.documents import can_be_id
from scholarai.adapters.gcp.errors import STORE, translated_errors
from scholarai.adapters.gcp.pages import read_page
from scholarai.adapters.odd_documents import collections_from_json, note_from_json
from scholarai.domain.collections import Collections
from scholarai.domain.errors import InvalidRequestError
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.notes import Note, NoteId
from scholarai.domain.values import to_json
from scholarai.ports.notes import CollectionsRule, NotePage, NoteRule

if TYPE_CHECKING:
    from google.cloud.firestore_v1 import Client, DocumentReference

    from scholarai.adapters.gcp.calls import StoredDocument

NOTES = "notes"
COLLECTIONS = "collections"


@dataclass(frozen=True, slots=True)
class FirestoreNoteStore:
    """Implements `ports.notes.NoteStore` with documents `notes/{note_id}`.

    Fields that no query filters by are stored as one JSON text, since Firestore has no nested lists such as boxes.
    """

    client: Callable[[], Client]

    def get(self, note_id: NoteId) -> Note | None:
        if not can_be_id(note_id):
            return None
        return _note(read_document(self.client().collection(NOTES).document(note_id)))

    def change(self, note_id: NoteId, rule: NoteRule) -> Note | None:
        if not can_be_id(note_id):
            if rule(None) is not None:
                raise InvalidRequestError("bad_note_id", "no note can have an id of this form")
            return None
        client = self.client()

        def decide(stored: StoredDocument) -> Change[Note | None]:
            note = rule(_note(stored))
            return Change(result=note, fields=None if note is None else _fields(note))

        return change_document(client, client.collection(NOTES).document(note_id), decide)

    def list(self, owner: OwnerId, paper_id: PaperId | None, *, limit: int, cursor: str | None = None) -> NotePage:
        query: Any = self.client().collection(NOTES).where(filter=FieldFilter("owner", "==", owner))
        if paper_id is not None:
            query = query.where(filter=FieldFilter("paper_ids", "array_contains", paper_id))
        page = read_page(query, "created_at", limit=limit, cursor=cursor)
        return NotePage(
            notes=tuple(note for item in page.documents if (note := _note(item)) is not None),
            next_cursor=page.next_cursor,
        )

    def count(self, owner: OwnerId) -> int:
        query = self.client().collection(NOTES).where(filter=FieldFilter("owner", "==", owner))
        return int(read_total(query.count()))


@dataclass(frozen=True, slots=True)
class FirestoreCollectionStore:
    """Implements `ports.notes.CollectionStore` with `collections/{owner's digest}`: any text may be an owner."""

    client: Callable[[], Client]

    def get(self, owner: OwnerId) -> Collections:
        return _collections(read_document(self._reference(owner)), owner)

    def change(self, owner: OwnerId, rule: CollectionsRule) -> Collections:
        def decide(stored: StoredDocument) -> Change[Collections]:
            changed = rule(_collections(stored, owner))
            return Change(result=changed, fields={"owner": owner, "json": to_json(changed).decode()})

        return change_document(self.client(), self._reference(owner), decide)

    def forget(self, owner: OwnerId) -> None:
        with translated_errors(STORE):
            self._reference(owner).delete(retry=RETRY, timeout=COMMIT_S)

    def _reference(self, owner: OwnerId) -> DocumentReference:
        digest = hashlib.blake2b(owner.encode(), digest_size=16).hexdigest()
        return self.client().collection(COLLECTIONS).document(digest)


def _fields(note: Note) -> dict[str, Any]:
    return {
        "owner": note.owner,
        "paper_ids": list(note.paper_ids),
        "created_at": note.created_at,
        "json": to_json(note).decode(),
    }


def note_of(stored: StoredDocument) -> Note:
    """Return the note of a document."""
    fields = stored.to_dict() or {}
    return note_from_json(str(fields.get("json", "")), NoteId(stored.id), OwnerId(str(fields.get("owner", ""))))


def _note(stored: StoredDocument) -> Note | None:
    return note_of(stored) if stored.exists else None


def _collections(stored: StoredDocument, owner: OwnerId) -> Collections:
    if not stored.exists:
        return Collections(owner=owner)
    return collections_from_json(str((stored.to_dict() or {}).get("json", "")), owner)
