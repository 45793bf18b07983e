"""Delivers events to functions at least once, as Eventarc does, and records dead letters."""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from msgspec.structs import replace
from werkzeug.test import EnvironBuilder, run_wsgi_app

from scholarai.adapters.embedded.events import EventQueue, PendingEvent, retry_delay
from scholarai.domain.errors import TransientError
from scholarai.domain.extraction_outcomes import failed
from scholarai.domain.ids import OwnerId, ReviewId
from scholarai.domain.paper import Failure, Paper
from scholarai.domain.review import STEP_EVENT, Review
from scholarai.local.functions import WsgiApp
from scholarai.ports.reviews import ReviewStore
from scholarai.ports.stores import PaperStore
from scholarai.reviewing.chain import ended
from scholarai.services.papers.addresses import find_address

# One per core of the smallest machine we measured on; reading runs in separate processes.
WORKERS = 2
# Longest sleep without an event: an event of another process is found this late. A guess.
LOOK_S = 5.0

FAILURE = Failure(
    code="delivery_exhausted",
    message="the paper was given to the extraction again and again, and it was neither accepted nor refused",
    action="Look into the server's log: if a worker ran out of memory, give the server more; then start the extraction again.",
    retryable=True,
)
REVIEW_FAILURE = Failure(
    code="delivery_exhausted",
    message="a step of the review was ordered again and again, and never accepted",
    action="Start the review again; if that fails too, look into the server's log.",
    retryable=True,
)

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivery:
    """Threads that take events from the queue and post them to `app` until it acknowledges.

    Attributes:
        max_attempts: Deliveries after which an event is a dead letter.
        on_dead: Called with every event before it is moved to the dead letters.
    """

    queue: EventQueue
    app: WsgiApp
    now: Callable[[], datetime]
    max_attempts: int
    on_dead: Callable[[PendingEvent], None]
    _stopping: threading.Event = field(default_factory=threading.Event)

    def start(self) -> None:
        """Start the threads; they end with the process."""
        for n in range(WORKERS):
            threading.Thread(target=self._run, name=f"delivery-{n}", daemon=True).start()

    def stop(self) -> None:
        """Take no more events; if this server ends first, the next one delivers again what is in delivery."""
        self._stopping.set()
        self.queue.announce()

    def deliver_next(self) -> bool:
        """Deliver one event that is due and tell whether there was one."""
        event = self.queue.take(self.now())
        if event is None:
            return False
        if event.attempts > self.max_attempts:  # each delivery ended with the whole process, so that none was answered
            self._give_up(event, {"event_id": event.id, "attempts": event.attempts})
            return True
        status = post(self.app, event.event)
        fields = {"event_id": event.id, "attempts": event.attempts, "http_status": status}
        if 200 <= status < 300:
            self.queue.done(event.id)
            _log.info("event acknowledged", extra=fields)
        elif event.attempts >= self.max_attempts:
            self._give_up(event, fields)
        else:
            delay = retry_delay(event.attempts)
            self.queue.again(event.id, self.now() + delay)
            _log.warning("event comes again", extra=fields | {"delay_s": delay.total_seconds()})
        return True

    def _give_up(self, event: PendingEvent, fields: dict[str, Any]) -> None:
        self.on_dead(event)
        self.queue.bury(event.id)
        _log.error("event is a dead letter", extra=fields)

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                seen = self.queue.announced
                if not self.deliver_next():
                    self.queue.wait(seen, self._sleep_s())
            except TransientError as error:
                _log.warning("delivery paused", extra={"code": error.code})
                self._stopping.wait(1.0)
            except Exception:  # noqa: BLE001  - recorded; a dead thread would block every later event
                _log.exception("delivery failed")
                self._stopping.wait(1.0)

    def _sleep_s(self) -> float:
        due = self.queue.next_due()
        return LOOK_S if due is None else min(LOOK_S, max(0.0, (due - self.now()).total_seconds()))


def by_type(apps: Mapping[str, WsgiApp], *, otherwise: WsgiApp) -> WsgiApp:
    """Return an application that hands an event to the one of its type."""
    return lambda environ, start: apps.get(environ.get("HTTP_CE_TYPE", ""), otherwise)(environ, start)


def post(app: WsgiApp, event: dict[str, Any]) -> int:
    """Post a CloudEvent in HTTP's binary mode and return the status; the function runs inside this call."""
    attributes = {name: str(value) for name, value in event.items() if name not in {"data", "datacontenttype"}}
    builder = EnvironBuilder(
        path="/",
        method="POST",
        headers=[(f"ce-{name}", _header(value)) for name, value in attributes.items()],
        data=json.dumps(event["data"]).encode(),
        content_type="application/json",
    )
    pieces, status, _ = run_wsgi_app(app, builder.get_environ())
    for _ in pieces:
        pass
    return int(status.split(" ", 1)[0])


def _header(value: str) -> str:
    """Percent-encode what a header cannot hold, as the CloudEvents HTTP binding says."""
    return "".join(c if "\x21" <= c <= "\x7e" and c not in '"%' else _escape(c) for c in value)


def _escape(character: str) -> str:
    return "".join(f"%{byte:02X}" for byte in character.encode())


@dataclass(frozen=True, slots=True)
class DeadLetters:
    """Marks papers and reviews whose events became dead letters as failed."""

    papers: PaperStore
    reviews: ReviewStore
    default_owner: OwnerId
    now: Callable[[], datetime]

    def record(self, event: PendingEvent) -> None:
        """Mark the event's paper or review as failed, unless it has ended or moved on since."""
        data = event.event["data"]
        if event.event["type"] == STEP_EVENT:
            self.reviews.change(ReviewId(data["review_id"]), lambda review: self._stopped(review, int(data["n"])))
            return
        address = find_address(self.papers, data["bucket"], data["name"], self.default_owner)
        if address is not None:
            self.papers.change(address.paper_id, lambda paper: self._given_up(paper, int(data["generation"])))

    def _given_up(self, paper: Paper | None, generation: int) -> Paper | None:
        if paper is None or paper.deleting or paper.generation > generation or paper.status in {"completed", "failed"}:
            return paper
        return failed(replace(paper, generation=generation), FAILURE, self.now())

    def _stopped(self, review: Review | None, n: int) -> Review | None:
        if review is None or review.deleting or review.step is None or review.n != n:
            return review
        return ended(review, "failed", REVIEW_FAILURE, self.now())
