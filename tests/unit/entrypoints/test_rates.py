"""A user who calls too often waits; nobody else does."""

from __future__ import annotations

import pytest

from scholarai.domain.errors import LimitReachedError
from scholarai.domain.ids import OwnerId
from scholarai.entrypoints.callers import Rates

ADA, BOB = OwnerId("ada"), OwnerId("bob")


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_minute_s_calls_may_come_at_once_and_the_next_waits_for_its_share() -> None:
    clock = Clock()
    rates = Rates(60, clock)
    for _ in range(60):
        rates.take(ADA)

    with pytest.raises(LimitReachedError) as refused:
        rates.take(ADA)

    assert refused.value.retry_after_s == pytest.approx(1.0)
    clock.now += 1.0
    rates.take(ADA)


def test_a_call_s_share_of_a_minute_is_a_second_where_sixty_are_allowed() -> None:
    clock = Clock()
    rates = Rates(60, clock)
    for _ in range(60):
        rates.take(ADA)

    clock.now = 0.99
    with pytest.raises(LimitReachedError):
        rates.take(ADA)
    clock.now = 1.0
    rates.take(ADA)


def test_of_very_many_users_the_one_who_has_not_called_for_the_longest_is_forgotten() -> None:
    rates = Rates(1, Clock())
    users = [OwnerId(f"user{number}") for number in range(10_001)]
    for user in users:
        rates.take(user)

    rates.take(users[0])
    with pytest.raises(LimitReachedError):
        rates.take(users[-1])


def test_another_user_is_not_concerned() -> None:
    rates = Rates(1, Clock())
    rates.take(ADA)

    rates.take(BOB)

    with pytest.raises(LimitReachedError):
        rates.take(ADA)


def test_a_refused_call_takes_nothing() -> None:
    clock = Clock()
    rates = Rates(60, clock)
    for _ in range(60):
        rates.take(ADA)
    for _ in range(10):
        with pytest.raises(LimitReachedError):
            rates.take(ADA)

    clock.now += 1.0
    rates.take(ADA)


def test_a_quiet_day_saves_no_more_than_a_minute_s_calls() -> None:
    clock = Clock()
    rates = Rates(2, clock)
    rates.take(ADA)
    clock.now += 86_400

    rates.take(ADA)
    rates.take(ADA)
    with pytest.raises(LimitReachedError):
        rates.take(ADA)


def test_without_a_limit_nobody_waits() -> None:
    rates = Rates(0, Clock())

    for _ in range(1_000):
        rates.take(ADA)
