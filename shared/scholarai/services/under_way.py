"""The work that this process is at: small reads at the same time, leases that are renewed or given back, answers that may end."""

from __future__ import annotations

import contextlib
import logging
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import timedelta
from typing import TypeVar

from scholarai.domain.errors import ClaimLostError, TransientError
from scholarai.domain.ids import SessionId

_LOG = logging.getLogger(__name__)

# A guess: two renewals may fail before the lease ends.
RENEWALS_PER_LEASE = 3
# A guess: how long the end of the work waits for a renewal that hangs in the store.
_JOIN_S = 5.0
T = TypeVar("T")
R = TypeVar("R")
# A guess: a question about twenty papers then takes three rounds.
AT_ONCE = 8


def at_once(call: Callable[[T], R], items: Sequence[T]) -> list[R]:
    """Return what `call` gives for each item, in order; the first error raised reaches the caller."""
    if len(items) < 2:
        return [call(item) for item in items]
    from concurrent.futures import ThreadPoolExecutor  # most questions are about one paper

    with ThreadPoolExecutor(min(AT_ONCE, len(items))) as pool:
        return list(pool.map(call, items))


@contextlib.contextmanager
def heartbeat(
    renew: Callable[[], object],
    length: timedelta,
    *,
    has_time: Callable[[], bool],
    about: Mapping[str, str],
    join_s: float = _JOIN_S,
) -> Iterator[None]:
    """Renew a lease of this length from a background thread while the body works and `has_time` says so.

    `renew` raises ClaimLostError when the lease is another worker's: the heartbeat stops, and the body meets the same error
    at its own next write. A TransientError is logged with `about`, and the next renewal is on time. The end
    of the body waits at most `join_s` for a renewal that is under way.
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
    """Leases under way in the threads of one process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._releases: list[Callable[[], None]] = []

    @contextlib.contextmanager
    def holding(self, release: Callable[[], None]) -> Iterator[None]:
        """Count a lease as held while the body works; `release` gives it back from any thread."""
        with self._lock:
            self._releases.append(release)
        try:
            yield
        finally:
            with self._lock:
                self._releases.remove(release)

    def release(self) -> int:
        """Give every lease back and return how many were; one that cannot be given back now ends by itself."""
        with self._lock:
            releases = list(self._releases)
        return sum(map(_released, releases))


def stopping() -> TransientError:
    """Return the error of a worker whose lease was given back; it keeps its event from being acknowledged."""
    return TransientError("stopping", "this process is about to end, the next one goes on from here")


class Work:
    """One answer under way."""

    def __init__(self) -> None:
        self._ended = threading.Event()

    def end(self) -> None:
        """Say that nobody wants the answer any more, from whatever thread."""
        self._ended.set()

    def require_wanted(self) -> None:
        """Raise ClaimLostError if the answer was stopped, taken over, or its conversation deleted."""
        if self._ended.is_set():
            raise ClaimLostError("answer_stopped", "this answer was stopped or taken over")


class UnderWay:
    """The answers under way by their conversations."""

    def __init__(self) -> None:
        self._works: dict[SessionId, list[Work]] = {}
        self._lock = threading.Lock()

    @contextlib.contextmanager
    def work(self, session_id: SessionId) -> Iterator[Work]:
        """Keep an answer listed while the body makes it."""
        work = Work()
        with self._lock:
            self._works.setdefault(session_id, []).append(work)
        try:
            yield work
        finally:
            with self._lock:
                works = self._works[session_id]
                works.remove(work)
                if not works:
                    del self._works[session_id]

    def end(self, session_id: SessionId) -> None:
        """End all answers of a conversation; nothing happens where there is none."""
        with self._lock:
            for work in self._works.get(session_id, ()):
                work.end()


def _released(release: Callable[[], None]) -> bool:
    try:
        release()
    except ClaimLostError:
        return False  # the work ended meanwhile
    except TransientError as error:
        _LOG.warning("lease not released", extra={"code": error.code})
        return False
    return True
