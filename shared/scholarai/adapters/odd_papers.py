"""A paper's document of which this version understands only a part."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scholarai.adapters.odd_documents import NO_TIME, lenient, lenient_json
from scholarai.domain import attention
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.object_names import UPLOADS
from scholarai.domain.paper import Failure, Paper

NEEDS_ATTENTION = Failure(
    code=attention.NEEDS_ATTENTION,
    message="This version of the program does not understand all that is stored about this paper.",
    action="Read it again, or use the version of the program that stored it.",
    retryable=True,
)


def paper_from_json(document: str, paper_id: PaperId, owner: OwnerId) -> Paper:
    """Return the paper of a JSON document; an odd one has failed, and stays readable if it was."""
    return lenient_json(Paper, document, needed=_needed(paper_id, owner), certain=_certain(paper_id, owner))


def paper_from_plain(document: Mapping[str, Any], paper_id: PaperId, owner: OwnerId) -> Paper:
    """Return the paper of a plain document; an odd one has failed, and stays readable if it was."""
    return lenient(Paper, document, needed=_needed(paper_id, owner), certain=_certain(paper_id, owner))


def _needed(paper_id: PaperId, owner: OwnerId) -> dict[str, Any]:
    return {
        "filename": paper_id,
        "object_name": f"{UPLOADS}{owner}/{paper_id}/paper",  # a deletion removes all of this folder
        "created_at": NO_TIME,
        "updated_at": NO_TIME,
    }


def _certain(paper_id: PaperId, owner: OwnerId) -> dict[str, Any]:
    return {"id": paper_id, "owner": owner, "status": "failed", "failure": NEEDS_ATTENTION}
