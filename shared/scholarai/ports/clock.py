"""Time and randomness, passed in so that tests control them."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol


class Clock(Protocol):
    def now(self) -> datetime:
        """Return the time in UTC, with its zone."""
        ...


class IdSource(Protocol):
    def new(self) -> str:
        """Return an unguessable id of lower-case letters and digits, at least 120 bits of it."""
        ...
