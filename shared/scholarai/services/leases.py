"""Leases of workers: renewed in the background, given back when the process stops, and fenced where they guard stored records."""

from __future__ import annotations

import contextlib
import logging
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from datetime import datetime, timedelta
from typing import Generic

from scholarai.domain.errors import ClaimLostError, ScholarError, TransientError
from scholarai.domain.leases import Record, renewed, require_held
from scholarai.domain.values import Value
from scholarai.ports.clock import Clock, IdSource
from scholarai.ports.leases import LeaseStore

# A guess: two renewals may fail before the lease ends.
RENEWALS_PER_LEASE = 3
# How long the end of the work waits for a renewal that hangs in the store. A guess.
_JOIN_S = 5.0
# A holder of an exclusive lease that was killed blocks others for at most this long. A guess.
LEASE = timedelta(seconds=30)
# A holder that hangs keeps its lease for at most this long. A guess, fifteen times what a call to Zotero takes.
LONGEST = timedelta(minutes=5)
_ASKED_EVERY_S = 0.2

_LOG = logging.getLogger(__name__)


@contextlib.contextmanager
def heartbeat(
    renew: Callable[[], object],
    length: timedelta,
    *,
    has_time: Callable[[], bool],
    about: Mapping[str, str],
    join_s: float = _JOIN_S,
) -> Iterator[None]:
    """Renew a lease from a background thread while the body works and `has_time` returns True.

    The renewals end when `renew` raises ClaimLostError since another worker has the lease; the body gets the same error at
    its own next write. After a TransientError, which is logged, the next renewal comes as planned.

    Args:
        renew: Renews the lease.
        length: How long the lease lasts; it is renewed `RENEWALS_PER_LEASE` times in that time.
        has_time: Tells before each renewal whether the worker still has time.
        about: The fields that name the lease in the log.
        join_s: How long the end of the body waits for a renewal in progress.
    """
    stop = threading.Event()
    every_s = length.total_seconds() / RENEWALS_PER_LEASE

    def keep_renewing() -> None:
        while not stop.wait(every_s) and has_time():
            try:
                renew()
            except ClaimLostError:
                return
            except TransientError as error:
                _LOG.warning("lease not renewed", extra={**about, "code": error.code})

    thread = threading.Thread(target=keep_renewing, name="lease", daemon=True)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join(timeout=join_s)


