"""Histories of faults between us and Zotero, and how long fifty highlights take.

    .venv/bin/python benchmarks/zotero.py [--histories 500] [--seed 1] [--latency 0.05]

Zotero is the double of the tests, built from the documentation of its Web API. Its item has two PDFs, a paper and its supplement. In
each history a person marks, edits and comments in both and on both sides while imports and exports fail: requests are lost, answers are lost or cut in half, 429 and 503 come, and the process
is killed before or after any write of a store or any request, and starts again with what is stored. At the end, without faults,
both sides must have each highlight once and in the same PDF, with the same text, and every text that nobody replaced, and the two
PDFs must be two papers.
"""

from __future__ import annotations

import argparse
import hashlib
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from msgspec import structs

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))  # the double lives there

from doubles.zotero import LIBRARY, FakeZotero, Fault, put_highlight, put_pdf  # noqa: E402  - after the path is set
from unit.zotero.world import ADA, P1, TEXTS, World  # noqa: E402

from scholarai.adapters.literature.attempts import Reply  # noqa: E402
from scholarai.adapters.zotero.client import ZoteroClient  # noqa: E402
from scholarai.domain.errors import ScholarError  # noqa: E402
from scholarai.domain.notes import Note, NoteId  # noqa: E402
from scholarai.domain.paper import Paper  # noqa: E402
from scholarai.domain.zotero import OUR_TAG, ZoteroKey, key_for, link_id, note_id_of  # noqa: E402

_FAULTS: tuple[Fault, ...] = ("lost", "unanswered", "half", "busy", "down")
_QUOTES = ("momentum decays", "attention is all", "energy is kept", "entropy grows", "slowly in time")
_PAPER, _SUPPLEMENT = "PDFS2222", "MXRE2222"
# Calls without faults that even out whatever a history left.
_LAST_CALLS = 6


class KilledError(BaseException):
    """The process is gone."""


@dataclass
class Steps:
    """Counts writes and requests, and kills the process at one of them."""

    left: int | None = None

    def tick(self) -> None:
        if self.left is not None:
            self.left -= 1
            if self.left < 0:
                self.left = None
                raise KilledError


class Watched:
    """A store whose writes are steps."""

    def __init__(self, store: Any, steps: Steps) -> None:
        self._store, self._steps = store, steps

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def change(self, *given: Any) -> Any:
        self._steps.tick()
        changed = self._store.change(*given)
        self._steps.tick()
        return changed


@dataclass
class WatchedZotero(FakeZotero):
    """A Zotero whose requests are steps."""

    steps: Steps = field(default_factory=Steps)

    def __call__(
        self, method: str, address: str, headers: Mapping[str, str], body: bytes | None, timeout_s: float
    ) -> Reply | None:
        self.steps.tick()
        reply = super().__call__(method, address, headers, body, timeout_s)
        self.steps.tick()
        return reply


