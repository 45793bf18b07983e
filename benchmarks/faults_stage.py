"""Where histories take place: the cloud, the model and the clocks, how they come to rest, and whose reading processes are killed."""

from __future__ import annotations

import contextlib
import os
import signal
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from doubles.cloud.local_cloud import BUCKET, LocalCloud
from doubles.cloud.router import Manner
from doubles.gemini_server.server import GeminiServer
from doubles.review_writer import ReviewWriter
from faults_library import Library

CALM = {"duplicate": 0.0, "delay_s": 0.0, "refuse": 0.0, "forget": 0.0, "kill": 0.0}


@dataclass
class Stage:
    """Where histories take place.

    Attributes:
        clocks: The file that sets the clock of each instance.
        done: How often each event came, over all histories.
    """

    cloud: LocalCloud
    model: GeminiServer
    firestore: Any
    storage: Any
    clocks: list[Path]
    done: Counter[str] = field(default_factory=Counter)
    histories: int = 0
    papers: int = 0
    answers: int = 0
    reviews: int = 0
    notes: int = 0
    records: int = 0

    @property
    def events(self) -> int:
        return sum(self.done.values())

    def end_faults(self) -> None:
        for name, value in CALM.items():
            setattr(self.cloud.manner, name, value)
        self.set_clocks(0)
        self.model.reset()
        self.model.writer = ReviewWriter()
        self.cloud.storage.fail_no_more()
        self.cloud.firestore.proxy.delay_s = 0.0

    def set_clocks(self, seconds: int) -> None:
        for clock in self.clocks:
            clock.write_text(str(seconds))

    def tell(self, what: str, times: int = 1) -> None:
        """Count an event."""
        self.done[what] += times

    def count(self, libraries: Iterable[Library]) -> None:
        """Count the result of a history."""
        self.histories += 1
        for library in libraries:
            self.papers += len(library.entries)
            self.answers += len(library.talk.asked)
            self.reviews += len(library.talk.reviews)
            self.done.update(library.talk.statuses)
            self.done.update(library.own.statuses)
            self.notes += len(library.own.notes)
            self.records += len(library.own.records)

    def forget(self) -> None:
        """Remove whatever a history leaves, so that the next one starts with nothing."""
        self.cloud.firestore.clear()
        for blob in list(self.storage.list_blobs(BUCKET)):
            blob.delete()
        self.cloud.sent.clear()
        self.cloud.announced.clear()


def calm_manner() -> Manner:
    """Return how events travel when nothing is wrong; an event that is refused comes again soon, to save time."""
    return Manner(longest_wait_s=0.5, kill_after_s=0.4)


def kill_readers() -> int:
    """Kill the reading processes that descend from this one, and return how many there were."""
    parents = {}
    readers = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            if b"scholarai.adapters.reading.child" in (entry / "cmdline").read_bytes():
                readers.append(int(entry.name))
        except (FileNotFoundError, ProcessLookupError):  # it ended just now
            continue
    ours = [pid for pid in readers if _descends(pid, parents)]
    for pid in ours:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    return len(ours)


def _descends(pid: int, parents: Mapping[int, int]) -> bool:
    while pid in parents and pid != os.getpid():
        pid = parents[pid]
    return pid == os.getpid()
