"""A function as a process of its own: functions-framework with gunicorn, as the cloud runs it."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from doubles.ports import free_port

_START_S = 90.0


class FunctionProcess:
    """Starts the function on a free port and waits until it takes connections."""

    def __init__(self, name: str, source: Path, env: Mapping[str, str], python: str | Path = sys.executable) -> None:
        self.port = free_port()
        command = [python, "-m", "functions_framework", "--target", name, "--source", source]
        self._process = subprocess.Popen(
            [*command, "--host", "127.0.0.1", "--port", str(self.port)],
            env=dict(env),
            stdout=subprocess.DEVNULL,
            start_new_session=True,
        )
        self._wait()

    def call(
        self, method: str, path: str, body: object = None, headers: Mapping[str, str] | None = None
    ) -> tuple[int, Any]:
        """Return status and JSON of an answer; text where it is none."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        sent = None if body is None else json.dumps(body)
        connection.request(method, path, body=sent, headers=headers or {"Content-Type": "application/json"})
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        return answer.status, json.loads(text) if "json" in answer.headers.get("Content-Type", "") else text

    def peak_bytes(self) -> int:
        """Return the most memory that the process and its workers have held together, on Linux."""
        pids = subprocess.run(["pgrep", "-g", str(self._process.pid)], capture_output=True, check=True).stdout.split()
        states = [Path(f"/proc/{pid.decode()}/status").read_text() for pid in pids]
        return sum(1024 * int(state.partition("VmHWM:")[2].split()[0]) for state in states)

    def stop(self) -> None:
        os.killpg(self._process.pid, signal.SIGTERM)
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait(10)

    def _wait(self) -> None:
        deadline = time.monotonic() + _START_S
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
            except OSError:
                if self._process.poll() is not None or time.monotonic() > deadline:
                    raise
                time.sleep(0.02)
            else:
                return
