"""Tries a call again within bounds: backoff, the service's own retry delay, a fallback model, one deadline over all."""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from scholarai.adapters.models.faults import CallFailedError
from scholarai.domain.errors import ScholarError

T = TypeVar("T")

ATTEMPTS = 3
# Calls of one request that may be charged: a second one cures half of the useless replies, a third one few more. A guess.
PAID_CALLS = 2
FIRST_WAIT_S = 0.5
LONGEST_WAIT_S = 8.0
# Share of the time for a model that has another one behind it; a guess.
FIRST_MODEL_SHARE = 0.6

_LOG = logging.getLogger(__name__)


@dataclass(slots=True)
class Attempt:
    """A call that may be made now; the caller sets `failure` where it fails."""

    model: str
    timeout_s: float
    failure: CallFailedError | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Calls:
    """The time that a request may take with all its attempts, and the clock that measures it."""

    timeout_s: float
    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep
    chance: Callable[[], float] = random.random

    def run(self, models: Sequence[str], call: Callable[[str, float], T]) -> T:
        """Return what `call(model, timeout_s)` returns, tried with each model in turn.

        Raises:
            ScholarError: That of the last attempt, when none succeeded in time.
        """
        for attempt in self.attempts(models):
            try:
                return call(attempt.model, attempt.timeout_s)
            except CallFailedError as failure:
                attempt.failure = failure
        raise AssertionError("attempts end with a result or an error")

    def attempts(self, models: Sequence[str], *, timeout_s: float | None = None) -> Iterator[Attempt]:
        """Yield attempts, each as soon as it may be made, until one has no `failure`.

        `timeout_s` is for all of them together, where it is shorter than that of this object.

        Raises:
            ScholarError: That of the last attempt, when no other may be made.
        """
        start, whole_s = self.clock(), min(self.timeout_s, timeout_s or self.timeout_s)
        failures: list[CallFailedError] = []
        for model in models:
            deadline = start + (1.0 if model == models[-1] else FIRST_MODEL_SHARE) * whole_s
            for number in range(1, ATTEMPTS + 1):
                attempt = Attempt(model, max(deadline - self.clock(), 0.001))
                yield attempt
                failure = attempt.failure
                if failure is None:
                    return
                failures.append(failure)
                code, again = failure.error.code, failure.again
                extra = {"model": model, "attempt": number, "code": code, "again": again}
                _LOG.warning("model_call_failed", extra=extra)
                if again == "never" or sum(failure.is_paid for failure in failures) >= PAID_CALLS:
                    raise _error_of(failures) from None
                # A model that gave a useless reply is not busy.
                wait = 0.0 if failure.is_paid else self._wait_s(number, failure.error.retry_after_s)
                if again != "here" or number == ATTEMPTS or self.clock() + wait >= deadline:
                    break
                self.sleep(wait)
        raise _error_of(failures) from None

    def _wait_s(self, attempt: int, asked_s: float | None) -> float:
        """Return the wait before the next attempt: at least what the service asks for, spread by half."""
        backoff: float = min(LONGEST_WAIT_S, FIRST_WAIT_S * 2 ** (attempt - 1))
        return max(backoff * (0.5 + self.chance() / 2), asked_s or 0.0)


def _error_of(failures: Sequence[CallFailedError]) -> ScholarError:
    """Return the last error, with what all the calls took."""
    error, usage = failures[-1].error, None
    for failure in failures:
        usage = failure.usage.after(usage) if failure.usage is not None else usage
    error.usage = usage
    return error
