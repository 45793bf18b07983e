"""What runs every few minutes: debts of crashed processes, and what is older than it may be kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from scholarai.bootstrap.extracting import pay_debts
from scholarai.bootstrap.papers import delete_paper
from scholarai.bootstrap.reviews import delete_review, pay_review_debts
from scholarai.bootstrap.stores import backend, settings

if TYPE_CHECKING:
    from datetime import timedelta

    from scholarai.services.retention import EndRetention


def sweepers() -> Mapping[str, Callable[[], int]]:
    """Return by name what a sweep runs; each returns how many things it dealt with."""
    return {
        "papers": lambda: pay_debts().run(),
        "reviews": lambda: pay_review_debts().run(),
        "retention": lambda: end_retention().run(),
        "folders": backend().workroom.sweep,
    }


def end_retention() -> EndRetention:
    from scholarai.adapters.system import SystemClock
    from scholarai.services.retention import EndRetention

    return EndRetention(
        papers=backend().papers,
        reviews=backend().reviews,
        delete_paper=delete_paper(),
        delete_review=delete_review(),
        clock=SystemClock(),
        keep_papers=_days(settings().paper_days),
        keep_reviews=_days(settings().review_days),
    )


def _days(days: int) -> timedelta | None:
    from datetime import timedelta

    return timedelta(days=days) if days else None
