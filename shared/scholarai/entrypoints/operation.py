"""One operation of the HTTP API: what a caller sends and gets, and what handles the call."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

from msgspec import Struct

from scholarai.domain.dotted import load
from scholarai.domain.limits import KIB

Method = Literal["GET", "POST", "DELETE", "PATCH", "PUT"]
FunctionName = Literal["status", "chat"]

# Statuses of problem documents of a call with a body.
BODY_PROBLEMS = (400, 413, 415, 422)
# Ids have 26 characters; the bound keeps hostile paths out of stores and logs.
_ID_CHARACTERS = 128
# The longest question is 8,000 characters, at most 32,000 bytes of UTF-8 or 48,000 of \u escapes.
BODY_BYTES = 64 * KIB


class Operation(Struct, frozen=True):
    """One operation. Names of functions and types are `module:attribute` inside `scholarai.entrypoints`.

    Attributes:
        path: A parameter is `{name}`; parameters are opaque ids.
        function: The cloud function that serves it.
        handler: Takes the call and the services, and returns the reply; its own name is the `operationId`.
        services: Methods of `bootstrap.App` whose results the handler is given after the call.
        body: The request's JSON; a call without one has no body.
        body_bytes: The longest body.
        form: The body is a form that a page of any other site sends by POST; the call is public and changes nothing.
        query: JSON schemas of the query's parameters by name.
        answer: A success as JSON; empty: no body.
        status: Of a success.
        also: Of a success with the same answer for which nothing had to be done.
        texts: Media types of a success that is a document of its own.
        events: Data of server-sent events by name, where the call can stream.
        problems: Statuses of problem documents, besides 401, 404, 500 and 503, which every call has.
        public: Answered without an identity.
        own_page: Refused to pages of every other site, also where it only reads.
        costs: Stores files or asks models, which costs money: not for users whose e-mail address is not verified.
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
        """Return the handler's reply; `services` is what has the functions that `services` names."""
        handler = named(self.handler) if isinstance(self.handler, str) else self.handler
        return handler(call, *(getattr(services, name)() for name in self.services))


def named(name: str) -> Any:
    """Return what a row names."""
    return load(f"scholarai.entrypoints.{name}")


def _is_id(part: str) -> bool:
    return 0 < len(part) <= _ID_CHARACTERS and part.isascii() and part.replace("-", "").replace("_", "").isalnum()
