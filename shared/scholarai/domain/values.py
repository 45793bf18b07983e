"""The base class of the domain's values, and their conversion to and from JSON.

msgspec, not pydantic: a paper's content is decoded in a third of the time. `msgspec.structs` has `replace`, `fields` and `asdict`.
"""

from __future__ import annotations

import threading
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

T = TypeVar("T")

_ENCODER = msgspec.json.Encoder()
_DECODERS: dict[type[Any], msgspec.json.Decoder[Any]] = {}
# msgspec 0.22.0 crashes the process when threads inspect the fields of one type for the first time at once: eight threads that
# each make a decoder of a new type did so in every run of a loop (Python 3.11.7, 2026-11-27).
_LOOKING_AT_TYPES = threading.Lock()


class Value(Struct, frozen=True, kw_only=True):
    """The base of all values, a frozen msgspec struct."""


def to_json(value: object) -> bytes:
    """Return compact UTF-8 JSON of a domain value."""
    return _ENCODER.encode(value)


def from_json(kind: type[T], data: bytes | str) -> T:
    """Return the domain value that `data` holds.

    Raises:
        msgspec.DecodeError: If the JSON is malformed; its subclass ValidationError if it is not of this shape.
    """
    value: T = _decoder(kind).decode(data)
    return value


def to_plain(value: object) -> dict[str, Any]:
    """Return a domain value as dicts, lists and JSON scalars, times as ISO 8601 strings."""
    plain: dict[str, Any] = msgspec.json.decode(to_json(value))
    return plain


def from_plain(kind: type[T], data: object, *, from_attributes: bool = False) -> T:
    """Return the value that `data` describes: a dict, or with `from_attributes` an object with fields of these names.

    Raises:
        msgspec.ValidationError: If `data` is not of this shape.
    """
    _decoder(kind)
    return msgspec.convert(data, kind, from_attributes=from_attributes)


def _decoder(kind: type[Any]) -> msgspec.json.Decoder[Any]:
    """Return the decoder of a type; creating it makes the type safe for use by several threads."""
    if kind not in _DECODERS:
        with _LOOKING_AT_TYPES:
            _DECODERS[kind] = msgspec.json.Decoder(kind)
    return _DECODERS[kind]
