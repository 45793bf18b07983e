"""Leases on things that one worker at a time does, whichever process it is in."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol


class LeaseStore(Protocol):
    """Every method raises TransientError when the store cannot be reached."""

    def take(self, name: str, holder: str, *, now: datetime, until: datetime) -> bool:
        """Take a lease that nobody has, whose time is over, or that this holder has; tell whether it is this holder's now."""
        ...

    def give_back(self, name: str, holder: str) -> None:
        """End a lease; one that is another holder's, or nobody's, stays as it is."""
        ...
