"""Lets one worker at a time do some work, across all processes."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from datetime import timedelta

from scholarai.domain.errors import ClaimLostError, ScholarError, TransientError
from scholarai.domain.values import Value
from scholarai.ports.clock import Clock, IdSource
from scholarai.ports.leases import LeaseStore
from scholarai.services.under_way import heartbeat

# A worker that was killed blocks others for at most this long. A guess.
LEASE = timedelta(seconds=30)
# A worker that hangs keeps its lease for at most this long. A guess, fifteen times what a call to Zotero takes.
LONGEST = timedelta(minutes=5)
_ASKED_EVERY_S = 0.2


class OneAtATime(Value, frozen=True, kw_only=True):
    """Admits one worker at a time, by the lease `name`.

    Attributes:
        busy: Makes the error of a worker that was not admitted in time.
        wait_s: How long a worker waits for its turn.
        pause: Waits for so many seconds.
    """

    leases: LeaseStore
    clock: Clock
    ids: IdSource
    name: str
    busy: Callable[[], ScholarError]
    wait_s: float
    pause: Callable[[float], None] = time.sleep

    @contextlib.contextmanager
    def turn(self) -> Iterator[None]:
        """Hold the lease while the body works.

        Raises:
            ScholarError: The one that `busy` makes, if other workers have the lease for all of `wait_s`.
            TransientError: If the store cannot be reached.
        """
        holder = self.ids.new()
        self._wait(holder)
        last = self.clock.now() + LONGEST
        about = {"lease": self.name}
        try:
            with heartbeat(lambda: self._renew(holder), LEASE, has_time=lambda: self.clock.now() < last, about=about):
                yield
        finally:
            with contextlib.suppress(TransientError):  # then it ends by itself
                self.leases.give_back(self.name, holder)

    def _wait(self, holder: str) -> None:
        for _ in range(int(self.wait_s / _ASKED_EVERY_S) + 1):
            if self._take(holder):
                return
            self.pause(_ASKED_EVERY_S)
        raise self.busy()

    def _renew(self, holder: str) -> None:
        if not self._take(holder):
            raise ClaimLostError("claim_lost", f"another worker has the lease {self.name}")

    def _take(self, holder: str) -> bool:
        now = self.clock.now()
        return self.leases.take(self.name, holder, now=now, until=now + LEASE)
