"""Leases on work that only one worker may do at a time, across all processes."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol


class LeaseStore(Protocol):
    """Every method raises TransientError when the store cannot be reached."""

    def take(self, name: str, holder: str, *, now: datetime, until: datetime) -> bool:
        """Take a lease that is free, has expired, or is this holder's already, and tell whether this holder has it now."""
        ...

    def give_back(self, name: str, holder: str) -> None:
        """End a lease; one that is another holder's, or nobody's, stays as it is."""
        ...
