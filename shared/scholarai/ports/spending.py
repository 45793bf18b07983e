"""Stores the daily usage of owners."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Protocol

from scholarai.domain.ids import OwnerId
from scholarai.domain.spending import Spent


class SpendingStore(Protocol):
    """Sums by owner and day. Raises TransientError when the store cannot be reached."""

    def read(self, owner: OwnerId, day: date) -> Spent:
        """Return an owner's sums of a day; nothing spent where nothing is stored."""
        ...

    def add(self, owner: OwnerId, day: date, spent: Spent, *, once: str | None = None) -> None:
        """Add to an owner's sums of a day; additions at the same time all count.

        Of an owner's additions with the same `once` the first one counts, on whatever day the others come.
        """
        ...

    def days(self, owner: OwnerId) -> Sequence[date]:
        """Return the days for which an owner has sums, in any order."""
        ...

    def cost_usd(self, day: date) -> float:
        """Return what all owners' models cost on a day, in US dollars."""
        ...

    def forget(self, owner: OwnerId) -> None:
        """Remove an owner's sums of every day."""
        ...
