"""A clock for benchmarks that drive what tests drive by hand."""

from __future__ import annotations

import time
from datetime import UTC, datetime

from scholarai.testing import ManualClock


class RealClock(ManualClock):
    """The machine's own time, where a benchmark drives what tests drive by hand."""

    def now(self) -> datetime:
        return datetime.now(UTC)

    def advance(self, seconds: float) -> None:
        time.sleep(seconds)
