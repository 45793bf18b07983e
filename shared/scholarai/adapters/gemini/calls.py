"""Tries a call again within bounds: backoff, the service's own retry delay, a fallback model, one deadline over all."""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from scholarai.adapters.gemini.faults import CallFailedError
from scholarai.domain.errors import TransientError

T = TypeVar("T")

ATTEMPTS = 3
FIRST_WAIT_S = 0.5
LONGEST_WAIT_S = 8.0
# Of the time, for a model that another one can stand in for; a guess.
FIRST_MODEL_SHARE = 0.6

_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Calls:
    """How long a request may take in all, and the clock it is measured with."""

    timeout_s: float
    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep
    chance: Callable[[], float] = random.random

    def run(self, models: Sequence[str], call: Callable[[str, float], T]) -> T:
        """Return what `call(model, timeout_s)` returns, tried with each model in turn.

        Raises:
            ScholarError: That of the last attempt, when none succeeded in time.
        """
        start = self.clock()
        error: Exception = TransientError("model_timeout", "the model did not answer in time")
        for model in models:
            share = 1.0 if model == models[-1] else FIRST_MODEL_SHARE
            try:
                return self._try(model, call, start + share * self.timeout_s)
            except CallFailedError as failure:
                error = failure.error
                if failure.again == "never":
                    break
        raise error from None

    def _try(self, model: str, call: Callable[[str, float], T], deadline: float) -> T:
        for attempt in range(1, ATTEMPTS + 1):
            try:
                return call(model, max(deadline - self.clock(), 0.001))
            except CallFailedError as failure:
                wait = self._wait_s(attempt, failure.error.retry_after_s)
                _LOG.warning(
                    "model_call_failed",
                    extra={"model": model, "attempt": attempt, "code": failure.error.code, "again": failure.again},
                )
                if failure.again != "here" or attempt == ATTEMPTS or self.clock() + wait >= deadline:
                    raise
            self.sleep(wait)
        raise AssertionError("the last attempt returns or raises")

    def _wait_s(self, attempt: int, asked_s: float | None) -> float:
        """Return the wait before the next attempt: at least what the service asks for, spread by half."""
        backoff: float = min(LONGEST_WAIT_S, FIRST_WAIT_S * 2 ** (attempt - 1))
        return max(backoff * (0.5 + self.chance() / 2), asked_s or 0.0)
