"""The three ways to upload through the JSON API: plain, multipart, and resumable in pieces."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from doubles.storage_server.objects import ObjectTable, Preconditions, StorageError, StoredObject, crc32c_of, md5_of
from doubles.storage_server.resources import writable_fields
from werkzeug.wrappers import Request, Response

# Every piece of a resumable upload but the last is a multiple of this.
PIECE_UNIT = 256 * 1024
_RANGE = re.compile(r"bytes (?:(\d+)-(\d+)|\*)/(\d+|\*)")
_BOUNDARY = re.compile(r'boundary="?([^";]+)"?')


@dataclass(slots=True)
class _Upload:
    """A resumable upload under way."""

    bucket: str
    resource: Mapping[str, Any]
    preconditions: Preconditions
    data: bytearray = field(default_factory=bytearray)
    done: StoredObject | None = None


class Uploads:
    """Takes uploads and tells `finalized` about every finished one."""

    def __init__(self, objects: ObjectTable, finalized: Callable[[StoredObject], None]) -> None:
        self._objects = objects
        self._finalized = finalized
        self._numbers = itertools.count(1)
        self._running: dict[str, _Upload] = {}

    def begin(self, request: Request, bucket: str, preconditions: Preconditions) -> StoredObject | Response:
        """Answer a POST: the stored object, or where to send a resumable one's pieces."""
        match request.args.get("uploadType"):
            case "media":
                plain = {"name": request.args["name"], "contentType": request.content_type}
                return self._store(bucket, plain, request.get_data(), preconditions)
            case "multipart":
                resource, data = _multipart(request)
                return self._store(bucket, resource, data, preconditions)
            case "resumable":
                return self._open(request, bucket, preconditions)
        raise StorageError(400, "invalid", "InvalidArgument", "uploadType is media, multipart or resumable")

    def go_on(self, request: Request) -> StoredObject | Response:
        """Answer a PUT with a piece of a resumable upload, or with the question how far it is."""
        upload = self._running.get(request.args.get("upload_id", ""))
        if upload is None:
            raise StorageError(404, "notFound", "NoSuchUpload")
        if upload.done is not None:
            return upload.done
        first, total = _place(request)
        if first is not None:
            _take(upload, request.get_data(), first, total)
        if total is None or len(upload.data) < total:
            return _unfinished(upload)
        _check_hashes(_header_hashes(request), bytes(upload.data))
        upload.done = self._store(upload.bucket, upload.resource, bytes(upload.data), upload.preconditions)
        return upload.done

    def _open(self, request: Request, bucket: str, preconditions: Preconditions) -> Response:
        resource = {"contentType": request.headers.get("X-Upload-Content-Type")}
        resource |= json.loads(request.get_data() or b"{}")
        resource.setdefault("name", request.args.get("name"))
        upload_id = str(next(self._numbers))
        self._running[upload_id] = _Upload(bucket, resource, preconditions)
        where = f"{request.host_url}upload/storage/v1/b/{bucket}/o?uploadType=resumable&upload_id={upload_id}"
        return Response(headers={"Location": where, "X-GUploader-UploadID": upload_id})

    def _store(
        self, bucket: str, resource: Mapping[str, Any], data: bytes, preconditions: Preconditions
    ) -> StoredObject:
        _check_hashes({key: str(resource[key]) for key in ("crc32c", "md5Hash") if resource.get(key)}, data)
        stored = self._objects.insert(bucket, str(resource["name"]), data, writable_fields(resource), preconditions)
        self._finalized(stored)
        return stored


def _place(request: Request) -> tuple[int | None, int | None]:
    """Return where the piece begins (None: there is no piece) and how large the whole is (None: not known yet)."""
    header = request.headers.get("Content-Range")
    if header is None:
        return 0, request.content_length
    found = _RANGE.fullmatch(header)
    if found is None:
        raise StorageError(400, "invalid", "InvalidArgument", "the content range is malformed")
    first, _, total = found.groups()
    return (None if first is None else int(first)), (None if total == "*" else int(total))


def _take(upload: _Upload, piece: bytes, first: int, total: int | None) -> None:
    is_last = first + len(piece) == total
    if first > len(upload.data) or (not is_last and len(piece) % PIECE_UNIT):
        raise StorageError(400, "invalid", "InvalidArgument", "a piece is missing, or of a wrong size")
    upload.data[first:] = piece  # a piece sent again replaces the first one


def _unfinished(upload: _Upload) -> Response:
    headers = {"Range": f"bytes=0-{len(upload.data) - 1}"} if upload.data else {}
    return Response(status=308, headers=headers)


def _multipart(request: Request) -> tuple[Mapping[str, Any], bytes]:
    found = _BOUNDARY.search(request.headers.get("Content-Type", ""))
    if found is None:
        raise StorageError(400, "invalid", "InvalidArgument", "a multipart upload needs a boundary")
    mark = b"--" + found.group(1).encode()
    first, second = request.get_data().split(mark)[1:3]
    head, _, data = second.partition(b"\r\n\r\n")
    resource = json.loads(first.partition(b"\r\n\r\n")[2])
    sent = re.search(rb"content-type:\s*([^\r\n]+)", head, re.IGNORECASE)
    return {"contentType": sent.group(1).decode() if sent else None} | resource, data.removesuffix(b"\r\n")


def _header_hashes(request: Request) -> dict[str, str]:
    said = dict(item.split("=", 1) for item in request.headers.get("X-Goog-Hash", "").split(",") if "=" in item)
    return {{"crc32c": "crc32c", "md5": "md5Hash"}[key]: value for key, value in said.items()}


def _check_hashes(said: Mapping[str, str], data: bytes) -> None:
    came = {"crc32c": crc32c_of(data), "md5Hash": md5_of(data)}
    if any(came[key] != value for key, value in said.items()):
        raise StorageError(400, "invalid", "BadDigest", "The bytes are not those that the sender hashed.")
