"""The double of Zotero over HTTP: the program on this machine below `/api`, the service elsewhere; both have the same items."""

from __future__ import annotations

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType
from typing import Self

from doubles.zotero import FakeZotero

_PROGRAM = "/api/"


class ZoteroOverHttp:
    """Serves a double while the body works; files of the program are put into `folder`."""

    def __init__(self, fake: FakeZotero, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        one_at_a_time = threading.Lock()

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self._answer("GET", None)

            def do_POST(self) -> None:
                self._answer("POST", self.rfile.read(int(self.headers["content-length"])))

            def _answer(self, method: str, body: bytes | None) -> None:
                with one_at_a_time:
                    fake.folder = folder if self.path.startswith(_PROGRAM) else None
                    reply = fake(method, self.path, dict(self.headers), body, 1.0)
                if reply is None:
                    self.close_connection = True
                    return
                self.send_response(reply.status)
                for name, value in {**reply.headers, "content-length": str(len(reply.body))}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(reply.body)

            def log_message(self, *args: object) -> None:
                """Say nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever)
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()
