"""The leases that this process holds, so that all of them can be given back when the process must end."""

from __future__ import annotations

import contextlib
import logging
import threading
from collections.abc import Callable, Iterator

from scholarai.domain.errors import ClaimLostError, TransientError

_LOG = logging.getLogger(__name__)


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


def _released(release: Callable[[], None]) -> bool:
    try:
        release()
    except ClaimLostError:
        return False  # the work ended meanwhile
    except TransientError as error:
        _LOG.warning("lease not released", extra={"code": error.code})
        return False
    return True
