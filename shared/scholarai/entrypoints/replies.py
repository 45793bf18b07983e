"""What operations answer, as values; `http` turns them into responses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from scholarai.domain.codec import to_json


@dataclass(frozen=True, slots=True, kw_only=True)
class JsonReply:
    """A JSON document: dicts, lists, the structs of `schemas`, and domain values."""

    value: Any
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class EmptyReply:
    """Nothing to say, but that it is done."""

    status: int = 204


@dataclass(frozen=True, slots=True, kw_only=True)
class RedirectReply:
    """The thing is elsewhere for some minutes."""

    location: str
    status: int = 302


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerEvent:
    """One event of a stream; `data` is rendered like a JsonReply's value.

    Every stream ends with one event named `done` or `error`; nothing follows it.
    """

    event: str
    data: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamReply:
    """Server-sent events, as they come.

    The first event is awaited before the response starts, so an error raised before it becomes a problem document
    with its own status; later errors become an `error` event whose data is the problem document. When the caller
    goes away, a generator is closed: it meets GeneratorExit at its `yield`.
    """

    events: Iterator[ServerEvent]


Reply: TypeAlias = JsonReply | EmptyReply | RedirectReply | StreamReply


def render_json(value: Any) -> bytes:
    """Return a value as compact UTF-8 JSON."""
    return to_json(value)
