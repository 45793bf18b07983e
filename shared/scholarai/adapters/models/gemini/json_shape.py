"""Tells whether JSON has the shape of a schema: the keywords that pydantic writes for our own models."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

_KINDS: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}


def misfit(value: Any, schema: dict[str, Any]) -> str:
    """Return the first place where `value` does not fit, and why, or an empty text; other keywords are not checked."""
    return next(_complaints(value, schema, schema, "$"), "")


def _complaints(value: Any, schema: dict[str, Any], root: dict[str, Any], at: str) -> Iterator[str]:
    if "$ref" in schema:
        yield from _complaints(value, root["$defs"][schema["$ref"].rsplit("/", 1)[-1]], root, at)
    for part in schema.get("allOf", []):
        yield from _complaints(value, part, root, at)
    for choice in ("anyOf", "oneOf"):
        if choice in schema and all(any(_complaints(value, part, root, at)) for part in schema[choice]):
            yield f"{at} fits none of the allowed shapes"
    yield from _wrong_kind(value, schema, at)
    yield from _out_of_bounds(value, schema, at)
    if isinstance(value, dict):
        yield from _wrong_members(value, schema, root, at)
    if isinstance(value, list):
        for index, item in enumerate(value):
            yield from _complaints(item, schema.get("items", {}), root, f"{at}[{index}]")


def _wrong_kind(value: Any, schema: dict[str, Any], at: str) -> Iterator[str]:
    if "const" in schema and value != schema["const"]:
        yield f"{at} is not {schema['const']!r}"
    if "enum" in schema and value not in schema["enum"]:
        yield f"{at} is none of {schema['enum']!r}"
    kinds = schema.get("type", [])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if kinds and not any(_is_kind(value, kind) for kind in kinds):
        yield f"{at} is not of type {' or '.join(kinds)}"


def _is_kind(value: Any, kind: str) -> bool:
    """Tell a value's kind as JSON does: true is no number, although Python takes it for one."""
    return isinstance(value, _KINDS[kind]) and (kind == "boolean" or not isinstance(value, bool))


def _out_of_bounds(value: Any, schema: dict[str, Any], at: str) -> Iterator[str]:
    if isinstance(value, (str, list)):
        low, high = ("minLength", "maxLength") if isinstance(value, str) else ("minItems", "maxItems")
        size: float = len(value)
    elif isinstance(value, (int, float)):
        low, high, size = "minimum", "maximum", value
    else:
        return
    if not schema.get(low, size) <= size <= schema.get(high, size):
        yield f"{at} is outside {low} or {high}"


def _wrong_members(value: dict[str, Any], schema: dict[str, Any], root: dict[str, Any], at: str) -> Iterator[str]:
    missing = [name for name in schema.get("required", []) if name not in value]
    if missing:
        yield f"{at} lacks {', '.join(missing)}"
    known = schema.get("properties", {})
    if schema.get("additionalProperties") is False and not value.keys() <= known.keys():
        yield f"{at} has members that the schema does not know"
    for name in known.keys() & value.keys():
        yield from _complaints(value[name], known[name], root, f"{at}.{name}")
