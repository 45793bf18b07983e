"""Documents of conversations of which this version understands only a part."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from scholarai.adapters.odd_documents import NO_TIME, lenient, lenient_json
from scholarai.domain.attention import NEEDS_ATTENTION, ODD_TITLE
from scholarai.domain.chat import Message, Session
from scholarai.domain.ids import OwnerId, SessionId

_NEEDED: Mapping[str, Any] = {
    "paper_ids": (),
    "created_at": NO_TIME,
    "updated_at": NO_TIME,
    "expires_at": datetime(9999, 1, 1, tzinfo=UTC),  # the store removes it when it is time
}
_NEEDED_OF_MESSAGE: Mapping[str, Any] = {"role": "assistant", "created_at": NO_TIME}


def session_from_json(document: str, session_id: SessionId, owner: OwnerId) -> Session:
    """Return the session of a JSON document; an odd one says so in its title."""
    return lenient_json(Session, document, needed=_NEEDED, certain=_certain(session_id, owner))


def session_from_plain(document: Mapping[str, Any], session_id: SessionId, owner: OwnerId) -> Session:
    """Return the session of a plain document; an odd one says so in its title."""
    return lenient(Session, document, needed=_NEEDED, certain=_certain(session_id, owner))


def message_from_json(document: str, n: int) -> Message:
    """Return the message of a JSON document; an odd one has failed."""
    return lenient_json(Message, document, needed=_NEEDED_OF_MESSAGE, certain=_certain_of_message(n))


def message_from_plain(document: Mapping[str, Any], n: int) -> Message:
    """Return the message of a plain document; an odd one has failed."""
    return lenient(Message, document, needed=_NEEDED_OF_MESSAGE, certain=_certain_of_message(n))


def _certain(session_id: SessionId, owner: OwnerId) -> dict[str, Any]:
    return {"id": session_id, "owner": owner, "title": ODD_TITLE}


def _certain_of_message(n: int) -> dict[str, Any]:
    return {"n": n, "state": "failed", "error_code": NEEDS_ATTENTION, "lease_until": None}
