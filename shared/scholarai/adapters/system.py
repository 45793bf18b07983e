"""The system's clock and random ids, and moments as the integers that stores sort."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime, timedelta

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_ID_BYTES = 16


class SystemClock:
    """Implements `ports.clock.Clock`."""

    def now(self) -> datetime:
        return datetime.now(UTC)


def to_us(moment: datetime) -> int:
    """Return the whole microseconds since 1970."""
    return (moment - _EPOCH) // timedelta(microseconds=1)


def from_us(us: int) -> datetime:
    """Return the moment in UTC."""
    return _EPOCH + timedelta(microseconds=us)


class RandomIds:
    """Implements `ports.clock.IdSource`: 128 bits in hexadecimal digits."""

    def new(self) -> str:
        return secrets.token_hex(_ID_BYTES)
