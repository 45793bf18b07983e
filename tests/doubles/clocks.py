"""Clocks that tests hold in their hands."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta


class ManualClock:
    """Stands still until it is told; with `tick_s` every look at it takes that long."""

    def __init__(self, now: datetime = datetime(2026, 11, 20, 6, 0, tzinfo=UTC), *, tick_s: float = 0.0) -> None:
        self.time = now
        self.tick_s = tick_s

    def now(self) -> datetime:
        self.time += timedelta(seconds=self.tick_s)
        return self.time

    def advance(self, seconds: float) -> None:
        self.time += timedelta(seconds=seconds)


class RealClock(ManualClock):
    """The machine's own time, where a benchmark drives what tests drive by hand."""

    def now(self) -> datetime:
        return datetime.now(UTC)

    def advance(self, seconds: float) -> None:
        time.sleep(seconds)
