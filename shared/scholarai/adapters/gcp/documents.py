"""Domain values as Firestore documents and back."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, TypeVar

import msgspec

from scholarai.domain.identity import keys_of_paper
from scholarai.domain.paper import Paper
from scholarai.domain.values import Value, from_plain

T = TypeVar("T")

# https://cloud.google.com/firestore/quotas#collections_documents_and_fields
ID_BYTES = 1_500
_RESERVED = re.compile(r"__.*__", re.DOTALL)


def can_be_id(text: str) -> bool:
    """Tell whether Firestore can have a document of this name; any other name is unknown without asking."""
    try:
        size = len(text.encode())
    except UnicodeEncodeError:
        return False
    return 0 < size <= ID_BYTES and "/" not in text and text not in {".", ".."} and not _RESERVED.fullmatch(text)


def paper_fields(paper: Paper) -> dict[str, Any]:
    """Return the fields of a paper's document; `owing` and `keys` serve one query each."""
    return to_fields(paper) | {"owing": paper.owing, "keys": list(keys_of_paper(paper))}


def to_fields(value: Value) -> dict[str, Any]:
    """Return a flat or nested value as Firestore knows values: maps, lists, scalars and timestamps."""
    fields: dict[str, Any] = _listed(msgspec.to_builtins(value, builtin_types=(bytes, datetime)))
    return fields


def from_fields(kind: type[T], fields: Mapping[str, Any]) -> T:
    """Return the domain value of a document; fields that it does not know are left out.

    Raises:
        msgspec.ValidationError: If the document is not of this shape.
    """
    return from_plain(kind, plain_fields(fields))


def plain_fields(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return a document's fields with Google's timestamps as plain datetimes in UTC."""
    return {key: _plain(item) for key, item in fields.items()}


def _listed(value: Any) -> Any:
    """Return a value with lists for its tuples, as Firestore returns them: fields that were sent are compared with those."""
    if isinstance(value, dict):
        return {key: _listed(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_listed(item) for item in value]
    return value


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return plain_fields(value)
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if isinstance(value, datetime):
        moment = value.astimezone(UTC)
        return datetime.combine(moment.date(), moment.timetz())
    return value
