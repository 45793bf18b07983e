"""Owners of what is stored, and whether they still have a sign-in account."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from scholarai.domain.ids import OwnerId


class SignInAccounts(Protocol):
    def existing(self, owners: Sequence[OwnerId]) -> frozenset[OwnerId]:
        """Return the owners who have an account, of a hundred at most; one that is disabled exists.

        Raises:
            TransientError: If the accounts cannot be looked up now.
        """
        ...


class StoredOwners(Protocol):
    def all(self) -> Sequence[OwnerId]:
        """Return the owners who have stored anything, be it collections alone, sorted.

        Raises:
            TransientError: If the store cannot be reached.
        """
        ...


class OwnerDirectory(Protocol):
    """The owners of what is stored. Every method raises TransientError when the store is away."""

    def take(self, limit: int) -> Sequence[OwnerId]:
        """Return the next owners in order of their ids; after the last one it starts again, for all callers together."""
        ...

    def missing(self, owner: OwnerId, now: datetime) -> datetime:
        """Note that an owner has no account, and return when that was first noted."""
        ...

    def found(self, owner: OwnerId) -> None:
        """Forget that an owner had no account."""
        ...
