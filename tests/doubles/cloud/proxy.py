"""A TCP proxy between callers and a dependency; while it is cut, connections break and new ones are refused."""

from __future__ import annotations

import contextlib
import selectors
import socket
import threading
import time
from typing import Any

_LOOK_S = 0.2
_PIECE = 1 << 16


class Proxy:
    """Listens on a port of this machine and carries bytes both ways, in one thread, until it is closed."""

    def __init__(self, target_port: int) -> None:
        self._target = ("127.0.0.1", target_port)
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=128)
        self.port: int = self._listener.getsockname()[1]
        self._pairs: dict[socket.socket, socket.socket] = {}
        # Before each piece is handed on, for a dependency that is slow.
        self.delay_s = 0.0
        self._is_cut = False
        self._closed = False
        self._lock = threading.Lock()
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._listener, selectors.EVENT_READ)
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def cut(self) -> None:
        """Break every connection, in the middle of whatever it carries, and refuse new ones."""
        with self._lock:
            self._is_cut = True
            while self._pairs:
                self._drop(next(iter(self._pairs)))

    def mend(self) -> None:
        with self._lock:
            self._is_cut = False

    def close(self) -> None:
        self._closed = True
        self._thread.join(5)
        self.cut()
        self._listener.close()
        self._selector.close()

    def _run(self) -> None:
        while not self._closed:
            for key, _ in self._selector.select(_LOOK_S):
                with self._lock:
                    self._serve(key.fileobj)

    def _serve(self, ready: Any) -> None:
        if ready is self._listener:
            self._connect(self._listener.accept()[0])
        elif ready in self._pairs:
            with contextlib.suppress(OSError):
                piece = ready.recv(_PIECE)
                if piece:
                    time.sleep(self.delay_s)
                    self._pairs[ready].sendall(piece)
                    return
            self._drop(ready)

    def _connect(self, caller: socket.socket) -> None:
        try:
            if self._is_cut:
                raise ConnectionRefusedError
            target = socket.create_connection(self._target, timeout=5)
        except OSError:
            caller.close()
            return
        for one, other in ((caller, target), (target, caller)):
            one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._pairs[one] = other
            self._selector.register(one, selectors.EVENT_READ)

    def _drop(self, one: socket.socket) -> None:
        for end in (one, self._pairs[one]):
            self._pairs.pop(end, None)
            self._selector.unregister(end)
            end.close()
