"""The double of Zotero over HTTP: the program on this machine below `/api`, the service elsewhere; both have the same items."""

from __future__ import annotations

import threading
from pathlib import Path

from doubles.serving import Quiet, Serving
from doubles.zotero import FakeZotero

_PROGRAM = "/api/"


class ZoteroOverHttp(Serving):
    """Serves a double while the body works; files of the program are put into `folder`."""

    def __init__(self, fake: FakeZotero, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.fake, self.folder = fake, folder
        self.one_at_a_time = threading.Lock()
        super().__init__(_Handler)


class _Handler(Quiet):
    double: ZoteroOverHttp

    def do_GET(self) -> None:
        self._answer("GET", None)

    def do_POST(self) -> None:
        self._answer("POST", self.sent())

    def _answer(self, method: str, body: bytes | None) -> None:
        fake = self.double.fake
        with self.double.one_at_a_time:
            fake.folder = self.double.folder if self.path.startswith(_PROGRAM) else None
            reply = fake(method, self.path, dict(self.headers), body, 1.0)
        if reply is None:
            self.close_connection = True
        else:
            self.send(reply.status, reply.body, reply.headers)
