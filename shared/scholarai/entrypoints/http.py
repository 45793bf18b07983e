"""Answers the requests of an HTTP function: finds the operation, runs it, and renders its reply or the problem."""

from __future__ import annotations

import difflib
import itertools
import logging
import secrets
import time
from collections.abc import Iterator, Mapping
from typing import Any, Generic, TypeVar

from flask import Request, Response
from msgspec import Struct

from scholarai.bootstrap import App
from scholarai.domain.errors import InvalidRequestError, ScholarError, TransientError
from scholarai.domain.ids import OwnerId
from scholarai.entrypoints.callers import Identity, Rates, identity_of
from scholarai.entrypoints.calls import (
    IDEMPOTENCY_KEY_CHARACTERS,
    Call,
    EmptyReply,
    FileReply,
    JsonReply,
    RedirectReply,
    Reply,
    ServerEvent,
    StreamReply,
    TextReply,
    render_checked,
    render_json,
)
from scholarai.entrypoints.operations import FunctionName, Match, MethodNotAllowedError, Operation, match_of
from scholarai.entrypoints.page import BucketPage, compressed, gzipped
from scholarai.entrypoints.problems import PROBLEM_TYPE, Problem, problem_of, unexpected
from scholarai.entrypoints.routes import allowed_methods, operations_of
from scholarai.entrypoints.streams import is_last, to_bytes
from scholarai.entrypoints.telemetry import followed, spanned, traced

T = TypeVar("T")

_log = logging.getLogger(__name__)

# Of an unknown parameter's name.
_SHOWN_CHARACTERS = 40
_SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
# `none` means that the user typed the address; `same-site` would admit every port of this machine.
_OWN_SITE = frozenset({"same-origin", "none"})
_SECURITY_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
}
_PREFLIGHT_HEADERS = {
    "Access-Control-Allow-Headers": "Authorization, Content-Type, Idempotency-Key, If-None-Match, traceparent",
    "Access-Control-Max-Age": "3600",
}


