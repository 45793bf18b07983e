"""The server: one thread per request on a free port of this machine, and an account that may sign."""

from __future__ import annotations

import json
import threading
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey, generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from doubles.storage_server.announcing import Announcer, CloudEvent
from doubles.storage_server.json_api import JsonApi
from doubles.storage_server.objects import ObjectTable, StoredObject
from doubles.storage_server.xml_api import XmlApi
from werkzeug.serving import WSGIRequestHandler, make_server
from werkzeug.wrappers import Request, Response

ACCOUNT = "scholarai@storage-server.invalid"


class StorageServer:
    """A Cloud Storage for `STORAGE_EMULATOR_HOST`, running until it is closed.

    Attributes:
        url: Where it listens.
        key_file: A service account's key, for `GOOGLE_APPLICATION_CREDENTIALS`; this server trusts its signatures.
        objects: What it holds.
        json: Knobs of the JSON API.
    """

    def __init__(self, folder: Path, *, port: int = 0) -> None:
        self._announcers: list[Announcer] = []
        self._faults: deque[Response] = deque()
        self._cuts: deque[int] = deque()
        self._lock = threading.Lock()
        self._keys: dict[str, RSAPublicKey] = {}
        self.requests: list[str] = []
        self.objects = ObjectTable()
        self.json = JsonApi(self.objects, self._finalized)
        self._xml = XmlApi(self.objects, self._finalized, self._keys, lambda: datetime.now(UTC))
        self.key_file = self._account_key(folder)
        self._server = make_server("127.0.0.1", port, self._answer, threaded=True, request_handler=_Quiet)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()
        for announcer in self._announcers:
            announcer.close()

    def make_bucket(self, name: str, *, cors: Sequence[Mapping[str, Any]] = ()) -> None:
        self.objects.make_bucket(name, {"cors": list(cors)})

    def trust(self, account: str, key: RSAPublicKey) -> None:
        """Accept URLs that this account signed."""
        self._keys[account] = key

    def announce_to(self, deliver: Callable[[CloudEvent], None], *, copies: int = 1) -> Announcer:
        """Deliver a finalized event of every object written from now on, each so many times."""
        announcer = Announcer(deliver, copies)
        self._announcers.append(announcer)
        return announcer

    def dismiss(self, announcer: Announcer) -> None:
        """Announce nothing more to it."""
        self._announcers.remove(announcer)
        announcer.close()

    def fail(self, status: int, *, times: int = 1, headers: Mapping[str, str] | None = None) -> None:
        """Answer the next calls of the JSON API with an error instead."""
        body = json.dumps({"error": {"code": status, "message": "as the test asked for"}})
        with self._lock:
            self._faults.extend(
                Response(body, status=status, headers=dict(headers or {}), content_type="application/json")
                for _ in range(times)
            )

    def fail_no_more(self) -> None:
        """Forget the errors that no call has met yet."""
        with self._lock:
            self._faults.clear()

    def cut_download(self, after_bytes: int) -> None:
        """End the connection of the next download of the JSON API in the middle."""
        with self._lock:
            self._cuts.append(after_bytes)

    def _answer(self, environ: dict[str, Any], start_response: Any) -> Any:
        request = Request(environ)
        request.get_data()  # an answer before the body was read would end in a broken connection
        # Names hold encoded slashes, and signatures cover the path as it was sent.
        raw_path, _, query = str(environ["REQUEST_URI"]).partition("?")
        return self._response(request, raw_path, query)(environ, start_response)

    def _response(self, request: Request, raw_path: str, query: str) -> Response:
        segments = raw_path.strip("/").split("/")
        if segments[:2] != ["storage", "v1"] and segments[1:3] != ["storage", "v1"]:
            return self._xml.answer(request, raw_path, query)
        with self._lock:
            self.requests.append(f"{request.method} {raw_path}")
            if self._faults:
                return self._faults.popleft()
        response = self.json.answer(request, segments)
        if request.args.get("alt") == "media" and self._cuts:
            response.response = _cut(response.get_data(), self._cuts.popleft())
        return response

    def _finalized(self, stored: StoredObject) -> None:
        for announcer in list(self._announcers):
            announcer.announce(stored)

    def _account_key(self, folder: Path) -> Path:
        key = generate_private_key(65_537, 2_048)
        self.trust(ACCOUNT, key.public_key())
        pem = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()
        file = folder / "service-account.json"
        file.write_text(
            json.dumps(
                {
                    "type": "service_account",
                    "project_id": "local",
                    "private_key_id": "1",
                    "private_key": pem,
                    "client_email": ACCOUNT,
                    "client_id": "1",
                    "token_uri": "http://127.0.0.1:9/token",
                }
            )
        )
        file.chmod(0o600)
        return file


def _cut(data: bytes, after_bytes: int) -> Iterator[bytes]:
    yield data[:after_bytes]
    raise ConnectionAbortedError


class _Quiet(WSGIRequestHandler):
    """Keeps connections open, as the real one does, and logs nothing."""

    protocol_version = "HTTP/1.1"

    def log(self, *_: Any) -> None:
        return
