"""Tries a call again within bounds: backoff, the service's own retry delay, a fallback model, one deadline over all."""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from scholarai.adapters.models.faults import CallFailedError

T = TypeVar("T")

ATTEMPTS = 3
# Attempts with one model whose failures are charged (see `faults`).
PAID_ATTEMPTS = 2
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

        Args:
            models: To be tried in turn.
            timeout_s: For all attempts together, where it is shorter than `timeout_s` of this object.

        Raises:
            ScholarError: That of the last attempt, when no other may be made.
        """
        start, whole_s = self.clock(), min(self.timeout_s, timeout_s or self.timeout_s)
        failures: list[CallFailedError] = []
        for model in models:
            share = 1.0 if model == models[-1] else FIRST_MODEL_SHARE
            if (yield from self._attempts_with(model, start + share * whole_s, failures)):
                return
            if _is_over(failures):
                break
        raise failures[-1].error from None

    def _attempts_with(
        self, model: str, deadline: float, failures: list[CallFailedError]
    ) -> Generator[Attempt, None, bool]:
        """Yield attempts with one model, add their failures, and return whether the last one succeeded."""
        for number in range(1, ATTEMPTS + 1):
            attempt = Attempt(model, max(deadline - self.clock(), 0.001))
            yield attempt
            failure = attempt.failure
            if failure is None:
                return True
            failures.append(failure)
            wait = self._wait_s(number, failure.error.retry_after_s)
            _LOG.warning(
                "model_call_failed",
                extra={"model": model, "attempt": number, "code": failure.error.code, "again": failure.again},
            )
            most = PAID_ATTEMPTS if failure.paid_calls else ATTEMPTS
            if failure.again != "here" or number >= most or _is_over(failures) or self.clock() + wait >= deadline:
                return False
            self.sleep(wait)
        return False

    def _wait_s(self, attempt: int, asked_s: float | None) -> float:
        """Return the wait before the next attempt: at least what the service asks for, spread by half."""
        backoff: float = min(LONGEST_WAIT_S, FIRST_WAIT_S * 2 ** (attempt - 1))
        return max(backoff * (0.5 + self.chance() / 2), asked_s or 0.0)


def _is_over(failures: Sequence[CallFailedError]) -> bool:
    """Tell whether no model may be asked again: the last failure forbids it, or too many failures were paid for."""
    last, paid = failures[-1], sum(failure.paid_calls > 0 for failure in failures)
    return last.again == "never" or (last.paid_calls > 0 and paid >= last.paid_calls)
