"""Streams as bytes: heartbeats, and producers that go on when their reader leaves."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Generator, Iterator
from typing import Any, cast

from msgspec import Struct

from scholarai.entrypoints.calls import ServerEvent
from scholarai.entrypoints.streams import to_bytes


def described(error: Exception | None) -> Any:
    return {"error": repr(error)}


def test_a_silent_producer_is_bridged_by_heartbeats() -> None:
    go_on = threading.Event()

    def produce() -> Iterator[ServerEvent]:
        go_on.wait(60)
        yield ServerEvent(event="done", data={})

    frames = to_bytes(produce(), described, heartbeat_s=0.01)

    assert next(frames) == b": heartbeat\n\n"
    go_on.set()
    assert [frame for frame in frames if not frame.startswith(b":")] == [b"event: done\ndata: {}\n\n"]


def test_nothing_follows_the_last_word() -> None:
    events = iter([ServerEvent(event="done", data={}), ServerEvent(event="delta", data={})])

    assert list(to_bytes(events, described)) == [b"event: done\ndata: {}\n\n"]


class Counted(Struct):
    """A payload; nothing stops a program from making a wrong one."""

    n: int


def test_data_that_its_schema_forbids_ends_the_stream_with_an_error() -> None:
    wrong: Any = "three"
    events = iter([ServerEvent(event="delta", data=Counted(2)), ServerEvent(event="delta", data=Counted(wrong))])

    first, last = list(to_bytes(events, described))

    assert first == b'event: delta\ndata: {"n":2}\n\n'
    assert last.startswith(b"event: error\n")


def test_events_are_made_to_their_end_when_their_reader_has_left() -> None:
    made: list[int] = []
    reader_left = threading.Event()
    ended = threading.Event()

    def produce() -> Iterator[ServerEvent]:
        yield ServerEvent(event="delta", data=0)
        reader_left.wait(60)
        for n in range(1, 200):  # more than the queue holds
            made.append(n)
            yield ServerEvent(event="delta", data=n)
        ended.set()
        yield ServerEvent(event="done", data={})

    frames = cast("Generator[bytes]", to_bytes(produce(), described))
    next(frames)
    frames.close()
    reader_left.set()

    assert ended.wait(60)
    assert made == list(range(1, 200))


def test_events_for_nobody_end_some_day() -> None:
    closed = threading.Event()

    def produce() -> Iterator[ServerEvent]:
        try:
            for n in itertools.count():
                yield ServerEvent(event="delta", data=n)
        finally:
            closed.set()

    frames = cast("Generator[bytes]", to_bytes(produce(), described, unheard_s=0.0))
    next(frames)
    frames.close()

    assert closed.wait(60)
