"""A call as operations see it, and what they answer: both are values, checked at the border and free of the web framework."""

from collections.abc import Iterator, Mapping
from typing import Any, Self, TypeAlias, TypeVar

from msgspec import Struct, field

from scholarai.domain.errors import InvalidRequestError
from scholarai.domain.ids import OwnerId, PaperId, SessionId
from scholarai.domain.values import from_json, from_plain, to_json
from scholarai.domain.visible import visible_json

T = TypeVar("T")

PAGE_SIZE = 20
PAGE_SIZE_LIMIT = 100


class Call(Struct, frozen=True, kw_only=True):
    """One authenticated request.

    Attributes:
        parameters: The path's parameters by name.
        query: The query string's values, the first one of each name.
        body: The JSON body as bytes, within its size limit; empty where the route takes none.
        base_url: Scheme and host that the caller used, without a slash at the end.
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
        """Return the JSON body as a value of `kind` (one of `requests`).

        Raises:
            InvalidRequestError: With status 400 when it is not JSON, 422 when it is JSON of another shape.
        """
        from msgspec import DecodeError, ValidationError

        try:
            return from_json(kind, self.body)
        except ValidationError as error:
            raise InvalidRequestError("body_invalid", str(error)) from None
        except (DecodeError, UnicodeDecodeError, RecursionError):
            raise InvalidRequestError("json_malformed", "the body is not JSON", status=400) from None

    def paper_ids(self) -> list[PaperId] | None:
        """Return the papers that `papers` names, None where it is not given."""
        given = self.query.get("papers")
        return None if given is None else [PaperId(one.strip()) for one in given.split(";") if one.strip()]

    def page(self) -> tuple[int, str | None]:
        """Return how many things of a list are wanted, and the cursor to go on from.

        Raises:
            InvalidRequestError: If `limit` is not a whole number within bounds.
        """
        text = self.query.get("limit", str(PAGE_SIZE))
        if not (text.isascii() and text.isdigit() and 1 <= int(text[:9]) <= PAGE_SIZE_LIMIT):
            raise InvalidRequestError("limit_invalid", f"limit must be a whole number from 1 to {PAGE_SIZE_LIMIT}")
        return int(text), self.query.get("cursor") or None


class View(Struct, frozen=True, kw_only=True):
    """A payload whose fields have the names of a value's; one that is called otherwise outside says `field(name=...)`."""

    @classmethod
    def of(cls, value: object) -> Self:
        """Return the view of a value, its nested values converted to theirs.

        Raises:
            msgspec.ValidationError: If the value does not match, which is a bug.
        """
        return from_plain(cls, value, from_attributes=True)


class JsonReply(Struct, frozen=True, kw_only=True):
    """A JSON document: dicts, lists, the structs of `schemas`, and domain values."""

    value: Any
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)


class TextReply(Struct, frozen=True, kw_only=True):
    """A document in another format than JSON, such as an export."""

    text: str
    content_type: str
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)


class FileReply(Struct, frozen=True, kw_only=True):
    """A file that is made while it is sent; what is raised before its first piece becomes a problem document."""

    pieces: Iterator[bytes]
    content_type: str
    headers: Mapping[str, str] = field(default_factory=dict)


class EmptyReply(Struct, frozen=True, kw_only=True):
    """An empty body: the operation succeeded."""

    status: int = 204


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

    The first event is awaited before the response starts, so an error raised before it becomes a problem document
    with its own status; later errors become an `error` event whose data is the problem document. When the caller
    goes away, the events are made to their end, for `streams.UNHEARD_S` at most; then a generator is closed: it meets
    GeneratorExit at its `yield`.
    """

    events: Iterator[ServerEvent]


Reply: TypeAlias = JsonReply | TextReply | FileReply | EmptyReply | RedirectReply | StreamReply


def render_json(value: Any) -> bytes:
    """Return a value as compact UTF-8 JSON without the characters that nobody sees.

    What is stored has none (`parsing.hidden_characters`, `citations.parser`), so that ranges stay right; this is for papers read
    by earlier versions, and for what users typed.
    """
    return visible_json(to_json(value))


def render_text(value: Any) -> str:
    """Return a value as JSON text."""
    return render_json(value).decode()


def render_checked(value: Any) -> bytes:
    """Return a payload as JSON that was read back by its own type, so that nothing leaves that its schema forbids.

    Making a view checks what it converts, but takes domain values over as they are (msgspec checks no value that has
    the wanted type already).

    Raises:
        msgspec.ValidationError: If the payload does not match its type, which is a bug.
    """
    rendered = render_json(value)
    if isinstance(value, Struct):
        from_json(type(value), rendered)
    return rendered
