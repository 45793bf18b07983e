"""Documents of links to Zotero of which this version understands only a part."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scholarai.adapters.odd_documents import NO_TIME, lenient_json
from scholarai.domain.ids import OwnerId
from scholarai.domain.zotero import LinkId, ZoteroLink

# Without its key it can neither be looked up in Zotero nor be written there again.
_NEEDED: Mapping[str, Any] = {
    "library": "",
    "key": "",
    "kind": "item",
    "state": "gone",
    "created_at": NO_TIME,
    "updated_at": NO_TIME,
    "detail": "not understood",
}


def link_from_json(document: str, link_id: LinkId, owner: OwnerId) -> ZoteroLink:
    """Return the link of a JSON document; an odd one is left alone from then on."""
    return lenient_json(ZoteroLink, document, needed=_NEEDED, certain={"id": link_id, "owner": owner})
