"""Events of the object store wait until they are answered for, over restarts too."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from scholarai.adapters.embedded.backend import EmbeddedBackend
from scholarai.adapters.embedded.events import ANSWER_WITHIN, retry_delay

NAME = "uploads/ada/p1/paper.pdf"


@pytest.fixture
def now() -> datetime:
    return datetime.now(UTC) + timedelta(seconds=1)


def test_an_event_is_taken_once_and_again_only_when_nobody_answered_for_it(
    backend: EmbeddedBackend, now: datetime
) -> None:
    backend.objects.put(NAME, b"x", content_type="application/pdf")

    first, second = backend.queue.take(now), backend.queue.take(now)
    late = backend.queue.take(now + ANSWER_WITHIN)

    assert first is not None
    assert second is None
    assert late is not None
    assert (late.id, late.attempts) == (first.id, 2)


def test_an_event_that_was_put_off_comes_when_it_is_due(backend: EmbeddedBackend, now: datetime) -> None:
    backend.objects.put(NAME, b"x", content_type="application/pdf")
    event = backend.queue.take(now)
    assert event is not None
    due = now + timedelta(seconds=30)

    backend.queue.again(event.id, due)

    assert backend.queue.take(now + timedelta(seconds=29)) is None
    assert backend.queue.next_due() == due
    assert backend.queue.take(due) is not None


@pytest.mark.parametrize("hours", [-5, 5])
def test_a_clock_that_jumps_stops_no_event_and_brings_none_twice(backend: EmbeddedBackend, hours: int) -> None:
    for n in range(2):
        backend.objects.put(f"{NAME}{n}", b"x", content_type="application/pdf")
    now = datetime.now(UTC)
    begun = backend.queue.take(now)
    assert begun is not None
    backend.queue.done(begun.id)
    jumped = now + timedelta(hours=hours)

    after = backend.queue.take(jumped)

    assert after is not None
    assert after.id != begun.id
    assert backend.queue.take(jumped + timedelta(minutes=1)) is None
    backend.queue.again(after.id, jumped + retry_delay(after.attempts))
    assert backend.queue.take(jumped) is None
    assert backend.queue.take(jumped + timedelta(seconds=1)) is not None


def test_answered_and_buried_events_never_come_back(
    open_at: Callable[[Path], EmbeddedBackend], folder: Path, now: datetime
) -> None:
    backend = open_at(folder)
    for n in range(2):
        backend.objects.put(f"{NAME}{n}", b"x", content_type="application/pdf")
    answered, buried = backend.queue.take(now), backend.queue.take(now)
    assert answered is not None
    assert buried is not None

    backend.queue.done(answered.id)
    backend.queue.bury(buried.id)
    open_at(folder).recover()

    assert backend.queue.take(now + timedelta(days=1)) is None


def test_what_a_killed_server_was_delivering_is_due_at_once_after_recovery(
    open_at: Callable[[Path], EmbeddedBackend], folder: Path, now: datetime
) -> None:
    killed = open_at(folder)
    killed.objects.put(NAME, b"x", content_type="application/pdf")
    taken = killed.queue.take(now)

    restarted = open_at(folder)
    restarted.recover()

    again = restarted.queue.take(now)
    assert taken is not None
    assert again is not None
    assert again.event == taken.event


def test_an_announcement_between_looking_and_waiting_is_not_missed(backend: EmbeddedBackend) -> None:
    seen = backend.queue.announced
    backend.queue.announce()

    ended = threading.Event()

    def wait() -> None:
        backend.queue.wait(seen, 600)
        ended.set()

    threading.Thread(target=wait, daemon=True).start()

    assert ended.wait(60)


def test_retries_wait_from_one_second_to_a_minute() -> None:
    waits = [retry_delay(attempts).total_seconds() for attempts in (1, 2, 3, 6, 7, 100)]

    assert waits == [1, 2, 4, 32, 60, 60]


def test_an_owner_with_many_uploads_does_not_keep_others_waiting(backend: EmbeddedBackend, now: datetime) -> None:
    for n in range(100):
        backend.objects.put(f"uploads/ada/p{n}/paper.pdf", b"x", content_type="application/pdf")
    for n in range(3):
        backend.objects.put(f"uploads/bob/p{n}/paper.pdf", b"x", content_type="application/pdf")

    taken = [
        event.subject.split("/")[2:4] for event in iter(lambda: backend.queue.take(now + timedelta(minutes=1)), None)
    ]

    assert taken[:7] == [[owner, f"p{n}"] for n in range(3) for owner in ("ada", "bob")] + [["ada", "p3"]]
    assert len(taken) == 103


def test_an_owner_whose_event_failed_has_a_turn_like_any_other(backend: EmbeddedBackend, now: datetime) -> None:
    for name in ("uploads/ada/p1/a.pdf", "uploads/ada/p2/a.pdf", "uploads/bob/p3/a.pdf"):
        backend.objects.put(name, b"x", content_type="application/pdf")
    first = backend.queue.take(now)
    assert first is not None
    backend.queue.again(first.id, now)

    order = [event.subject.split("/")[3] for event in iter(lambda: backend.queue.take(now), None)]

    assert order == ["p3", "p2", "p1"]
