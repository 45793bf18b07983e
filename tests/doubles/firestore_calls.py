"""Firestore's calls as they leave a real client: counted, kept, and made to fail where a test says so."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from google.cloud.firestore_v1 import Client

_STREAMS = frozenset({"run_query", "batch_get_documents"})


class Call(NamedTuple):
    """One call: its name in the API, and the request."""

    name: str
    request: Any


class FirestoreCalls:
    """Stands between a client and its transport from the moment it is made; every call is one round trip."""

    def __init__(self, client: Client) -> None:
        self._api: Any = client._firestore_api
        self._lock = threading.Lock()
        self._lost: dict[str, deque[Exception]] = {}
        self._refused: dict[str, deque[Exception]] = {}
        self._late: dict[str, deque[Exception]] = {}
        self._held: dict[str, Callable[[], Any]] = {}
        self.calls: list[Call] = []
        self.heard: Callable[[str, Any], Any] | None = None  # takes what a stream answers, and gives it on
        client._firestore_api_internal = self

    def refuse(self, name: str, *errors: Exception) -> None:
        """Let the next calls of that name fail before they reach Firestore."""
        self._refused.setdefault(name, deque()).extend(errors)

    def lose_answer(self, name: str, *errors: Exception) -> None:
        """Let the next calls of that name reach Firestore and fail all the same."""
        self._lost.setdefault(name, deque()).extend(errors)

    def delay(self, name: str, error: Exception) -> None:
        """Let the next call of that name fail, and reach Firestore just before the one after it."""
        self._late.setdefault(name, deque()).append(error)

    def names(self) -> list[str]:
        return [call.name for call in self.calls]

    def __getattr__(self, name: str) -> Any:
        real: Callable[..., Any] = getattr(self._api, name)
        if name.startswith("_") or not callable(real):
            return real

        def watched(*args: Any, **kwargs: Any) -> Any:
            with self._lock:
                self.calls.append(Call(name, kwargs.get("request")))
                self._raise_next(self._refused, name)
                if (held := self._held.pop(name, None)) is not None:
                    held()
                if self._late.get(name):
                    self._held[name] = partial(real, *args, **kwargs)
                self._raise_next(self._late, name)
            answer = real(*args, **kwargs)
            with self._lock:
                self._raise_next(self._lost, name)
            return answer if self.heard is None or name not in _STREAMS else self.heard(name, answer)

        return watched

    @staticmethod
    def _raise_next(planned: dict[str, deque[Exception]], name: str) -> None:
        if planned.get(name):
            raise planned[name].popleft()
