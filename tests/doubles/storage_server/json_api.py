"""The JSON API: buckets, objects, uploads, downloads, rewrites, lists."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import unquote

from doubles.storage_server.media import media_response
from doubles.storage_server.objects import ObjectTable, Preconditions, StorageError, StoredObject
from doubles.storage_server.resources import bucket_resource, object_resource, writable_fields
from doubles.storage_server.uploads import Uploads
from werkzeug.wrappers import Request, Response

PAGE = 1_000


class JsonApi:
    """Answers requests below /storage/v1, /upload/storage/v1 and /download/storage/v1."""

    def __init__(self, objects: ObjectTable, finalized: Callable[[StoredObject], None]) -> None:
        self._objects = objects
        self._finalized = finalized
        self._uploads = Uploads(objects, finalized)
        self.rewrite_calls = 1
        """How many calls a rewrite takes, as large objects do between storage classes."""

    def answer(self, request: Request, path: Sequence[str]) -> Response:
        """Answer a request; `path` has the segments as they came, still encoded."""
        try:
            return self._answer(request, [unquote(segment) for segment in path])
        except StorageError as error:
            return _problem(error)

    def _answer(self, request: Request, path: list[str]) -> Response:
        match [request.method, *path]:
            case ["POST", "upload", "storage", "v1", "b", bucket, "o"]:
                return _object_or(self._uploads.begin(request, bucket, _preconditions(request)))
            case ["PUT", "upload", "storage", "v1", "b", _, "o"]:
                return _object_or(self._uploads.go_on(request))
            case ["GET", "download", "storage", "v1", "b", bucket, "o", name]:
                return media_response(request, self._get(request, bucket, name))
            case [_, "storage", "v1", "b", *rest]:
                return self._resource(request, rest)
        raise StorageError(404, "notFound", "NoSuchMethod")

    def _resource(self, request: Request, path: list[str]) -> Response:
        match [request.method, *path]:
            case ["POST"]:
                sent = _body(request)
                return _json(bucket_resource(sent["name"], self._objects.make_bucket(sent["name"], sent)))
            case ["GET", bucket, "o"]:
                return _json(self._list(request, bucket))
            case ["POST", bucket, "o", name, "rewriteTo", "b", to_bucket, "o", to_name]:
                return _json(self._copy(request, (bucket, name), (to_bucket, to_name)))
            case [_, bucket, "o", name]:
                return self._object(request, bucket, name)
        raise StorageError(404, "notFound", "NoSuchMethod")

    def _object(self, request: Request, bucket: str, name: str) -> Response:
        match request.method:
            case "GET" if request.args.get("alt") == "media":
                return media_response(request, self._get(request, bucket, name))
            case "GET":
                return _json(object_resource(self._get(request, bucket, name)))
            case "DELETE":
                self._objects.delete(bucket, name, _number(request, "generation"), _preconditions(request))
                return Response(status=204)
        raise StorageError(405, "methodNotAllowed", "MethodNotAllowed")

    def _get(self, request: Request, bucket: str, name: str) -> StoredObject:
        return self._objects.get(bucket, name, _number(request, "generation"), _preconditions(request))

    def _list(self, request: Request, bucket: str) -> Mapping[str, Any]:
        prefix = request.args.get("prefix", "")
        after = base64.urlsafe_b64decode(request.args.get("pageToken", "")).decode()
        names = [name for name in self._objects.names(bucket, prefix) if name > after]
        size = min(PAGE, _number(request, "maxResults") or PAGE)
        shown = names[:size]
        answer: dict[str, Any] = {
            "kind": "storage#objects",
            "items": [object_resource(self._objects.get(bucket, name)) for name in shown],
        }
        if len(names) > size:
            answer["nextPageToken"] = base64.urlsafe_b64encode(shown[-1].encode()).decode()
        return answer

    def _copy(self, request: Request, source: tuple[str, str], target: tuple[str, str]) -> Mapping[str, Any]:
        found = self._objects.get(
            *source, _number(request, "sourceGeneration"), _preconditions(request, prefix="ifSource")
        )
        calls = int(request.args.get("rewriteToken", "0")) + 1
        size = str(len(found.data))
        if calls < self.rewrite_calls:
            written = str(len(found.data) * calls // self.rewrite_calls)
            return {"done": False, "rewriteToken": str(calls), "totalBytesRewritten": written, "objectSize": size}
        # A body that says anything replaces all fields, an empty one keeps the source's.
        fields = writable_fields(_body(request)) or found.fields
        stored = self._objects.insert(*target, found.data, fields, _preconditions(request))
        self._finalized(stored)
        return {
            "kind": "storage#rewriteResponse",
            "done": True,
            "totalBytesRewritten": size,
            "objectSize": size,
            "resource": object_resource(stored),
        }


def _preconditions(request: Request, prefix: str = "if") -> Preconditions:
    return Preconditions(
        generation=_number(request, f"{prefix}GenerationMatch"),
        not_generation=_number(request, f"{prefix}GenerationNotMatch"),
    )


def _number(request: Request, name: str) -> int | None:
    text = request.args.get(name)
    if text is None:
        return None
    if not text.isdecimal():
        raise StorageError(400, "invalid", "InvalidArgument", f"{name} is a whole number")
    return int(text)


def _body(request: Request) -> dict[str, Any]:
    body: dict[str, Any] = json.loads(request.get_data() or b"{}")
    return body


def _object_or(outcome: StoredObject | Response) -> Response:
    return outcome if isinstance(outcome, Response) else _json(object_resource(outcome))


def _json(resource: Mapping[str, Any]) -> Response:
    return Response(json.dumps(resource), content_type="application/json; charset=UTF-8")


def _problem(error: StorageError) -> Response:
    reasons = [{"domain": "global", "reason": error.reason, "message": str(error)}]
    body = {"error": {"code": error.status, "message": str(error), "errors": reasons}}
    return Response(json.dumps(body), status=error.status, content_type="application/json; charset=UTF-8")
