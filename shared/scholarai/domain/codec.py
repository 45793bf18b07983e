"""Domain values to JSON and back: validated on the way in, plain on the way out."""

from __future__ import annotations

from typing import Any, TypeVar

from pydantic import TypeAdapter

T = TypeVar("T")


_ADAPTERS: dict[type[Any], TypeAdapter[Any]] = {}


def _adapter(kind: type[Any]) -> TypeAdapter[Any]:
    if kind not in _ADAPTERS:
        _ADAPTERS[kind] = TypeAdapter(kind)
    return _ADAPTERS[kind]


def to_json(value: object) -> bytes:
    """Return compact UTF-8 JSON of a domain value."""
    return _adapter(type(value)).dump_json(value)


def from_json(kind: type[T], data: bytes | str) -> T:
    """Return the domain value that `data` holds.

    Raises:
        pydantic.ValidationError: If the JSON is malformed or not of this shape.
    """
    value: T = _adapter(kind).validate_json(data)
    return value


def to_plain(value: object) -> dict[str, Any]:
    """Return a domain value as dicts, lists and JSON scalars, times as ISO 8601 strings."""
    plain: dict[str, Any] = _adapter(type(value)).dump_python(value, mode="json")
    return plain


def from_plain(kind: type[T], data: dict[str, Any]) -> T:
    """Return the domain value that `data` describes.

    Raises:
        pydantic.ValidationError: If `data` is not of this shape.
    """
    value: T = _adapter(kind).validate_python(data)
    return value