class HttpFunction(Struct, frozen=True, kw_only=True):
    """One HTTP function: takes a Flask request and always returns a response.

    Attributes:
        app: The system whose services the operations use; `bootstrap.process` in the product.
        allowed_origins: Exact origins of web pages that may call, besides our own origin.
        rates: Limits how often one owner may call.
        operations: Those that may be called; None: those of the function, or all where it serves the page.
        page: The web page, if this function serves it together with all operations.
    """

    name: FunctionName
    app: App
    identity: Identity
    allowed_origins: tuple[str, ...] = ()
    rates: Rates = Rates(0)
    operations: tuple[Operation, ...] | None = None
    page: BucketPage | None = None

    def __call__(self, request: Request) -> Response:
        with traced(request.headers), spanned(f"{self.name} {request.method}"):
            started = time.monotonic()
            response = self._answer(request)
            _log.info(
                "request answered",
                extra={
                    "function": self.name,
                    "method": request.method,
                    "status": response.status_code,
                    "duration_ms": round(1000 * (time.monotonic() - started)),
                },
            )
            return response

    def _answer(self, request: Request) -> Response:
        try:
            if self.page is not None and (shown := self.page.answer(request)) is not None:
                return shown
            response = _packed(request, self._dispatch(request))
        except ScholarError as error:
            shown = self.page.nothing_here(request) if self.page is not None and error.code == "path_unknown" else None
            response = shown or _problem_response(_recorded(error))
        except Exception as error:  # noqa: BLE001  - the entry point: recorded with its traceback, answered as 500
            response = _problem_response(_recorded(error))
        if self.allowed_origins:
            response.vary.add("Origin")
        _add_headers(response, self._cors(request))
        return response

    def _dispatch(self, request: Request) -> Response:
        if request.method == "OPTIONS" and allowed_methods(request.path, self._serves()):
            return self._preflight(request)
        try:
            match = match_of(request.method, request.path, self.operations or operations_of(self._serves()))
        except MethodNotAllowedError as error:
            # Of all functions: behind the load balancer, two may share a path, and one answers for it.
            allowed = allowed_methods(request.path) or error.allowed
            raise MethodNotAllowedError(request.method, (*allowed, "OPTIONS")) from None
        if match.operation.form is None:
            self._check_origin(request, own_page=match.operation.own_page)
        call = self._call(request, match)
        return _response(match.operation.run(call, self.app))

    def _serves(self) -> FunctionName | None:
        """Return the function whose operations are served here; None: those of all functions, which the page needs."""
        return self.name if self.page is None else None

    def _call(self, request: Request, match: Match) -> Call:
        owner = OwnerId("")
        if not match.operation.public:
            owner = self.identity.owner_of(request.headers.get("Authorization"), costs=match.operation.costs)
            self.rates.take(owner)
        return Call(
            method=request.method,
            path=request.path,
            owner=owner,
            parameters=match.parameters,
            query=_query(request, match.operation),
            body=_body(request, match.operation),
            idempotency_key=_idempotency_key(request),
            base_url=request.host_url.rstrip("/"),
        )

    def _check_origin(self, request: Request, *, own_page: bool) -> None:
        """Refuse a change requested by a page of an unknown origin; browsers send some of these without preflight.

        With `own_page`, every call of another site's page is refused. Browsers send no `Origin` with same-origin reads, nor
        with those by links and images; `Sec-Fetch-Site` tells where these come from.
        """
        origin = request.headers.get("Origin")
        is_own = origin is None or origin.partition("://")[2] == request.host
        if own_page:
            is_allowed = is_own and request.headers.get("Sec-Fetch-Site", "none") in _OWN_SITE
        else:
            is_allowed = is_own or origin in self.allowed_origins or request.method in _SAFE_METHODS
        if not is_allowed:
            raise InvalidRequestError("origin_not_allowed", "pages of this origin may not change anything", status=403)

    def _cors(self, request: Request) -> dict[str, str]:
        origin = request.headers.get("Origin")
        if origin is None or origin not in self.allowed_origins:
            return {}
        return {"Access-Control-Allow-Origin": origin, "Access-Control-Expose-Headers": "ETag, Location, Retry-After"}

    def _preflight(self, request: Request) -> Response:
        allow = ", ".join((*allowed_methods(request.path), "OPTIONS"))
        response = Response(status=204, headers={"Allow": allow})
        if request.headers.get("Origin") in self.allowed_origins:
            _add_headers(response, {"Access-Control-Allow-Methods": allow, **_PREFLIGHT_HEADERS})
        return response


def http_function(name: FunctionName, app: App) -> HttpFunction:
    """Return the function over a system."""
    settings = app.settings()
    site = app.site_files()
    return HttpFunction(
        name=name,
        app=app,
        identity=identity_of(app.token_verifier(), settings.default_owner, verified_email=settings.verified_email),
        allowed_origins=settings.allowed_origins,
        rates=Rates(settings.requests_per_minute),
        page=None if site is None else BucketPage(site),
    )


def _body(request: Request, operation: Operation) -> bytes:
    if operation.body_type is None:
        return b""
    most = operation.body_bytes
    if request.mimetype != operation.body_type:
        raise InvalidRequestError("content_type_wrong", f"the body must be {operation.body_type}", status=415)
    body = request.stream.read(most + 1) if (request.content_length or 0) <= most else None
    if body is None or len(body) > most:
        raise InvalidRequestError("body_too_large", f"the body may have {most} bytes at most", status=413)
    return body


def _query(request: Request, operation: Operation) -> dict[str, str]:
    """Return the parameters of the query string.

    Raises:
        InvalidRequestError: If one is unknown, or stands there twice.
    """
    for name, values in request.args.lists():
        if name not in operation.query:
            raise InvalidRequestError(
                "parameter_unknown",
                f"this call has no parameter {name[:_SHOWN_CHARACTERS]!a}",
                action=_suggestion(name, tuple(operation.query)),
                status=400,
            )
        if len(values) > 1:
            raise InvalidRequestError("parameter_repeated", f"the parameter {name} is given twice", status=400)
    return request.args.to_dict()