class HeldLeases:
    """The leases held by the threads of one process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._releases: list[Callable[[], None]] = []

    @contextlib.contextmanager
    def holding(self, release: Callable[[], None]) -> Iterator[None]:
        """Register a lease as held while the body runs; `release` gives it back and may be called from any thread."""
        with self._lock:
            self._releases.append(release)
        try:
            yield
        finally:
            with self._lock:
                self._releases.remove(release)

    def release(self) -> int:
        """Give every lease back and return how many were given back; the others expire."""
        with self._lock:
            releases = list(self._releases)
        return sum(map(_released, releases))


class FencedLease(Generic[Record]):
    """A worker's lease on a stored paper or review, from the claim to the release.

    Every write is fenced by the epoch of the claim, and renews the lease.

    Attributes:
        record: As this worker last stored it.
        released: Whether the lease was given back because this process must end.
    """

    def __init__(
        self,
        record: Record,
        store: Callable[[Callable[[Record | None], Record | None]], Record | None],
        *,
        clock: Clock,
        length: timedelta,
        budget: timedelta,
        about: Mapping[str, str],
    ) -> None:
        """Begin with a claimed record.

        Args:
            record: As it was stored with the claim.
            store: Changes the stored record by a rule in one transaction.
            clock: Tells the time.
            length: How long the lease lasts without a renewal.
            budget: How long this worker may work.
            about: The fields that name the record in the log.
        """
        if record.claim is None:
            raise ValueError("a lease starts with a claimed record, this one has no claim")
        self.record: Record = record
        self.released = False
        self._epoch = record.claim.epoch
        self._store: Callable[[Callable[[Record | None], Record | None]], Record | None] = store
        self._clock = clock
        self._length = length
        self._deadline = clock.now() + budget
        self._about = about

    def change(self, rule: Callable[[Record, datetime], Record]) -> Record:
        """Apply `rule` to the held record and the time, and return it as stored.

        Raises:
            ClaimLostError: If the record is no longer this worker's.
        """
        self.leave(rule)
        return self.record

    def leave(self, rule: Callable[[Record, datetime], Record | None]) -> None:
        """Like `change`, with a rule that may remove the record."""
        self._keep(self._store(self.fenced(rule)))

    def fenced(self, rule: Callable[[Record, datetime], Record | None]) -> Callable[[Record | None], Record | None]:
        """Return `rule` for a store: it renews the lease first, and fails once the claim is lost."""
        now = self._clock.now()
        return lambda found: rule(renewed(found, self._epoch, now, self._length), now)

    def fence(self, found: Record | None) -> Record:
        """Return the record if it is still held; a rule that changes nothing.

        Raises:
            ClaimLostError: If it is not.
        """
        return require_held(found, self._epoch)

    def has_time(self) -> bool:
        """Tell whether this worker has time to start something new."""
        return self._clock.now() < self._deadline

    def kept_alive(self) -> AbstractContextManager[None]:
        """Renew the lease in the background while the body works, for as long as this worker's time lasts."""
        return heartbeat(
            lambda: self._store(self.fenced(lambda found, _: found)),
            self._length,
            has_time=self.has_time,
            about=self._about,
        )

    @contextlib.contextmanager
    def working(
        self,
        leases: HeldLeases,
        *,
        given_back: Callable[[Record, datetime], Record],
        put_off: Callable[[Record, TransientError, datetime], Record],
    ) -> Iterator[None]:
        """List the lease among those of the process while the body works, and store how the record waits if it cannot end.

        Args:
            leases: Those of the process. When it must end, they are given back, so that other workers may go on at once.
            given_back: The record as it then waits; it counts no attempt.
            put_off: The record as it waits after a fault that passes; the next try need not wait for the lease.

        Raises:
            TransientError: The fault, or `stopping` once the lease was given back; the event must come again.
            KeyboardInterrupt: From the body; the lease was given back.
            ClaimLostError: If the record is no longer this worker's.
        """

        def release() -> None:
            self.released = True
            self.change(given_back)

        try:
            with leases.holding(release):
                yield
        except TransientError as error:
            fault = error  # the rule outlives this clause's name
            try:
                self.change(lambda held, now: put_off(held, fault, now))
            except (ClaimLostError, TransientError) as second:
                # Finished after all, taken over, or the store is down: the next delivery finds out which.
                _LOG.warning("fault not recorded", extra={**self._about, "code": second.code})
            raise
        except ClaimLostError:
            if self.released:
                raise TransientError(
                    "stopping", "this process is about to end, the next one goes on from here"
                ) from None
            raise
        except KeyboardInterrupt:
            # A user's, whose next call may come from this process: nothing failed, and the lease need not run out.
            with contextlib.suppress(ClaimLostError, TransientError):
                release()
            raise

    def _keep(self, record: Record | None) -> None:
        """Take note of what a write stored; None if it removed the record."""
        self.record = record or self.record


class ExclusiveLease(Value, frozen=True, kw_only=True):
    """Admits one worker at a time over all processes, by the lease `name`.

    It has no epoch and fences nothing: what its holder does, no store of ours could refuse. It guards calls to other services.

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
    def hold(self) -> Iterator[None]:
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


def _released(release: Callable[[], None]) -> bool:
    try:
        release()
    except ClaimLostError:
        return False  # the work ended meanwhile
    except TransientError as error:
        _LOG.warning("lease not released", extra={"code": error.code})
        return False
    return True
