"""`scholarai mcp` as a process of its own, and a client that speaks JSON-RPC by itself, right or wrong."""

from __future__ import annotations

import json
import os
import selectors
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Any, Self

ANSWER_S = 60.0
# The revision of the protocol that most clients spoke when this was written.
VERSION = "2025-06-18"


def command(data: Path, *arguments: str) -> list[str]:
    return [sys.executable, "-m", "scholarai", "mcp", "--data", str(data), *arguments]


def environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if not name.startswith(("SCHOLARAI_", "GEMINI_"))}


class RawClient:
    """Writes lines to a server's stdin and reads those of its stdout."""

    def __init__(self, data: Path) -> None:
        self.process = subprocess.Popen(
            command(data), env=environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        self._unread = b""
        self._last = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            if pipe is not None:
                pipe.close()

    def begin(self) -> dict[str, Any]:
        """Shake hands and return what the server says of itself."""
        about = {"protocolVersion": VERSION, "capabilities": {}, "clientInfo": {"name": "raw", "version": "1"}}
        begun = self.request("initialize", about)
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        return begun

    def request(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """Send a request and return the reply to it; what else comes is passed over."""
        sent = self.start(method, params)
        while (reply := self.read()).get("id") != sent:
            pass
        return reply

    def start(self, method: str, params: dict[str, Any]) -> int:
        """Send a request and return its id."""
        self._last += 1
        self.send({"jsonrpc": "2.0", "id": self._last, "method": method, "params": params})
        return self._last

    def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """Call a tool and return its result."""
        reply = self.request("tools/call", {"name": tool, "arguments": arguments})
        return dict(reply["result"])

    def send(self, message: object) -> None:
        self.write(json.dumps(message).encode() + b"\n")

    def write(self, data: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def read(self) -> dict[str, Any]:
        """Return the next message; every line has to be one."""
        assert self.process.stdout is not None
        until = time.monotonic() + ANSWER_S
        with selectors.DefaultSelector() as waiting:
            waiting.register(self.process.stdout, selectors.EVENT_READ)
            while b"\n" not in self._unread:
                if not waiting.select(until - time.monotonic()):
                    raise TimeoutError("the server did not answer")
                piece = os.read(self.process.stdout.fileno(), 65_536)
                if not piece:
                    raise EOFError("the server ended")
                self._unread += piece
        line, _, self._unread = self._unread.partition(b"\n")
        return dict(json.loads(line))
