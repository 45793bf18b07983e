"""Deletes what belongs to owners whose sign-in account is gone."""

from __future__ import annotations

import logging
from datetime import timedelta

from scholarai.domain.ids import OwnerId
from scholarai.domain.values import Value
from scholarai.ports.callers import OwnerDirectory, SignInAccounts
from scholarai.ports.clock import Clock
from scholarai.services.papers.account_deletion import ForgetOwner

# A guess: every five minutes these are 5,760 owners a day, for some twenty thousand small reads.
OWNERS_PER_RUN = 20

_LOG = logging.getLogger(__name__)


class ForgetClosedAccounts(Value, frozen=True, kw_only=True):
    """Looks at some owners a run; one whose account has been missing for `grace` is forgotten like one who asked for it.

    Attributes:
        kept: Owners who need no account, such as that of files put into the bucket by hand.
    """

    owners: OwnerDirectory
    accounts: SignInAccounts
    forget: ForgetOwner
    clock: Clock
    grace: timedelta
    kept: frozenset[OwnerId]

    def sweep(self) -> int:
        """Return how many owners were forgotten.

        Raises:
            TransientError: If owners or accounts cannot be read, or something could not be removed now.
        """
        owners = [owner for owner in self.owners.take(OWNERS_PER_RUN) if owner not in self.kept]
        existing = self.accounts.existing(owners)
        return sum(self._close(owner) for owner in owners if not self._exists(owner, existing))

    def _exists(self, owner: OwnerId, existing: frozenset[OwnerId]) -> bool:
        if owner in existing:
            self.owners.clear_missing(owner)
        return owner in existing

    def _close(self, owner: OwnerId) -> bool:
        now = self.clock.now()
        if now - self.owners.missing(owner, now) < self.grace:
            return False
        gone = self.forget.forget(owner)
        self.owners.clear_missing(owner)
        _LOG.info("closed account forgotten", extra={"papers": gone.papers, "sessions": gone.sessions})
        return True
