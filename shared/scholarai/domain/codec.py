"""Domain values to JSON and back: validated on the way in, plain on the way out.

msgspec, not pydantic: reading one paper's document in a new process costs 7 ms instead of 60 (benchmarks/start.py),
and a paper's content is decoded in a third of the time.
"""

from __future__ import annotations

import threading
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")

_ENCODER = msgspec.json.Encoder()
_DECODERS: dict[type[Any], msgspec.json.Decoder[Any]] = {}
# msgspec 0.22 crashes the process when two threads look at the fields of one type for the first time.
_LOOKING_AT_TYPES = threading.Lock()


def to_json(value: object) -> bytes:
    """Return compact UTF-8 JSON of a domain value."""
    return _ENCODER.encode(value)


def from_json(kind: type[T], data: bytes | str) -> T:
    """Return the domain value that `data` holds.

    Raises:
        msgspec.ValidationError: If the JSON is not of this shape; msgspec.DecodeError if it is malformed.
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
    """Return the decoder of a type; once it is made, any number of threads may decode and convert."""
    if kind not in _DECODERS:
        with _LOOKING_AT_TYPES:
            _DECODERS[kind] = msgspec.json.Decoder(kind)
    return _DECODERS[kind]
