"""Objects and buckets as the JSON API describes them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from doubles.storage_server.objects import StoredObject

WRITABLE = frozenset(
    (
        "contentType",
        "contentEncoding",
        "contentDisposition",
        "contentLanguage",
        "cacheControl",
        "metadata",
        "storageClass",
    )
)


def object_resource(stored: StoredObject) -> dict[str, Any]:
    """Return an object's resource; whole numbers are strings, as in the real API."""
    return {
        "kind": "storage#object",
        "id": f"{stored.bucket}/{stored.name}/{stored.generation}",
        "name": stored.name,
        "bucket": stored.bucket,
        "generation": str(stored.generation),
        "metageneration": "1",
        "storageClass": "STANDARD",
        "size": str(len(stored.data)),
        "md5Hash": stored.md5,
        "crc32c": stored.crc32c,
        "etag": stored.etag,
        "timeCreated": _time(stored.created),
        "updated": _time(stored.updated),
        **{key: value for key, value in stored.fields.items() if value is not None},
        "contentType": stored.content_type,
    }


def bucket_resource(name: str, fields: Mapping[str, Any]) -> dict[str, Any]:
    return {"kind": "storage#bucket", "id": name, "name": name, "location": "US", "metageneration": "1", **fields}


def writable_fields(resource: Mapping[str, Any]) -> dict[str, Any]:
    """Return what of a sent resource counts; names, sizes and hashes are ours to say."""
    return {key: value for key, value in resource.items() if key in WRITABLE}


def _time(moment: datetime) -> str:
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
