"""A review's document of which this version understands only a part."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scholarai.adapters.odd_documents import NO_TIME, lenient, lenient_json
from scholarai.domain.attention import ODD_REVIEW
from scholarai.domain.ids import OwnerId, ReviewId
from scholarai.domain.review import Review, ReviewRequest

_NEEDED: Mapping[str, Any] = {
    "request": ReviewRequest(question=""),
    "created_at": NO_TIME,
    "updated_at": NO_TIME,
}


def review_from_json(document: str, review_id: ReviewId, owner: OwnerId) -> Review:
    """Return the review of a JSON document; an odd one has failed, and nobody works on it."""
    return lenient_json(Review, document, needed=_NEEDED, certain=_certain(review_id, owner))


def review_from_plain(document: Mapping[str, Any], review_id: ReviewId, owner: OwnerId) -> Review:
    """Return the review of a plain document; an odd one has failed, and nobody works on it."""
    return lenient(Review, document, needed=_NEEDED, certain=_certain(review_id, owner))


def _certain(review_id: ReviewId, owner: OwnerId) -> dict[str, Any]:
    ended = {"state": "failed", "failure": ODD_REVIEW, "step": None, "claim": None, "outbox": (), "edit": None}
    return {"id": review_id, "owner": owner, **ended}
