"""Shares one HTTP client in this process, for servers of models and for outside services."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import httpx2

# A proxy that the environment names is another machine, on which these mean something else.
_THIS_MACHINE = ("all://localhost", "all://127.0.0.1", "all://[::1]")

_LOCK = threading.Lock()
_CLIENTS: list[httpx2.Client] = []


def shared_client() -> httpx2.Client:
    """Return the client; a second one costs 32 ms (its SSL context). It follows no redirects."""
    import httpx2

    with _LOCK:
        if not _CLIENTS:
            _CLIENTS.append(httpx2.Client(follow_redirects=False, mounts=dict.fromkeys(_THIS_MACHINE)))
        return _CLIENTS[0]
