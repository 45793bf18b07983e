"""Shows an owner's usage of today and stored bytes, with the limits of both."""

from __future__ import annotations

from datetime import datetime

from scholarai.domain.ids import OwnerId
from scholarai.domain.spending import DailyLimits, Spent, until_midnight
from scholarai.domain.values import Value
from scholarai.ports.clock import Clock
from scholarai.ports.stores import PaperStore
from scholarai.services.spending import Spending


class Usage(Value, frozen=True, kw_only=True):
    """One owner's usage; a limit of 0 is none. The day's sums return to 0 at `resets_at`."""

    spent: Spent
    limits: DailyLimits
    stored_bytes: int
    stored_bytes_limit: int
    resets_at: datetime


class ShowUsage(Value, frozen=True, kw_only=True):
    papers: PaperStore
    spending: Spending
    stored_bytes: int
    clock: Clock

    def show(self, owner: OwnerId) -> Usage:
        """Return what the owner took today and stores now."""
        now = self.clock.now()
        return Usage(
            spent=self.spending.today(owner),
            limits=self.spending.limits,
            stored_bytes=self.papers.stored_bytes(owner),
            stored_bytes_limit=self.stored_bytes,
            resets_at=now + until_midnight(now),
        )
