"""A worker's lease: a heartbeat that renews it while the work lasts."""

from __future__ import annotations

import contextlib
import logging
import threading
from collections.abc import Callable, Iterator, Mapping
from datetime import timedelta

from scholarai.domain.errors import ClaimLostError, TransientError

# A guess: two renewals may fail before the lease ends.
RENEWALS_PER_LEASE = 3
# A guess: how long the end of the work waits for a renewal that hangs in the store.
_JOIN_S = 5.0

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
