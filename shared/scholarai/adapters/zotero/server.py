"""Reads and writes Zotero's libraries by its API, version 3 (https://www.zotero.org/support/dev/web_api/v3/start)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

from msgspec.structs import replace

from scholarai.adapters.literature import fields
from scholarai.adapters.literature.attempts import Reply, text_of
from scholarai.adapters.zotero.client import ZoteroClient
from scholarai.adapters.zotero.items import item_of, json_of
from scholarai.domain.errors import ConflictError, NotFoundError, PaperFaultError, TransientError
from scholarai.domain.formats import format_of
from scholarai.domain.zotero import ZoteroCollection, ZoteroItem, ZoteroKey, ZoteroLibrary, is_key
from scholarai.ports.literature import OpenFiles
from scholarai.ports.zotero import Outgoing, Versions, WriteResult, Written

_PER_PAGE = 100
# Pages of a list. A guess: Zotero has 100 children of an item, or 10,000 collections, in no library that was seen.
_PAGES = 200
_OWN = "My Library"
_FAILED: Mapping[int, WriteResult] = {412: "conflict", 409: "missing", 404: "missing", 428: "conflict"}


@dataclass(frozen=True, slots=True, kw_only=True)
class ZoteroApi:
    """Implements `ports.zotero.ZoteroServer`."""

    client: ZoteroClient
    files: OpenFiles
    files_are_local: bool = False

    def libraries(self) -> Sequence[ZoteroLibrary]:
        own, access = self._own()
        groups = self._listed(f"{own.path}/groups")
        found = (own, *(_group(group, access) for group in groups if isinstance(fields.at(group, "id"), int)))
        return tuple(replace(one, items=self._count(one.path)) for one in found)

    def _count(self, library: str) -> int | None:
        reply = self.client.get(f"{library}/items/top", {"limit": "1"})
        told = reply.headers.get("total-results", "")
        return int(told) if reply.status == 200 and told.isdigit() else None

    def collections(self, library: str) -> Sequence[ZoteroCollection]:
        return tuple(
            ZoteroCollection(
                key=ZoteroKey(key),
                name=fields.text(fields.at(one, "data", "name")) or key,
                parent=ZoteroKey(parent)
                if isinstance(parent := fields.at(one, "data", "parentCollection"), str)
                else None,
                items=items if isinstance(items := fields.at(one, "meta", "numItems"), int) else None,
            )
            for one in self._listed(f"{library}/collections")
            if isinstance(key := fields.at(one, "key"), str) and is_key(key) and not fields.at(one, "data", "deleted")
        )

    def numbering(self) -> str | None:
        if not self.files_are_local:
            return ""
        # The program has numbers of its own since version 10; before, an object has the number of its last sync, 0 without one.
        return self.client.get("", expected="anything").headers.get("zotero-server-id") or None

    def versions(
        self, library: str, *, since: int = 0, collection: ZoteroKey | None = None, types: Sequence[str] = ()
    ) -> Versions:
        within = "" if collection is None else f"/collections/{collection}"
        query = {"format": "versions"} | ({"since": str(since)} if since else {})
        if types:
            query["itemType"] = " || ".join(types)
        reply = _require_success(self.client.get(f"{library}{within}/items{'' if types else '/top'}", query))
        given = _json(reply)
        items = given.items() if isinstance(given, dict) else ()
        kept = {ZoteroKey(key): version for key, version in items if is_key(key) and isinstance(version, int)}
        return Versions(items=kept, library=_version(reply))

    def items(self, library: str, keys: Sequence[ZoteroKey]) -> Sequence[ZoteroItem]:
        if not keys:
            return ()
        query = {"itemKey": ",".join(keys), "limit": str(_PER_PAGE), "includeTrashed": "1"}
        return tuple(self._read(_json(_require_success(self.client.get(f"{library}/items", query)))))

    def children(self, library: str, key: ZoteroKey) -> Sequence[ZoteroItem]:
        return tuple(self._read(list(self._listed(f"{library}/items/{key}/children"))))

    def download(self, library: str, key: ZoteroKey, target: Path, *, max_bytes: int) -> int:
        reply = _require_success(self.client.get(f"{library}/items/{key}/file", expected="anything"))
        address = reply.headers.get("location", "")
        if self.files_are_local and address.startswith("file:"):
            return _copied(address, target, max_bytes)
        if address:
            return self.files.fetch(address, target, max_bytes=max_bytes)
        _require_pdf(reply.body, len(reply.body), max_bytes)
        return target.write_bytes(reply.body)

    def write(self, library: str, items: Sequence[Outgoing], token: str | None = None) -> Sequence[Written]:
        headers = {"zotero-write-token": token} if token else {}
        body = json.dumps([json_of(item) for item in items], ensure_ascii=False).encode()
        reply = self.client.post(f"{library}/items", body, headers)
        if reply.status == 412 and b"Server-ID" not in reply.body:
            return [Written(result="conflict")] * len(items)
        if reply.status != 200:
            raise _unwritten(reply.status)
        return list(map(_written, [_json(reply)] * len(items), range(len(items))))

    def _own(self) -> tuple[ZoteroLibrary, Any]:
        """Return the library of the person whose key it is, or who is logged in to the program, and what groups allow."""
        if self.files_are_local:
            items = _json(_require_success(self.client.get("users/0/items", {"limit": "1"})))
            user = fields.at(items, 0, "library", "id")
            return ZoteroLibrary(path=f"users/{user if isinstance(user, int) else 0}", name=_OWN), {}
        user, found = self.require_user()
        writable = bool(fields.at(found, "access", "user", "write"))
        return ZoteroLibrary(path=f"users/{user}", name=_OWN, writable=writable), fields.at(found, "access", "groups")

    def require_user(self) -> tuple[int, Any]:
        """Return whose the key is, and what it allows.

        Raises:
            ConflictError: If the service does not know it.
        """
        reply = self.client.get("keys/current")
        found = _json(reply) if reply.status == 200 else None
        user = fields.at(found, "userID")
        if not isinstance(user, int):
            raise ConflictError(
                "zotero_refused", "Zotero does not know the key", action="Make a new key on zotero.org/settings/keys."
            )
        return user, found

    def _listed(self, path: str) -> Iterator[Any]:
        start = 0
        for _ in range(_PAGES):
            reply = _require_success(self.client.get(path, {"limit": str(_PER_PAGE), "start": str(start)}))
            found = _json(reply)
            yield from found if isinstance(found, list) else ()
            start += _PER_PAGE
            if not found or start >= int(reply.headers.get("total-results", "0") or 0):
                return

    def _read(self, found: object) -> Iterator[ZoteroItem]:
        for one in found if isinstance(found, list) else ():
            item = item_of(one, linked_files=self.files_are_local)
            if item is not None:
                yield item


def _group(given: object, access: object) -> ZoteroLibrary:
    number = fields.at(given, "id")
    may = fields.at(access, str(number), "write") or fields.at(access, "all", "write")
    return ZoteroLibrary(
        path=f"groups/{number}", name=fields.text(fields.at(given, "data", "name")) or str(number), writable=bool(may)
    )


def _written(found: object, index: int) -> Written:
    place = str(index)
    done = fields.at(found, "successful", place)
    if done is not None:
        version = fields.at(done, "version")
        return Written(result="written", version=version if isinstance(version, int) else 0)
    if fields.at(found, "unchanged", place) is not None:
        return Written(result="conflict")
    code, said = fields.at(found, "failed", place, "code"), fields.text(fields.at(found, "failed", place, "message"))
    if not isinstance(code, int) or code >= 500:
        return Written(result="later", detail=said or "")
    return Written(result=_FAILED.get(code, "refused"), detail=said or "")


def _require_success(reply: Reply) -> Reply:
    if reply.status == 404:
        raise NotFoundError("zotero_unknown", "Zotero has no such library, collection or file")
    if reply.status >= 400:
        raise _unwritten(reply.status)
    return reply


def _unwritten(status: int) -> Exception:
    if status in {412, 428}:
        return ConflictError(
            "zotero_other",
            "this is another library of Zotero than the one that may be written to",
            action="Allow writing again in the settings.",
        )
    if status == 409:
        return TransientError("zotero_locked", "the library is locked in Zotero right now", retry_after_s=30.0)
    return ConflictError("zotero_refused", f"Zotero refuses the request (HTTP {status})")


def _json(reply: Reply) -> Any:
    return json.loads(text_of(reply))


def _version(reply: Reply) -> int:
    given = reply.headers.get("last-modified-version", "")
    if not given.removeprefix("-").isdigit():
        raise TransientError("service_malformed", "Zotero does not tell the version of the library")
    return max(0, int(given))  # of a library that was never synced, it may be negative


def _copied(address: str, target: Path, max_bytes: int) -> int:
    """Copy a file of this machine that the program named."""
    source = Path(url2pathname(urlsplit(address).path))
    try:
        with source.open("rb") as file:
            data = file.read(max_bytes + 1)
    except OSError:
        raise NotFoundError("zotero_unknown", "the file is not on this machine", action="Sync Zotero first.") from None
    _require_pdf(data, len(data), max_bytes)
    return target.write_bytes(data)


def _require_pdf(data: bytes, size: int, max_bytes: int) -> None:
    if size > max_bytes:
        raise PaperFaultError("too_large", f"the file is larger than the {max_bytes} bytes that are read")
    if not format_of("pdf").is_marked(data):
        raise PaperFaultError("file_no_pdf", "what Zotero stores is no PDF")
