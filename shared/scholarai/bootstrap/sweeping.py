"""Builds the sweepers that run every few minutes: outboxes and retention."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from scholarai.bootstrap.papers import Papers

if TYPE_CHECKING:
    from datetime import timedelta

    from scholarai.services.papers.retention import EndRetention


class Sweeping(Papers):
    """The sweepers."""

    def sweepers(self) -> Mapping[str, Callable[[], int]]:
        """Return the sweepers by name; each returns how many items it handled."""
        return {
            "papers": lambda: self.sweep_papers().run(),
            "reviews": lambda: self.sweep_reviews().run(),
            "retention": lambda: self.end_retention().run(),
            "folders": self.backend().temporary_directories.sweep,
        }

    def end_retention(self) -> EndRetention:
        from scholarai.adapters.system import SystemClock
        from scholarai.services.papers.retention import EndRetention

        return EndRetention(
            papers=self.backend().papers,
            reviews=self.backend().reviews,
            delete_paper=self.delete_paper(),
            delete_review=self.delete_review(),
            clock=SystemClock(),
            keep_papers=_days(self.settings().paper_days),
            keep_reviews=_days(self.settings().review_days),
        )


def _days(days: int) -> timedelta | None:
    from datetime import timedelta

    return timedelta(days=days) if days else None
