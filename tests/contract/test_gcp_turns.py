"""Turns at outside hosts in Firestore: instances together keep a host's pace and its day, and lose no turn in a race."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta

import pytest
from contract.conftest import Stand
from contract.making import NOW
from doubles.literature import FakeInternet

from scholarai.adapters.gcp.backend import GcpBackend
from scholarai.adapters.gcp.turns import FirestoreHostTurns
from scholarai.adapters.literature.attempts import Reply
from scholarai.adapters.literature.client import Host
from scholarai.adapters.literature.rate_limiter import BREAK_AFTER, Limits
from scholarai.domain.errors import LimitReachedError, TransientError
from scholarai.ports.turns import Pace
from scholarai.testing import ManualClock

pytestmark = pytest.mark.emulator
PACE = Pace(gap_s=3.0, daily=1_000)
ARXIV = Host(name="Here", base_url="https://here.example", limits=Limits(requests=1, period_s=3.0, daily=1_000))
INSTANCES = 5


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(NOW)


@pytest.fixture
def turns(gcp_stand: Stand, clock: ManualClock) -> FirestoreHostTurns:
    backend = gcp_stand.open()
    assert isinstance(backend, GcpBackend)
    return FirestoreHostTurns(client=backend._firestore, clock=clock)


def test_each_turn_is_one_gap_after_the_one_before(turns: FirestoreHostTurns, clock: ManualClock) -> None:
    waits = [turns.reserve("here.example", PACE, most_wait_s=60) for _ in range(3)]
    clock.advance(7)
    waits.append(turns.reserve("here.example", PACE, most_wait_s=60))
    clock.advance(60)
    waits.append(turns.reserve("here.example", PACE, most_wait_s=60))

    assert waits == [0, 3, 6, 2, 0], "and who comes late finds the host free"


def test_hosts_have_turns_of_their_own(turns: FirestoreHostTurns) -> None:
    turns.reserve("here.example", PACE, most_wait_s=60)

    assert turns.reserve("there.example", PACE, most_wait_s=60) == 0


def test_no_two_instances_get_the_same_turn(turns: FirestoreHostTurns) -> None:
    with ThreadPoolExecutor(INSTANCES) as pool:
        waits = list(pool.map(lambda _: turns.reserve("here.example", PACE, most_wait_s=600), range(4 * INSTANCES)))

    assert sorted(waits) == [3.0 * number for number in range(4 * INSTANCES)]


def test_a_turn_that_is_too_late_is_not_taken(turns: FirestoreHostTurns) -> None:
    for _ in range(3):
        turns.reserve("here.example", PACE, most_wait_s=60)

    with pytest.raises(TransientError) as refused:
        turns.reserve("here.example", PACE, most_wait_s=8)

    assert (refused.value.code, refused.value.retry_after_s) == ("service_busy", 9)
    assert turns.reserve("here.example", PACE, most_wait_s=9) == 9


def test_all_instances_share_the_day(turns: FirestoreHostTurns, clock: ManualClock) -> None:
    pace = Pace(gap_s=0.0, daily=2)
    for _ in range(2):
        turns.reserve("here.example", pace, most_wait_s=60)

    with pytest.raises(LimitReachedError):
        turns.reserve("here.example", pace, most_wait_s=60)
    clock.advance(timedelta(days=1).total_seconds())
    assert turns.reserve("here.example", pace, most_wait_s=60) == 0


def test_a_host_that_wants_to_be_left_alone_is_left_alone_by_all(turns: FirestoreHostTurns) -> None:
    turns.postpone("here.example", 30)
    turns.postpone("here.example", 10)

    assert turns.reserve("here.example", PACE, most_wait_s=60) == 30


def test_a_call_that_gets_no_turn_says_nothing_about_the_host(turns: FirestoreHostTurns, clock: ManualClock) -> None:
    internet = FakeInternet()
    internet.put("here.example", "/x", {"a": 1})

    def seconds() -> float:
        return (clock.now() - NOW).total_seconds()

    client = replace(internet.client(turns=turns), sleep=clock.advance, now=seconds)
    host = replace(ARXIV, limits=Limits(requests=1, period_s=3.0, daily=2))
    for _ in range(2):
        turns.reserve("here.example", Pace(gap_s=3.0, daily=2), most_wait_s=60)

    for _ in range(BREAK_AFTER + 1):
        with pytest.raises(LimitReachedError):
            client.json(host, "/x")
    clock.advance(timedelta(days=1).total_seconds())

    assert client.json(host, "/x") == {"a": 1}


def test_clients_of_several_instances_keep_one_pace(turns: FirestoreHostTurns, clock: ManualClock) -> None:
    """Each instance has gates of its own; the one clock of this test goes on with each of their waits."""
    internet = FakeInternet()
    internet.put("here.example", "/x", {"a": 1})
    sent = []

    def sleep(seconds: float) -> None:
        clock.advance(seconds)

    def transport(address: str, headers: Mapping[str, str], timeout_s: float) -> Reply | None:
        sent.append((clock.now() - NOW).total_seconds())
        return internet(address, headers, timeout_s)

    for _ in range(INSTANCES):
        client = internet.client(turns=turns)
        replace(client, transport=transport, sleep=sleep).json(ARXIV, "/x")

    assert sent == [3.0 * number for number in range(INSTANCES)]
