"""Documents of notes and collections of which this version understands only a part."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scholarai.adapters.odd_documents import NO_TIME, lenient_json
from scholarai.domain.attention import ODD_TITLE
from scholarai.domain.collections import Collections
from scholarai.domain.ids import OwnerId
from scholarai.domain.notes import Note, NoteId

_NEEDED: Mapping[str, Any] = {
    "kind": "note",
    "paper_ids": (),
    "created_at": NO_TIME,
    "updated_at": NO_TIME,
    "text": ODD_TITLE,
}


def note_from_json(document: str, note_id: NoteId, owner: OwnerId) -> Note:
    """Return the note of a JSON document; an odd one whose text cannot be read says so in its place."""
    return lenient_json(Note, document, needed=_NEEDED, certain={"id": note_id, "owner": owner})


def collections_from_json(document: str, owner: OwnerId) -> Collections:
    """Return the collections of a JSON document; of an odd one what can be read."""
    return lenient_json(Collections, document, needed={}, certain={"owner": owner})
