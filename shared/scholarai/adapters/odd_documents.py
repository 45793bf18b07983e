"""Stored documents of which this version understands only a part: of a newer release, or damaged."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, TypeGuard, TypeVar, get_type_hints

import msgspec

from scholarai.domain.codec import from_json, from_plain
from scholarai.domain.values import Value

T = TypeVar("T", bound=Value)

# Stands for a time that cannot be read.
NO_TIME = datetime(1970, 1, 1, tzinfo=UTC)

_LOG = logging.getLogger(__name__)


def lenient_json(kind: type[T], document: str | bytes, *, needed: Mapping[str, Any], certain: Mapping[str, Any]) -> T:
    """Return the value of a JSON document, as far as it can be understood; arguments like those of `lenient`."""
    try:
        return from_json(kind, document)
    except msgspec.ValidationError:
        return _understood(kind, msgspec.json.decode(document), needed, certain)
    except msgspec.DecodeError:
        return _understood(kind, {}, needed, certain)


def lenient(kind: type[T], document: Mapping[str, Any], *, needed: Mapping[str, Any], certain: Mapping[str, Any]) -> T:
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


def _understood(kind: type[T], document: object, needed: Mapping[str, Any], certain: Mapping[str, Any]) -> T:
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


def _is_mapping(document: object) -> TypeGuard[Mapping[str, Any]]:
    return isinstance(document, Mapping)
