"""Finalized-object CloudEvents, delivered as Eventarc may: late, more than once, in any order."""

from __future__ import annotations

import itertools
import queue
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from doubles.storage_server.objects import StoredObject
from doubles.storage_server.resources import object_resource

CloudEvent: TypeAlias = Mapping[str, Any]
"""An event in its structured JSON form."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Manner:
    """How events are delivered: how often each, how late, and in groups of how many, each group backwards."""

    copies: int = 1
    delay_s: float = 0.0
    reversed_groups_of: int = 1


class Announcer:
    """Tells `deliver` about every finalized object, from a thread of its own, one event after the other."""

    def __init__(self, deliver: Callable[[CloudEvent], None], manner: Manner) -> None:
        self._deliver = deliver
        self.manner = manner
        self._ids = itertools.count(1)
        self._waiting: queue.Queue[list[CloudEvent] | None] = queue.Queue()
        self._group: list[CloudEvent] = []
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def announce(self, stored: StoredObject) -> None:
        with self._lock:
            self._group.append(finalized_event(stored, next(self._ids)))
            if len(self._group) >= self.manner.reversed_groups_of:
                self._send()

    def flush(self) -> None:
        """Send what waits for its group to fill, and return when everything was delivered."""
        with self._lock:
            self._send()
        self._waiting.join()

    def close(self) -> None:
        self._waiting.put(None)
        self._thread.join()

    def _send(self) -> None:
        self._waiting.put([event for event in reversed(self._group) for _ in range(self.manner.copies)])
        self._group = []

    def _run(self) -> None:
        while (events := self._waiting.get()) is not None:
            try:
                for event in events:
                    time.sleep(self.manner.delay_s)
                    self._deliver(event)
            finally:
                self._waiting.task_done()


def finalized_event(stored: StoredObject, number: int) -> CloudEvent:
    """Return the event of a finalized object; copies of it share its id."""
    return {
        "specversion": "1.0",
        "id": str(number),
        "type": "google.cloud.storage.object.v1.finalized",
        "source": f"//storage.googleapis.com/projects/_/buckets/{stored.bucket}",
        "subject": f"objects/{stored.name}",
        "time": stored.updated.isoformat().replace("+00:00", "Z"),
        "datacontenttype": "application/json",
        "bucket": stored.bucket,
        "data": object_resource(stored),
    }