class History:
    """One library on both sides, and what persons wrote on either."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.chance = random.Random(seed)
        self.steps = Steps()
        self.zotero = WatchedZotero(steps=self.steps)
        self.world = World(folder, self.zotero).with_paper()
        self.zotero.edit(_PAPER, dateAdded="2020")
        put_pdf(self.zotero, _SUPPLEMENT, b"%PDF-1.7 more", parentItem="ITEM2222", filename="si.pdf", dateAdded="2021")
        self._watch()
        self.alive: dict[str, set[str]] = {}
        self.counts: Counter[str] = Counter()
        self.words = 0

    def run(self) -> list[str]:
        """Live through the history and return what is wrong in the end."""
        for _ in range(self.chance.randint(3, 8)):
            for _ in range(self.chance.randint(0, 3)):
                self.chance.choice((self.mark_here, self.mark_there, self.edit_here, self.edit_there))()
            self.call()
            if self.chance.random() < 0.5:
                self.read()
        self.zotero.fault = lambda _n, _method: None
        for _ in range(_LAST_CALLS):
            self.world.time.sleep(1_000)
            self.world.bring()
            self.read()
            self.world.send()
        return self.wrong()

    def call(self) -> None:
        """Import or export, with faults."""
        rate = self.chance.choice((0.0, 0.1, 0.4))
        self.zotero.fault = lambda _n, _method: self.chance.choice(_FAULTS) if self.chance.random() < rate else None
        self.steps.left = self.chance.randint(0, 30) if self.chance.random() < 0.7 else None
        try:
            self.chance.choice((self.world.bring, self.world.send))()
        except KilledError:
            self.counts["kills"] += 1
            self.world.restart()
            self._watch()
        except ScholarError:
            self.counts["calls that failed"] += 1
        self.steps.left = None
        self.world.time.sleep(200)
        self.counts["calls"] += 1

    def read(self) -> None:
        """Read what came in and is not read yet, as a worker does."""
        for paper in self.papers():
            if paper.status == "uploaded":
                backend = self.world.app.backend()
                digest = hashlib.sha256(backend.objects.read(paper.object_name)).hexdigest()
                backend.papers.change(paper.id, partial(_with_digest, digest))
                self.world.read_paper(paper)

    def papers(self) -> list[Paper]:
        return list(self.world.app.backend().papers.list(ADA, limit=9).papers)

    def mark_here(self) -> None:
        word = self._word()
        paper = self.chance.choice([one for one in self.papers() if one.visible_generation is not None])
        note = self.world.mark(self.chance.choice(_QUOTES), word, paper.id)
        self.alive[note.id] = {word}

    def mark_there(self) -> None:
        word = self._word()
        key = "MK" + "".join(self.chance.choice("23456789ABCDEFGH") for _ in range(6))
        text, pdf = self.chance.choice(_QUOTES), self.chance.choice((_PAPER, _SUPPLEMENT))
        put_highlight(self.zotero, key, pdf, annotationComment=word, annotationText=text)
        self.alive[key] = {word}

    def edit_here(self) -> None:
        notes = self.world.notes()
        if notes:
            note = self.chance.choice(notes)
            self._replaced(self._name_of(note), note.text, text := self._word())
            self.world.change(note, text=text)

    def edit_there(self) -> None:
        keys = sorted(self.zotero.annotations())
        if keys:
            key = self.chance.choice(keys)
            old = str(self.zotero.annotations()[key]["annotationComment"])
            self._replaced(self._named(key), old, text := self._word())
            self.zotero.edit(key, annotationComment=text)

    def wrong(self) -> list[str]:
        """Return what differs from each highlight being once on both sides with every text that nobody replaced."""
        pairs = self._pairs()
        notes, marks = {note.id: note for note in self.world.notes()}, self.zotero.annotations()
        found = [f"{len(notes)} notes, {len(marks)} annotations, {len(self.alive)} made"] * (
            not len(notes) == len(marks) == len(self.alive) == len(pairs)
        )
        papers = {one.supplement_of: one.id for one in self.papers()}
        found += [f"{len(papers)} papers: {papers}"] * (
            papers.keys() != {None, P1} or len(self.papers()) != len(papers)
        )
        pdf_of = {papers.get(None): _PAPER, papers.get(P1): _SUPPLEMENT}
        elsewhere = [
            key
            for note_id, key in pairs.items()
            if note_id in notes
            and pdf_of.get(notes[NoteId(note_id)].paper_ids[0]) != marks.get(key, {}).get("parentItem")
        ]
        found += [f"in another PDF: {elsewhere}"] * bool(elsewhere)
        twice = [key for key, n in Counter(self.zotero.created).items() if n > 1]
        ours = sum({"tag": OUR_TAG} in mark["tags"] for mark in marks.values())
        made_here = sum(not name.startswith("MK") for name in self.alive)
        found += [f"written twice: {twice}"] * bool(twice) + [f"{ours} written, {made_here} made here"] * (
            ours != made_here
        )
        for name, words in self.alive.items():
            note_id, key = next(((n, k) for n, k in pairs.items() if name in {n, k}), ("", ""))
            here = notes[NoteId(note_id)].text if note_id in notes else ""
            there = str(marks.get(key, {}).get("annotationComment", ""))
            lost = [word for word in words if word not in here or word not in there]
            found += [f"{name}: lost {lost}: {here!r} {there!r}"] * bool(lost)
        return found

    def _pairs(self) -> dict[str, str]:
        links = self.world.app.backend().zotero_links.list(ADA, limit=500)
        return {link.ours: link.key for link in links.links if link.kind == "annotation" and link.ours}

    def _name_of(self, note: Note) -> str:
        came = {note_id_of(link_id(ADA, LIBRARY, ZoteroKey(key))): key for key in self.zotero.annotations()}
        return came.get(note.id, note.id)

    def _named(self, key: str) -> str:
        if key in self.alive:
            return key
        return next((note.id for note in self.world.notes() if key == key_for(LIBRARY, "note", note.id, "0")), key)

    def _replaced(self, name: str, old: str, new: str) -> None:
        kept = {word for word in self.alive.get(name, set()) if word not in old}
        self.alive[name] = kept | {new}

    def _word(self) -> str:
        self.words += 1
        return f"word{self.words:04d}."

    def _watch(self) -> None:
        backend = self.world.app.backend()
        for name in ("zotero_links", "notes", "papers"):
            backend.__dict__[name] = Watched(getattr(backend, name), self.steps)


def _with_digest(digest: str, paper: Paper | None) -> Paper | None:
    return paper and structs.replace(paper, sha256=digest)


def fifty(folder: Path, latency_s: float) -> float:
    """Return the seconds that fifty highlights take, with a clock that is real and an answer that takes a while."""
    world = World(folder).with_paper()
    world.bring()
    for n in range(50):
        world.mark(TEXTS[n % len(TEXTS)], f"comment {n}")
    api = world.app.zotero.to_write()

    def slow(
        method: str, address: str, headers: Mapping[str, str], body: bytes | None, timeout_s: float
    ) -> Reply | None:
        time.sleep(latency_s)
        return world.zotero(method, address, headers, body, timeout_s)

    client: ZoteroClient = api.client  # type: ignore[attr-defined]
    quick: Any = replace(api, client=replace(client, send=slow, now=time.monotonic, sleep=time.sleep))  # type: ignore[type-var]
    world.app.zotero.to_write = lambda: quick  # type: ignore[method-assign]
    begun = time.perf_counter()
    written = world.send().written
    took = time.perf_counter() - begun
    if written != 50:
        raise SystemExit(f"{written} of 50 were written")
    return took


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--histories", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--latency", type=float, default=0.05, help="seconds that Zotero takes to answer")
    options = parser.parse_args()
    counts: Counter[str] = Counter()
    failed = 0
    for seed in range(options.seed, options.seed + options.histories):
        with tempfile.TemporaryDirectory() as folder:
            history = History(Path(folder), seed)
            wrong = history.run()
            counts += history.counts
            counts["requests"] += len(history.zotero.requests)
            counts["highlights"] += len(history.alive)
            if wrong:
                failed += 1
                sys.stdout.write(f"seed {seed}: {'; '.join(wrong)}\n")
    told = ", ".join(f"{count:,} {name}" for name, count in counts.items())
    sys.stdout.write(f"{options.histories} histories, {told}; {failed} with something written twice or lost\n")
    with tempfile.TemporaryDirectory() as folder:
        took = fifty(Path(folder), options.latency)
    sys.stdout.write(f"50 highlights with {options.latency * 1000:.0f} ms latency: {took:.2f} s\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
