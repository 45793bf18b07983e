"""Google's own Firestore and Pub/Sub emulators and our Cloud Storage, one of each per test session.

The emulators' jars are run directly: that starts in half the time of the `gcloud` wrapper, and no wrapper can leave its JVM behind.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import NoReturn

import pytest
from doubles.ports import free_port
from doubles.storage_server.server import StorageServer

FIRESTORE_JAR = "cloud-firestore-emulator/cloud-firestore-emulator.jar"
FIRESTORE_MAIN = "com.google.cloud.datastore.emulator.firestore.CloudFirestore"
PUBSUB_JARS = "pubsub-emulator/lib/cloud-pubsub-emulator-*-all.jar"
PUBSUB_MAIN = "com.google.cloud.pubsub.testing.v1.Main"
# Ours: they are up in 3 s on an idle machine; a busy one may take long.
START_S = 90.0
STOP_S = 10.0
JAVA = ("java", "-Xmx1g", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Duser.language=en")


@pytest.fixture(scope="session")
def firestore_emulator(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Run the Firestore emulator and give its `host:port`."""
    with firestore(tmp_path_factory.mktemp("firestore")) as address:
        yield address


@pytest.fixture(scope="session")
def pubsub_emulator(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Run the Pub/Sub emulator and give its `host:port`."""
    with pubsub(tmp_path_factory.mktemp("pubsub")) as address:
        yield address


def firestore(folder: Path) -> AbstractContextManager[str]:
    """Run the Firestore emulator in `folder`, for benchmarks too, and give its `host:port`."""
    return _running(firestore_at(folder))


def pubsub(folder: Path) -> AbstractContextManager[str]:
    """Run the Pub/Sub emulator in `folder`, for benchmarks too, and give its `host:port`."""
    return _running(pubsub_at(folder))


@pytest.fixture(scope="session")
def storage_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StorageServer]:
    """Run our own Cloud Storage, since no obtainable one is faithful."""
    server = StorageServer(tmp_path_factory.mktemp("storage"))
    yield server
    server.close()


class Emulator:
    """One of Google's emulators at a port of its own; killed and started again, it has forgotten everything but what it is given."""

    def __init__(self, jars: str, main_class: str, folder: Path) -> None:
        self.port = free_port()
        self.folder = folder
        self._command = [*JAVA, "-cp", str(_jar(jars)), main_class, "--host=127.0.0.1", f"--port={self.port}"]
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def start(self, *arguments: str) -> None:
        """Start it, and wait until it answers."""
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [*self._command, *arguments],
                stdout=log,
                stderr=subprocess.STDOUT,
                cwd=self.folder,
                start_new_session=True,
            )
        _wait_until_up(self._process, self.port, self.folder / "log")

    def stop(self) -> None:
        if self._process is not None:
            _end_group(self._process)

    def kill(self) -> None:
        """End it in the middle of whatever it does."""
        os.killpg(self.pid, signal.SIGKILL)
        assert self._process is not None
        self._process.wait(STOP_S)


def firestore_at(folder: Path) -> Emulator:
    return Emulator(FIRESTORE_JAR, FIRESTORE_MAIN, folder)


def pubsub_at(folder: Path) -> Emulator:
    return Emulator(PUBSUB_JARS, PUBSUB_MAIN, folder)


@contextlib.contextmanager
def _running(emulator: Emulator) -> Iterator[str]:
    try:
        emulator.start()
        yield emulator.address
    finally:
        emulator.stop()


def _jar(pattern: str) -> Path:
    gcloud = shutil.which("gcloud")
    if gcloud is None:
        _give_up("gcloud is not installed, so Google's emulators cannot run")
    if shutil.which("java") is None:
        _give_up("Java is not installed, so Google's emulators cannot run")
    found = sorted((Path(gcloud).resolve().parent.parent / "platform").glob(pattern))
    if not found:
        _give_up(f"gcloud lacks a component: there is no platform/{pattern}")
    return found[-1]


def _give_up(reason: str) -> NoReturn:
    """Skip, or fail where a skipped tier would go unseen."""
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)


def _wait_until_up(process: subprocess.Popen[bytes], port: int, log: Path) -> None:
    deadline = time.monotonic() + START_S
    while time.monotonic() < deadline:
        if process.poll() is not None:
            said = log.read_text(errors="replace")[-2_000:]
            if "UnsupportedClassVersionError" in said:
                _give_up("Java is too old for Google's emulators, which need 17")
            pytest.fail(f"the emulator ended by itself:\n{said}")
        with contextlib.suppress(urllib.error.URLError, OSError):
            urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=1).close()
            return
        time.sleep(0.1)
    pytest.fail(f"the emulator was not up in {START_S:.0f} s:\n{log.read_text(errors='replace')[-2_000:]}")


def _end_group(process: subprocess.Popen[bytes]) -> None:
    for step in (signal.SIGTERM, signal.SIGKILL):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, step)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(STOP_S)
            return
