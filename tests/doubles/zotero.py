"""Zotero as its documentation describes it: a small library with versions, write tokens and faults, behind the API's addresses."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal
from urllib.parse import parse_qs, urlsplit

from scholarai.adapters.literature.attempts import Reply

KEY = "P9NiFoyLeZu2bZNvvuQPDWsd"
USER = 475425
LIBRARY = f"users/{USER}"
FILES = "https://files.zotero.example/"
# `lost`: it never arrived; `unanswered`: it was done, and the answer was lost; `half`: half of the answer came.
Fault = Literal["lost", "unanswered", "half", "busy", "down"]

_KEY = re.compile(r"[23456789A-HIJ-NP-Z]{8}")
_SORT_INDEX = re.compile(r"\d{5}\|\d{6}\|\d{5}")
_COLOUR = re.compile(r"#[0-9a-f]{6}")


@dataclass
class FakeZotero:
    """Implements `adapters.zotero.client.Send`; with a `folder` it is the program on this machine, whose files are there.

    With a `server_id` the program is of version 10 or later: it numbers changes itself, and writes for the `local_key` that it gives
    out where the person before it `allows` that. Without one, it knows the versions of the last sync alone, 0 for what is `unsynced`.

    `fault` says for each request what goes wrong with it, by its number from 0 and its method.
    """

    items: dict[str, dict[str, Any]] = field(default_factory=dict)
    collections: dict[str, dict[str, Any]] = field(default_factory=dict)
    files: dict[str, bytes] = field(default_factory=dict)
    version: int = 10
    folder: Path | None = None
    server_id: str = ""
    allows: Literal["always", "once", "never"] = "always"
    local_key: str = ""
    unsynced: set[str] = field(default_factory=set)
    is_locked: bool = False
    lets_read: bool = True
    fault: Callable[[int, str], Fault | None] = lambda _n, _method: None
    tokens: set[str] = field(default_factory=set)
    requests: list[tuple[str, str]] = field(default_factory=list)
    created: list[str] = field(default_factory=list)

    def __call__(
        self, method: str, address: str, headers: Mapping[str, str], body: bytes | None, timeout_s: float
    ) -> Reply | None:
        self.requests.append((method, address))
        fault = self.fault(len(self.requests) - 1, method)
        if fault in {"lost", "down"}:
            return None if fault == "lost" else Reply(status=503, headers={})
        if fault == "busy":
            return Reply(status=429, headers={"retry-after": "2"})
        reply = self._answer(method, address, {name.lower(): value for name, value in headers.items()}, body)
        if self.folder is not None:
            version = "10.0.1" if self.server_id else "9.0.6"
            named = {"zotero-api-version": "3", "x-zotero-version": version, "zotero-server-id": self.server_id}
            reply = replace(reply, headers={**reply.headers, **{name: value for name, value in named.items() if value}})
        if fault == "unanswered":
            return None
        return (
            Reply(status=reply.status, headers=reply.headers, body=reply.body[: len(reply.body) // 2])
            if (fault == "half" and reply.body)
            else reply
        )

    def put(self, key: str, **data: Any) -> str:
        """Store an item as a person does."""
        self.version += 1
        self.items[key] = {"version": self.version, "data": {"itemType": "journalArticle", "tags": [], **data}}
        return key

    def edit(self, key: str, **data: Any) -> None:
        """Change fields of an item as a person does."""
        self.version += 1
        self.items[key]["version"] = self.version
        self.items[key]["data"].update(data)

    def annotations(self) -> dict[str, dict[str, Any]]:
        return {key: one["data"] for key, one in self.items.items() if one["data"]["itemType"] == "annotation"}

    def _answer(self, method: str, address: str, headers: Mapping[str, str], body: bytes | None) -> Reply:
        parts = urlsplit(address)
        path = parts.path.removeprefix("/api").strip("/")
        if headers.get("zotero-api-version") != "3":
            return Reply(status=400, headers={}, body=b"no version")
        if self.folder is None and headers.get("zotero-api-key") != KEY:
            return Reply(status=403, headers={}, body=b"Forbidden")
        own = None if self.folder is None else self._of_program(method, path, headers)
        if own is not None or method == "POST":
            return own or self._write(headers, body)
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        if path == "keys/current":
            return self._json({"userID": USER, "access": {"user": {"library": True, "write": True}}})
        owner, _, rest = path.removeprefix("users/").partition("/")
        if owner not in {str(USER), "0"} or (owner == "0" and self.folder is None):
            return Reply(status=404, headers={}, body=b"Not found")
        return self._read(rest, query)

    def _of_program(self, method: str, path: str, headers: Mapping[str, str]) -> Reply | None:
        """Return what only the program on this machine answers, None for what the service answers alike."""
        given, key = headers.get("zotero-server-id"), headers.get("zotero-api-key")
        refusals = (
            (self.is_locked, 500, b"database is locked"),
            (not self.lets_read, 403, b"Local API is not enabled"),
            (method == "POST" and not self.server_id, 404, b"No endpoint found"),
            (given not in {None, self.server_id}, 412, b"Zotero-Server-ID does not match"),
            (method == "POST" and given is None, 428, b"Zotero-Server-ID not provided"),
            (
                method == "POST" and path != "local/authorize" and key != (self.local_key or "-"),
                401,
                b"API key required",
            ),
        )
        for is_refused, status, body in refusals:
            if is_refused:
                return Reply(status=status, headers={}, body=body)
        if path == "":
            return Reply(status=200, headers={})
        return self._authorized() if path == "local/authorize" else None

    def _authorized(self) -> Reply:
        if self.allows == "never":
            return Reply(status=403, headers={}, body=b"Denied")
        self.local_key = "LocalKey1"
        return self._json({"key": self.local_key, "remember": self.allows == "always"})

    def _read(self, path: str, query: Mapping[str, str]) -> Reply:
        match path.split("/"):
            case ["groups"]:
                return self._list([], query)
            case ["collections"]:
                return self._list([self._collection(key) for key in self.collections], query)
            case ["items", key, "file"] if key in self.files:
                return Reply(status=302, headers={"location": self._place(key)})
        keys = self._keys_at(path)
        return Reply(status=404, headers={}, body=b"Not found") if keys is None else self._items(keys, query)

    def _keys_at(self, path: str) -> list[str] | None:
        """Return the items that an address lists, None if it lists none."""
        match path.split("/"):
            case ["items"]:
                return sorted(self.items)
            case ["items", "top"]:
                return [key for key in sorted(self.items) if "parentItem" not in self._data(key)]
            case ["collections", key, "items", "top"] if key in self.collections:
                return [one for one in sorted(self.items) if key in self._data(one).get("collections", [])]
            case ["items", key, "children"] if key in self.items:
                return [one for one in sorted(self.items) if self._data(one).get("parentItem") == key]
        return None

    def _items(self, keys: Sequence[str], query: Mapping[str, str]) -> Reply:
        wanted = frozenset(query["itemKey"].split(",") if "itemKey" in query else keys)
        types = query["itemType"].split(" || ") if "itemType" in query else None
        found = [
            key
            for key in keys
            if key in wanted
            and ("since" not in query or self._version(key) > int(query["since"]))
            and (types is None or self._data(key)["itemType"] in types)
            and (query.get("includeTrashed") == "1" or not self._data(key).get("deleted"))
        ]
        if query.get("format") == "versions":
            return self._json({key: self._version(key) for key in found})
        return self._list([self._item(key) for key in found], query)

    def _list(self, found: list[Any], query: Mapping[str, str]) -> Reply:
        start, limit = int(query.get("start", 0)), min(int(query.get("limit", 25)), 100)
        return self._json(found[start : start + limit], total=len(found))

    def _write(self, headers: Mapping[str, str], body: bytes | None) -> Reply:
        token = headers.get("zotero-write-token")
        if token in self.tokens:
            return Reply(status=412, headers={}, body=b"Write token already used")
        sent = json.loads(body or b"[]")
        if len(sent) > 50:
            return Reply(status=413, headers={}, body=b"Too many items")
        result: dict[str, dict[str, Any]] = {"successful": {}, "success": {}, "unchanged": {}, "failed": {}}
        version = self.version + 1
        for index, one in enumerate(sent):
            refused = self._refused(one)
            if refused is not None:
                result["failed"][str(index)] = {"key": one.get("key"), "code": refused, "message": f"refused {refused}"}
                continue
            key, fields = one["key"], {name: value for name, value in one.items() if name not in {"key", "version"}}
            if key not in self.items:
                self.created.append(key)
            data = {**(self._data(key) if key in self.items else {}), **fields}
            self.items[key] = {"version": version, "data": data}
            self.version = version
            result["successful"][str(index)] = self._item(key)
            result["success"][str(index)] = key
        if token:
            self.tokens.add(token)
        return self._json(result)

    def _refused(self, one: Mapping[str, Any]) -> int | None:
        """Return why an item is not written, as the code that the API gives."""
        key, version = str(one.get("key")), one.get("version")
        if not _KEY.fullmatch(key) or not isinstance(version, int):
            return 400
        if key in self.items:
            return None if version == self.items[key]["version"] else 412
        if version:
            return 404
        if one.get("parentItem") not in self.items:
            return 409
        if one.get("itemType") == "note":
            return None if isinstance(one.get("note"), str) else 400
        position = one.get("annotationPosition", "")
        good = (
            self._data(one["parentItem"])["itemType"] == "attachment"
            and one.get("annotationType") in {"highlight", "image"}
            and (one.get("annotationType") != "highlight" or 0 < len(one.get("annotationText", "")) <= 10_000)
            and _COLOUR.fullmatch(one.get("annotationColor", ""))
            and _SORT_INDEX.fullmatch(one.get("annotationSortIndex", ""))
            and len(position) <= 65_000
            and all(len(rect) == 4 for rect in json.loads(position)["rects"])
        )
        return None if good else 400

    def _item(self, key: str) -> dict[str, Any]:
        library = {"type": "user", "id": USER}
        return {"key": key, "version": self._version(key), "library": library, "data": self._data(key)}

    def _collection(self, key: str) -> dict[str, Any]:
        inside = sum(key in self._data(one).get("collections", []) for one in self.items)
        return {"key": key, "data": self.collections[key], "meta": {"numCollections": 0, "numItems": inside}}

    def _version(self, key: str) -> int:
        return 0 if key in self.unsynced else int(self.items[key]["version"])

    def _data(self, key: str) -> dict[str, Any]:
        data: dict[str, Any] = self.items[key]["data"]
        return data

    def _place(self, key: str) -> str:
        if self.folder is None:
            return f"{FILES}{key}.pdf"
        file = self.folder / f"{key}.pdf"
        file.write_bytes(self.files[key])
        return file.as_uri()

    def _json(self, value: object, *, total: int = 0) -> Reply:
        headers = {
            "content-type": "application/json",
            "last-modified-version": str(self.version),
            "total-results": str(total),
        }
        return Reply(status=200, headers=headers, body=json.dumps(value).encode())


def put_pdf(zotero: FakeZotero, key: str, data: bytes = b"%PDF-1.7 momentum", **given: Any) -> None:
    """Store a PDF, as one of an item with a `parentItem`, else alone."""
    zotero.put(
        key, **{"itemType": "attachment", "linkMode": "imported_file", "contentType": "application/pdf", **given}
    )
    zotero.files[key] = data


def put_paper(zotero: FakeZotero, item: str = "ITEM2222", attachment: str = "PDFS2222", **data: Any) -> None:
    """Store an article with its PDF in a library."""
    given = {
        "title": "Momentum decays slowly",
        "creators": [{"creatorType": "author", "firstName": "Ada", "lastName": "Lovelace"}],
        "DOI": "10.1000/momentum",
        "date": "2014-05-01",
        "publicationTitle": "Notes",
        "tags": [{"tag": "physics"}],
        "collections": [],
    }
    zotero.put(item, **{**given, **data})
    put_pdf(zotero, attachment, parentItem=item, filename="momentum.pdf")


def put_highlight(zotero: FakeZotero, key: str = "MARK2222", parent: str = "PDFS2222", **data: Any) -> None:
    """Store a highlight of a person in a library."""
    given = {
        "annotationType": "highlight",
        "annotationText": "momentum decays",
        "annotationComment": "Really?",
        "annotationColor": "#5fb236",
        "annotationPageLabel": "1",
        "annotationSortIndex": "00000|000100|00100",
        "annotationPosition": json.dumps({"pageIndex": 0, "rects": [[50, 680, 300.5, 691.75]]}),
    }
    zotero.put(key, itemType="annotation", parentItem=parent, **{**given, **data})
