"""What the doubles of servers have in common: a free port of this machine, a thread for each call, and silence."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import MappingProxyType
from typing import Self


class Serving:
    """A server over HTTP, from `start` until `close` or in a `with`; its handler has it as `double`."""

    def __init__(self, handler: type[Quiet], port: int = 0) -> None:
        self._http = _Server(("127.0.0.1", port), type("Handler", (handler,), {"double": self}))
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True)

    @property
    def port(self) -> int:
        return self._http.server_port

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> Self:
        self._thread.start()
        return self

    def serve(self) -> None:
        """Serve in this thread until interrupted."""
        self._http.serve_forever()

    def close(self) -> None:
        self._http.shutdown()
        self._thread.join()
        self._http.server_close()

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.close()


class Quiet(BaseHTTPRequestHandler):
    """Logs nothing: the doubles record what was asked."""

    def log_message(self, *_: object) -> None:
        return

    def sent(self) -> bytes:
        """Return the body of the request."""
        return self.rfile.read(int(self.headers.get("Content-Length") or 0))

    def send(self, status: int, body: bytes = b"", headers: Mapping[str, str] = MappingProxyType({})) -> None:
        self.send_response(status)
        for name, value in {**headers, "Content-Length": str(len(body))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, *_: object) -> None:
        """Say nothing: clients that hang up in mid-answer, or are killed, are part of the tests."""
