"""`scholarai serve` as a process of its own, and what a client does with it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from doubles.ports import free_port

JSON = {"content-type": "application/json"}
STARTING_S = 60.0
EXTRACTING_S = 120.0
KNOWN_S = 60.0
_LOOK_S = 0.05


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


class Server:
    """One server on a free port over a data folder; leads a process group of its own, so that it can be killed whole."""

    def __init__(self, data: Path, *, options: Sequence[str] = (), **environment: str) -> None:
        self.data = data
        self.shows_token = False
        self._options = options
        self.port = free_port()
        self.log = data.with_name(f"{data.name}-{self.port}.log")
        self._environment = environment
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> Server:
        command = [sys.executable, "-m", "scholarai", "serve", "--port", str(self.port), "--data", str(self.data)]
        command += self._options
        known = {name: value for name, value in os.environ.items() if not name.startswith(("SCHOLARAI_", "GEMINI_"))}
        self.log.parent.mkdir(parents=True, exist_ok=True)
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                command, stdout=log, stderr=log, env=known | self._environment, start_new_session=True
            )
        wait_for(lambda: self.is_up() or self._ended(), STARTING_S)
        assert not self._ended(), self.log.read_text()
        return self

    def is_up(self) -> bool:
        try:
            return self.call("GET", "/healthz").status == 200
        except OSError:
            return False

    def stop(self) -> int:
        """Ask the server to end and return its exit code."""
        assert self._process is not None
        self._process.terminate()
        return self._process.wait(timeout=30)

    def interrupt(self) -> int:
        """Send what Ctrl-C sends on a terminal, to the whole group, and return the exit code."""
        assert self._process is not None
        os.killpg(self._process.pid, signal.SIGINT)
        return self._process.wait(timeout=30)

    def kill(self) -> None:
        """End the whole group as `kill -9` does, at once."""
        if self._process is not None and self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait(timeout=30)

    def kill_parent(self) -> None:
        """End the first process alone as `kill -9` does; the others have to notice."""
        assert self._process is not None
        os.kill(self._process.pid, signal.SIGKILL)
        self._process.wait(timeout=30)

    def peak_bytes(self) -> int:
        """Return the most memory that the server's processes have held, on Linux."""
        assert self._process is not None
        pids = subprocess.run(["pgrep", "-g", str(self._process.pid)], capture_output=True, check=True).stdout.split()
        states = [Path(f"/proc/{pid.decode()}/status").read_text() for pid in pids]
        return sum(1024 * int(state.partition("VmHWM:")[2].split()[0]) for state in states)

    def call(self, method: str, url: str, body: bytes | None = None, headers: dict[str, str] | None = None) -> Reply:
        connection, response = self._open(method, url, body, headers)
        try:
            return Reply(
                status=response.status,
                headers={name.lower(): value for name, value in response.getheaders()},
                body=response.read(),
            )
        finally:
            connection.close()

    def post(self, path: str, value: object) -> Reply:
        return self.change("POST", path, value)

    def change(self, method: str, path: str, value: object) -> Reply:
        """Call with a value as JSON; None: without a body."""
        body = None if value is None else json.dumps(value).encode()
        return self.call(method, path, body, None if value is None else JSON)

    def stream(self, path: str, value: object) -> Iterator[tuple[str, Any]]:
        """Yield the events of a stream with their data, as they come."""
        connection, response = self._open("POST", path, json.dumps(value).encode(), JSON)
        try:
            assert response.status == 200, response.read()
            name = ""
            for line in (raw.decode().rstrip("\n") for raw in response):
                if line.startswith("event: "):
                    name = line.removeprefix("event: ")
                elif line.startswith("data: "):
                    yield name, json.loads(line.removeprefix("data: "))
        finally:
            connection.close()

    def upload(self, data: bytes, filename: str = "paper.pdf") -> str:
        """Announce a paper, send its file, and return its id."""
        created = self.post("/papers", {"filename": filename})
        assert created.status == 201, created.body
        upload = created.json()["upload"]
        sent = self.call(upload["method"], upload["url"], data, upload["headers"])
        assert sent.status == 200, sent.body
        return str(created.json()["paper_id"])

    def extraction(self, paper_id: str) -> Any:
        return self.call("GET", f"/papers/{paper_id}/extraction").json()

    def wait_until_ended(self, paper_id: str, timeout_s: float = EXTRACTING_S) -> Any:
        """Poll until the paper is completed or failed and return its extraction."""
        # The sample paper is there only once the server has loaded it.
        wait_for(lambda: self.call("GET", f"/papers/{paper_id}/extraction").status == 200, KNOWN_S)
        wait_for(lambda: self.extraction(paper_id)["status"] in {"completed", "failed"}, timeout_s)
        return self.extraction(paper_id)

    def _open(
        self, method: str, url: str, body: bytes | None, headers: dict[str, str] | None
    ) -> tuple[HTTPConnection, HTTPResponse]:
        parts = urlsplit(url)
        connection = HTTPConnection("127.0.0.1", self.port, timeout=EXTRACTING_S)
        path = f"{parts.path}?{parts.query}" if parts.query else parts.path
        token = self.data / "serve-token"
        shown = {"authorization": f"Bearer {token.read_text()}"} if self.shows_token and token.exists() else {}
        connection.request(method, path, body=body, headers=shown | (headers or {}))
        return connection, connection.getresponse()

    def _ended(self) -> bool:
        return self._process is not None and self._process.poll() is not None


def wait_for(condition: Callable[[], bool], timeout_s: float) -> None:
    """Return when the condition holds; fail when it does not in time."""
    deadline = time.monotonic() + timeout_s
    while not condition():
        assert time.monotonic() < deadline, f"not within {timeout_s:.0f} s"
        time.sleep(_LOOK_S)
