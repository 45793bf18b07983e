"""Instances of a function, each a process that runs the bundle as the cloud does, and can be killed."""

from __future__ import annotations

import itertools
import os
import signal
import subprocess
import sys
import threading
import time
import zipfile
from collections.abc import Mapping
from http.client import HTTPConnection
from pathlib import Path

from emulators import free_port

from scholarai.local.bundle import make_bundle
from scholarai.local.functions import TARGETS

# A guess; on an idle machine it takes two seconds.
START_S = 90.0
_LOOK_S = 0.05


class Instance:
    """One process of a function: started, killed, started again at the same port."""

    def __init__(self, name: str, source: Path, environment: Mapping[str, str], log: Path) -> None:
        self.name = name
        self.port = free_port()
        self._environment = {**environment, "PYTHONPATH": str(source)}
        self._command = [sys.executable, "-m", "functions_framework", "--target", TARGETS[name]]
        self._command += ["--source", str(source / "main.py"), "--host", "127.0.0.1", "--port", str(self.port)]
        self._log = log
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()

    def start(self) -> None:
        """Start it unless it runs, and wait until it takes connections."""
        with self._lock:
            if self.is_running():
                return
            with self._log.open("ab") as log:
                self._process = subprocess.Popen(
                    self._command, env=self._environment, stdout=log, stderr=log, start_new_session=True
                )
            self._wait()

    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def kill(self) -> None:
        """End it with everything it started, in the middle of whatever it does."""
        if self._process is not None and self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait(30)

    def resident_bytes(self) -> int:
        """Return the memory of its processes, as Linux counts it."""
        if not self.is_running():
            return 0
        assert self._process is not None
        pages = sum(int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in _group(self._process.pid))
        return pages * os.sysconf("SC_PAGE_SIZE")

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
    """A function's instances; calls go to each in turn."""

    def __init__(self, name: str, folder: Path, environment: Mapping[str, str], count: int) -> None:
        self.name = name
        source = folder / name
        bundle = make_bundle(name, folder / "bundles")
        with zipfile.ZipFile(bundle) as files:
            files.extractall(source)
        self.instances = [
            Instance(name, source, environment, folder / f"{name}-{number}.log") for number in range(count)
        ]
        self._turn = itertools.cycle(self.instances)
        self._lock = threading.Lock()

    def start(self) -> None:
        for instance in self.instances:
            instance.start()

    def stop(self) -> None:
        for instance in self.instances:
            instance.kill()

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
