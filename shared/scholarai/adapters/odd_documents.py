"""Reads stored documents that this version understands only in part, being of a newer release, or not at all, being damaged."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, TypeGuard, TypeVar, get_type_hints

import msgspec

from scholarai.domain import unreadable_documents
from scholarai.domain.chat import Message, Session
from scholarai.domain.collections import Collections
from scholarai.domain.ids import OwnerId, PaperId, ReviewId, SessionId
from scholarai.domain.notes import Note, NoteId
from scholarai.domain.object_names import unknown_file
from scholarai.domain.paper import Paper
from scholarai.domain.review import Review, ReviewRequest
from scholarai.domain.values import Value, from_json, from_plain
from scholarai.domain.zotero import LinkId, ZoteroLink

# Every function reads papers; the other kinds are loaded where they are read.

T = TypeVar("T", bound=Value)
Fields = Mapping[str, Any]

# Stands for a time that cannot be read.
NO_TIME = datetime(1970, 1, 1, tzinfo=UTC)
_TIMES: Fields = {"created_at": NO_TIME, "updated_at": NO_TIME}

_LOG = logging.getLogger(__name__)


def paper_from_json(document: str | None, paper_id: PaperId, owner: OwnerId) -> Paper:
    """Return the paper of a JSON document. One that cannot be decoded completely is returned as failed, but readable if it was."""
    certain = _of_paper(paper_id, owner)
    if document is None:
        certain = {**certain, "failure": unreadable_documents.damaged(paper_id)}
    return _from_json(Paper, document, needed=_needed_of_paper(paper_id, owner), certain=certain)


def paper_from_plain(document: Fields, paper_id: PaperId, owner: OwnerId) -> Paper:
    """Return the paper of a plain document; an odd one has failed, and stays readable if it was."""
    return _from_plain(Paper, document, needed=_needed_of_paper(paper_id, owner), certain=_of_paper(paper_id, owner))


def _needed_of_paper(paper_id: PaperId, owner: OwnerId) -> Fields:
    return {"filename": paper_id, "object_name": unknown_file(owner, paper_id), **_TIMES}


def _of_paper(paper_id: PaperId, owner: OwnerId) -> Fields:
    return {"id": paper_id, "owner": owner, "status": "failed", "failure": unreadable_documents.ODD_PAPER}


def session_from_json(document: str | None, session_id: SessionId, owner: OwnerId) -> Session:
    """Return the session of a JSON document; an odd one says so in its title."""
    return _from_json(Session, document, needed=_NEEDED_OF_SESSION, certain=_of_session(session_id, owner))


def session_from_plain(document: Fields, session_id: SessionId, owner: OwnerId) -> Session:
    """Return the session of a plain document; an odd one says so in its title."""
    return _from_plain(Session, document, needed=_NEEDED_OF_SESSION, certain=_of_session(session_id, owner))


# The store removes it when it is time.
_NEEDED_OF_SESSION: Fields = {"paper_ids": (), "expires_at": datetime(9999, 1, 1, tzinfo=UTC), **_TIMES}


def _of_session(session_id: SessionId, owner: OwnerId) -> Fields:
    return {"id": session_id, "owner": owner, "title": unreadable_documents.ODD_TITLE}


def message_from_json(document: str | None, n: int) -> Message:
    """Return the message of a JSON document; an odd one has failed."""
    return _from_json(Message, document, needed=_NEEDED_OF_MESSAGE, certain=_of_message(n))


def message_from_plain(document: Fields, n: int) -> Message:
    """Return the message of a plain document; an odd one has failed."""
    return _from_plain(Message, document, needed=_NEEDED_OF_MESSAGE, certain=_of_message(n))


_NEEDED_OF_MESSAGE: Fields = {"role": "assistant", "created_at": NO_TIME}


def _of_message(n: int) -> Fields:
    return {"n": n, "state": "failed", "error_code": unreadable_documents.NEEDS_ATTENTION, "lease_until": None}


def review_from_json(document: str | None, review_id: ReviewId, owner: OwnerId) -> Review:
    """Return the review of a JSON document; an odd one has failed, and nobody works on it."""
    return _from_json(Review, document, needed=_needed_of_review(), certain=_of_review(review_id, owner))


def review_from_plain(document: Fields, review_id: ReviewId, owner: OwnerId) -> Review:
    """Return the review of a plain document; an odd one has failed, and nobody works on it."""
    return _from_plain(Review, document, needed=_needed_of_review(), certain=_of_review(review_id, owner))


def _needed_of_review() -> Fields:
    return {"request": ReviewRequest(question=""), **_TIMES}


def _of_review(review_id: ReviewId, owner: OwnerId) -> Fields:
    ended = {
        "state": "failed",
        "failure": unreadable_documents.ODD_REVIEW,
        "step": None,
        "claim": None,
        "outbox": (),
        "edit": None,
    }
    return {"id": review_id, "owner": owner, **ended}


def note_from_json(document: str, note_id: NoteId, owner: OwnerId) -> Note:
    """Return the note of a JSON document; an odd one whose text cannot be read says so in its place."""
    needed = {"kind": "note", "paper_ids": (), "text": unreadable_documents.ODD_TITLE, **_TIMES}
    return _from_json(Note, document, needed=needed, certain={"id": note_id, "owner": owner})


def collections_from_json(document: str, owner: OwnerId) -> Collections:
    """Return the collections of a JSON document; of an odd one what can be read."""
    return _from_json(Collections, document, needed={}, certain={"owner": owner})


def link_from_json(document: str, link_id: LinkId, owner: OwnerId) -> ZoteroLink:
    """Return the link to Zotero of a JSON document; an odd one is left alone from then on."""
    # Without its key it can neither be looked up in Zotero nor be written there again.
    needed = {"library": "", "key": "", "kind": "item", "state": "gone", "detail": "not understood", **_TIMES}
    return _from_json(ZoteroLink, document, needed=needed, certain={"id": link_id, "owner": owner})


def _from_json(kind: type[T], document: str | None, *, needed: Fields, certain: Fields) -> T:
    """Return the value of a JSON document, as far as it can be understood; arguments like those of `_from_plain`.

    None stands for a document that does not fit its sum: nothing in it is used.
    """
    if document is None:
        return _understood(kind, {}, needed, certain)
    try:
        return from_json(kind, document)
    except msgspec.ValidationError:
        return _understood(kind, msgspec.json.decode(document), needed, certain)
    except msgspec.DecodeError:
        return _understood(kind, {}, needed, certain)


def _from_plain(kind: type[T], document: Fields, *, needed: Fields, certain: Fields) -> T:
    """Return the value of a plain document; of an odd one the fields that can be read.

    Args:
        kind: What the document should be.
        document: What is stored.
        needed: Fields of an odd document where its own cannot be read.
        certain: Fields of an odd document whatever it says.
    """
    try:
        return from_plain(kind, dict(document))
    except msgspec.ValidationError:
        return _understood(kind, document, needed, certain)


def _understood(kind: type[T], document: object, needed: Fields, certain: Fields) -> T:
    types = get_type_hints(kind)
    stored = document if _is_mapping(document) else {}
    read = {name: _read(types[name], stored[name]) for name in kind.__struct_fields__ if name in stored}
    odd = [name for name, value in read.items() if value is _ODD]
    _LOG.warning("document not understood", extra={"kind": kind.__name__, "id": certain.get("id"), "fields": odd})
    kept = {name: value for name, value in read.items() if value is not _ODD}
    return kind(**{**needed, **kept, **certain})


_ODD = object()


def _read(kind: Any, value: object) -> object:
    try:
        return from_plain(kind, value)
    except msgspec.ValidationError:
        return _ODD


def _is_mapping(document: object) -> TypeGuard[Fields]:
    return isinstance(document, Mapping)
