"""What an operation of the HTTP API is, and how a handler becomes one.

A handler is a function of the call, its parsed body if it takes one, and the system:

    routes = Routes()

    @routes.add("POST", "/papers/{paper_id}/chat", "chat", "Ask a question about one paper", problems=(409,), costs=True)
    def ask_paper(call: Call, body: AskPaper, app: App) -> JsonReply[Answered]: ...

Routing, OpenAPI, the JSON schemas, the page's types and the rules of the load balancer are made from these; the body's type and
the answer's are those of the handler's signature. `routes.py` lists the modules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypeVar, get_args, get_origin, get_type_hints

from msgspec import Struct, field

from scholarai.domain.errors import InvalidRequestError, NotFoundError
from scholarai.domain.limits import KIB
from scholarai.entrypoints.calls import Call, JsonReply, Reply
from scholarai.entrypoints.queries import Query

if TYPE_CHECKING:
    from scholarai.bootstrap import App

    Handler: TypeAlias = Callable[[Call, App], Reply] | Callable[[Call, Any, App], Reply]

HandlerT = TypeVar("HandlerT", bound="Handler")

Method = Literal["GET", "POST", "DELETE", "PATCH", "PUT"]
FunctionName = Literal["status", "chat"]

# Statuses of problem documents of a call with a body.
BODY_PROBLEMS = (400, 413, 415, 422)
# Ids have 26 characters; the bound keeps hostile paths out of stores and logs.
_ID_CHARACTERS = 128
# The longest question is 8,000 characters, at most 32,000 bytes of UTF-8 or 48,000 of \u escapes.
BODY_BYTES = 64 * KIB


class Operation(Struct, frozen=True, kw_only=True):
    """One operation.

    Attributes:
        path: A parameter is `{name}`; parameters are opaque ids.
        function: The cloud function that serves it.
        handler: Its name is the `operationId`.
        body: What the JSON of the request is parsed as; None: the call has no JSON.
        body_bytes: The longest body.
        form: The fields of a form that pages of other sites may send by POST; the call is public and changes nothing.
        query: JSON schemas of the query parameters by name.
        answer: What the JSON of a success is; None if it has none.
        status: The status of a success.
        also: Further statuses of a success with the same answer, for which nothing had to be done.
        texts: The media types of a success that is a document of another kind than JSON.
        events: The data of server-sent events by name, if the call can stream.
        problems: The statuses of problem documents besides 400, 401, 404, 500 and 503, which every call may have.
        public: Whether it is answered without an identity.
        own_page: Whether pages of all other sites are refused, even if the call only reads.
        costs: Whether it stores files or asks models, which costs money: users need a verified e-mail address.
        repeatable: Whether a call that is sent twice with one `Idempotency-Key` is done once; some are done once without a key, too.
    """

    method: Method
    path: str
    function: FunctionName
    summary: str
    handler: Callable[..., Reply]
    body: type | None = None
    body_bytes: int = BODY_BYTES
    form: type | None = None
    query: Query = field(default_factory=dict)
    answer: type | None = None
    status: int = 200
    also: tuple[int, ...] = ()
    texts: tuple[str, ...] = ()
    events: Mapping[str, type] = field(default_factory=dict)
    problems: tuple[int, ...] = ()
    public: bool = False
    own_page: bool = False
    costs: bool = False
    repeatable: bool = False

    @property
    def name(self) -> str:
        return self.handler.__name__

    @property
    def body_type(self) -> str | None:
        """The media type of the request's body; None: there is no body."""
        if self.form is not None:
            return "application/x-www-form-urlencoded"
        return None if self.body is None else "application/json"

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

    def run(self, call: Call, app: App) -> Reply:
        """Return the handler's reply to a call.

        Raises:
            InvalidRequestError: If the body is not what the handler takes.
        """
        return self.handler(call, app) if self.body is None else self.handler(call, call.parse(self.body), app)


class Routes:
    """The operations of a module, in the order in which they are added."""

    def __init__(self) -> None:
        self.operations: list[Operation] = []

    def add(  # noqa: PLR0913  - what an operation may say of itself, see `Operation`
        self,
        method: Method,
        path: str,
        function: FunctionName,
        summary: str,
        *,
        body_bytes: int = BODY_BYTES,
        form: type | None = None,
        query: Query | None = None,
        status: int = 200,
        also: tuple[int, ...] = (),
        texts: tuple[str, ...] = (),
        events: Mapping[str, type] | None = None,
        problems: tuple[int, ...] = (),
        public: bool = False,
        own_page: bool = False,
        costs: bool = False,
        repeatable: bool = False,
    ) -> Callable[[HandlerT], HandlerT]:
        """Make a handler an operation; the types of its body and its answer are read from its signature."""

        def added(handler: HandlerT) -> HandlerT:
            types = get_type_hints(handler)
            self.operations.append(
                Operation(
                    method=method,
                    path=path,
                    function=function,
                    summary=summary,
                    handler=handler,
                    body=types.get("body"),
                    body_bytes=body_bytes,
                    form=form,
                    query=query or {},
                    answer=_answer(types["return"]),
                    status=status,
                    also=also,
                    texts=texts,
                    events=events or {},
                    problems=problems,
                    public=public,
                    own_page=own_page,
                    costs=costs,
                    repeatable=repeatable,
                )
            )
            return handler

        return added


def _answer(returned: Any) -> type | None:
    """Return the type of the JSON among what a handler returns, such as `Answered` of `JsonReply[Answered] | StreamReply`."""
    for kind in (returned, *get_args(returned)):
        if get_origin(kind) is JsonReply:
            answer: type = get_args(kind)[0]
            return answer
    return None


class Match(Struct, frozen=True, kw_only=True):
    """The operation that serves a call, and the parameters of the call's path."""

    operation: Operation
    parameters: Mapping[str, str]


class MethodNotAllowedError(InvalidRequestError):
    """The path exists, but not with this method; `allowed` are the methods that it takes."""

    def __init__(self, method: str, allowed: tuple[str, ...]) -> None:
        super().__init__("method_not_allowed", f"this path takes {', '.join(allowed)}, got {method[:16]}", status=405)
        self.allowed = allowed


def match_of(method: str, path: str, operations: Iterable[Operation]) -> Match:
    """Return the first of these operations that serves a call; HEAD is served as GET.

    Raises:
        NotFoundError: If no operation has this path.
        MethodNotAllowedError: If an operation has the path, but none has it with this method.
    """
    wanted = "GET" if method == "HEAD" else method
    allowed: set[str] = set()
    for operation in operations:
        parameters = operation.match(path)
        if parameters is not None:
            if operation.method == wanted:
                return Match(operation=operation, parameters=parameters)
            allowed.add(operation.method)
    if not allowed:
        raise NotFoundError("path_unknown", "there is nothing at this path")
    raise MethodNotAllowedError(method, tuple(sorted(allowed)))


def _is_id(part: str) -> bool:
    return 0 < len(part) <= _ID_CHARACTERS and part.isascii() and part.replace("-", "").replace("_", "").isalnum()
