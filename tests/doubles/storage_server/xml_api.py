"""The XML API as browsers use it: signed PUT and GET of one object, and the CORS question before them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any
from urllib.parse import unquote
from xml.sax.saxutils import escape

from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
from doubles.storage_server.media import media_response
from doubles.storage_server.objects import ObjectTable, Preconditions, StorageError, StoredObject
from doubles.storage_server.signatures import SignedRequest, check_signature
from werkzeug.wrappers import Request, Response


class XmlApi:
    """Answers /{bucket}/{object} for accounts whose public keys are in `keys`."""

    def __init__(
        self,
        objects: ObjectTable,
        finalized: Callable[[StoredObject], None],
        keys: Mapping[str, RSAPublicKey],
        now: Callable[[], datetime],
    ) -> None:
        self._objects = objects
        self._finalized = finalized
        self._keys = keys
        self._now = now

    def answer(self, request: Request, raw_path: str, query: str) -> Response:
        """Answer a request; path and query as they came over the wire."""
        bucket, _, name = unquote(raw_path.lstrip("/")).partition("/")
        try:
            rule = _cors_rule(self._objects.bucket(bucket), request)
            response = self._answer(request, bucket, name, raw_path, query)
        except StorageError as error:
            rule, response = None, _problem(error)
            if bucket and error.code != "NoSuchBucket":
                rule = _cors_rule(self._objects.bucket(bucket), request)
        if rule is not None:
            _allow(response, rule, request)
        return response

    def _answer(self, request: Request, bucket: str, name: str, raw_path: str, query: str) -> Response:
        if request.method == "OPTIONS":
            return Response()
        headers = {key.lower(): value for key, value in request.headers.items()}
        check_signature(
            SignedRequest(method=request.method, path=raw_path, query=query, headers=headers), self._keys, self._now()
        )
        match request.method:
            case "PUT":
                return self._put(request, bucket, name)
            case "GET" | "HEAD":
                return self._get(request, bucket, name)
        raise StorageError(405, "methodNotAllowed", "MethodNotAllowed")

    def _put(self, request: Request, bucket: str, name: str) -> Response:
        data = request.get_data()
        _check_length(request.headers.get("x-goog-content-length-range"), len(data))
        expected = request.headers.get("x-goog-if-generation-match")
        preconditions = Preconditions(generation=None if expected is None else int(expected))
        fields = {"contentType": request.content_type, "contentEncoding": request.headers.get("Content-Encoding")}
        stored = self._objects.insert(bucket, name, data, fields, preconditions)
        self._finalized(stored)
        return Response(headers={"x-goog-generation": str(stored.generation), "ETag": f'"{stored.md5}"'})

    def _get(self, request: Request, bucket: str, name: str) -> Response:
        generation = request.args.get("generation")
        response = media_response(
            request, self._objects.get(bucket, name, None if generation is None else int(generation))
        )
        if disposition := request.args.get("response-content-disposition"):
            response.headers["Content-Disposition"] = disposition
        if content_type := request.args.get("response-content-type"):
            response.headers["Content-Type"] = content_type
        return response


def _check_length(bounds: str | None, size: int) -> None:
    if bounds is None:
        return
    low, high = map(int, bounds.split(","))
    if size < low:
        raise StorageError(400, "invalid", "EntityTooSmall", "Your proposed upload is smaller than the minimum.")
    if size > high:
        raise StorageError(400, "invalid", "EntityTooLarge", "Your proposed upload is larger than the maximum.")


def _cors_rule(bucket: Mapping[str, Any], request: Request) -> Mapping[str, Any] | None:
    """Return the first rule of the bucket that names the request's origin and method."""
    origin = request.headers.get("Origin")
    method = request.headers.get("Access-Control-Request-Method", request.method)
    for rule in bucket.get("cors", ()):
        if origin and {origin, "*"} & set(rule["origin"]) and {method, "*"} & set(rule["method"]):
            return dict(rule)
    return None


def _allow(response: Response, rule: Mapping[str, Any], request: Request) -> None:
    response.headers["Access-Control-Allow-Origin"] = request.headers["Origin"]
    response.headers["Vary"] = "Origin"
    names = ", ".join(rule.get("responseHeader", ()))
    if request.method == "OPTIONS":
        response.headers["Access-Control-Allow-Methods"] = ", ".join(rule["method"])
        response.headers["Access-Control-Allow-Headers"] = names
        response.headers["Access-Control-Max-Age"] = str(rule.get("maxAgeSeconds", 3600))
    else:
        response.headers["Access-Control-Expose-Headers"] = names


def _problem(error: StorageError) -> Response:
    body = f"<?xml version='1.0' encoding='UTF-8'?><Error><Code>{error.code}</Code><Message>{escape(str(error))}</Message></Error>"
    return Response(body, status=error.status, content_type="application/xml; charset=UTF-8")
