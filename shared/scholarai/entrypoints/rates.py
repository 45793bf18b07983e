"""How often one user may call one instance: a bucket of calls that refills by the minute."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable

from scholarai.domain.errors import LimitReachedError
from scholarai.domain.ids import OwnerId

# A guess; the owner who has not called for the longest is forgotten first, with a full bucket anyway.
_USERS = 10_000


class Rates:
    """Allows `per_minute` calls a minute to each owner, all of them at once after a quiet minute; 0 allows any number.

    Each instance counts by itself: the limit keeps one user, or a runaway loop, from taking a whole instance. What a
    user may take a day is counted for all instances together (`services.spending`).
    """

    def __init__(self, per_minute: int, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._per_minute = per_minute
        self._monotonic = monotonic
        self._lock = threading.Lock()
        self._left: OrderedDict[OwnerId, tuple[float, float]] = OrderedDict()

    def take(self, owner: OwnerId) -> None:
        """Count one call.

        Raises:
            LimitReachedError: If the owner has none left; `retry_after_s` says when there is one.
        """
        if not self._per_minute:
            return
        with self._lock:
            now = self._monotonic()
            left, at = self._left.pop(owner, (float(self._per_minute), now))
            left = min(float(self._per_minute), left + (now - at) * self._per_minute / 60)
            allowed = left >= 1
            self._left[owner] = (left - 1 if allowed else left, now)
            if len(self._left) > _USERS:
                self._left.popitem(last=False)
        if not allowed:
            raise LimitReachedError(
                "too_many_calls",
                f"one user may make {self._per_minute} calls a minute",
                action="Wait a moment.",
                retry_after_s=(1 - left) * 60 / self._per_minute,
            )
