"""Runs work in threads: several calls at the same time, leases that are renewed or given back, and answers that can be stopped."""

from __future__ import annotations

import contextlib
import logging
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import TypeVar

from scholarai.domain.errors import ClaimLostError, TransientError
from scholarai.domain.ids import SessionId

_LOG = logging.getLogger(__name__)

T = TypeVar("T")
R = TypeVar("R")

# Calls at the same time. A guess: a question about twenty papers then takes three rounds.
AT_ONCE = 8
# A guess: two renewals may fail before the lease ends.
RENEWALS_PER_LEASE = 3
# How long the end of the work waits for a renewal that hangs in the store. A guess.
_JOIN_S = 5.0


def at_once(call: Callable[[T], R], items: Sequence[T]) -> list[R]:
    """Return the results of `call` for each item, in order; calls run in up to `AT_ONCE` threads.

    The first error in the order of the items reaches the caller, once no call is running any more.
    """
    if len(items) < 2:
        return [call(item) for item in items]
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
    """The leases that the threads of one process hold."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._releases: list[Callable[[], None]] = []

    @contextlib.contextmanager
    def holding(self, release: Callable[[], None]) -> Iterator[None]:
        """List a lease as held while the body works; `release` gives it back and may be called from any thread."""
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


def stopping() -> TransientError:
    """Return the error of a worker whose lease was given back; it has the event redelivered."""
    return TransientError("stopping", "this process is about to end, the next one goes on from here")


class AnswerUnderWay:
    """An answer that a worker of this process is making."""

    def __init__(self) -> None:
        self._ended = threading.Event()

    def end(self) -> None:
        """Stop the answer; may be called from any thread."""
        self._ended.set()

    def require_wanted(self) -> None:
        """Raise ClaimLostError if the answer was stopped or taken over, or its conversation deleted."""
        if self._ended.is_set():
            raise ClaimLostError("answer_stopped", "this answer was stopped or taken over")


class UnderWay:
    """The answers that this process is making, by conversation."""

    def __init__(self) -> None:
        self._answers: dict[SessionId, list[AnswerUnderWay]] = {}
        self._lock = threading.Lock()

    @contextlib.contextmanager
    def work(self, session_id: SessionId) -> Iterator[AnswerUnderWay]:
        """List an answer while the body makes it."""
        answer = AnswerUnderWay()
        with self._lock:
            self._answers.setdefault(session_id, []).append(answer)
        try:
            yield answer
        finally:
            with self._lock:
                answers = self._answers[session_id]
                answers.remove(answer)
                if not answers:
                    del self._answers[session_id]

    def end(self, session_id: SessionId) -> None:
        """Stop all answers of a conversation; without any, nothing happens."""
        with self._lock:
            for answer in self._answers.get(session_id, ()):
                answer.end()


def _released(release: Callable[[], None]) -> bool:
    try:
        release()
    except ClaimLostError:
        return False  # the work ended meanwhile
    except TransientError as error:
        _LOG.warning("lease not released", extra={"code": error.code})
        return False
    return True
