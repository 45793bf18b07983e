"""Turns at outside hosts in Firestore, shared by all instances of all functions."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from typing import TYPE_CHECKING

from scholarai.adapters.gcp.changes import Change, change_document
from scholarai.domain.errors import LimitReachedError, TransientError

if TYPE_CHECKING:
    from google.cloud.firestore_v1 import Client, DocumentReference

    from scholarai.adapters.gcp.calls import StoredDocument
    from scholarai.ports.clock import Clock
    from scholarai.ports.turns import Pace

TURNS = "turns"
# A host that nobody asks is forgotten, by a TTL policy on `expires_at`; a day's sum must last for its day. A guess.
_KEPT = timedelta(days=2)
# Longer wishes of a host are cut to this, as each process cuts them (literature/rate_limiter.py).
_LONGEST_POSTPONED = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class FirestoreHostTurns:
    """Implements `ports.turns.HostTurns` with `turns/{host's digest}`: when the next turn is free, and the day's sum.

    Turns are reserved ahead, so a process that waits for its own asks nobody meanwhile. Clocks of instances differ by
    milliseconds; a clock that is late by a second takes a turn that is late by a second.
    """

    client: Callable[[], Client]
    clock: Clock

    def reserve(self, host: str, pace: Pace, *, most_wait_s: float) -> float:
        def decide(stored: StoredDocument) -> Change[float]:
            now = self.clock.now()
            free_at, day, sent = _read(stored, now)
            if sent >= pace.daily:
                raise _used_up(host, pace, now)
            turn = max(now, free_at)
            wait_s = (turn - now).total_seconds()
            if wait_s > most_wait_s:
                raise TransientError(
                    "service_busy",
                    f"{host} is asked by others",
                    action="Try again later.",
                    retry_after_s=wait_s,
                )
            after = turn + timedelta(seconds=pace.gap_s)
            return Change(result=wait_s, fields=_fields(host, after, day, sent + 1, now))

        return change_document(self.client(), self._reference(host), decide)

    def postpone(self, host: str, wait_s: float) -> None:
        def decide(stored: StoredDocument) -> Change[None]:
            now = self.clock.now()
            free_at, day, sent = _read(stored, now)
            until = now + min(timedelta(seconds=wait_s), _LONGEST_POSTPONED)
            return Change(result=None, fields=_fields(host, max(free_at, until), day, sent, now))

        change_document(self.client(), self._reference(host), decide)

    def _reference(self, host: str) -> DocumentReference:
        digest = hashlib.blake2b(host.encode(), digest_size=16).hexdigest()
        return self.client().collection(TURNS).document(digest)


def _read(stored: StoredDocument, now: datetime) -> tuple[datetime, str, int]:
    """Return when the next turn is free, today, and how many turns of it are taken."""
    fields = (stored.to_dict() or {}) if stored.exists else {}
    today = now.date().isoformat()
    return fields.get("free_at", now), today, fields.get("sent", 0) if fields.get("day") == today else 0


def _fields(host: str, free_at: datetime, day: str, sent: int, now: datetime) -> dict[str, object]:
    return {"host": host, "free_at": free_at, "day": day, "sent": sent, "expires_at": now + _KEPT}


def _used_up(host: str, pace: Pace, now: datetime) -> LimitReachedError:
    midnight = datetime.combine(now.date() + timedelta(days=1), time(), UTC)
    return LimitReachedError(
        "service_budget",
        f"the {pace.daily} requests a day to {host} are used up",
        action="Go on tomorrow, or raise SCHOLARAI_LITERATURE_DAILY.",
        retry_after_s=(midnight - now).total_seconds(),
    )
