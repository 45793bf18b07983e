"""Sends server-sent events: every stream ends with `done` or `error`, and comments keep its connection open."""

from __future__ import annotations

import contextlib
import contextvars
import queue
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

from scholarai.domain.errors import NotReadyError
from scholarai.entrypoints.calls import ServerEvent, StreamReply, render_checked
from scholarai.entrypoints.problems import ProblemDetails
from scholarai.entrypoints.queries import Query

# Below the 30 s after which some proxies close a silent connection. A guess.
HEARTBEAT_S = 15.0
_HEARTBEAT = b": heartbeat\n\n"
_LAST = frozenset({"done", "error"})
# How often a producer that waits for a slow reader checks whether the reader is gone. A guess.
_LOOK_S = 0.5
# How long events are produced without a reader. An older answer counts as abandoned (services/chat/turns.py, PENDING).
UNHEARD_S = 900.0


def to_bytes(
    events: Iterator[ServerEvent],
    describe: Callable[[Exception | None], Any],
    *,
    heartbeat_s: float = HEARTBEAT_S,
    unheard_s: float = UNHEARD_S,
) -> Iterator[bytes]:
    """Yield events as they come, and a comment line whenever none came for a while.

    Events are produced in a thread of their own. When the reader stops, they are still produced to their end, so that the
    answer is saved; a stream that takes longer than `unheard_s` from then on is closed.

    Args:
        events: The stream; what it yields after `done` or `error` is not sent.
        describe: Returns the data of the `error` event for an exception, or for None if the stream ended without `done`.
        heartbeat_s: After how long a silence a comment is sent.
        unheard_s: How long events are produced after the reader has stopped.
    """
    pump = _Pump(events, describe, unheard_s)
    context = contextvars.copy_context()
    threading.Thread(target=context.run, args=(pump.run,), name="sse", daemon=True).start()
    try:
        while True:
            try:
                line, ends = pump.queue.get(timeout=heartbeat_s)
            except queue.Empty:
                yield _HEARTBEAT
                continue
            yield line
            if ends:
                return
    finally:
        pump.leave()


def is_last(event: ServerEvent) -> bool:
    """Tell whether nothing is sent after this event."""
    return event.event in _LAST


class _Pump:
    """Moves events as bytes from their producer to a bounded queue, and drops them once the reader has stopped.

    An event whose data its own schema forbids ends the stream with an error.
    """

    def __init__(
        self, events: Iterator[ServerEvent], describe: Callable[[Exception | None], Any], unheard_s: float
    ) -> None:
        self.queue: queue.Queue[tuple[bytes, bool]] = queue.Queue(maxsize=64)
        self._left = threading.Event()
        self._ends_at = float("inf")
        self._events = events
        self._describe = describe
        self._unheard_s = unheard_s

    def leave(self) -> None:
        """Stop reading."""
        self._ends_at = time.monotonic() + self._unheard_s
        self._left.set()

    def run(self) -> None:
        try:
            for event in self._events:
                self._put(event)
                if event.event in _LAST or time.monotonic() > self._ends_at:
                    return
            self._put(ServerEvent(event="error", data=self._describe(None)))
        except Exception as error:  # noqa: BLE001  - `describe` records it; the reader learns of it as an event
            self._put(ServerEvent(event="error", data=self._describe(error)))
        finally:
            close = getattr(self._events, "close", None)
            if close is not None:
                close()

    def _put(self, event: ServerEvent) -> None:
        item = _line(event), is_last(event)
        while not self._left.is_set():
            with contextlib.suppress(queue.Full):
                self.queue.put(item, timeout=_LOOK_S)
                return


def _line(event: ServerEvent) -> bytes:
    return b"event: %s\ndata: %s\n\n" % (event.event.encode(), render_checked(event.data))


T = TypeVar("T")

# A minute is the longest that a call of the cloud's function may take, terraform/functions.tf.
WATCHED_S = 50.0
STREAM: Query = {
    "stream": {
        "type": "boolean",
        "default": False,
        "description": f"Events in place of one answer, for {WATCHED_S:.0f} s at most; then open it again",
    }
}


def progress_events(kind: type) -> Mapping[str, type]:
    """Return the data types of a progress stream by event name; `kind` is the type of the answer without `stream`."""
    return {"progress": kind, "done": kind, "error": ProblemDetails}


def watched(
    look: Callable[[], T], ended: Callable[[T], bool], *, every_s: float, most_s: float = WATCHED_S
) -> StreamReply:
    """Return a stream of events: `progress` whenever what `look` returns has changed, then `done`.

    After `most_s` it ends with the `error` `not_finished`; what `look` raises ends it, too, or is the answer if it comes first.
    """
    return StreamReply(events=_events(look, ended, every_s, most_s))


def _events(look: Callable[[], T], ended: Callable[[T], bool], every_s: float, most_s: float) -> Iterator[ServerEvent]:
    until = time.monotonic() + most_s
    shown: T | None = None
    while True:
        now = look()
        if ended(now):
            yield ServerEvent(event="done", data=now)
            return
        if now != shown:
            yield ServerEvent(event="progress", data=now)
            shown = now
        if time.monotonic() > until:
            raise NotReadyError("not_finished", "this has not ended yet", action="Open the stream again.")
        time.sleep(every_s)
