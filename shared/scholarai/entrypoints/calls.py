"""Calls and replies as operations see them: values that are checked at the border and free of the web framework."""

from collections.abc import Iterator, Mapping
from typing import Any, Generic, Self, TypeAlias, TypeVar

from msgspec import DecodeError, Struct, ValidationError, field

from scholarai.domain.errors import InvalidRequestError
from scholarai.domain.ids import OwnerId, PaperId, SessionId
from scholarai.domain.invisible_characters import visible_json
from scholarai.domain.values import from_json, from_plain, to_json

T = TypeVar("T")

IDEMPOTENCY_KEY_CHARACTERS = 255
PAGE_SIZE = 20
PAGE_SIZE_LIMIT = 100


class Call(Struct, frozen=True, kw_only=True):
    """One authenticated request.

    Attributes:
        parameters: The path's parameters by name.
        query: The first value of each parameter of the query string.
        body: The body as bytes, within its size limit; empty if the operation takes none.
        base_url: Scheme and host that the caller used, without a trailing slash.
    """

    method: str
    path: str
    owner: OwnerId
    parameters: Mapping[str, str] = field(default_factory=dict)
    query: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""
    idempotency_key: str | None = None
    base_url: str = ""

    @property
    def paper_id(self) -> PaperId:
        return PaperId(self.parameters["paper_id"])

    @property
    def session_id(self) -> SessionId:
        return SessionId(self.parameters["session_id"])

    def parse(self, kind: type[T]) -> T:
        """Return the JSON body as a value of `kind`.

        Raises:
            InvalidRequestError: With status 400 if it is not JSON, 422 if it is JSON of another shape.
        """
        try:
            return from_json(kind, self.body)
        except ValidationError as error:
            raise InvalidRequestError("body_invalid", str(error)) from None
        except (DecodeError, UnicodeDecodeError, RecursionError):
            raise InvalidRequestError("json_malformed", "the body is not JSON", status=400) from None

    def paper_ids(self) -> list[PaperId] | None:
        """Return the papers that the parameter `papers` names, or None if it is not given."""
        given = self.query.get("papers")
        return None if given is None else [PaperId(one.strip()) for one in given.split(";") if one.strip()]

    def flag(self, name: str, *, default: bool = False) -> bool:
        """Return a parameter that is `true` or `false`, `default` if it is not given.

        Raises:
            InvalidRequestError: If it is neither.
        """
        text = self.query.get(name, str(default).lower())
        if text not in {"true", "false"}:
            raise InvalidRequestError("filter_invalid", f"{name} must be true or false")
        return text == "true"

    def page(self) -> tuple[int, str | None]:
        """Return how many items of a list are wanted, and the cursor to continue from.

        Raises:
            InvalidRequestError: If `limit` is not a whole number within bounds.
        """
        text = self.query.get("limit", str(PAGE_SIZE))
        if not (text.isascii() and text.isdigit() and 1 <= int(text[:9]) <= PAGE_SIZE_LIMIT):
            raise InvalidRequestError("limit_invalid", f"limit must be a whole number from 1 to {PAGE_SIZE_LIMIT}")
        return int(text), self.query.get("cursor") or None


class View(Struct, frozen=True, kw_only=True):
    """A payload with the field names of the value that it shows; `field(name=...)` gives a field another name in JSON."""

    @classmethod
    def of(cls, value: Any) -> Self:
        """Return the view of a value, its nested values converted to theirs.

        Raises:
            msgspec.ValidationError: If the value does not match; that is a bug.
        """
        return from_plain(cls, value, from_attributes=True)

    @classmethod
    def showing(cls, value: object, **given: object) -> Self:
        """Return the view of a value; `given` are the fields that the value lacks, or has otherwise."""
        names = zip(cls.__struct_fields__, cls.__struct_encode_fields__, strict=True)
        fields = {key: given[name] if name in given else getattr(value, name) for name, key in names}
        return from_plain(cls, fields, from_attributes=True)


class JsonReply(Struct, Generic[T], frozen=True, kw_only=True):
    """A JSON document: dicts, lists, the structs of `schemas`, and domain values."""

    value: T
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)


class TextReply(Struct, frozen=True, kw_only=True):
    """A document in another format than JSON, such as an export."""

    text: str
    content_type: str
    headers: Mapping[str, str] = field(default_factory=dict)


class FileReply(Struct, frozen=True, kw_only=True):
    """A file that is made while it is sent; an error before its first piece becomes a problem document."""

    pieces: Iterator[bytes]
    content_type: str
    headers: Mapping[str, str] = field(default_factory=dict)


class EmptyReply(Struct, frozen=True, kw_only=True):
    """An empty body: the operation succeeded."""


class RedirectReply(Struct, frozen=True, kw_only=True):
    """A temporary redirect, such as to a signed URL."""

    location: str
    status: int = 302


class ServerEvent(Struct, frozen=True, kw_only=True):
    """One event of a stream; `data` is rendered like a JsonReply's value.

    Every stream ends with one event named `done` or `error`; nothing follows it.
    """

    event: str
    data: Any


class StreamReply(Struct, frozen=True, kw_only=True):
    """Server-sent events, as they come.

    The response starts with the first event, so that an error before it becomes a problem document with its own status;
    a later one becomes an `error` event whose data is the problem document. When the caller disconnects, the events are
    still produced to their end, for at most `streams.UNHEARD_S`; after that the generator is closed.
    """

    events: Iterator[ServerEvent]


Reply: TypeAlias = JsonReply[Any] | TextReply | FileReply | EmptyReply | RedirectReply | StreamReply


def render_json(value: Any) -> bytes:
    """Return a value as compact UTF-8 JSON without invisible characters.

    What is stored has none (`parsing.hidden_characters`, `citations.parser`), so character ranges stay right; papers read by
    earlier versions and what users typed may have some.
    """
    return visible_json(to_json(value))


def render_checked(value: Any) -> bytes:
    """Return a payload as JSON after parsing it by its own type, so that nothing is sent that its schema forbids.

    `View.of` checks what it converts, but not the domain values that it takes over: msgspec does not check values that have
    the wanted type already.

    Raises:
        msgspec.ValidationError: If the payload does not match its type; that is a bug.
    """
    rendered = render_json(value)
    if isinstance(value, Struct):
        from_json(type(value), rendered)
    return rendered
