"""The real clock, and real chance."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime

_ID_BYTES = 16


class SystemClock:
    """Implements `ports.clock.Clock`."""

    def now(self) -> datetime:
        return datetime.now(UTC)


class RandomIds:
    """Implements `ports.clock.IdSource`: 128 bits in hexadecimal digits."""

    def new(self) -> str:
        return secrets.token_hex(_ID_BYTES)
