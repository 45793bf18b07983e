"""The base class of the domain's values, and their conversion to and from JSON.

msgspec, not pydantic: reading one paper's document in a new process costs 7 ms instead of 60 (benchmarks/start.py),
and a paper's content is decoded in a third of the time.
"""

from __future__ import annotations

import dataclasses
import functools
import threading
from typing import Any, ClassVar, TypeVar

import msgspec
from msgspec import Struct

T = TypeVar("T")

_ENCODER = msgspec.json.Encoder()
_DECODERS: dict[type[Any], msgspec.json.Decoder[Any]] = {}
# msgspec 0.22 crashes the process when two threads inspect the fields of one type for the first time.
_LOOKING_AT_TYPES = threading.Lock()


class _Fields:
    """A value's fields as `dataclasses` describes them, so that `replace`, `fields` and `asdict` accept our values."""

    def __init__(self) -> None:
        self._known: dict[type[Struct], dict[str, Any]] = {}

    def __get__(self, value: object, kind: type[Struct]) -> dict[str, Any]:
        if kind not in self._known:
            self._known[kind] = {name: _field(name) for name in kind.__struct_fields__}
        return self._known[kind]


class Value(Struct, frozen=True, kw_only=True):
    """The base of all values, a frozen msgspec struct: defining ours as dataclasses took 20 ms of every first answer.

    Modules whose values a first answer reads from JSON do without `from __future__ import annotations`: msgspec compiles and
    evaluates each annotation that is a string, 300 of them in 4 ms (benchmarks/start.py).
    """

    __dataclass_fields__: ClassVar[Any] = _Fields()


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


@functools.cache
def _sample() -> Any:
    return dataclasses.fields(dataclasses.make_dataclass("Sample", ["field"]))[0]


def _field(name: str) -> Any:
    """Return a field as `dataclasses` makes them for a class; copying the sample takes ten times as long."""
    field: Any = dataclasses.field()
    field.name, field._field_type = name, _sample()._field_type  # noqa: SLF001  - which `dataclasses.fields` looks at
    return field
