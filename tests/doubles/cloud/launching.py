"""How an instance's process comes to life: as the cloud starts it, or as a fork of one that has everything loaded."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

from scholarai.local.functions import TARGETS

TESTS = Path(__file__).parents[2]


class Process(Protocol):
    """A process that leads a group of its own."""

    @property
    def pid(self) -> int: ...
    def is_running(self) -> bool: ...
    def wait(self, timeout_s: float) -> None: ...


class Launcher(Protocol):
    """Starts processes of one function."""

    def launch(self, port: int, log: Path, environment: Mapping[str, str]) -> Process: ...
    def close(self) -> None: ...


class Framework:
    """Starts the bundle with functions-framework and gunicorn, as the cloud does."""

    def __init__(self, name: str, source: Path) -> None:
        self._source = source
        self._command = [sys.executable, "-m", "functions_framework", "--target", TARGETS[name]]

    def launch(self, port: int, log: Path, environment: Mapping[str, str]) -> Process:
        place = ["--source", str(self._source / "main.py"), "--host", "127.0.0.1", "--port", str(port)]
        env = {**environment, "PYTHONPATH": str(self._source)}
        with log.open("ab") as output:
            return _Child(
                subprocess.Popen(
                    [*self._command, *place], env=env, stdout=output, stderr=output, start_new_session=True
                )
            )

    def close(self) -> None:
        """Nothing is kept between launches."""


class ForkServer:
    """Loads the bundle once and forks it: a start costs a hundredth of the other, and the code is the same."""

    def __init__(self, name: str, source: Path, environment: Mapping[str, str]) -> None:
        paths = os.pathsep.join([str(source), str(TESTS)])
        self._process = subprocess.Popen(
            [sys.executable, "-m", "doubles.cloud.fork_server", TARGETS[name], str(source / "main.py")],
            env={**environment, "PYTHONPATH": paths},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
            text=True,
        )
        self._lock = threading.Lock()

    def launch(self, port: int, log: Path, environment: Mapping[str, str]) -> Process:
        order = json.dumps({"port": port, "log": str(log), "environment": dict(environment)})
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with self._lock:
            self._process.stdin.write(order + "\n")
            self._process.stdin.flush()
            answer = self._process.stdout.readline()
        if not answer:
            raise RuntimeError("the fork server ended")
        return _Fork(int(answer))

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(30)


class _Child:
    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process
        self.pid = process.pid

    def is_running(self) -> bool:
        return self._process.poll() is None

    def wait(self, timeout_s: float) -> None:
        self._process.wait(timeout_s)


class _Fork:
    """Not our child: its parent reaps it at once, and soon its id may be another's, so we hold on to the process itself."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        try:
            self._held = os.pidfd_open(pid)
        except ProcessLookupError:
            self._held = -1

    def __del__(self) -> None:
        if self._held >= 0:
            os.close(self._held)

    def is_running(self) -> bool:
        return not self._ends_within(0.0)

    def wait(self, timeout_s: float) -> None:
        if not self._ends_within(timeout_s):
            raise TimeoutError(f"process {self.pid} does not end")

    def _ends_within(self, seconds: float) -> bool:
        return self._held < 0 or bool(select.select([self._held], [], [], seconds)[0])
