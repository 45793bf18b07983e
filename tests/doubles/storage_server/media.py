"""An object's bytes over HTTP: ranges, hashes, generations and transparent unpacking."""

from __future__ import annotations

import gzip
import re

from doubles.storage_server.objects import StorageError, StoredObject
from werkzeug.wrappers import Request, Response

_RANGE = re.compile(r"bytes=(\d*)-(\d*)")


def media_response(request: Request, stored: StoredObject) -> Response:
    """Return the bytes that the request asks for, all of them or one range."""
    data, encoding = stored.data, stored.content_encoding
    if encoding == "gzip" and "gzip" not in request.headers.get("Accept-Encoding", ""):
        return _described(Response(gzip.decompress(data), content_type=stored.content_type), stored)
    span = _span(request.headers.get("Range"), len(data))
    response = Response(data if span is None else data[slice(*span)], content_type=stored.content_type)
    if span is not None:
        response.status_code = 206
        response.headers["Content-Range"] = f"bytes {span[0]}-{span[1] - 1}/{len(data)}"
    if encoding:
        response.headers["Content-Encoding"] = encoding
    response.headers["Accept-Ranges"] = "bytes"
    return _described(response, stored)


def _described(response: Response, stored: StoredObject) -> Response:
    response.headers["ETag"] = f'"{stored.etag}"'
    response.headers["X-Goog-Generation"] = str(stored.generation)
    response.headers["X-Goog-Metageneration"] = "1"
    response.headers["X-Goog-Stored-Content-Length"] = str(len(stored.data))
    response.headers["X-Goog-Stored-Content-Encoding"] = stored.content_encoding or "identity"
    response.headers["X-Goog-Hash"] = f"crc32c={stored.crc32c},md5={stored.md5}"
    return response


def _span(header: str | None, size: int) -> tuple[int, int] | None:
    """Return first byte and the one after the last, or None for all bytes."""
    found = _RANGE.fullmatch(header or "")
    if found is None or found.groups() == ("", ""):
        return None
    first, last = found.groups()
    begin = int(first) if first else max(0, size - int(last))
    end = min(size, int(last) + 1) if first and last else size
    if begin >= end:
        raise StorageError(416, "requestedRangeNotSatisfiable", "InvalidRange", "The range cannot be satisfied.")
    return begin, end
