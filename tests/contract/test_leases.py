"""A lease is one holder's, whoever asks from wherever, until its time is over."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

from contract.making import NOW

from scholarai.bootstrap import Backend

SOON = NOW + timedelta(seconds=30)


def test_only_its_holder_can_renew_a_lease_or_give_it_back(backend: Backend, reopened: Backend) -> None:
    assert backend.leases.take("a", "one", now=NOW, until=SOON)
    assert not reopened.leases.take("a", "two", now=NOW, until=SOON)
    assert backend.leases.take("a", "one", now=NOW, until=SOON + timedelta(seconds=5))
    assert reopened.leases.take("b", "two", now=NOW, until=SOON)

    reopened.leases.give_back("a", "two")
    assert not reopened.leases.take("a", "two", now=SOON, until=SOON + timedelta(seconds=30))

    backend.leases.give_back("a", "one")
    assert reopened.leases.take("a", "two", now=NOW, until=SOON)


def test_a_lease_whose_time_is_over_is_anybody_s(backend: Backend, reopened: Backend) -> None:
    backend.leases.take("a", "one", now=NOW, until=SOON)

    assert not reopened.leases.take("a", "two", now=SOON - timedelta(microseconds=1), until=SOON)
    assert reopened.leases.take("a", "two", now=SOON, until=SOON + timedelta(seconds=30))
    assert not backend.leases.take("a", "one", now=SOON, until=SOON + timedelta(seconds=30))


def test_a_lease_of_before_the_clock_was_set_back_blocks_nobody(backend: Backend, reopened: Backend) -> None:
    backend.leases.take("a", "one", now=NOW + timedelta(hours=5), until=SOON + timedelta(hours=5))

    assert reopened.leases.take("a", "two", now=NOW, until=SOON)
    assert not backend.leases.take("a", "one", now=NOW, until=SOON)


def test_of_many_who_ask_at_once_one_gets_it(backend: Backend) -> None:
    def ask(n: int) -> bool:
        return backend.leases.take("a", f"holder {n}", now=NOW, until=SOON)

    with ThreadPoolExecutor(8) as pool:
        assert Counter(pool.map(ask, range(8))) == {True: 1, False: 7}


def test_giving_back_what_nobody_has_does_nothing(backend: Backend) -> None:
    backend.leases.give_back("a", "one")

    assert backend.leases.take("a", "two", now=NOW, until=SOON)
