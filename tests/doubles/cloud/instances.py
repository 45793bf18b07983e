"""Instances of a function, each a process that runs the bundle and can be killed."""

from __future__ import annotations

import contextlib
import itertools
import os
import signal
import subprocess
import threading
import time
import zipfile
from collections.abc import Callable, Mapping
from http.client import HTTPConnection
from pathlib import Path

from doubles.cloud.launching import ForkServer, Framework, Launcher, Process
from doubles.ports import free_port

from scholarai.local.bundle import make_bundle

# A guess; on an idle machine it takes two seconds.
START_S = 90.0
_LOOK_S = 0.05
# https://cloud.google.com/run/docs/container-contract#instance-shutdown
STOP_S = 10.0


class Instance:
    """One process of a function: started, killed, started again at the same port."""

    def __init__(self, name: str, launcher: Launcher, environment: Mapping[str, str], log: Path) -> None:
        self.name = name
        self.port = free_port()
        self._launcher = launcher
        self._environment = environment
        self._log = log
        self._process: Process | None = None
        self._lock = threading.Lock()

    def start(self) -> None:
        """Start it unless it runs, and wait until it takes connections."""
        with self._lock:
            if self.is_running():
                return
            self._process = self._launcher.launch(self.port, self._log, self._environment)
            self._wait()

    def is_running(self) -> bool:
        return self._process is not None and self._process.is_running()

    def kill(self) -> None:
        """End it with everything it started, in the middle of whatever it does."""
        if self._process is not None and self._process.is_running():
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait(30)

    def stop(self) -> None:
        """End it as the platform does: SIGTERM to its first process, and ten seconds later whatever is left is killed."""
        if self._process is not None and self._process.is_running():
            os.kill(self._process.pid, signal.SIGTERM)
            with contextlib.suppress(subprocess.TimeoutExpired, TimeoutError):
                self._process.wait(STOP_S)
            self.kill()

    def _wait(self) -> None:
        deadline = time.monotonic() + START_S
        while True:
            connection = HTTPConnection("127.0.0.1", self.port, timeout=1)
            try:
                connection.connect()
            except OSError:
                if not self.is_running() or time.monotonic() > deadline:
                    raise RuntimeError(f"{self.name} did not start:\n{self._log.read_text()[-2_000:]}") from None
                time.sleep(_LOOK_S)
            else:
                return
            finally:
                connection.close()


class Function:
    """A function's instances; calls go to each in turn.

    `edit` may change the unpacked bundle; with `forked` instances are forks of one process that has it loaded (see `fork_server`), `own` gives
    what the environment of instance n holds beside everybody's.
    """

    def __init__(
        self,
        name: str,
        folder: Path,
        environment: Mapping[str, str],
        count: int,
        *,
        edit: Callable[[Path], None] = lambda _: None,
        forked: bool = False,
        own: Callable[[str, int], Mapping[str, str]] = lambda _name, _number: {},
    ) -> None:
        self.name = name
        source = folder / name
        bundle = make_bundle(name, folder / "bundles")
        with zipfile.ZipFile(bundle) as files:
            files.extractall(source)
        edit(source)
        self._launcher: Launcher = ForkServer(name, source, environment) if forked else Framework(name, source)
        self.instances = [
            Instance(name, self._launcher, {**environment, **own(name, number)}, folder / f"{name}-{number}.log")
            for number in range(count)
        ]
        self._turn = itertools.cycle(self.instances)
        self._lock = threading.Lock()

    def start(self) -> None:
        for instance in self.instances:
            instance.start()

    def stop(self) -> None:
        for instance in self.instances:
            instance.kill()
        self._launcher.close()

    def next(self) -> Instance:
        with self._lock:
            return next(self._turn)


def _group(leader: int) -> list[int]:
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                if os.getpgid(int(entry.name)) == leader:
                    found.append(int(entry.name))
            except ProcessLookupError:
                continue
    return found
