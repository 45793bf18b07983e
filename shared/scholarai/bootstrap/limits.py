"""Builds what keeps owners, each and all together, within their limits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scholarai.bootstrap.once import once
from scholarai.bootstrap.stores import Stores
from scholarai.domain.limits import MIB

if TYPE_CHECKING:
    from scholarai.services.extraction.charging import Charging
    from scholarai.services.papers.usage import ShowUsage
    from scholarai.services.spend_stop import SpendStop
    from scholarai.services.spending import Spending


class Limits(Stores):
    """The services of limits."""

    def spending(self) -> Spending:
        from scholarai.adapters.system import SystemClock
        from scholarai.domain.spending import DailyLimits
        from scholarai.services.spending import Spending

        settings = self.settings()
        limits = DailyLimits(
            questions=settings.daily_questions,
            tokens=settings.daily_tokens,
            cost_usd=settings.daily_cost_usd,
            uploads=settings.daily_uploads,
            pages=settings.daily_pages,
            reading_s=settings.daily_reading_s,
        )
        return Spending(store=self.backend().spending, clock=SystemClock(), limits=limits)

    def stored_bytes(self) -> int:
        """Return what all files of one owner may have together, 0 for any size."""
        return self.settings().stored_mib * MIB

    def charging(self) -> Charging:
        from scholarai.adapters.models.prices import vectors_usd
        from scholarai.services.extraction.charging import Charging

        overrides = self.settings().model_prices
        return Charging(
            spending=self.spending(),
            stored_bytes=self.stored_bytes(),
            vectors_usd=lambda model, characters: vectors_usd(model, characters, overrides=overrides),
        )

    @once
    def spend_stop(self) -> SpendStop | None:
        """Return what stops models when a day has cost enough, or None where nothing does."""
        if not self.settings().daily_spend_limit_usd:
            return None
        from scholarai.adapters.system import SystemClock
        from scholarai.services.spend_stop import SpendStop

        return SpendStop(self.backend().spending, SystemClock(), self.settings().daily_spend_limit_usd)

    def show_usage(self) -> ShowUsage:
        from scholarai.adapters.system import SystemClock
        from scholarai.services.papers.usage import ShowUsage

        return ShowUsage(
            papers=self.backend().papers,
            spending=self.spending(),
            stored_bytes=self.stored_bytes(),
            clock=SystemClock(),
        )
