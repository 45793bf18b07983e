"""What callers do to the local cloud under load, how long each call took, and what they saw that must not be."""

from __future__ import annotations

import base64
import json
import random
import threading
import time
from collections import Counter, defaultdict, deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cloud_user import CloudUser

import scholarai.local

WEIGHTS = {"upload": 3, "ask": 6, "look": 3, "browse": 3, "reread": 2, "intrude": 2}
SAMPLE = Path(scholarai.local.__file__).parent / "sample" / "sample-paper.pdf"
# One upload in four is a PDF of several pages, the others are Markdown: a guess that keeps both paths at work.
PDF_SHARE = 0.25
# One look at the library in three searches it. A guess.
SEARCHED = 0.33
SECTIONS = 6
_REMEMBERED = 200


@dataclass
class Log:
    """What callers saw, shared by all of them."""

    seconds: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    wrong: list[str] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def add(self, kind: str, began: float, *, wrong: str = "", refused: str = "") -> None:
        with self.lock:
            self.seconds[kind].append(time.monotonic() - began)
            if wrong:
                self.wrong.append(wrong)
            if refused:
                self.refused[refused] += 1


@dataclass
class Library:
    """One user's papers as they should be.

    Attributes:
        waiting: Uploaded and not announced as extracted yet, with the time of the upload.
        ready: Announced as extracted, oldest first.
        asked: Answered questions: session, question, and the paper they are about.
    """

    user: CloudUser
    waiting: dict[str, float] = field(default_factory=dict)
    ready: deque[str] = field(default_factory=deque)
    ever: set[str] = field(default_factory=set)
    asked: deque[tuple[str, str, str]] = field(default_factory=lambda: deque(maxlen=_REMEMBERED))


@dataclass
class Users:
    """All users, and what they wait for.

    Attributes:
        most_waiting: Papers that may wait for extraction at once; who would upload more does something else.
        most_kept: Papers a user keeps; the oldest goes when there are more.
    """

    libraries: list[Library]
    log: Log
    most_waiting: int
    most_kept: int
    lock: threading.Lock = field(default_factory=threading.Lock)
    uploads: int = 0
    deletions: int = 0

    def waiting(self) -> int:
        return sum(len(library.waiting) for library in self.libraries)

    def heard(self, message: Mapping[str, Any]) -> None:
        """Take an announcement: the paper is ready, and so long it took."""
        event = json.loads(base64.b64decode(message["message"]["data"]))
        library = next((one for one in self.libraries if one.user.owner == event["owner"]), None)
        if event["type"] != "paper.extracted" or library is None:
            return
        with self.lock:
            began = library.waiting.pop(event["paper_id"], None)
            if began is not None:
                library.ready.append(event["paper_id"])
        if began is not None:
            self.log.add("upload to ready", began)


