"""A request with a key is found again by it, until the end of the next day."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import pytest

from scholarai.domain.errors import InvalidRequestError
from scholarai.domain.ids import OwnerId
from scholarai.domain.repeats import Repeatable

EVENING = datetime(2026, 3, 31, 23, 59, tzinfo=UTC)


@dataclass(frozen=True)
class Thing:
    request_digest: str | None


def request(key: str = "k", owner: str = "ada", kind: str = "paper", asked: object = "a.pdf") -> Repeatable:
    made = Repeatable.of(OwnerId(owner), kind, key, asked)
    assert made is not None
    return made


def made_by(one: Repeatable, now: datetime) -> dict[str, Thing]:
    return {one.ids(now)[-1]: Thing(one.digest)}


@pytest.mark.parametrize(
    ("later", "found"),
    [
        (timedelta(), True),
        (timedelta(minutes=2), True),
        (timedelta(hours=24), True),
        (timedelta(hours=24, minutes=1), False),
        (timedelta(hours=-24), True),  # the clock was set back
        (timedelta(hours=-48), False),
    ],
)
def test_what_a_request_made_is_found_until_the_end_of_the_next_day(later: timedelta, found: bool) -> None:
    things = made_by(request(), EVENING)

    assert (request().find(things.get, EVENING + later) is not None) is found


@pytest.mark.parametrize("other", [request(key="l"), request(owner="bob"), request(kind="note")])
def test_another_key_owner_or_kind_finds_nothing(other: Repeatable) -> None:
    assert other.find(made_by(request(), EVENING).get, EVENING) is None


def test_a_key_with_another_request_is_refused() -> None:
    with pytest.raises(InvalidRequestError, match="idempotency_key_reused") as refused:
        request(asked="b.pdf").find(made_by(request(), EVENING).get, EVENING)
    assert refused.value.status == 422


def test_a_request_without_a_key_is_never_the_same() -> None:
    assert Repeatable.of(OwnerId("ada"), "paper", None, "a.pdf") is None
