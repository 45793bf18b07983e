"""A paper's document of which this version understands only a part: of a newer release, or damaged."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, TypeGuard, get_type_hints

import msgspec

from scholarai.domain.codec import from_json, from_plain
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.object_names import UPLOADS
from scholarai.domain.paper import Failure, Paper

NEEDS_ATTENTION = Failure(
    code="needs_attention",
    message="This version of the program does not understand all that is stored about this paper.",
    action="Read it again, or use the version of the program that stored it.",
    retryable=True,
)
_NO_TIME = datetime(1970, 1, 1, tzinfo=UTC)
_LOG = logging.getLogger(__name__)


def paper_from_json(document: str, paper_id: PaperId, owner: OwnerId) -> Paper:
    """Return the paper of a JSON document, as far as it can be understood."""
    try:
        return from_json(Paper, document)
    except msgspec.ValidationError:
        return _understood(msgspec.json.decode(document), paper_id, owner)
    except msgspec.DecodeError:
        return _understood({}, paper_id, owner)


def paper_from_plain(document: Mapping[str, Any], paper_id: PaperId, owner: OwnerId) -> Paper:
    """Return the paper of a plain document, as far as it can be understood."""
    try:
        return from_plain(Paper, dict(document))
    except msgspec.ValidationError:
        return _understood(document, paper_id, owner)


def _understood(document: object, paper_id: PaperId, owner: OwnerId) -> Paper:
    """Return a failed paper with the fields that can be read; one that was readable stays readable."""
    kinds = get_type_hints(Paper)
    stored = document if _is_mapping(document) else {}
    read = {name: _read(kinds[name], stored[name]) for name in Paper.__struct_fields__ if name in stored}
    _LOG.warning("paper not understood", extra={"paper_id": paper_id, "fields": [n for n in read if read[n] is _ODD]})
    needed: dict[str, Any] = {
        "filename": paper_id,
        "object_name": f"{UPLOADS}{owner}/{paper_id}/paper",  # a deletion removes all of this folder
        "created_at": _NO_TIME,
        "updated_at": _NO_TIME,
    }
    kept = {name: value for name, value in read.items() if value is not _ODD}
    certain = {"id": paper_id, "owner": owner, "status": "failed", "failure": NEEDS_ATTENTION}
    return Paper(**needed | kept | certain)


_ODD = object()


def _read(kind: Any, value: object) -> object:
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return _ODD


def _is_mapping(document: object) -> TypeGuard[Mapping[str, Any]]:
    return isinstance(document, Mapping)