@dataclass
class Caller:
    users: Users
    chance: random.Random

    def run(self, until: float) -> None:
        names = list(WEIGHTS)
        while time.monotonic() < until:
            library = self.chance.choice(self.users.libraries)
            getattr(self, self.chance.choices(names, weights=list(WEIGHTS.values()))[0])(library)

    def upload(self, library: Library) -> None:
        if self.users.waiting() >= self.users.most_waiting:
            self.ask(library)
            return
        if len(library.ready) >= self.users.most_kept:
            self._delete_oldest(library)
        pdf = self.chance.random() < PDF_SHARE
        began = time.monotonic()
        made = library.user.announce("paper.pdf" if pdf else "paper.md")
        if made is None:
            self.users.log.add("upload", began, refused="upload")
            return
        paper_id = made["paper_id"]
        with self.users.lock:
            library.waiting[paper_id] = time.monotonic()
            library.ever.add(paper_id)
        taken = library.user.put(made["upload"], SAMPLE.read_bytes() if pdf else _markdown(paper_id))
        with self.users.lock:
            if taken:
                self.users.uploads += 1
            else:
                library.waiting.pop(paper_id, None)
        self.users.log.add("upload", began, refused="" if taken else "upload of the file")

    def ask(self, library: Library) -> None:
        paper_id = self._one(library)
        if paper_id is None:
            return
        question = f"What does section {self.chance.randint(1, SECTIONS)} say about value 3?"
        began = time.monotonic()
        status, answer = library.user.call("POST", f"/papers/{paper_id}/chat", {"question": question})
        if status != 200:
            # Another caller may have deleted it since.
            gone = status == 404 and paper_id not in library.ready
            self.users.log.add("ask", began, refused="" if gone else f"ask {status}")
            return
        cited = {c["paper_id"] for section in answer["sections"] for c in section.get("citations", ())}
        strange = cited - {paper_id}
        self.users.log.add("ask", began, wrong=f"an answer cites {strange}" if strange else "")
        library.asked.append((answer["session_id"], question, paper_id))

    def look(self, library: Library) -> None:
        self._look(library, "look", "/papers?limit=50")

    def browse(self, library: Library) -> None:
        """Open the library as the page does: sorted, searched now and then, and counted."""
        search = "&q=birthday" if self.chance.random() < SEARCHED else ""
        self._look(library, "browse", f"/library?limit=50{search}")

    def _look(self, library: Library, what: str, path: str) -> None:
        began = time.monotonic()
        status, page = library.user.call("GET", path)
        if status != 200:
            self.users.log.add(what, began, refused=f"{what} {status}")
            return
        listed = {paper.get("id", paper.get("paper_id")) for paper in page["papers"]}
        owners = {
            paper_id: one.user.owner for one in self.users.libraries for paper_id in listed if paper_id in one.ever
        }
        strange = [f"{library.user.owner} sees {i}" for i, owner in owners.items() if owner != library.user.owner]
        self.users.log.add(what, began, wrong="; ".join(strange))

    def reread(self, library: Library) -> None:
        """Open a conversation again: what was asked in it must be there, with its answer."""
        if not library.asked:
            return
        session_id, question, paper_id = self.chance.choice(list(library.asked))
        began = time.monotonic()
        status, found = library.user.call("GET", f"/chat/{session_id}")
        if status == 404:
            # Conversations go with their paper; while that is there they must be too.
            lost = f"a conversation is lost: {session_id}" if paper_id in library.ready else ""
            self.users.log.add("reread", began, wrong=lost)
            return
        if status != 200:
            self.users.log.add("reread", began, refused=f"reread {status}")
            return
        turns = [(message["role"], message["state"], message["text"]) for message in found["messages"]]
        whole = ("user", "complete", question) in turns and ("assistant", "complete") in [turn[:2] for turn in turns]
        self.users.log.add("reread", began, wrong="" if whole else f"a conversation lacks its question: {session_id}")

    def intrude(self, library: Library) -> None:
        """Ask for what is another's: it must not be there."""
        other = self.chance.choice([found for found in self.users.libraries if found is not library])
        paper_id = self._one(other)
        sessions = list(other.asked)
        paths = [f"/papers/{paper_id}"] if paper_id else []
        paths += [f"/chat/{self.chance.choice(sessions)[0]}"] if sessions else []
        if paths:
            path = self.chance.choice(paths)
            began = time.monotonic()
            status, _ = library.user.call("GET", path)
            self.users.log.add("intrude", began, wrong="" if status in {404, 0} else f"{path} answered {status}")

    def _delete_oldest(self, library: Library) -> None:
        with self.users.lock:
            paper_id = library.ready.popleft()
        began = time.monotonic()
        status, _ = library.user.call("DELETE", f"/papers/{paper_id}")
        self.users.deletions += status == 204
        self.users.log.add("delete", began, refused="" if status == 204 else f"delete {status}")

    def _one(self, library: Library) -> str | None:
        ready = list(library.ready)
        return self.chance.choice(ready) if ready else None


def _markdown(paper_id: str) -> bytes:
    sections = "\n\n".join(
        f"## Section {number}\n\n" + f"Section {number} says that value 3 is {number * 7}. " * 12
        for number in range(1, SECTIONS + 1)
    )
    return f"# Paper {paper_id}\n\n{sections}\n".encode()
