"""Random histories of one data folder: what happens to two owners' papers in it, and what must hold at every moment.

The machine is the product's own, without its processes: the server's front with its admission and signed addresses, the functions
behind it, extraction, and the commands. Papers are plain texts, which are read in this process.
"""

from __future__ import annotations

import contextlib
import copy
import io
import random
import shutil
import socket
import sqlite3
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import flask
from msgspec.structs import replace
from werkzeug.test import Client

from scholarai.adapters.embedded.backend import EmbeddedBackend
from scholarai.bootstrap import App
from scholarai.config import Settings
from scholarai.domain.content import BLOCK_SEPARATOR, Block, Page, PaperContent
from scholarai.domain.errors import ConflictError, ScholarError, TransientError
from scholarai.domain.ids import BlockId, OwnerId, PaperId
from scholarai.domain.object_names import FIGURE_IMAGES, UPLOADS, announced_id
from scholarai.domain.paper import PaperEvent
from scholarai.entrypoints.events import read_event
from scholarai.entrypoints.http import http_function
from scholarai.local.admission import Admission
from scholarai.local.cli import main as command
from scholarai.local.functions import Functions, WsgiApp
from scholarai.local.gateway import Front
from scholarai.local.page import WebPage
from scholarai.local.signed_files import ObjectGate
from scholarai.ports.reading import PageListener, PaperSource
from scholarai.testing import HashEmbedder, ManualClock

BASE = "http://127.0.0.1:8080"
OWNERS = (OwnerId("local"), OwnerId("bob"))
TOKEN = "the-token-of-this-server"
OURS, ROOT, THEIRS, UNKNOWN = 1000, 0, 1001, None
TEXT = "text/markdown"
_MOST_OBJECTS = 12
_FOLDERS = (
    "thesis",
    "Thesis",
    "a b",
    "..",
    ".",
    "ü",
    "u\u0308",
    "論文",
    "crops",
    "uploads",
    "local",
    "bob",
    "%2F",
    "x" * 60,
)
# Below `uploads/`, folders of nobody: no user can have such an id.
_NOBODYS = ("a b", "..", ".", "ü", "論文", "%2F")
_FILES = ("first.md", "second.md", "first.MD", "ü.md", "a b.md", ".md", "no ending", "[1].md", "50%.md", "..md")
_ROTTEN = {"parts": "doc", "chunks": "doc", "papers": "doc", "objects": "file"}


class ViolationError(AssertionError):
    """Something that must always hold did not."""


class FoundError(Exception):
    """A violation, with the history that led to it."""


class _PlainReader:
    """Implements PaperReader: each line of a text is a paragraph."""

    version = "plain-1"

    def read(self, source: PaperSource, on_page: PageListener) -> PaperContent:
        on_page(1, 1)
        blocks: list[Block] = []
        at = 0
        for n, line in enumerate(source.path.read_text(encoding="utf-8").splitlines()):
            blocks.append(
                Block(id=BlockId(f"b{n}"), kind="paragraph", text=line, start=at, end=at + len(line), page_number=1)
            )
            at += len(line) + len(BLOCK_SEPARATOR)
        pages = (Page(page_number=1, width_pt=612, height_pt=792),)
        return PaperContent(source_format="markdown", title=blocks[0].text, blocks=tuple(blocks), pages=pages)


