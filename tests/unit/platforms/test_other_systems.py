"""What macOS and Windows lack is needed by no import, and is said where it matters."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

from scholarai.adapters.reading.confinement import lacking_here
from scholarai.local import server

POSIX_ONLY = ("fcntl", "resource", "pwd", "grp", "termios", "pty", "syslog", "readline")
IMPORT_ALL = f"""
import importlib, pkgutil, sys
for name in {POSIX_ONLY!r}:
    sys.modules[name] = None
import os, signal
for name in ("fork", "geteuid", "killpg", "O_DIRECTORY", "O_NOFOLLOW", "sched_getaffinity", "memfd_create"):
    delattr(os, name)
for name in ("SIGKILL", "SIGXCPU"):
    delattr(signal, name)
import scholarai
names = [found.name for found in pkgutil.walk_packages(scholarai.__path__, "scholarai.")]
for name in names:
    if not name.endswith(("__main__", "scholarai.local.worker")):  # gunicorn alone imports its worker
        importlib.import_module(name)
print(len(names))
"""


def test_every_module_is_imported_without_what_only_posix_has() -> None:
    ran = subprocess.run([sys.executable, "-c", IMPORT_ALL], capture_output=True, text=True, check=False, timeout=120)

    assert ran.returncode == 0, ran.stderr
    assert int(ran.stdout) > 200


@pytest.mark.parametrize(
    ("system", "said"),
    [("linux", ""), ("darwin", "memory is not limited"), ("win32", "processor time"), ("aix", "network")],
)
def test_what_a_system_lacks_around_a_reading_process_is_said(
    system: str, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "platform", system)

    server._say_ready(8080, shows_page=False)

    assert said in lacking_here()
    assert ("fewer walls" in capsys.readouterr().err) == bool(said)


@pytest.mark.slow
def test_the_server_runs_from_threads_where_gunicorn_does_not(tmp_path: Path) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    start = f"from scholarai.local import server; server._run_threads({port}, shows_page=False)"
    settings = {"SCHOLARAI_DATA": str(tmp_path), "SCHOLARAI_BACKEND": "embedded"}
    process = subprocess.Popen([sys.executable, "-c", start], env=os.environ | settings, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 60
    try:
        while not is_healthy(port):
            assert time.monotonic() < deadline
            time.sleep(0.1)
        process.send_signal(signal.SIGINT)

        assert process.wait(timeout=30) == 0
    finally:
        process.kill()


def is_healthy(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False
