"""One user's library on the local cloud: what a history may do to it, and what must hold when everything came to rest."""

from __future__ import annotations

import base64
import json
import re
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from cloud_user import CloudUser
from doubles.cloud.local_cloud import BUCKET, LocalCloud

from scholarai.adapters.gcp.leftovers import DELETING_FOR, FindLeftovers
from scholarai.domain.ids import PaperId
from scholarai.domain.object_names import upload_name

if TYPE_CHECKING:
    from google.cloud.storage import Blob

REST_S = 120.0
SECTIONS = 4
# An announcement is pulled within a tenth of a second; a busy machine may take longer.
_HEARD_S = 10.0
_LOOKS = 6
_LOOK_EVERY_S = 0.05
_VERSION = re.compile(r"of version (\d+)")


class ViolationError(AssertionError):
    """Something that must always hold did not."""


@dataclass
class Entry:
    """A paper as its user knows it: `version` is that of the newest file, `readable` whether its content was ever seen."""

    paper_id: str
    version: int = 0
    deleted: bool = False
    readable: bool = False


@dataclass
class Library:
    """Does things as one user, and checks what became of them.

    Attributes:
        early: Announcements that came before their data.
        announced: Set whenever an announcement comes.
        restarted: Papers that gave up and were started again, as their user would.
    """

    cloud: LocalCloud
    owner: str
    firestore: Any
    storage: Any
    entries: list[Entry] = field(default_factory=list)
    early: list[str] = field(default_factory=list)
    announced: threading.Event = field(default_factory=threading.Event)
    restarted: int = 0

    def upload(self) -> None:
        made = self._user.announce("paper.md")
        if made is None:
            return  # refused by an injected fault: nothing was promised
        entry = Entry(made["paper_id"])
        if self._user.put(made["upload"], text_of(entry).encode()):
            self.entries.append(entry)

    def overwrite(self, entry: Entry) -> None:
        """Put a newer file in the paper's place, as another system might."""
        entry.version += 1
        self._object(entry).upload_from_string(text_of(entry), content_type="text/markdown")

    def delete(self, entry: Entry) -> None:
        entry.deleted = True
        status = 0
        for _ in range(20):
            status, _body = self.call("DELETE", f"/papers/{entry.paper_id}")
            if status in {204, 404}:
                return
            time.sleep(0.2)
        raise ViolationError(f"a paper could not be deleted: {status}")

    def wait_until_readable(self, entry: Entry, limit_s: float) -> None:
        _until(lambda: (self._document(entry.paper_id) or {}).get("visible_generation") is not None, limit_s)

    def wait_until_owing(self, limit_s: float) -> bool:
        """Wait until a paper is complete and not yet announced, and tell whether that came."""
        _until(self._owing, limit_s)
        return self._owing()

    def start_again(self, entry: Entry) -> None:
        self.call("POST", f"/papers/{entry.paper_id}/extract")

    def look(self, entry: Entry) -> None:
        """Read the content as a reader would: whole and of one version, or not there yet; once there, always there."""
        status = 0
        for _ in range(_LOOKS):
            status, content = self.call("GET", f"/papers/{entry.paper_id}/content")
            if status == 200:
                _require_whole(content, f"{entry.paper_id} while at work")
                entry.readable = True
            if status == 200 or not entry.readable:
                return
            time.sleep(_LOOK_EVERY_S)
        _require(status not in {404, 409, 425}, f"{entry.paper_id} was readable and is not any more: {status}")

    def look_while_it_is_replaced(self, entry: Entry) -> None:
        """Put a newer file in its place and read on, as long as the new one is at work."""
        self.overwrite(entry)
        deadline = time.monotonic() + 3.0
        at_work = False
        while time.monotonic() < deadline:
            status, extraction = self.call("GET", f"/papers/{entry.paper_id}/extraction")
            working = status == 200 and extraction["status"] in {"uploaded", "extracting"}
            if at_work and not working:
                return
            at_work = at_work or working
            self.look(entry)

    def heard(self, message: Mapping[str, Any]) -> None:
        """Check that an announcement's data are there when it arrives."""
        event = json.loads(base64.b64decode(message["message"]["data"]))
        if event["owner"] != self.owner or event["type"] != "paper.extracted":
            return
        self.announced.set()
        # The announcement of a paper that was deleted since may come late, when its data are gone.
        gone = any(entry.deleted for entry in self.entries if entry.paper_id == event["paper_id"])
        paper = None if gone else self._document(event["paper_id"])
        if paper is not None and (shown := paper.get("visible_generation") or 0) < event["generation"]:
            self.early.append(f"{event['paper_id']}: {event['generation']} while {shown} was shown, {paper['status']}")

    def come_to_rest(self) -> None:
        """Let everything be delivered, and clear the outboxes."""
        for _ in range(3):
            self._wait()
            gave_up = self._gave_up()
            for entry in gave_up:
                self.restarted += 1
                self.start_again(entry)
            if not gave_up:
                return
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
        tomorrow = datetime.now(UTC) + 2 * DELETING_FOR  # nothing may be half deleted when all came to rest
        find = FindLeftovers(client=lambda: self.firestore, storage=lambda: self.storage, bucket=BUCKET)
        left = list(find.run(tomorrow))
        _require(not left, f"left over: {left[:5]}")
        _require(not self.early, f"announced before the data: {self.early}")

    def forget(self) -> None:
        """Remove whatever this history leaves, so that the next one starts with nothing."""
        self.cloud.firestore.clear()
        for blob in list(self.storage.list_blobs(BUCKET)):
            blob.delete()

    def call(self, method: str, path: str, body: object = None) -> tuple[int, Any]:
        return self._user.call(method, path, body)

    @property
    def _user(self) -> CloudUser:
        return CloudUser(self.cloud, self.owner)

    def _object(self, entry: Entry) -> Blob:
        name = upload_name(self.owner, PaperId(entry.paper_id), "paper.md")  # type: ignore[arg-type]  # the owner as a plain text
        return self.storage.bucket(BUCKET).blob(name)

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
        if version != entry.version:
            stored = self._object(entry).download_as_text()
            raise ViolationError(
                f"{entry.paper_id} shows version {version}, not {entry.version}; generation {shown} in the bucket holds"
                f" versions {sorted(set(_VERSION.findall(stored)))}"
            )

    def _check_announcements(self) -> None:
        """At least one completion for every visible generation, and all of one generation equal."""
        shown = {entry.paper_id: self._document(entry.paper_id) for entry in self.entries if not entry.deleted}
        places = {(paper_id, paper["visible_generation"]) for paper_id, paper in shown.items() if paper}
        _until(lambda: not places - self._said().keys(), _HEARD_S)
        for place, texts in self._said().items():
            _require(len(texts) == 1, f"{place} was announced in {len(texts)} ways")
        _require(not places - self._said().keys(), f"{places - self._said().keys()} were never announced")

    def _said(self) -> dict[tuple[str, int], set[str]]:
        said: dict[tuple[str, int], set[str]] = {}
        for message in list(self.cloud.announced):
            event = json.loads(base64.b64decode(message["message"]["data"]))
            if event["owner"] == self.owner and event["type"] == "paper.extracted":
                said.setdefault((event["paper_id"], event["generation"]), set()).add(json.dumps(event, sort_keys=True))
        return said

    def _wait(self) -> None:
        _require(self.cloud.router.wait_until_idle(REST_S), "events were not all accepted in time")
        deadline = time.monotonic() + REST_S
        while self._owing():
            _require(time.monotonic() < deadline, "the outbox was not delivered in time")
            self.cloud.sweep()
            self.cloud.router.wait_until_idle(REST_S)
            time.sleep(0.2)

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
    texts = [block["text"] for block in content["blocks"]]
    versions = {found for text in texts for found in _VERSION.findall(text)}
    _require(len(versions) == 1, f"{what} mixes versions {sorted(versions)}")
    sections = {found for text in texts for found in re.findall(r"in section (\d+)", text)}
    _require(len(sections) == SECTIONS, f"{what} has {len(sections)} sections")
    return int(versions.pop())


def _require(condition: object, otherwise: str) -> None:
    if not condition:
        raise ViolationError(otherwise)


def _until(condition: Callable[[], bool], limit_s: float) -> None:
    deadline = time.monotonic() + limit_s
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.05)
