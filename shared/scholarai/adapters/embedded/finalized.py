"""The event that a bucket sends when an object is complete, as Eventarc delivers it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import quote


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredObject:
    """The newest generation of an object: `md5` in base64 as buckets state it, `file` where its bytes are."""

    name: str
    generation: int
    size_bytes: int
    content_type: str
    md5: str
    created_at: datetime
    file: str


def finalized_event(stored: StoredObject, *, bucket: str, event_id: str) -> dict[str, Any]:
    """Return the CloudEvent in its structured JSON form.

    Fields and their types (numbers of 64 bits are texts) follow the samples of the functions framework's conformance
    tests; checksums other than MD5 are left out.
    """
    time = stored.created_at.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return {
        "specversion": "1.0",
        "type": "google.cloud.storage.object.v1.finalized",
        "source": f"//storage.googleapis.com/projects/_/buckets/{bucket}",
        "subject": f"objects/{stored.name}",
        "id": event_id,
        "time": time,
        "datacontenttype": "application/json",
        "bucket": bucket,
        "data": {
            "kind": "storage#object",
            "id": f"{bucket}/{stored.name}/{stored.generation}",
            "selfLink": f"https://www.googleapis.com/storage/v1/b/{bucket}/o/{quote(stored.name, safe='')}",
            "name": stored.name,
            "bucket": bucket,
            "generation": str(stored.generation),
            "metageneration": "1",
            "contentType": stored.content_type,
            "size": str(stored.size_bytes),
            "md5Hash": stored.md5,
            "storageClass": "STANDARD",
            "timeCreated": time,
            "timeStorageClassUpdated": time,
            "updated": time,
        },
    }
