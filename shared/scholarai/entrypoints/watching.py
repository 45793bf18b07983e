"""Sends progress as server-sent events, whenever it changes, until the work has ended."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

from scholarai.domain.errors import NotReadyError
from scholarai.entrypoints.calls import ServerEvent, StreamReply
from scholarai.entrypoints.problems import ProblemDetails
from scholarai.entrypoints.queries import Query

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
