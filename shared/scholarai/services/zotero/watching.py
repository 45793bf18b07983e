"""Imports what is new in the part of Zotero that its owner watches, without being asked."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from scholarai.domain.connections import Watched
from scholarai.domain.errors import ConflictError, NotFoundError, TransientError
from scholarai.domain.ids import OwnerId
from scholarai.ports.clock import Clock
from scholarai.services.zotero.importing import ImportFromZotero

# A guess: soon enough to find a paper that was just saved, seldom enough to disturb nobody.
WATCH_EVERY = timedelta(minutes=5)

_log = logging.getLogger(__name__)


class WatchZotero:
    """Runs at most one bounded import per call, when it is due."""

    def __init__(
        self,
        owner: OwnerId,
        watched: Callable[[], Watched | None],
        importing: Callable[[], ImportFromZotero],
        clock: Clock,
    ) -> None:
        self._owner, self._watched, self._importing, self._clock = owner, watched, importing, clock
        self._due: datetime | None = None
        self._last: Watched | None = None

    def look(self) -> None:
        """Import what is new, if that is due; a Zotero that is closed or refuses is asked again the next time."""
        watched, now = self._watched(), self._clock.now()
        # A clock that was set back puts nothing off.
        waits = self._due is not None and self._due - WATCH_EVERY <= now < self._due
        if watched is None or (watched == self._last and waits):
            return
        self._last, self._due = watched, now + WATCH_EVERY
        try:
            done = self._importing().import_new(self._owner, watched.library, watched.collection)
        except (TransientError, ConflictError, NotFoundError) as error:
            _log.info("zotero not watched", extra={"code": error.code})
            return
        if done.more:
            self._due = None
