"""One user's papers on the local cloud: what a history may do to them, and what must hold when everything came to rest."""

from __future__ import annotations

import base64
import json
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from cloud_user import CloudUser
from doubles.cloud.local_cloud import BUCKET, LocalCloud
from faults_own import Own
from faults_papers import Entry, ViolationError, require, require_whole
from faults_talk import Talk

from scholarai.adapters.gcp.leftovers import DELETING_FOR, FindLeftovers
from scholarai.domain.ids import PaperId
from scholarai.domain.object_names import image_name, images_folder, upload_name

if TYPE_CHECKING:
    from google.cloud.storage import Blob

REST_S = 120.0
# An announcement is pulled within a tenth of a second; a busy machine may take longer.
_HEARD_S = 10.0
_LOOKS = 6
_LOOK_EVERY_S = 0.05


@dataclass
class Library:
    """Does things as one user, and checks what became of them.

    Attributes:
        early: Announcements that came before their data.
        announced: Set whenever an announcement comes.
        talk: Questions and reviews about them.
        own: Notes, tags, collections and records.
    """

    cloud: LocalCloud
    owner: str
    firestore: Any
    storage: Any
    entries: list[Entry] = field(default_factory=list)
    early: list[str] = field(default_factory=list)
    announced: threading.Event = field(default_factory=threading.Event)

    def __post_init__(self) -> None:
        self._user = CloudUser(self.cloud, self.owner)
        self.talk = Talk(self._user)
        self.own = Own(self._user)

    def upload(self, *, printed: bool = False) -> None:
        entry = Entry("", printed)
        made = self._user.announce(entry.filename)
        if made is None:
            return  # refused by an injected fault: nothing was promised
        entry.paper_id = made["paper_id"]
        if self._user.put(made["upload"], entry.file()):
            self.entries.append(entry)

    def overwrite(self, entry: Entry) -> None:
        """Put a newer file in the paper's place, as another system might."""
        entry.version += 1
        self._object(entry).upload_from_string(entry.file(), content_type=entry.media_type)

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
                require_whole(content, f"{entry.paper_id} while at work")
                entry.readable = True
            if status == 200 or not entry.readable:
                return
            time.sleep(_LOOK_EVERY_S)
        gone = status in {404, 409, 425} and not entry.deleted  # which another thread may have done since
        require(not gone, f"{entry.paper_id} was readable and is not any more: {status}")

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
        self._wait()
        self.talk.wait(REST_S, self.cloud.sweep)
        self._wait()

    def check(self) -> None:
        """Check every invariant.

        Raises:
            ViolationError: If one does not hold.
        """
        newest = {blob.name.split("/")[2]: blob.generation for blob in self._objects(f"uploads/{self.owner}/")}
        for entry in self.entries:
            if not entry.deleted:
                self._check_paper(entry, newest.get(entry.paper_id))
        self._check_announcements()
        self.talk.check()
        self.own.check()
        self.own.check_marks([entry for entry in self.entries if not entry.deleted])
        require(not self.early, f"announced before the data: {self.early}")

    def pry(self, other: Library) -> None:
        """Ask for what is the other user's: it must be as if it were not there."""
        papers = [f"/papers/{entry.paper_id}" for entry in other.entries]
        for path in [*papers, *(f"{paper}/content" for paper in papers), *other.talk.places(), *other.own.places()]:
            status, _ = self.call("GET", path)
            require(status not in {200, 302, 409, 425}, f"{self.owner} reads {path} of {other.owner}: {status}")
        status, found = self.call("GET", "/papers?limit=100")
        theirs = {entry.paper_id for entry in other.entries}
        listed = {paper["id"] for paper in found["papers"]} if status == 200 else set()
        theirs |= {record.paper_id for record in other.own.records}
        require(not listed & theirs, f"{self.owner} has papers of {other.owner} listed")

        require(not self.own.seen() & other.own.ids(), f"{self.owner} is shown notes or collections of {other.owner}")

    def call(self, method: str, path: str, body: object = None) -> tuple[int, Any]:
        return self._user.call(method, path, body)

    def _object(self, entry: Entry) -> Blob:
        name = upload_name(self.owner, PaperId(entry.paper_id), entry.filename)  # type: ignore[arg-type]  # the owner as a plain text
        return self.storage.bucket(BUCKET).blob(name)

    def _check_paper(self, entry: Entry, newest: int | None) -> None:
        paper = self._document(entry.paper_id)
        require(paper is not None, f"{entry.paper_id} is gone")
        assert paper is not None
        shown = paper.get("visible_generation")
        require(paper["status"] == "completed", f"{entry.paper_id} ended as {paper['status']}: {paper.get('failure')}")
        require(shown == newest, f"{entry.paper_id} shows {shown}, the newest is {newest}")
        chunks = self.firestore.collection(f"papers/{entry.paper_id}/chunks").select(["generation"]).get()
        visible = [chunk for chunk in chunks if chunk.get("generation") == shown]
        require(len(visible) == paper["counts"]["chunks"], f"{entry.paper_id} has {len(visible)} chunks visible")
        status, content = self.call("GET", f"/papers/{entry.paper_id}/content")
        require(status == 200, f"{entry.paper_id} has no content: {status}")
        version = require_whole(content, entry.paper_id)
        require(version == entry.version, f"{entry.paper_id} shows version {version}, not {entry.version}")
        self._check_pictures(entry, shown)

    def _check_pictures(self, entry: Entry, shown: int | None) -> None:
        """One picture of the printed paper's figure, of the generation that readers see, and no other."""
        pictures = [blob.name for blob in self._objects(images_folder(PaperId(entry.paper_id)))]
        wanted = [image_name(PaperId(entry.paper_id), shown, 0)] if entry.printed and shown else []
        require(pictures == wanted, f"{entry.paper_id} has the pictures {pictures} instead of {wanted}")

    def _check_announcements(self) -> None:
        """At least one completion for every visible generation, and all of one generation equal."""
        shown = {entry.paper_id: self._document(entry.paper_id) for entry in self.entries if not entry.deleted}
        places = {(paper_id, paper["visible_generation"]) for paper_id, paper in shown.items() if paper}
        _until(lambda: not places - self._said().keys(), _HEARD_S)
        for place, texts in self._said().items():
            require(len(texts) == 1, f"{place} was announced in {len(texts)} ways")
        require(not places - self._said().keys(), f"{places - self._said().keys()} were never announced")

    def _said(self) -> dict[tuple[str, int], set[str]]:
        said: dict[tuple[str, int], set[str]] = {}
        for message in list(self.cloud.announced):
            event = json.loads(base64.b64decode(message["message"]["data"]))
            if event["owner"] == self.owner and event["type"] == "paper.extracted":
                said.setdefault((event["paper_id"], event["generation"]), set()).add(json.dumps(event, sort_keys=True))
        return said

    def _wait(self) -> None:
        require(self.cloud.router.wait_until_idle(REST_S), "events were not all accepted in time")
        deadline = time.monotonic() + REST_S
        while self._owing():
            require(time.monotonic() < deadline, "the outbox was not delivered in time")
            self.cloud.sweep()
            self.cloud.router.wait_until_idle(REST_S)
            time.sleep(0.2)

    def _owing(self) -> bool:
        return any(paper.get("owing") for paper in self._documents())

    def _documents(self) -> list[dict[str, Any]]:
        from google.cloud.firestore_v1.base_query import FieldFilter

        query = self.firestore.collection("papers").where(filter=FieldFilter("owner", "==", self.owner))
        return [document.to_dict() for document in query.get()]

    def _document(self, paper_id: str) -> dict[str, Any] | None:
        found: dict[str, Any] | None = self.firestore.document(f"papers/{paper_id}").get().to_dict()
        return found

    def _objects(self, folder: str) -> list[Any]:
        return list(self.storage.list_blobs(BUCKET, prefix=folder))


def check_nothing_is_left(firestore: Any, storage: Any) -> None:
    """Check that nothing in the stores belongs to nothing."""
    tomorrow = datetime.now(UTC) + 2 * DELETING_FOR  # nothing may be half deleted when all came to rest
    left = list(FindLeftovers(client=lambda: firestore, storage=lambda: storage, bucket=BUCKET).run(tomorrow))
    require(not left, f"left over: {left[:5]}")


def _until(condition: Callable[[], bool], limit_s: float) -> None:
    deadline = time.monotonic() + limit_s
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.05)
