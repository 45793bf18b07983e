"""What one user keeps of papers in the histories: notes, tags, collections and records; a thing that was kept stays until it is deleted."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from cloud_user import CloudUser
from faults_papers import Entry, require

_TRIES = 20


@dataclass
class Kept:
    """A note, as its user knows it.

    Attributes:
        texts: What it may say: the last text that was confirmed, and those of changes whose answers were lost since.
    """

    note_id: str
    entry: Entry
    texts: set[str]
    deleted: bool = False

    @property
    def is_gone(self) -> bool:
        return self.deleted or self.entry.deleted


@dataclass
class Record:
    """A work without a file, from an entry of a file of references."""

    paper_id: str
    title: str
    deleted: bool = False


@dataclass
class Own:
    """One user's notes, tags, collections and records.

    Attributes:
        tags: Confirmed tags by paper.
        collections: Names of confirmed collections by id, and in each the papers that were put there.
        statuses: How often each status answered which of these calls.
    """

    user: CloudUser
    notes: list[Kept] = field(default_factory=list)
    records: list[Record] = field(default_factory=list)
    tags: dict[str, set[str]] = field(default_factory=dict)
    collections: dict[str, tuple[str, set[str]]] = field(default_factory=dict)
    statuses: Counter[str] = field(default_factory=Counter)
    made: int = 0

    def write_note(self, entry: Entry) -> None:
        text = self._new("note")
        status, note = self._call("POST", f"/papers/{entry.paper_id}/notes", {"text": text})
        if status == 201:
            self.notes.append(Kept(note["note_id"], entry, {text}))

    def change_note(self, kept: Kept) -> None:
        status, note = self._call("GET", f"/notes/{kept.note_id}")
        if status != 200:
            return
        text = self._new("change")
        status, _ = self._call("PATCH", f"/notes/{kept.note_id}", {"version": note["version"], "text": text})
        if status == 200:
            kept.texts = {text}
        elif status == 0 or status >= 500:
            kept.texts.add(text)

    def delete_note(self, kept: Kept) -> None:
        kept.deleted = True
        self._until("DELETE", f"/notes/{kept.note_id}", {204, 404})

    def tag(self, entry: Entry) -> None:
        tag = self._new("tag")
        if self._mark(entry, {"add_tags": [tag]}) is not None:
            self.tags.setdefault(entry.paper_id, set()).add(tag)

    def collect(self, entry: Entry) -> None:
        """Put a paper into a new collection."""
        name = self._new("collection")
        status, found = self._call("POST", "/collections", {"name": name})
        if status not in {200, 201}:
            return
        made = found["made"]
        self.collections[made] = (name, set())
        if self._mark(entry, {"add_to": [made]}) is not None:
            self.collections[made][1].add(entry.paper_id)

    def add_record(self) -> None:
        title = f"The {self._new('work').replace(' ', ' of the matter ')} in words that nobody else has"
        entry = f"@article{{one, title = {{{title}}}, author = {{Lovelace, Ada}}, year = {{1843}}}}"
        status, found = self._call("POST", "/works/entries", {"text": entry, "format": "bibtex"})
        if status == 200 and (paper_id := found["works"][0]["paper_id"]):
            self.records.append(Record(paper_id, title))

    def delete_record(self, record: Record) -> None:
        record.deleted = True
        self._until("DELETE", f"/papers/{record.paper_id}", {204, 404})

    def check(self) -> None:
        """Check that whatever was kept is there as it was, and nothing that was deleted.

        Raises:
            ViolationError: If one does not hold.
        """
        listed = {note["note_id"]: note["text"] for note in self._all_notes()}
        for kept in self.notes:
            if kept.is_gone:
                require(kept.note_id not in listed, f"the deleted note {kept.note_id} is listed")
            else:
                require(kept.note_id in listed, f"the note {kept.note_id} is gone")
                text = listed[kept.note_id]
                require(text in kept.texts, f"the note {kept.note_id} says {text!r}, none of {kept.texts}")
        for record in self.records:
            status, paper = self._get(f"/papers/{record.paper_id}")
            require(status == (404 if record.deleted else 200), f"the record {record.paper_id}: {status}")
            require(record.deleted or paper["status"] == "record", f"{record.paper_id} is no record any more")

    def check_marks(self, entries: list[Entry]) -> None:
        """Check tags and collections of papers that are there.

        Raises:
            ViolationError: If one is gone.
        """
        _, found = self._get("/collections")
        names = {one["collection_id"]: one["name"] for one in found["collections"]}
        for made, (name, papers) in self.collections.items():
            require(names.get(made) == name, f"the collection {made} is gone, or has another name: {names}")
            for entry in entries:
                if entry.paper_id in papers:
                    require(made in self._marks(entry)["collection_ids"], f"{entry.paper_id} is not in {made} any more")
        for entry in entries:
            lost = self.tags.get(entry.paper_id, set()) - set(self._marks(entry)["tags"])
            require(not lost, f"{entry.paper_id} lost the tags {lost}")

    def places(self) -> Iterator[str]:
        """Yield the paths of all that is nobody else's."""
        yield from (f"/notes/{kept.note_id}" for kept in self.notes)
        yield from (f"/papers/{kept.entry.paper_id}/notes" for kept in self.notes)
        yield from (f"/papers/{record.paper_id}" for record in self.records)

    def seen(self) -> set[str]:
        """Return the ids of notes and collections that the user is shown."""
        status, found = self._call("GET", "/collections")
        collections = {one["collection_id"] for one in found["collections"]} if status == 200 else set()
        status, found = self._call("GET", "/notes?limit=100")
        notes = {note["note_id"] for note in found["notes"]} if status == 200 else set()
        return collections | notes

    def ids(self) -> set[str]:
        return {kept.note_id for kept in self.notes} | set(self.collections)

    def _marks(self, entry: Entry) -> Any:
        for _ in range(_TRIES):
            marks = self._mark(entry, {})
            if marks is not None:
                return marks
            time.sleep(0.2)
        raise AssertionError(f"the marks of {entry.paper_id} cannot be read")

    def _mark(self, entry: Entry, change: dict[str, Any]) -> Any:
        status, found = self._call("PATCH", "/library/papers", {"paper_ids": [entry.paper_id], **change})
        return found["papers"][0]["marks"] if status == 200 and found["papers"] else None

    def _all_notes(self) -> Iterator[Any]:
        cursor = ""
        while True:
            status, found = self._get(f"/notes?limit=100{cursor}")
            require(status == 200, f"notes cannot be listed: {status}")
            yield from found["notes"]
            if found["next_cursor"] is None:
                return
            cursor = f"&cursor={found['next_cursor']}"

    def _get(self, path: str) -> tuple[int, Any]:
        """Ask until the answer is no passing failure."""
        status, found = 0, None
        for _ in range(_TRIES):
            status, found = self._call("GET", path)
            if status and status not in {429, 500, 503}:
                break
            time.sleep(0.2)
        return status, found

    def _until(self, method: str, path: str, wanted: set[int]) -> None:
        status = 0
        for _ in range(_TRIES):
            status, _found = self._call(method, path)
            if status in wanted:
                return
            time.sleep(0.2)
        require(condition=False, otherwise=f"{method} {path} never came to an end: {status}")

    def _call(self, method: str, path: str, body: object = None) -> tuple[int, Any]:
        status, found = self.user.call(method, path, body)
        if method != "GET":
            self.statuses[f"{method} {path.split('/')[1]} answered {status}"] += 1
        return status, found

    def _new(self, what: str) -> str:
        self.made += 1
        return f"{what} {self.made} of {self.user.owner}"
