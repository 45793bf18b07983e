"""Runs work in threads: several calls at the same time, and answers that can be stopped."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from scholarai.domain.errors import ClaimLostError
from scholarai.domain.ids import SessionId

T = TypeVar("T")
R = TypeVar("R")

# Calls at the same time. A guess: a question about twenty papers then takes three rounds.
AT_ONCE = 8


def at_once(call: Callable[[T], R], items: Sequence[T]) -> list[R]:
    """Return the results of `call` for each item, in order; calls run in up to `AT_ONCE` threads.

    The first error in the order of the items reaches the caller, once no call is running any more.
    """
    if len(items) < 2:
        return [call(item) for item in items]
    with ThreadPoolExecutor(min(AT_ONCE, len(items))) as pool:
        return list(pool.map(call, items))


class AnswerUnderWay:
    """An answer that a worker of this process is making."""

    def __init__(self) -> None:
        self._ended = threading.Event()

    def end(self) -> None:
        """Stop the answer; may be called from any thread."""
        self._ended.set()

    def require_wanted(self) -> None:
        """Raise ClaimLostError if the answer was stopped or taken over, or its conversation deleted."""
        if self._ended.is_set():
            raise ClaimLostError("answer_stopped", "this answer was stopped or taken over")


class UnderWay:
    """The answers that this process is making, by conversation."""

    def __init__(self) -> None:
        self._answers: dict[SessionId, list[AnswerUnderWay]] = {}
        self._lock = threading.Lock()

    @contextlib.contextmanager
    def work(self, session_id: SessionId) -> Iterator[AnswerUnderWay]:
        """List an answer while the body makes it."""
        answer = AnswerUnderWay()
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

    def end(self, session_id: SessionId) -> None:
        """Stop all answers of a conversation; without any, nothing happens."""
        with self._lock:
            for answer in self._answers.get(session_id, ()):
                answer.end()
