"""The answers that this process is making, so that they can be stopped."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator

from scholarai.domain.errors import ClaimLostError
from scholarai.domain.ids import SessionId


class RunningAnswer:
    """An answer that a worker of this process is making."""

    def __init__(self) -> None:
        self._stopped = threading.Event()

    def stop(self) -> None:
        """Stop the answer; may be called from any thread."""
        self._stopped.set()

    def require_wanted(self) -> None:
        """Raise ClaimLostError if the answer was stopped or taken over, or its conversation deleted."""
        if self._stopped.is_set():
            raise ClaimLostError("answer_stopped", "this answer was stopped or taken over")


class RunningAnswers:
    """The answers that this process is making, by conversation."""

    def __init__(self) -> None:
        self._answers: dict[SessionId, list[RunningAnswer]] = {}
        self._lock = threading.Lock()

    @contextlib.contextmanager
    def track(self, session_id: SessionId) -> Iterator[RunningAnswer]:
        """List an answer while the body makes it."""
        answer = RunningAnswer()
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

    def stop(self, session_id: SessionId) -> None:
        """Stop all answers of a conversation; without any, nothing happens."""
        with self._lock:
            for answer in self._answers.get(session_id, ()):
                answer.stop()
