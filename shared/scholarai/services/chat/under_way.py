"""The answers that this process is making: a call that ends one reaches its worker here."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from scholarai.domain.errors import ClaimLostError
from scholarai.domain.ids import SessionId


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

    @contextmanager
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
