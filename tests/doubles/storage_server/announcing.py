"""Finalized-object CloudEvents, delivered as Eventarc may: more than once."""

from __future__ import annotations

import itertools
import queue
import threading
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from doubles.storage_server.objects import StoredObject
from doubles.storage_server.resources import object_resource

CloudEvent: TypeAlias = Mapping[str, Any]
"""An event in its structured JSON form."""


class Announcer:
    """Tells `deliver` about every finalized object, `copies` times, from a thread of its own, one event after the other."""

    def __init__(self, deliver: Callable[[CloudEvent], None], copies: int) -> None:
        self._deliver = deliver
        self._copies = copies
        self._ids = itertools.count(1)
        self._waiting: queue.Queue[CloudEvent | None] = queue.Queue()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def announce(self, stored: StoredObject) -> None:
        self._waiting.put(finalized_event(stored, next(self._ids)))

    def flush(self) -> None:
        """Return when everything was delivered."""
        self._waiting.join()

    def close(self) -> None:
        self._waiting.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (event := self._waiting.get()) is not None:
            try:
                for _ in range(self._copies):
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
