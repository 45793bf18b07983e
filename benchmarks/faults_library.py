"""One user's library on the local cloud: what a history may do to it, and what must hold when everything came to rest."""

from __future__ import annotations

import base64
import json
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from doubles.cloud.local_cloud import BUCKET, LocalCloud
from doubles.cloud.router import Manner

from scholarai.adapters.gcp.leftovers import FindLeftovers
from scholarai.domain.ids import PaperId
from scholarai.domain.object_names import upload_name

REST_S = 120.0
SECTIONS = 6
_CALL_S = 30.0


class ViolationError(AssertionError):
    """Something that must always hold did not."""


@dataclass
class Entry:
    """A paper as its user knows it; `version` is that of the newest file."""

    paper_id: str
    version: int = 0
    deleted: bool = False


@dataclass
class Library:
    """Does things as one user, and checks what became of them.

    Attributes:
        early: Announcements that came before their data.
        restarted: Papers that gave up and were started again, as their user would.
    """

    cloud: LocalCloud
    owner: str
    firestore: Any
    storage: Any
    entries: list[Entry] = field(default_factory=list)
    early: list[str] = field(default_factory=list)
    restarted: int = 0

    def upload(self) -> None:
        status, made = self.call("POST", "/papers", {"filename": "paper.md"})
        if status != 201:
            return  # refused by an injected fault: nothing was promised
        entry = Entry(made["paper_id"])
        upload = made["upload"]
        request = urllib.request.Request(
            upload["url"], text_of(entry).encode(), dict(upload["headers"]), method=upload["method"]
        )
        urllib.request.urlopen(request, timeout=_CALL_S).close()
        self.entries.append(entry)

    def overwrite(self, entry: Entry) -> None:
        """Put a newer file in the paper's place, as another system might."""
        name = upload_name(self.owner, PaperId(entry.paper_id), "paper.md")  # type: ignore[arg-type]
        entry.version += 1
        self.storage.bucket(BUCKET).blob(name).upload_from_string(text_of(entry), content_type="text/markdown")

    def delete(self, entry: Entry) -> None:
        for _ in range(20):
            status, _body = self.call("DELETE", f"/papers/{entry.paper_id}")
            if status in {204, 404}:
                entry.deleted = True
                return
            time.sleep(0.2)
        raise ViolationError(f"a paper could not be deleted: {status}")

    def start_again(self, entry: Entry) -> None:
        self.call("POST", f"/papers/{entry.paper_id}/extract")

    def look(self, entry: Entry) -> None:
        """Read the content as a reader would: whole and of one version, or not there yet."""
        status, content = self.call("GET", f"/papers/{entry.paper_id}/content")
        if status == 200:
            _require_whole(content, f"{entry.paper_id} while at work")

    def heard(self, message: Mapping[str, Any]) -> None:
        """Check that an announcement's data are there when it arrives."""
        event = json.loads(base64.b64decode(message["message"]["data"]))
        if event["owner"] != self.owner or event["type"] != "paper.extracted":
            return
        paper = self._document(event["paper_id"])
        if paper is not None and (paper.get("visible_generation") or 0) < event["generation"]:
            self.early.append(event["paper_id"])

    def come_to_rest(self) -> None:
        """End the faults, let everything be delivered, and pay what is owed."""
        calm = Manner()
        manner = self.cloud.manner
        for name in ("duplicate", "delay_s", "refuse", "forget", "kill"):
            setattr(manner, name, getattr(calm, name))
        for _ in range(3):
            self._wait()
            for entry in self._gave_up():
                self.restarted += 1
                self.start_again(entry)
        self._wait()

    def check(self) -> None:
        """Check every invariant.

        Raises:
            ViolationError: If one does not hold.
        """
        newest = {blob.name.split("/")[2]: blob.generation for blob in self._objects()}
        for entry in self.entries:
            if not entry.deleted:
                self._check_paper(entry, newest.get(entry.paper_id))
        self._check_announcements()
        left = list(
            FindLeftovers(client=lambda: self.firestore, storage=lambda: self.storage, bucket=BUCKET).run(_now())
        )
        _require(not left, f"left over: {left[:5]}")
        _require(not self.early, f"announced before the data: {self.early}")

    def call(self, method: str, path: str, body: object = None) -> tuple[int, Any]:
        """Return status and JSON; 0 where the connection broke, as it does when an instance is killed."""
        headers = {"Authorization": f"Bearer {self.cloud.token(self.owner)}", "Content-Type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.cloud.url}{path}", data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=_CALL_S) as answer:
                text = answer.read()
                return answer.status, json.loads(text) if text else None
        except urllib.error.HTTPError as error:
            return error.code, None
        except (OSError, ValueError):
            return 0, None

    def _check_paper(self, entry: Entry, newest: int | None) -> None:
        paper = self._document(entry.paper_id)
        _require(paper is not None, f"{entry.paper_id} is gone")
        assert paper is not None
        shown = paper.get("visible_generation")
        _require(paper["status"] == "completed", f"{entry.paper_id} ended as {paper['status']}: {paper.get('failure')}")
        _require(shown == newest, f"{entry.paper_id} shows {shown}, the newest is {newest}")
        chunks = self.firestore.collection(f"papers/{entry.paper_id}/chunks").select(["generation"]).get()
        visible = [chunk for chunk in chunks if chunk.get("generation") == shown]
        _require(len(visible) == paper["counts"]["chunks"], f"{entry.paper_id} has {len(visible)} chunks visible")
        status, content = self.call("GET", f"/papers/{entry.paper_id}/content")
        _require(status == 200, f"{entry.paper_id} has no content: {status}")
        version = _require_whole(content, entry.paper_id)
        _require(version == entry.version, f"{entry.paper_id} shows version {version}, not {entry.version}")

    def _check_announcements(self) -> None:
        """At least one completion for every visible generation, and all of one generation equal."""
        said: dict[tuple[str, int], set[str]] = {}
        for message in self.cloud.announced:
            event = json.loads(base64.b64decode(message["message"]["data"]))
            if event["owner"] == self.owner and event["type"] == "paper.extracted":
                said.setdefault((event["paper_id"], event["generation"]), set()).add(json.dumps(event, sort_keys=True))
        for place, texts in said.items():
            _require(len(texts) == 1, f"{place} was announced in {len(texts)} ways")
        for entry in self.entries:
            paper = None if entry.deleted else self._document(entry.paper_id)
            if paper is not None:
                place = (entry.paper_id, paper["visible_generation"])
                _require(place in said, f"{entry.paper_id} was never announced")

    def _wait(self) -> None:
        _require(self.cloud.router.wait_until_idle(REST_S), "events were not all accepted in time")
        deadline = time.monotonic() + REST_S
        while self._owing() and time.monotonic() < deadline:
            self.cloud.sweep()
            self.cloud.router.wait_until_idle(REST_S)
            time.sleep(1.0)
        time.sleep(0.5)  # what was published last is still on its way to us

    def _owing(self) -> bool:
        return any(paper.get("owing") for paper in self._documents())

    def _gave_up(self) -> list[Entry]:
        failed = {paper["id"] for paper in self._documents() if paper["status"] == "failed"}
        return [entry for entry in self.entries if entry.paper_id in failed and not entry.deleted]

    def _documents(self) -> list[dict[str, Any]]:
        from google.cloud.firestore_v1.base_query import FieldFilter

        query = self.firestore.collection("papers").where(filter=FieldFilter("owner", "==", self.owner))
        return [document.to_dict() for document in query.get()]

    def _document(self, paper_id: str) -> dict[str, Any] | None:
        found: dict[str, Any] | None = self.firestore.document(f"papers/{paper_id}").get().to_dict()
        return found

    def _objects(self) -> list[Any]:
        return list(self.storage.list_blobs(BUCKET, prefix=f"uploads/{self.owner}/"))


def text_of(entry: Entry) -> str:
    """Return a version of a paper; every section names it, so that a mixture shows."""
    sections = "\n\n".join(
        f"## Section {number}\n\nSentence one of version {entry.version} in section {number}. "
        + f"It says that value {number} of version {entry.version} is {number * 7 + entry.version}. " * 12
        for number in range(1, SECTIONS + 1)
    )
    return f"# Paper {entry.paper_id} version {entry.version}\n\n{sections}\n"


def _require_whole(content: Mapping[str, Any], what: str) -> int:
    """Return the version that a content is of, when all of it is there."""
    import re

    texts = [block["text"] for block in content["blocks"]]
    versions = {found for text in texts for found in re.findall(r"of version (\d+)", text)}
    _require(len(versions) == 1, f"{what} mixes versions {sorted(versions)}")
    sections = {found for text in texts for found in re.findall(r"in section (\d+)", text)}
    _require(len(sections) == SECTIONS, f"{what} has {len(sections)} sections")
    return int(versions.pop())


def _require(condition: object, otherwise: str) -> None:
    if not condition:
        raise ViolationError(otherwise)


def _now() -> datetime:
    return datetime.now(UTC)