def _suggestion(name: str, known: tuple[str, ...]) -> str:
    near = difflib.get_close_matches(name[:_SHOWN_CHARACTERS].lower(), known, n=1)
    if near:
        return f"Did you mean {near[0]}?"
    return f"It takes {', '.join(known)}." if known else "It takes none."


def _idempotency_key(request: Request) -> str | None:
    key = request.headers.get("Idempotency-Key")
    if key is None:
        return None
    if not 0 < len(key) <= IDEMPOTENCY_KEY_CHARACTERS or not (key.isascii() and key.isprintable()):
        raise InvalidRequestError(
            "idempotency_key_invalid",
            f"Idempotency-Key must be 1 to {IDEMPOTENCY_KEY_CHARACTERS} printable ASCII characters",
            status=400,
        )
    return key


def _response(reply: Reply) -> Response:
    match reply:
        case JsonReply():
            return Response(render_checked(reply.value), reply.status, reply.headers, content_type="application/json")
        case TextReply():
            return Response(reply.text, headers=reply.headers, content_type=reply.content_type)
        case FileReply():
            return _file_response(reply)
        case EmptyReply():
            return Response(status=204)
        case RedirectReply():
            return Response(status=reply.status, headers={"Location": reply.location})
        case StreamReply():
            return _stream_response(reply.events)


def _packed(request: Request, response: Response) -> Response:
    """Return the JSON answer to a GET with an ETag, as 304 if the caller has it already, and compressed if the caller takes that."""
    if request.method not in {"GET", "HEAD"} or response.mimetype != "application/json" or response.status_code != 200:
        return response
    if response.direct_passthrough:  # a file, which is sent while it is made
        return response
    response.add_etag()
    response.make_conditional(request)
    return compressed(request, response, gzipped)


def _file_response(reply: FileReply) -> Response:
    first = next(reply.pieces, b"")
    return Response(
        _Chained(first, reply.pieces), headers=reply.headers, content_type=reply.content_type, direct_passthrough=True
    )


def _stream_response(events: Iterator[ServerEvent]) -> Response:
    first = next(events, None)
    begun = events if first is None else _Chained(first, events)
    headers = {"X-Accel-Buffering": "no"}
    return Response(
        to_bytes(followed(begun, "stream", is_last=is_last), _error_data),
        headers=headers,
        content_type="text/event-stream",
    )


class _Chained(Generic[T]):
    """An iterator with its first element put back; closing it closes the rest."""

    def __init__(self, first: T, rest: Iterator[T]) -> None:
        self._all = itertools.chain((first,), rest)
        self._rest = rest

    def __iter__(self) -> Iterator[T]:
        return self

    def __next__(self) -> T:
        return next(self._all)

    def close(self) -> None:
        close = getattr(self._rest, "close", None)
        if close is not None:
            close()


def _error_data(error: Exception | None) -> dict[str, Any]:
    return _recorded(error or RuntimeError("a stream ended without done or error")).to_plain()


def _recorded(error: Exception) -> Problem:
    if isinstance(error, MemoryError):  # nobody's fault, and it may pass
        error = TransientError(
            "memory_short",
            "the server has too little memory for this",
            action="Close other programs, or try again later.",
        )
    if isinstance(error, ScholarError):
        problem = problem_of(error)
        level = logging.WARNING if problem.status >= 500 else logging.INFO
        _log.log(level, "request refused", extra={"code": problem.code, "http_status": problem.status})
        return problem
    error_id = secrets.token_hex(8)
    _log.error("request failed", extra={"error_id": error_id}, exc_info=error)
    return unexpected(error_id)


def _problem_response(problem: Problem) -> Response:
    return Response(render_json(problem.to_plain()), problem.status, problem.headers, content_type=PROBLEM_TYPE)


def _add_headers(response: Response, headers: Mapping[str, str]) -> None:
    """Add headers of ours; the policy of a document that has one of its own stays."""
    for name, value in {**_SECURITY_HEADERS, **headers}.items():
        if name != "Content-Security-Policy" or name not in response.headers:
            response.headers[name] = value
