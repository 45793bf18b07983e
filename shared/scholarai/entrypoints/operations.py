"""Finds the operation of the HTTP API that serves a call.

Each operation is a row in a table, from which routing, dispatch, the OpenAPI file and the JSON schemas are made. A row names
its handler and types instead of importing them, and this module names the tables, so that a cloud function loads only what
its first call needs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Literal

from msgspec import Struct

from scholarai.domain.dotted import load
from scholarai.domain.errors import InvalidRequestError, NotFoundError
from scholarai.domain.limits import KIB

Method = Literal["GET", "POST", "DELETE", "PATCH", "PUT"]
FunctionName = Literal["status", "chat"]

# Statuses of problem documents of a call with a body.
BODY_PROBLEMS = (400, 413, 415, 422)
# Ids have 26 characters; the bound keeps hostile paths out of stores and logs.
_ID_CHARACTERS = 128
# The longest question is 8,000 characters, at most 32,000 bytes of UTF-8 or 48,000 of \u escapes.
BODY_BYTES = 64 * KIB

# By table, the cloud function that serves all of its rows, or None if each function serves some. The first row that fits a
# path serves it.
_TABLES: tuple[tuple[str, FunctionName | None], ...] = (
    ("chat_operations:EXPORT_OPERATIONS", "chat"),  # `/papers/export` comes before `/papers/{paper_id}`
    ("paper_operations:PAPER_OPERATIONS", "status"),
    ("chat_operations:CHAT_OPERATIONS", "chat"),
    ("library_operations:LIBRARY_OPERATIONS", "chat"),
    ("work_operations:WORK_OPERATIONS", "chat"),
    ("review_operations:REVIEW_OPERATIONS", None),
    ("site_operations:SITE_OPERATIONS", None),
)


class Operation(Struct, frozen=True):
    """One operation. Names of functions and types are `module:attribute` inside `scholarai.entrypoints`.

    Attributes:
        path: A parameter is `{name}`; parameters are opaque ids.
        function: The cloud function that serves it.
        handler: Takes the call and the services, and returns the reply; its own name is the `operationId`.
        services: Methods of `bootstrap.App` whose results the handler is given after the call.
        body: The request's JSON; a call without one has no body.
        body_bytes: The longest body.
        form: The body is a form that pages of other sites may send by POST; the call is public and changes nothing.
        query: JSON schemas of the query parameters by name.
        answer: The JSON of a success; empty if it has no body.
        status: The status of a success.
        also: Further statuses of a success with the same answer, for which nothing had to be done.
        texts: The media types of a success that is a document of another kind than JSON.
        events: The data of server-sent events by name, if the call can stream.
        problems: The statuses of problem documents besides 401, 404, 500 and 503, which every call may have.
        public: Whether it is answered without an identity.
        own_page: Whether pages of all other sites are refused, even if the call only reads.
        costs: Whether it stores files or asks models, which costs money: users need a verified e-mail address.
    """

    method: Method
    path: str
    function: FunctionName
    handler: str | Callable[..., Any]
    summary: str
    services: tuple[str, ...] = ()
    body: str = ""
    body_bytes: int = BODY_BYTES
    form: bool = False
    query: str = ""
    answer: str = ""
    status: int = 200
    also: tuple[int, ...] = ()
    texts: str = ""
    events: str = ""
    problems: tuple[int, ...] = ()
    public: bool = False
    own_page: bool = False
    costs: bool = False

    @property
    def name(self) -> str:
        return self.handler.partition(":")[2] if isinstance(self.handler, str) else self.handler.__name__

    @property
    def body_type(self) -> str:
        return "application/x-www-form-urlencoded" if self.form else "application/json"

    def match(self, path: str) -> Mapping[str, str] | None:
        """Return the path's parameters, or None when this is another path."""
        expected, given = self.path.split("/"), path.split("/")
        if len(expected) != len(given):
            return None
        parameters: dict[str, str] = {}
        for pattern, part in zip(expected, given, strict=True):
            if pattern.startswith("{"):
                if not _is_id(part):
                    return None
                parameters[pattern[1:-1]] = part
            elif pattern != part:
                return None
        return parameters

    def run(self, call: object, services: object) -> Any:
        """Return the handler's reply to a call; `services` has the methods that the row names, such as a `bootstrap.App`."""
        handler = named(self.handler) if isinstance(self.handler, str) else self.handler
        return handler(call, *(getattr(services, name)() for name in self.services))


class Match(Struct, frozen=True, kw_only=True):
    """The operation that serves a call, and the parameters of the call's path."""

    operation: Operation
    parameters: Mapping[str, str]


class MethodNotAllowedError(InvalidRequestError):
    """The path exists, but not with this method; `allowed` are the methods that it takes."""

    def __init__(self, method: str, allowed: tuple[str, ...]) -> None:
        super().__init__("method_not_allowed", f"this path takes {', '.join(allowed)}, got {method[:16]}", status=405)
        self.allowed = allowed


def find(
    method: str,
    path: str,
    function: FunctionName | None = None,
    operations: Iterable[Operation] | None = None,
) -> Match:
    """Return the operation that serves a call; HEAD is served as GET.

    Args:
        method: The call's method.
        path: The call's path.
        function: The cloud function that serves it; None: any.
        operations: Where to look; None: in all tables.

    Raises:
        NotFoundError: If no operation has this path.
        MethodNotAllowedError: If an operation has the path, but none has it with this method.
    """
    wanted = "GET" if method == "HEAD" else method
    allowed: set[str] = set()
    for match in _matches(path, function, operations):
        if match.operation.method == wanted:
            return match
        allowed.add(match.operation.method)
    if not allowed:
        raise NotFoundError("path_unknown", "there is nothing at this path")
    raise MethodNotAllowedError(method, tuple(sorted(allowed)))


def allowed_methods(path: str, function: FunctionName | None = None) -> tuple[str, ...]:
    """Return the methods that a path takes, sorted; empty for an unknown path."""
    return tuple(sorted({match.operation.method for match in _matches(path, function, None)}))


def _matches(path: str, function: FunctionName | None, operations: Iterable[Operation] | None) -> Iterator[Match]:
    for operation in _rows(function) if operations is None else operations:
        if function is None or operation.function == function:
            parameters = operation.match(path)
            if parameters is not None:
                yield Match(operation=operation, parameters=parameters)


def all_operations() -> tuple[Operation, ...]:
    """Return the rows of all tables."""
    return tuple(_rows(None))


def _rows(function: FunctionName | None) -> Iterator[Operation]:
    """Yield the rows of all tables, or of those with rows of a function; each table is loaded when its turn comes."""
    for table, serves in _TABLES:
        if function is None or serves is None or serves == function:
            yield from named(table)


def named(name: str) -> Any:
    """Return the object that a row names as `module:attribute`."""
    return load(f"scholarai.entrypoints.{name}")


def _is_id(part: str) -> bool:
    return 0 < len(part) <= _ID_CHARACTERS and part.isascii() and part.replace("-", "").replace("_", "").isalnum()
