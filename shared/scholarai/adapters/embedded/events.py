"""Events in SQLite: those of the object store that wait for delivery, and those that were published."""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import quote

from scholarai.adapters.embedded.database import Database, summed
from scholarai.adapters.system import from_us, to_us
from scholarai.domain.paper import PaperEvent
from scholarai.domain.values import to_json

# A guess: years of one person's papers.
PUBLISHED_KEPT = 10_000
# The longest acknowledgement deadline of a Pub/Sub push subscription; a function is ended before it (domain/limits.py).
ANSWER_WITHIN = timedelta(minutes=10)
# The platform waits 10 to 600 s before it delivers again; a local user should wait less.
LONGEST_DELAY = timedelta(minutes=1)
# No event is put off for longer than `ANSWER_WITHIN`: what is due much later was written before the clock was set back.
_IS_DUE = "dead = 0 AND (due_us <= ? OR due_us > ?)"


@dataclass(frozen=True, slots=True)
class SqliteEventPublisher:
    """Implements `ports.events.EventPublisher`: the newest `PUBLISHED_KEPT` events stay in the store."""

    database: Database
    log: Callable[[PaperEvent], None]

    def publish(self, event: PaperEvent) -> None:
        with self.database.writing() as tx:
            tx.execute(
                "INSERT INTO published_events (paper_id, doc, sum) VALUES (?, ?, ?)",
                summed(event.paper_id, to_json(event).decode()),
            )
            tx.execute(
                "DELETE FROM published_events WHERE n <= (SELECT max(n) FROM published_events) - ?", (PUBLISHED_KEPT,)
            )
        self.log(event)


@dataclass(frozen=True, slots=True, kw_only=True)
class PendingEvent:
    """A CloudEvent in its structured JSON form, and how often its delivery was attempted."""

    id: str
    subject: str
    event: dict[str, Any]
    attempts: int


