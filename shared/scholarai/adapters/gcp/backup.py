"""Exports the documents of a database, or of one owner, as lines of JSON, and restores them."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import TYPE_CHECKING, Any

from google.cloud.firestore_v1.vector import Vector

from scholarai.adapters.gcp.listed_backlog import marker_of
from scholarai.adapters.gcp.notes import COLLECTIONS as TREES
from scholarai.adapters.gcp.notes import NOTES
from scholarai.adapters.gcp.papers import PAPERS
from scholarai.adapters.gcp.reviews import REVIEWS
from scholarai.adapters.gcp.sessions import SESSIONS
from scholarai.adapters.gcp.spending import SPENDING
from scholarai.adapters.gcp.zotero_links import LINKS
from scholarai.domain.ids import OwnerId

if TYPE_CHECKING:
    from google.cloud.firestore_v1 import Client, CollectionReference

COLLECTIONS = (PAPERS, SESSIONS, REVIEWS, SPENDING, NOTES, TREES, LINKS)
# Firestore takes 10 MiB a request; a document has 1 MiB at most.
_BATCH = 9


def export(client: Client, owner: str | None = None) -> Iterator[str]:
    """Yield a line for every document and those below it; with `owner` only for theirs."""
    for name in COLLECTIONS:
        yield from _lines(client.collection(name), owner)


def restore(client: Client, lines: Iterable[str]) -> int:
    """Write documents back, replacing those at the same paths, and return how many there were.

    Rows of lists are derived from papers, and are made again for the owners of restored papers.
    """
    count, batch = 0, client.batch()
    owners: set[str] = set()
    for line in lines:
        data = json.loads(line)
        batch.set(client.document(data["path"]), {key: _value(value) for key, value in data["fields"].items()})
        if data["path"].startswith(f"{PAPERS}/") and "owner" in data["fields"]:
            owners.add(data["fields"]["owner"])
        count += 1
        if count % _BATCH == 0:
            batch.commit()
            batch = client.batch()
    for owner in sorted(owners):
        batch.delete(marker_of(client, OwnerId(owner)))
    batch.commit()
    return count


def _lines(collection: CollectionReference, owner: str | None) -> Iterator[str]:
    for document in collection.stream():
        fields = document.to_dict() or {}
        if owner is not None and fields.get("owner") != owner:
            continue
        plain = {key: _plain(value) for key, value in fields.items()}
        yield json.dumps({"path": document.reference.path, "fields": plain}, ensure_ascii=False, sort_keys=True)
        for below in document.reference.collections():
            yield from _lines(below, None)


def _plain(value: Any) -> Any:
    """Return a value in JSON; what JSON has no form for becomes an object with one key that begins with `$`."""
    match value:
        case datetime():
            return {"$time": value.isoformat()}
        case bytes():
            return {"$bytes": base64.b64encode(value).decode()}
        case Vector():
            return {"$vector": list(value)}
        case dict():
            return {"$map": {key: _plain(inner) for key, inner in value.items()}}
        case list() | tuple():
            return [_plain(inner) for inner in value]
        case _:
            return value


def _value(plain: Any) -> Any:
    match plain:
        case {"$time": text}:
            return datetime.fromisoformat(text)
        case {"$bytes": text}:
            return base64.b64decode(text)
        case {"$vector": numbers}:
            return Vector(numbers)
        case {"$map": fields}:
            return {key: _value(inner) for key, inner in fields.items()}
        case list():
            return [_value(inner) for inner in plain]
        case _:
            return plain
