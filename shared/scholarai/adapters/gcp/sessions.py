"""Conversations in Firestore."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import msgspec
from google.cloud.firestore_v1.base_query import FieldFilter

from scholarai.adapters.gcp.calls import COMMIT_S, REMOVALS, RETRY, delete_matching, read_document, read_query
from scholarai.adapters.gcp.changes import Change, change_document
from scholarai.adapters.gcp.documents import can_be_id, plain_fields, to_fields
from scholarai.adapters.gcp.errors import STORE, translated_errors
from scholarai.adapters.gcp.pages import read_page
from scholarai.adapters.odd_documents import message_from_plain, session_from_plain
from scholarai.domain.chat import Answer, Message, Session
from scholarai.domain.errors import NotFoundError
from scholarai.domain.ids import OwnerId, PaperId, SessionId
from scholarai.domain.values import from_json, to_json
from scholarai.ports.stores import SessionPage, SessionRule

if TYPE_CHECKING:
    from google.cloud.firestore_v1 import Client, DocumentReference

    from scholarai.adapters.gcp.calls import StoredDocument

SESSIONS = "sessions"
MESSAGES = "messages"
# Ours: messages outlive their session by this, so that those of a session that goes on are renewed once a week at most.
MESSAGE_GRACE = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class FirestoreSessionStore:
    """Implements `ports.stores.SessionStore` with `sessions/{session_id}` and `…/messages/{nnnnnn}` below it.

    `expires_at` is a timestamp in both, for the policies that remove what has expired: Firestore's do not descend from
    a session to its messages.
    """

    client: Callable[[], Client]

    def create(self, session: Session) -> None:
        with translated_errors(STORE):
            # Set, not created: it is sent again when the response is lost.
            self._reference(session.id).set(_session_fields(session, 0), retry=RETRY, timeout=COMMIT_S)

    def read(self, session_id: SessionId) -> tuple[Session, Sequence[Message]] | None:
        if not can_be_id(session_id):
            return None
        stored = read_document(self._reference(session_id))
        if not stored.exists:
            return None
        return _session_of(stored), tuple(map(_message_of, _read_messages(stored, at_its_time=True)))

    def change(self, session_id: SessionId, rule: SessionRule) -> tuple[Session, Sequence[Message]]:
        if not can_be_id(session_id):
            raise _unknown()
        reference = self._reference(session_id)

        def decide(stored: StoredDocument) -> Change[tuple[Session, Sequence[Message]]]:
            if not stored.exists:
                raise _unknown()
            # They may be newer than the session here; then somebody changed it, and the commit will say so.
            before = _read_messages(stored, at_its_time=False)
            session, messages = rule(_session_of(stored), tuple(map(_message_of, before)))
            return Change(
                result=(session, messages),
                fields=_session_fields(session, stored.get("revision") + 1),
                also=_kept_longer(session, before)
                | {_place(reference, message.n): _message_fields(session, message) for message in messages},
            )

        return change_document(self.client(), reference, decide)

    def list(self, owner: OwnerId, paper_id: PaperId | None, *, limit: int, cursor: str | None = None) -> SessionPage:
        query: Any = self.client().collection(SESSIONS).where(filter=FieldFilter("owner", "==", owner))
        if paper_id is not None:
            query = query.where(filter=FieldFilter("paper_ids", "array_contains", paper_id))
        page = read_page(query, "updated_at", limit=limit, cursor=cursor)
        return SessionPage(sessions=tuple(map(_session_of, page.documents)), next_cursor=page.next_cursor)

    def delete(self, session_id: SessionId) -> None:
        """Remove the session first: from then on no change can add a message, so none is left behind."""
        if not can_be_id(session_id):
            return
        reference = self._reference(session_id)
        with translated_errors(STORE):
            reference.delete(retry=RETRY, timeout=COMMIT_S)
        delete_matching(self.client(), reference.collection(MESSAGES))

    def _reference(self, session_id: SessionId) -> DocumentReference:
        reference: DocumentReference = self.client().collection(SESSIONS).document(session_id)
        return reference


def _session_fields(session: Session, revision: int) -> dict[str, Any]:
    """Return the fields of a session; `revision` grows with every change, so that changes of messages alone are seen, too."""
    fields = to_fields(session) | {"revision": revision}
    del fields["id"]
    return fields


def _session_of(stored: StoredDocument) -> Session:
    fields = plain_fields(stored.to_dict() or {}) | {"id": stored.id}
    return session_from_plain(fields, SessionId(stored.id), OwnerId(str(fields.get("owner", ""))))


def _place(session: DocumentReference, n: int) -> DocumentReference:
    place: DocumentReference = session.collection(MESSAGES).document(f"{n:06d}")
    return place


def _message_fields(session: Session, message: Message) -> dict[str, Any]:
    """Return the fields of a message; answer and calls as JSON texts, since Firestore stores no lists of lists."""
    return {
        "n": message.n,
        "role": message.role,
        "state": message.state,
        "created_at": message.created_at,
        **_message_expiry(session),
        "text": message.text,
        "answer": None if message.answer is None else to_json(message.answer).decode(),
        "error_code": message.error_code,
        "idempotency_key": message.idempotency_key,
        "request_digest": message.request_digest,
        "lease_until": message.lease_until,
        "calls": to_json(message.calls).decode(),
        "stop": message.stop,
        "parent": message.parent,
    }


def _read_messages(session: StoredDocument, *, at_its_time: bool) -> list[StoredDocument]:
    query = session.reference.collection(MESSAGES).order_by("n")
    return read_query(query, read_time=session.read_time if at_its_time else None)


def _message_of(stored: StoredDocument) -> Message:
    fields = plain_fields(stored.to_dict() or {})
    fields |= {"answer": _answer_of(fields.get("answer")), "calls": _calls_of(fields.get("calls"))}
    return message_from_plain(fields, int(stored.id))


def _answer_of(stored: str | None) -> Answer | str | None:
    """Return the answer, or the text itself if it is not understood: a message whose answer is a text is an odd one."""
    try:
        return None if stored is None else from_json(Answer, stored)
    except msgspec.MsgspecError:
        return stored


def _calls_of(stored: str | None) -> object:
    """Return the calls, or the text itself if it is not JSON; messages of earlier releases have none."""
    try:
        return [] if stored is None else json.loads(stored)
    except ValueError:
        return stored


def _kept_longer(session: Session, messages: Sequence[StoredDocument]) -> dict[DocumentReference, dict[str, Any]]:
    """Return the messages that would expire before their session, with a new time of expiry."""
    early = [item for item in messages if item.get("expires_at") < session.expires_at][:REMOVALS]
    return {item.reference: (item.to_dict() or {}) | _message_expiry(session) for item in early}


def _message_expiry(session: Session) -> dict[str, Any]:
    return {"expires_at": session.expires_at + MESSAGE_GRACE}


def _unknown() -> NotFoundError:
    return NotFoundError("session_not_found", "there is no such session")
