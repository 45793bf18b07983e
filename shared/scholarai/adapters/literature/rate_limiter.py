"""Decides when one host may be asked: its pace, concurrency, daily limit, backoff after failures, and circuit breaker.

No clock, no thread and no network: the caller tells the time, and the rules decide.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass

from scholarai.domain.errors import LimitReachedError, TransientError
from scholarai.ports.turns import Pace

_DAY_S = 86_400.0
# Consecutive failures that open the circuit breaker, and how long it stays open. Guesses.
BREAK_AFTER = 5
OPEN_S = 60.0
# The waits between failures without `Retry-After` double from the first to the last. Guesses.
FIRST_WAIT_S = 1.0
LONGEST_WAIT_S = 30.0
# How often a call checks for its turn while another one is being answered. A guess.
POLL_S = 0.1
# Calls that may wait for one host; further ones are refused. A guess.
MOST_WAITING = 500
# Longer waits that a host asks for are cut to this.
_LONGEST_BLOCK_S = _DAY_S


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What a host allows: `requests` in `period_s`, evenly spread, `at_once` of them unanswered, `daily` in all."""

    requests: int
    period_s: float = 1.0
    at_once: int = 1
    daily: int = 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What a reply says about the host: whether it answered, how long it wants to be left alone, what it allows."""

    answered: bool
    wait_s: float | None = None
    requests: int | None = None
    period_s: float | None = None
    at_once: int | None = None


class Gate:
    """The turns of one host; safe for several threads. Times are seconds of any clock that does not go back."""

    def __init__(self, name: str, limits: Limits) -> None:
        self.name = name
        self._limits = limits
        self._gap_s = limits.period_s / limits.requests
        self._at_once = limits.at_once
        self._last_s = float("-inf")
        self._blocked_s = 0.0
        self._open_s = 0.0
        self._failures = 0
        self._in_flight = 0
        self._day, self._sent_today = -1, 0
        self._waiting: dict[object, None] = {}
        self._retrying: object | None = None
        self._lock = threading.Lock()

    @property
    def pace(self) -> Pace:
        """What the host allows now, for processes that share it."""
        return Pace(gap_s=self._gap_s, daily=self._limits.daily)

    def enter(self, now: float, caller: object) -> float:
        """Return 0 if the caller may send now (the request is then counted), else the seconds after which to ask again.

        After a failure, only one caller may send until the host answers.

        Raises:
            TransientError: If the host is left alone after failures, or too many calls wait for it.
            LimitReachedError: If the day's requests are used up.
        """
        with self._lock:
            self._require_open(now)
            wait_s = self._wait_s(now, caller)
            if wait_s > 0:
                self._queue(caller)
                return wait_s
            self._waiting.pop(caller, None)
            self._last_s = now
            self._in_flight += 1
            self._sent_today += 1
            return 0.0

    def leave(self, now: float, caller: object, verdict: Verdict) -> None:
        """Record the outcome of what a caller sent."""
        with self._lock:
            self._in_flight -= 1
            self._obey(verdict)
            if verdict.answered:
                self._failures = 0
                self._retrying = None
            else:
                self._failures += 1
                if self._retrying is None:
                    self._retrying = caller
            wait_s = verdict.wait_s if verdict.wait_s is not None else 0.0 if verdict.answered else self._backoff_s()
            self._blocked_s = max(self._blocked_s, now + min(max(wait_s, 0.0), _LONGEST_BLOCK_S))
            if self._failures >= BREAK_AFTER:
                self._open_s = max(now + OPEN_S, self._blocked_s)
                self._retrying = None

    def withdraw(self) -> None:
        """Take back an entry after which nothing was sent."""
        with self._lock:
            self._in_flight -= 1
            self._sent_today -= 1

    def give_up(self, caller: object) -> None:
        """Remove a caller that will not send any more."""
        with self._lock:
            self._waiting.pop(caller, None)
            if self._retrying is caller:
                self._retrying = None

    def _require_open(self, now: float) -> None:
        if now < self._open_s:
            raise TransientError(
                "service_unavailable",
                f"{self.name} failed {self._failures} times in a row and is left alone",
                action="Try again later.",
                retry_after_s=self._open_s - now,
            )
        day = int(now // _DAY_S)
        if day != self._day:
            self._day, self._sent_today = day, 0
        if self._sent_today >= self._limits.daily:
            raise LimitReachedError(
                "service_budget",
                f"the {self._limits.daily} requests a day to {self.name} are used up",
                action="Go on tomorrow, or raise SCHOLARAI_LITERATURE_DAILY.",
                retry_after_s=(day + 1) * _DAY_S - now,
            )

    def _wait_s(self, now: float, caller: object) -> float:
        if now < self._blocked_s:
            return self._blocked_s - now
        if self._failures:
            if self._retrying is None:
                self._retrying = caller
            if self._retrying is not caller or self._in_flight:
                return POLL_S
        if self._in_flight >= self._at_once:
            return POLL_S
        return max(0.0, self._last_s + self._gap_s - now)

    def _queue(self, caller: object) -> None:
        if caller not in self._waiting and len(self._waiting) >= MOST_WAITING:
            raise TransientError(
                "service_busy",
                f"{MOST_WAITING} calls wait for {self.name}",
                action="Try again later.",
                retry_after_s=60.0,
            )
        self._waiting[caller] = None

    def _obey(self, verdict: Verdict) -> None:
        """Slow down to what the host allows; never go faster than our own limits."""
        ours = self._limits.period_s / self._limits.requests
        if verdict.requests and verdict.requests > 0:
            self._gap_s = max(ours, (verdict.period_s or 1.0) / verdict.requests)
        if verdict.at_once and verdict.at_once > 0:
            self._at_once = min(self._limits.at_once, verdict.at_once)

    def _backoff_s(self) -> float:
        return float(min(FIRST_WAIT_S * 2 ** (self._failures - 1), LONGEST_WAIT_S))
