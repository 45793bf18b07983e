"""Serves uploads and downloads over signed URLs, as a bucket does, and parts of files."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from werkzeug.exceptions import RequestedRangeNotSatisfiable
from werkzeug.utils import send_file
from werkzeug.wrappers import Request, Response

from scholarai.adapters.embedded.objects import FileObjectStore
from scholarai.adapters.embedded.signing import OBJECTS_PATH, LocalSigner, Permission
from scholarai.domain.errors import InvalidRequestError, NotFoundError, PaperFaultError, ScholarError
from scholarai.domain.limits import KIB, MIB
from scholarai.entrypoints.callers import bound_body
from scholarai.entrypoints.calls import render_json
from scholarai.entrypoints.operations import MethodNotAllowedError
from scholarai.entrypoints.problems import PROBLEM_TYPE, problem_of

_PIECE_BYTES = 256 * KIB
# Read after a refusal, so that a client that is still sending receives the answer. A guess.
_DRAIN_BYTES = 8 * MIB
# Shown in the browser; anything else is saved, since it could be a page with scripts of its own.
_SHOWN_TYPES = frozenset({"application/pdf"})
SECURITY_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "private, no-store",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'self'",
    "Referrer-Policy": "no-referrer",
}
_METHODS = ("GET", "HEAD", "OPTIONS", "PUT")
# As in terraform/buckets.tf.
_EXPOSED = {"Access-Control-Expose-Headers": "Content-Range, Accept-Ranges"}
_PREFLIGHT_HEADERS = {
    "Access-Control-Allow-Methods": ", ".join(_METHODS),
    "Access-Control-Allow-Headers": "Content-Type, Range",
    "Access-Control-Max-Age": "3600",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectGate:
    """Answers requests below `OBJECTS_PATH` that carry a signature of `signer`.

    Pages of `allowed_origins` may read the answers, as the rule of a bucket allows them; the signature permits the call itself.
    """

    objects: FileObjectStore
    signer: LocalSigner
    now: Callable[[], datetime]
    allowed_origins: tuple[str, ...] = ()

    def answer(self, request: Request) -> Response:
        response = self._answer(request)
        if self.allowed_origins:
            response.vary.add("Origin")
        response.headers.update(self._cors(request))
        return response

    def _cors(self, request: Request) -> dict[str, str]:
        origin = request.headers.get("Origin")
        if origin is None or origin not in self.allowed_origins:
            return {}
        of_preflight = _PREFLIGHT_HEADERS if request.method == "OPTIONS" else {}
        return {"Access-Control-Allow-Origin": origin, **_EXPOSED, **of_preflight}

    def _answer(self, request: Request) -> Response:
        bound_body(request)
        try:
            if request.method == "OPTIONS":
                return Response(status=204, headers={**SECURITY_HEADERS, "Allow": ", ".join(_METHODS)})
            if request.method == "PUT":
                return self._receive(request)
            if request.method in {"GET", "HEAD"}:
                return self._send(request)
            raise MethodNotAllowedError(request.method, _METHODS)
        except ScholarError as error:
            _drain(request)
            return problem_response(error)

    def _receive(self, request: Request) -> Response:
        permission = self._permission(request, "PUT", request.headers.get("Content-Type", ""))
        if (request.content_length or 0) > permission.max_bytes:
            raise PaperFaultError("too_large", f"at most {permission.max_bytes} bytes are allowed")
        generation = self.objects.receive(
            permission.name,
            _pieces(request),
            content_type=permission.content_type,
            max_bytes=permission.max_bytes,
            once=True,
        )
        return Response(headers={**SECURITY_HEADERS, "x-goog-generation": str(generation)})

    def _send(self, request: Request) -> Response:
        permission = self._permission(request, "GET")
        stored = self.objects.find(permission.name)
        if stored is None:
            raise NotFoundError("object_not_found", "the file is gone")
        response = send(
            request,  # PDF viewers ask for ranges
            self.objects.path(stored),
            mimetype=stored.content_type,
            as_attachment=stored.content_type not in _SHOWN_TYPES,
            download_name=permission.filename,
            etag=str(stored.generation),
        )
        response.headers.update(SECURITY_HEADERS)
        return response

    def _permission(self, request: Request, method: str, content_type: str = "") -> Permission:
        name, token = request.path.removeprefix(OBJECTS_PATH), request.args.get("token", "")
        return self.signer.permission(token, method=method, name=name, content_type=content_type, now=self.now())


def problem_response(error: ScholarError) -> Response:
    """Return an error as a problem document, with the statuses that a bucket answers with."""
    problem = problem_of(error)
    status = {"object_exists": 412, "too_large": 413}.get(error.code, problem.status)
    headers = {**SECURITY_HEADERS, **problem.headers}
    return Response(render_json(problem.to_plain() | {"status": status}), status, headers, content_type=PROBLEM_TYPE)


def _pieces(request: Request) -> Iterator[bytes]:
    while piece := request.stream.read(_PIECE_BYTES):
        yield piece


def _drain(request: Request) -> None:
    left = _DRAIN_BYTES
    with contextlib.suppress(InvalidRequestError):
        while left > 0 and (piece := request.stream.read(min(left, _PIECE_BYTES))):
            left -= len(piece)


# One range of bytes. A server may ignore any other, https://www.rfc-editor.org/rfc/rfc9110#name-range
_ONE_RANGE = re.compile(r"bytes=(?:\d+-\d*|-\d+)")


def send(request: Request, path: Path, **options: Any) -> Response:
    """Return the answer with a file, with the range of it that is asked for, or 416 where the file has no such bytes.

    `options` are those of `werkzeug.utils.send_file`.
    """
    environ = dict(request.environ)
    if not _ONE_RANGE.fullmatch(environ.get("HTTP_RANGE", "")):
        environ.pop("HTTP_RANGE", None)
    try:
        return send_file(path, environ, conditional=True, **options)
    except RequestedRangeNotSatisfiable:
        return Response(status=416, headers={"Content-Range": f"bytes */{path.stat().st_size}"})