class EventQueue:
    """Events to deliver at least once: owners take turns, and the events of each come in the order in which they are due."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._turn = 0
        self._last_turns: dict[str, int] = {}
        self._arrived = threading.Condition()
        self._announced = 0

    @property
    def announced(self) -> int:
        """How often `announce` was called; read it before looking for events, and pass it to `wait` afterwards."""
        return self._announced

    def announce(self) -> None:
        """Wake the threads that wait for events; called after the transaction that added one."""
        with self._arrived:
            self._announced += 1
            self._arrived.notify_all()

    def wait(self, seen: int, timeout_s: float) -> None:
        """Return when more than `seen` announcements were made, or after `timeout_s`."""
        with self._arrived:
            self._arrived.wait_for(lambda: self._announced != seen, timeout_s)

    def take(self, now: datetime) -> PendingEvent | None:
        """Return an event that is due, or None; unless it is acknowledged, it is due again after `ANSWER_WITHIN`."""
        with self._database.writing() as tx:
            owner = self._next_owner(tx, now)
            row = tx.execute(
                "UPDATE pending_events SET due_us = ?, attempts = attempts + 1 WHERE id ="  # noqa: S608  - our own
                f" (SELECT id FROM pending_events WHERE {_IS_DUE} AND owner = ? ORDER BY due_us LIMIT 1)"
                " RETURNING id, subject, event, attempts",
                (to_us(now + ANSWER_WITHIN), *_due(now), owner),
            ).fetchone()
        if row is None:
            return None
        return PendingEvent(id=row[0], subject=row[1], event=json.loads(row[2]), attempts=row[3])

    def _next_owner(self, tx: sqlite3.Connection, now: datetime) -> str | None:
        """Return the owner whose last turn was longest ago; among equals, the one who has waited longest."""
        due = tx.execute(
            f"SELECT owner FROM pending_events WHERE {_IS_DUE} GROUP BY owner ORDER BY min(due_us)",  # noqa: S608  - our own
            _due(now),
        ).fetchall()
        waiting: dict[str, int] = {owner: self._last_turns.get(owner, 0) for (owner,) in due}
        if not waiting:
            return None
        self._turn += 1
        chosen = min(waiting, key=waiting.__getitem__)
        self._last_turns = {**waiting, chosen: self._turn}
        return chosen

    def next_due(self) -> datetime | None:
        """Return when the next event is due, or None when none waits."""
        with self._database.reading() as tx:
            (due_us,) = tx.execute("SELECT min(due_us) FROM pending_events WHERE dead = 0").fetchone()
        return None if due_us is None else from_us(due_us)

    def done(self, event_id: str) -> None:
        """Forget an event that was acknowledged."""
        with self._database.writing() as tx:
            tx.execute("DELETE FROM pending_events WHERE id = ?", (event_id,))

    def again(self, event_id: str, due: datetime) -> None:
        """Deliver the event once more when `due`."""
        with self._database.writing() as tx:
            tx.execute("UPDATE pending_events SET due_us = ? WHERE id = ?", (to_us(due), event_id))

    def take_back(self, now: datetime) -> None:
        """Put the events in delivery back into the queue, as if their delivery had not begun."""
        with self._database.writing() as tx:
            tx.execute(
                "UPDATE pending_events SET due_us = ?, attempts = max(0, attempts - 1) WHERE dead = 0 AND due_us > ?",
                (to_us(now), to_us(now + LONGEST_DELAY)),
            )

    def bury(self, event_id: str) -> None:
        """Move the event to the dead letters."""
        with self._database.writing() as tx:
            tx.execute("UPDATE pending_events SET dead = 1 WHERE id = ?", (event_id,))

    def recover(self, now: datetime) -> int:
        """Make every waiting event due now and return their number: the previous server is gone."""
        with self._database.writing() as tx:
            return tx.execute(
                "UPDATE pending_events SET due_us = min(due_us, ?) WHERE dead = 0", (to_us(now),)
            ).rowcount


def add_pending(tx: sqlite3.Connection, event: dict[str, Any], due: datetime, owner: str = "") -> None:
    """Add an event to the queue in the transaction that it announces; events without an owner share one turn."""
    tx.execute(
        "INSERT INTO pending_events (id, subject, event, owner, sum, due_us) VALUES (?, ?, ?, ?, ?, ?)",
        (*summed(event["id"], event["subject"], json.dumps(event), owner), to_us(due)),
    )


def _due(now: datetime) -> tuple[int, int]:
    return to_us(now), to_us(now + 2 * ANSWER_WITHIN)


def retry_delay(attempts: int) -> timedelta:
    """Return how long to wait after a delivery that failed `attempts` times: 1 s, doubled up to `LONGEST_DELAY`."""
    return timedelta(seconds=min(2 ** (attempts - 1), LONGEST_DELAY.seconds))


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredObject:
    """The newest generation of an object: `md5` in base64 as buckets state it, `file` where its bytes are."""

    name: str
    generation: int
    size_bytes: int
    content_type: str
    md5: str
    created_at: datetime
    file: str


def finalized_event(stored: StoredObject, *, bucket: str, event_id: str) -> dict[str, Any]:
    """Return the CloudEvent in its structured JSON form.

    Fields and their types (numbers of 64 bits are texts) follow the samples of the functions framework's conformance
    tests; checksums other than MD5 are left out.
    """
    time = stored.created_at.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return {
        "specversion": "1.0",
        "type": "google.cloud.storage.object.v1.finalized",
        "source": f"//storage.googleapis.com/projects/_/buckets/{bucket}",
        "subject": f"objects/{stored.name}",
        "id": event_id,
        "time": time,
        "datacontenttype": "application/json",
        "bucket": bucket,
        "data": {
            "kind": "storage#object",
            "id": f"{bucket}/{stored.name}/{stored.generation}",
            "selfLink": f"https://www.googleapis.com/storage/v1/b/{bucket}/o/{quote(stored.name, safe='')}",
            "name": stored.name,
            "bucket": bucket,
            "generation": str(stored.generation),
            "metageneration": "1",
            "contentType": stored.content_type,
            "size": str(stored.size_bytes),
            "md5Hash": stored.md5,
            "storageClass": "STANDARD",
            "timeCreated": time,
            "timeStorageClassUpdated": time,
            "updated": time,
        },
    }