class _SeededIds:
    """Implements IdSource: ids as the product's, drawn by a history."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance

    def new(self) -> str:
        return f"{self._chance.getrandbits(128):032x}"


class _Event(dict[str, Any]):
    @property
    def data(self) -> Any:
        return self["data"]


@dataclass
class Kept:
    """An object, as whoever put it knows it.

    Attributes:
        text: Of the newest version; no other object has it.
        read: Whether its newest event was worked on.
        paper_id: Of its paper, once that is known.
        notes: Ids and texts of what its owner wrote about it.
        asked: Keys of questions about it, each with its conversation and the number of its answer.
        rotten: The table or file in which something was changed, "" if nothing was.
    """

    owner: OwnerId
    text: str
    read: bool = False
    paper_id: str = ""
    notes: dict[str, str] = field(default_factory=dict)
    tags: set[str] = field(default_factory=set)
    asked: list[tuple[str, str, int]] = field(default_factory=list)
    rotten: str = ""


@dataclass
class Saved:
    """A backup, and what it holds."""

    file: Path
    kept: dict[str, Kept]
    waiting: list[dict[str, Any]]


class LibraryHistory:
    """One history from beginning to end, drawn from `chance` alone, in a folder of its own."""

    def __init__(self, folder: Path, chance: random.Random) -> None:
        self.folder, self.chance = folder / "data", chance
        self.place = folder
        self.clock = ManualClock(tick_s=0.001)
        self.kept: dict[str, Kept] = {}
        self.waiting: list[dict[str, Any]] = []
        self.delivered: list[dict[str, Any]] = []
        self.saved: Saved | None = None
        self.told: list[str] = []
        self.done: Counter[str] = Counter()
        self.heard: dict[tuple[str, str, int], PaperEvent] = {}
        self.made = 0
        self.restored = False
        self.account: int | None = OURS
        self._socket = socket.socket()
        self._open()

    def live(self, events: int) -> None:
        """Let so many things happen, then check that the library is what it must be.

        Raises:
            FoundError: If something that must hold does not.
        """
        try:
            while len(self.told) < events:
                act = self.chance.choice(_EVENTS)
                self.told.append(act.__name__)
                self.done[act.__name__] += 1
                act(self)
            self.told.append("the end")
            self._deliver_all()
            self.check()
            self._check_nothing_is_left()
            self.close()
            self._open()
            self.check()
        except ViolationError as violation:
            raise FoundError(f"{violation}\nthe history was: {', '.join(self.told)}") from violation
        finally:
            self.close()
            self._socket.close()

    def close(self) -> None:
        self.backend.close()

    # What may happen

    def put_by_hand(self) -> None:
        """Put a file into a folder of the bucket, or over one that is there."""
        name = self._new_name()
        if len(self.kept) < _MOST_OBJECTS or name in self.kept:
            self._put(name)

    def put_a_copy(self) -> None:
        """Put a file of the same name into another folder."""
        if self.kept and len(self.kept) < _MOST_OBJECTS:
            self._put(
                f"uploads/{self.chance.choice(OWNERS)}/{self.chance.choice(_FOLDERS)}/{self._drawn().rpartition('/')[2]}"
            )

    def put_a_twin(self) -> None:
        """Put a file of a name that looks like another one's, and is written with other characters."""
        forms = [unicodedata.normalize(form, name) for name in sorted(self.kept) for form in ("NFC", "NFD")]
        twins = [name for name in forms if name not in self.kept]
        if twins and len(self.kept) < _MOST_OBJECTS:
            self._put(self.chance.choice(twins))

    def put_beside(self) -> None:
        """Put another file into the folder of one that is there."""
        if self.kept:
            folder, _, _ = self._drawn().rpartition("/")
            name = f"{folder}/{self.chance.choice(_FILES)}" if folder else self.chance.choice(_FILES)
            if len(self.kept) < _MOST_OBJECTS or name in self.kept:
                self._put(name)

    def overwrite(self) -> None:
        if self.kept:
            self._put(self._drawn())

    def upload(self) -> None:
        """Announce a paper and send its file to the signed address."""
        if len(self.kept) >= _MOST_OBJECTS:
            return
        owner = self._owner()
        made = self._call(owner, "POST", "/papers", 201, json={"filename": self.chance.choice(_FILES[:5])})
        name = self._name_in(made["upload"]["url"])
        text = self._new_text()
        answer = self._open_url(
            made["upload"]["url"], "PUT", data=text.encode(), content_type=made["upload"]["headers"]["content-type"]
        )
        self._require(answer.status_code == 200, f"an upload was answered with {answer.status_code}: {answer.text}")
        self.kept[name] = Kept(owner, text, paper_id=made["paper_id"])
        self._take()

    def deliver(self) -> None:
        """Deliver an event that waits, whichever."""
        if self.waiting:
            self._deliver(self.waiting.pop(self.chance.randrange(len(self.waiting))))

    def deliver_again(self) -> None:
        """Deliver an old event once more, also of a file that was deleted or replaced since."""
        if self.delivered:
            self._deliver(self.chance.choice(self.delivered))

    def delete(self) -> None:
        if name := self._readable():
            self._delete(name)

    def _delete(self, name: str) -> None:
        one = self.kept[name]
        if not (one.rotten == "papers" and self._is_announced(name)):
            self._call(one.owner, "DELETE", f"/papers/{one.paper_id}", 204)
            self._forget(name)

    def look(self) -> None:
        """Read one paper as its owner does, and ask for it as somebody else."""
        name = self._readable()
        if name:
            self._check_paper(name)

    def ask(self) -> None:
        self._ask(self._new("key"))

    def ask_again(self) -> None:
        """Send a question again with its key, as a page does after its connection broke; the answer must be the first one."""
        self._ask("")

    def _ask(self, key: str) -> None:
        name = self._readable()
        if name is None or self.kept[name].rotten or not (key or self.kept[name].asked):
            return
        one = self.kept[name]
        before = None if key else self.chance.choice(one.asked)
        key = before[0] if before else key
        question = {"question": f"What is the value of {key}?"}
        path, headers = f"/papers/{one.paper_id}/chat", {"Idempotency-Key": key.replace(" ", "-")}
        answer = self._call(one.owner, "POST", path, 200, json=question, headers=headers)
        came = (key, answer["session_id"], answer["message_n"])
        self._require(before in (None, came), f"one request was answered at two places: {before} and {came}")
        if before is None:
            one.asked.append(came)

    def write_a_note(self) -> None:
        name = self._readable()
        if name and not self.kept[name].rotten:
            one = self.kept[name]
            text = self._new("note")
            made = self._call(
                one.owner, "POST", f"/papers/{one.paper_id}/notes", 201, json={"kind": "note", "text": text}
            )
            one.notes[made["note_id"]] = text

    def tag(self) -> None:
        name = self._readable()
        if name and not self.kept[name].rotten:
            one, tag = self.kept[name], self._new("tag")
            self._call(
                one.owner, "PATCH", "/library/papers", 200, json={"paper_ids": [one.paper_id], "add_tags": [tag]}
            )
            one.tags.add(tag)

    def call_as_somebody_else(self) -> None:
        """Call from another account, or where the system does not tell whose the call is, with all that one might try."""
        account = self.chance.choice([THEIRS, UNKNOWN])
        wrong = self.chance.choice(["", "guess", TOKEN[:-1], TOKEN[:1], TOKEN + "x", TOKEN.upper()])
        way: dict[str, Any] = self.chance.choice(
            [
                {},
                {"headers": {"Authorization": f"Bearer {wrong}"}},
                {"headers": {"Authorization": f"Basic {TOKEN}"}},
                {"headers": {"Cookie": f"scholarai-8080={wrong}"}},
                {"headers": {"Cookie": f"scholarai-9090={TOKEN}"}},
                {"query_string": {"token": wrong}},
            ]
        )
        name = self._readable()
        paper = f"/papers/{self.kept[name].paper_id}" if name else "/papers"
        method, path = self.chance.choice(
            [
                ("GET", "/papers"),
                ("GET", paper),
                ("DELETE", paper),
                ("GET", "/me/export"),
                ("POST", "/papers"),
                ("GET", "/"),
            ]
        )
        self._as(account, lambda: self._require_refused(method, path, way))

    def call_with_the_token(self) -> None:
        """Call from anywhere with the right token."""
        way: dict[str, Any] = self.chance.choice(
            [
                {"headers": {"Authorization": f"Bearer {TOKEN}"}},
                {"headers": {"Cookie": f"scholarai-8080={TOKEN}"}},
                {"query_string": {"token": TOKEN}},
            ]
        )

        def call() -> None:
            answer = self._open_url("/papers", "GET", **way)
            self._require(answer.status_code == 200, f"{way} was answered with {answer.status_code}")

        self._as(self.chance.choice([THEIRS, UNKNOWN]), call)

    def forge_an_address(self) -> None:
        """Change a signed address, or use it for what it was not made for, or too late."""
        if not self.kept:
            return
        name, other = self._drawn(), self.chance.choice([*self.kept, "uploads/local/nowhere/x.md"])
        upload = self.backend.signer.sign_upload(f"{name}.new", content_type=TEXT, max_bytes=999, now=self.clock.now())
        download = self.backend.signer.sign_download(name, filename="a.md", now=self.clock.now())
        path, _, token = upload.url.removeprefix(BASE).partition("?token=")
        forged = [
            ("PUT", self.backend.signer.sign_download(other, filename="a.md", now=self.clock.now())),
            ("GET", upload.url),
            ("PUT", f"{path.removesuffix('.new')}?token={token}"),
            ("PUT", f"{path}?token={token[:-4]}AAAA"),
            ("PUT", f"{path}?token={self.chance.choice(['', 'a', token.partition('.')[0], f'{token}x'])}"),
        ]
        if other != name:
            forged.append(("GET", f"{self._path_of(other)}?token={download.partition('?token=')[2]}"))
        method, url = self.chance.choice(forged)
        late = self.chance.random() < 0.2
        if late:
            method, url = "PUT", upload.url
            self.clock.advance(901)
        answer = self._open_url(url, method, data=b"forged" if method == "PUT" else None, content_type=TEXT)
        self._require(
            answer.status_code == 403, f"a forged address was answered with {answer.status_code}: {method} {url}"
        )

    def rot(self) -> None:
        """Change a byte of what is stored of one paper; nothing of it may be read until it is deleted."""
        name = self._readable()
        if name is None or self.kept[name].rotten or len([one for one in self.kept.values() if one.rotten]) > 1:
            return
        table = self.chance.choice(list(_ROTTEN))
        one = self.kept[name]
        if table == "objects":
            stored = self.backend.objects.find(name)
            assert stored is not None
            self._flip_file(self.backend.objects.path(stored))
        else:
            self._flip_row(table, one.paper_id)
        one.rotten = table
        self._check_paper(name)
        if self.chance.random() < 0.3:
            self._delete(name)

    def back_up(self) -> None:
        """Save the library; one with damage is saved to a new file only."""
        file = self.place / f"{self._new('backup').replace(' ', '-')}.tar"
        damage = self._damage()
        code = self._command("backup", str(file))
        self._require(code == int(damage), f"backup ended with {code}, damage: {damage}")
        if not damage:
            self.saved = Saved(file, copy.deepcopy(self.kept), list(self.waiting))

    def restore(self) -> None:
        if self.saved is not None:
            self.backend.close()
            code = self._command("restore", str(self.saved.file))
            self._require(code == 0, f"restore ended with {code}")
            self._take_back(self.saved)
            self._open()
            self.check()

    def _take_back(self, saved: Saved) -> None:
        """Expect what was there when the backup was made."""
        self.restored = True
        self.kept, self.waiting = copy.deepcopy(saved.kept), list(saved.waiting)
        self.delivered.clear()
        self.heard.clear()

    def restore_a_damaged_backup(self) -> None:
        """One bit of the archive's files changes: it is refused and the library stays, or what was saved is what is there."""
        if self.saved is None:
            return
        damaged = self.place / "damaged.tar"
        data = bytearray(self.saved.file.read_bytes())
        at = self._place_in_archive(data)
        data[at] ^= 1 << self.chance.randrange(8)
        damaged.write_bytes(data)
        self.backend.close()
        code = self._command("restore", str(damaged))
        if code == 0:  # a line's end among the sums may be another one
            self._take_back(self.saved)
        self._open()
        self.check()

    def verify(self) -> None:
        damage = self._damage()
        code = self._command("verify")
        self._require(code == int(damage), f"verify ended with {code}, damage: {damage}")

    def start_again(self) -> None:
        self._reopen()

    def read_only_for_a_while(self) -> None:
        """Serve the library read-only: all can be read and asked, nothing is changed, and what was asked is gone afterwards."""
        self._reopen(read_only=True)
        before = self._files()
        self._check_all()
        name = self._readable()
        for _ in range(self.chance.randint(1, 6)):
            self.chance.choice([self._try_to_change, self._try_to_change, self.call_as_somebody_else, self.look])()
        asked = ""
        if name and not self.kept[name].rotten:
            one = self.kept[name]
            answer = self._call(
                one.owner, "POST", f"/papers/{one.paper_id}/chat", 200, json={"question": "What is the value?"}
            )
            asked = answer["session_id"]
            self._call(one.owner, "GET", f"/chat/{asked}", 200)
        self._require(self._files() == before, "a file changed while the library was read-only")
        self._reopen()
        if asked:
            self._call(self.kept[name or ""].owner, "GET", f"/chat/{asked}", 404)
        self.check()

    def check(self) -> None:
        """Check everything that was kept.

        Raises:
            ViolationError: If one does not hold.
        """
        self._check_all()
        problems = list(self.backend.verify().run())
        self._require(bool(problems) == self._damage(), f"verify says {problems}, damaged: {self._rotten()}")

    def publish(self, event: PaperEvent) -> None:
        """Hear an announcement, as `ports.events.EventPublisher`: its paper can be read, and it is always the same words."""
        paper = self.backend.papers.get(event.paper_id)
        shown = paper is not None and (paper.visible_generation or 0) >= event.generation
        self._require(
            shown or event.type != "paper.extracted", f"{event.paper_id} was announced before it could be read"
        )
        before = self.heard.setdefault((event.type, event.paper_id, event.generation), event)
        self._require(before == event, f"{before} was announced as {event}, too")

    # How it is done

    def _open(self, *, read_only: bool = False) -> None:
        chosen = {
            "SCHOLARAI_DATA": str(self.folder),
            "SCHOLARAI_PUBLIC_URL": BASE,
            "SCHOLARAI_READ_ONLY": str(int(read_only)),
            "SCHOLARAI_EMBEDDING_DIMENSIONS": "64",
        }
        settings = {one: Settings.from_env({**chosen, "SCHOLARAI_DEFAULT_OWNER": one}) for one in OWNERS}
        self.backend = EmbeddedBackend(settings[OWNERS[0]], now=self.clock.now)
        self._apps = {
            one: App(
                settings[one], self.backend, embedder=HashEmbedder(), clock=self.clock, ids=_SeededIds(self.chance)
            )
            for one in OWNERS
        }
        self._fronts = {one: Client(self._front(app), use_cookies=False) for one, app in self._apps.items()}
        if not read_only:
            self.backend.recover()

    def _front(self, app: App) -> Front:
        nothing = _wsgi(lambda _: flask.Response("not served here", 500))
        return Front(
            functions=Functions(
                status=_wsgi(http_function("status", app)),
                chat=_wsgi(http_function("chat", app)),
                extract=nothing,
                review=nothing,
            ),
            objects=ObjectGate(objects=self.backend.objects, signer=self.backend.signer, now=self.clock.now),
            page=WebPage(public_url=BASE),
            admission=Admission(token=TOKEN, account=OURS, account_of=lambda _: self.account),
            store=self.backend,
        )

    def _reopen(self, *, read_only: bool = False) -> None:
        self.backend.close()
        self._socket.close()
        self._socket = socket.socket()
        self._open(read_only=read_only)

    def _put(self, name: str) -> None:
        text = self._new_text()
        self.clock.advance(1)
        self.backend.objects.put(name, text.encode(), content_type=TEXT)
        before = self.kept.get(name)
        if before is None:
            self.kept[name] = Kept(self._owner_of(name), text)
        else:
            before.text, before.read = text, False
            if before.rotten == "objects":
                before.rotten = ""
        self._take()

    def _take(self) -> None:
        """Note the events that the store queued."""
        while (pending := self.backend.queue.take(self.clock.now())) is not None:
            self.backend.queue.done(pending.id)
            self.waiting.append(pending.event)

    def _is_announced(self, name: str) -> bool:
        """Tell whether it is in a folder of its paper alone, in which others may lie: then nothing tells whose file it is."""
        return announced_id(name) == self.kept[name].paper_id

    def _deliver_all(self) -> None:
        while self.waiting:
            self._deliver(self.waiting.pop(0))

    def _deliver(self, event: dict[str, Any]) -> None:
        self.clock.advance(1)
        uploaded = read_event(_Event(event))
        one = self.kept.get(uploaded.name)
        if one is not None and one.rotten == "papers" and self._is_announced(uploaded.name):
            return  # it would be read as a paper of its own
        extraction = self._apps[OWNERS[0]].extraction.extract_paper()
        settle = replace(extraction.settle, publisher=self)
        extraction = replace(extraction, reader=_PlainReader(), settle=settle)
        try:
            ended = extraction.extract(uploaded)
        except TransientError as error:
            raise ViolationError(f"an event was refused: {error}") from error
        self.delivered.append(event)
        if one is not None and one.rotten == "papers":
            self._require(ended == "refused", f"{uploaded.name}, whose record is damaged, ended as {ended}")
            return
        stored = self.backend.objects.find(uploaded.name)
        if one is not None and stored is not None and stored.generation == uploaded.generation:
            one.read = True
            self._require(ended in {"completed", "finished", "failed"}, f"{uploaded.name} ended as {ended}")
            if one.rotten in {"parts", "chunks"} and ended == "completed":
                one.rotten = ""
            self._find_ids()

    def _find_ids(self) -> None:
        """Note which paper is whose object's."""
        by_name = {}
        for owner in OWNERS:
            for paper in self.backend.papers.list(owner, limit=100).papers:
                by_name[paper.object_name] = (owner, paper.id)
        for name, one in self.kept.items():
            if one.read and not one.rotten:
                self._require(name in by_name, f"{name} was read and is no paper; there are {sorted(by_name)}")
                owner, one.paper_id = by_name[name]
                self._require(owner == one.owner, f"{name} belongs to {owner}, not to {one.owner}")

    def _forget(self, name: str) -> None:
        one = self.kept.pop(name)
        self.waiting = [event for event in self.waiting if event["data"]["name"] != name]
        for note_id in one.notes:
            self._call(one.owner, "GET", f"/notes/{note_id}", 404)
        for _, session_id, _ in one.asked:
            self._call(one.owner, "GET", f"/chat/{session_id}", 404)
        self._require(self.backend.objects.find(name) is None, f"the file of the deleted {name} stays")
        for other in self.kept:
            self._require(self.backend.objects.find(other) is not None, f"with {name}, {other} was deleted")

    def _check_all(self) -> None:
        names = {name for name in self.backend.objects.names("") if not name.startswith(FIGURE_IMAGES)}
        self._require(names == set(self.kept), f"files {names ^ set(self.kept)} came or went")
        for owner in OWNERS:
            expected = {one.paper_id for one in self.kept.values() if one.owner == owner and one.read}
            listed = {paper["id"] for paper in self._call(owner, "GET", "/papers?limit=100", 200)["papers"]}
            missing = {one for one in expected if one not in listed}
            self._require(not missing, f"papers {missing} of {owner} are not listed")
            pending = {one.paper_id for one in self.kept.values() if not one.read}
            extra = listed - expected - pending
            self._require(not extra, f"papers {extra} of {owner} are listed, and nobody put them there")
        for name, one in self.kept.items():
            if one.read:
                self._check_paper(name)
        self._require(
            len({one.paper_id for one in self.kept.values() if one.read})
            == len([1 for one in self.kept.values() if one.read]),
            "two files are one paper",
        )

    def _check_nothing_is_left(self) -> None:
        """Check that every paper was announced, and that there is nothing of papers that are gone."""
        if self._damage():
            return
        left = list(self.backend.leftovers().run())
        self._require(not left, f"left over: {left}")
        notes = {
            note["note_id"] for owner in OWNERS for note in self._call(owner, "GET", "/notes?limit=100", 200)["notes"]
        }
        expected = {note_id for one in self.kept.values() for note_id in one.notes}
        self._require(notes == expected, f"notes {notes ^ expected} came or went")
        for name, one in self.kept.items():
            known = ("paper.extracted", one.paper_id, self._generation(one.paper_id)) in self.heard
            self._require(known or self.restored, f"{name} was never announced")

    def _check_paper(self, name: str) -> None:
        one = self.kept[name]
        path = f"/papers/{one.paper_id}"
        other = next(owner for owner in OWNERS if owner != one.owner)
        self._call(other, "GET", path, 404)
        self._call(other, "GET", f"{path}/content", 404)
        for note_id in one.notes:
            self._call(other, "GET", f"/notes/{note_id}", 404)
        if one.read:
            self._check_content(name, one)
        self._check_file(name, one)
        if one.rotten == "papers":
            return
        for note_id, text in one.notes.items():
            note = self._call(one.owner, "GET", f"/notes/{note_id}", 200)
            self._require(note["text"] == text, f"the note {note_id} says {note['text']!r}, not {text!r}")
        for _, session_id, _ in one.asked:
            messages = self._call(one.owner, "GET", f"/chat/{session_id}", 200)["messages"]
            self._require(messages[1]["state"] == "complete", f"an answer that came is {messages[1]['state']}")
        marks = self._call(one.owner, "GET", path, 200)["marks"]["tags"]
        self._require(set(marks) == one.tags, f"{name} has the tags {marks}, not {one.tags}")

    def _check_content(self, name: str, one: Kept) -> None:
        answer = self._fronts[one.owner].get(
            f"/papers/{one.paper_id}/content", base_url=BASE, environ_overrides=self._environ()
        )
        if one.rotten in {"parts", "papers"}:
            self._require(
                answer.status_code in {409, 422}, f"{name}, whose {one.rotten} changed, was read: {answer.text[:300]}"
            )
            return
        self._require(answer.status_code == 200, f"{name} cannot be read: {answer.status_code} {answer.text[:300]}")
        text = "\n".join(block["text"] for block in answer.get_json()["blocks"])
        self._require(text == one.text, f"{name} says {text!r}, not {one.text!r}")
        try:
            chunks = self.backend.contents.read_chunks(PaperId(one.paper_id), self._generation(one.paper_id)).chunks
        except ConflictError as error:
            self._require(one.rotten == "chunks", f"{name}: {error}")
        else:
            self._require(one.rotten != "chunks", f"the chunks of {name} changed and were read")
            there = " ".join(chunk.chunk.text for chunk in chunks)
            self._require(all(line in there for line in one.text.splitlines()), f"the chunks of {name} are {there!r}")

    def _check_file(self, name: str, one: Kept) -> None:
        try:
            data = self.backend.objects.read(name)
        except ScholarError as error:
            self._require(one.rotten == "objects", f"the file of {name}: {error}")
        else:
            self._require(one.rotten != "objects", f"the file of {name} changed and was read")
            self._require(data == one.text.encode(), f"the file of {name} is another one")

    def _generation(self, paper_id: str) -> int:
        paper = self.backend.papers.get(PaperId(paper_id))
        assert paper is not None
        assert paper.visible_generation is not None
        return paper.visible_generation

    def _try_to_change(self) -> None:
        """Try to change a library that is read-only, in one of many ways."""
        owner, name = self._owner(), self._readable()
        paper = f"/papers/{self.kept[name].paper_id}" if name else "/papers/p1"
        upload = self.backend.signer.sign_upload(
            "uploads/local/x/y.md", content_type=TEXT, max_bytes=99, now=self.clock.now()
        )
        method, path, body = self.chance.choice(
            [
                ("POST", "/papers", {"filename": "a.md"}),
                ("DELETE", paper, None),
                ("POST", f"{paper}/notes", {"kind": "note", "text": "not kept"}),
                ("PATCH", "/library/papers", {"paper_ids": [paper.rpartition("/")[2]], "add_tags": ["not kept"]}),
                ("POST", "/collections", {"name": "not kept"}),
                ("PUT", upload.url.removeprefix(BASE), None),
            ]
        )
        owner = self.kept[name].owner if name else owner
        sent = {"data": b"not kept", "content_type": TEXT} if method == "PUT" else {"json": body} if body else {}
        answer = self._fronts[owner].open(path, base_url=BASE, method=method, environ_overrides=self._environ(), **sent)
        refused = answer.status_code in {404, 409, 422} and (
            name is None or answer.get_json()["code"] == "store_read_only"
        )
        self._require(refused, f"{method} {path} of a read-only library: {answer.status_code} {answer.text[:300]}")

    def _require_refused(self, method: str, path: str, way: dict[str, Any]) -> None:
        answer = self._open_url(path, method, **way)
        self._require(answer.status_code == 403, f"{method} {path} with {way} was answered with {answer.status_code}")
        self._require("Set-Cookie" not in answer.headers, "a refused call was given the token")
        self._require(TOKEN not in answer.text, "a refused call was told the token")

    def _as(self, account: int | None, act: Callable[[], None]) -> None:
        self.account, self._socket = account, socket.socket()
        try:
            act()
        finally:
            self._socket.close()
            self.account, self._socket = OURS, socket.socket()

    def _call(self, owner: OwnerId, method: str, path: str, wanted: int, **sent: Any) -> Any:
        answer = self._fronts[owner].open(path, base_url=BASE, method=method, environ_overrides=self._environ(), **sent)
        self._require(
            answer.status_code == wanted,
            f"{method} {path} of {owner}: {answer.status_code}, not {wanted}: {answer.text[:300]}",
        )
        return answer.json if answer.data and answer.is_json else None

    def _open_url(self, url: str, method: str, **sent: Any) -> Any:
        client = Client(self._fronts[OWNERS[0]].application, use_cookies=False)
        return client.open(
            url.removeprefix(BASE), method=method, base_url=BASE, environ_overrides=self._environ(), **sent
        )

    def _environ(self) -> dict[str, Any]:
        return {"gunicorn.socket": self._socket}

    def _command(self, *arguments: str) -> int:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            return command([*arguments, "--data", str(self.folder)])

    def _flip_row(self, table: str, paper_id: str) -> None:
        """Change one letter of a row of a paper, passing by the program."""
        column, key = _ROTTEN[table], "id" if table == "papers" else "paper_id"
        with contextlib.closing(sqlite3.connect(self.folder / "scholarai.db")) as database, database:
            row, doc = database.execute(
                f"SELECT rowid, {column} FROM {table} WHERE {key} = ? AND {column} LIKE '%value%' OR {key} = ? LIMIT 1",
                (paper_id, paper_id),
            ).fetchone()
            at = self.chance.choice([place for place, sign in enumerate(doc) if sign.isalnum()])
            database.execute(
                f"UPDATE {table} SET {column} = ? WHERE rowid = ?",
                (f"{doc[:at]}{chr(ord(doc[at]) ^ 1)}{doc[at + 1 :]}", row),
            )

    def _flip_file(self, path: Path) -> None:
        data = bytearray(path.read_bytes())
        data[self.chance.randrange(len(data))] ^= 1
        path.write_bytes(data)

    def _place_in_archive(self, data: bytes | bytearray) -> int:
        """Return a place inside of a file of the archive: padding between them means nothing."""
        import tarfile

        with tarfile.open(fileobj=io.BytesIO(bytes(data))) as archive:
            members = [one for one in archive if one.isfile() and one.size]
        chosen = self.chance.choice(members)
        return chosen.offset_data + self.chance.randrange(chosen.size)

    def _files(self) -> dict[str, tuple[int, bytes]]:
        """Return every file of the folder that holds papers, with its content."""
        kept = [self.folder / "scholarai.db", *sorted((self.folder / "objects").glob("*"))]
        return {path.name: (path.stat().st_size, path.read_bytes()) for path in kept}

    def _damage(self) -> bool:
        return bool(self._rotten())

    def _rotten(self) -> dict[str, str]:
        return {name: one.rotten for name, one in self.kept.items() if one.rotten}

    def _new_name(self) -> str:
        if self.kept and self.chance.random() < 0.1:
            return self._drawn()
        first = self.chance.choice(
            ["", "", f"uploads/{self.chance.choice(_NOBODYS)}/", *(f"uploads/{owner}/" for owner in OWNERS * 3)]
        )
        folders = [self._folder() for _ in range(self.chance.choice([0, 1, 1, 2, 3]))]
        name = first + "".join(f"{folder}/" for folder in folders) + self.chance.choice(_FILES)
        return f"papers/{name}" if name.startswith((FIGURE_IMAGES, *(() if first else (UPLOADS,)))) else name

    def _folder(self) -> str:
        # A folder of the id that a file put by hand would get, again, is nobody's.
        ids = [
            one.paper_id for name, one in self.kept.items() if one.read and self._is_announced(name) and not one.rotten
        ]
        if ids and self.chance.random() < 0.1:
            return self.chance.choice(ids)
        return f"{self.chance.randrange(3):032x}" if self.chance.random() < 0.1 else self.chance.choice(_FOLDERS)

    @staticmethod
    def _owner_of(name: str) -> OwnerId:
        """Return the owner in whose folder a file is, else the one who gets all others."""
        steps = name.split("/")
        known = len(steps) > 2 and steps[0] == "uploads" and steps[1] in {"local", "bob"}
        return OwnerId(steps[1]) if known else OWNERS[0]

    def _new_text(self) -> str:
        number = self._new("object").split()[1]
        lines = [
            f"The value v{number} of line {n} is {self.chance.randrange(1_000)}."
            for n in range(self.chance.randint(1, 4))
        ]
        return "\n".join(lines)

    def _new(self, what: str) -> str:
        self.made += 1
        return f"{what} {self.made}"

    def _drawn(self) -> str:
        return self.chance.choice(sorted(self.kept))

    def _readable(self) -> str | None:
        there = sorted(name for name, one in self.kept.items() if one.read and one.paper_id)
        return self.chance.choice(there) if there else None

    def _owner(self) -> OwnerId:
        return self.chance.choice(OWNERS)

    @staticmethod
    def _path_of(name: str) -> str:
        from urllib.parse import quote

        return f"/local/objects/{quote(name, safe='/')}"

    @staticmethod
    def _name_in(url: str) -> str:
        from urllib.parse import unquote

        return unquote(url.partition("/local/objects/")[2].partition("?")[0])

    @staticmethod
    def _require(condition: object, otherwise: str) -> None:
        if not condition:
            raise ViolationError(otherwise)


def _wsgi(function: Callable[[flask.Request], Any]) -> WsgiApp:
    """Return a function of ours as the framework would serve it."""
    return lambda environ, start_response: function(flask.Request(environ))(environ, start_response)


_EVENTS: tuple[Callable[[LibraryHistory], None], ...] = tuple(
    act
    for name, act in vars(LibraryHistory).items()
    if callable(act) and not name.startswith("_") and name not in {"live", "close", "check", "publish"}
)
# Most files should be read, and folders hold several.
_EVENTS += (LibraryHistory.deliver,) * 5 + (LibraryHistory.put_beside,) * 2 + (LibraryHistory.delete,)


@contextlib.contextmanager
def a_history(folder: Path, seed: str) -> Iterator[LibraryHistory]:
    """Yield a history in a folder that is removed afterwards."""
    folder.mkdir(parents=True)
    try:
        yield LibraryHistory(folder, random.Random(seed))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
