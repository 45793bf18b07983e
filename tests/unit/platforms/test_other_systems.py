"""What macOS and Windows lack is needed by no import, and is said where it matters."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest
from doubles.ports import free_port

import scholarai.local
from scholarai.adapters.reading.confinement import lacking_here
from scholarai.client import Client
from scholarai.local import server

ROOT = Path(__file__).resolve().parents[3]
SAMPLE = Path(scholarai.local.__file__).parent / "sample" / "sample-paper.pdf"
QUESTION = "What does the paper propose?"

# What is taken away is Linux's; the other systems run the product's tests as they are.
on_linux = pytest.mark.skipif(sys.platform != "linux", reason="simulates Windows on Linux")
POSIX_ONLY = ("fcntl", "resource", "pwd", "grp", "termios", "pty", "syslog", "readline")
IMPORT_ALL = f"""
import importlib, pkgutil, sys
for name in {POSIX_ONLY!r}:
    sys.modules[name] = None
import os, signal
for name in ("fork", "geteuid", "killpg", "O_DIRECTORY", "O_NOFOLLOW", "sched_getaffinity", "memfd_create"):
    vars(os).pop(name, None)  # Windows and macOS lack some themselves
for name in ("SIGKILL", "SIGXCPU"):
    vars(signal).pop(name, None)
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


@on_linux
def test_a_question_is_answered_without_what_windows_lacks(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "scholarai", "ask", str(SAMPLE), QUESTION, "--data", str(tmp_path)]

    ran = subprocess.run(command, env=like_windows(), capture_output=True, text=True, check=False, timeout=120)

    assert ran.returncode == 0, ran.stderr
    assert "probability" in ran.stdout


@on_linux
@pytest.mark.slow
def test_a_server_without_what_windows_lacks_reads_a_paper_and_answers(tmp_path: Path) -> None:
    port = free_port()
    log = tmp_path / "log"
    command = [sys.executable, "-m", "scholarai", "serve", "--port", str(port), "--data", str(tmp_path / "data")]
    with log.open("wb") as said:
        process = subprocess.Popen(command, env=like_windows(), stdout=said, stderr=subprocess.STDOUT)
    deadline = time.monotonic() + 180
    try:
        while not is_sample_read(port):
            assert process.poll() is None, log.read_text()
            assert time.monotonic() < deadline, log.read_text()
            time.sleep(0.1)
        with Client(f"http://127.0.0.1:{port}") as client:
            own = tmp_path / "own.pdf"  # the sample is there already
            own.write_bytes(SAMPLE.read_bytes() + b"\n")
            paper_id = client.upload(own).paper_id
            client.wait(paper_id)
            answer = client.ask(paper_id, QUESTION)
            client.delete(paper_id)
        process.send_signal(signal.SIGINT)

        assert "probability" in str(answer)
        assert process.wait(timeout=30) == 0
        assert "token=" not in log.read_text()
    finally:
        process.kill()


@on_linux
@pytest.mark.slow
def test_the_tests_are_found_without_what_windows_lacks() -> None:
    command = [sys.executable, "-m", "pytest", "--collect-only", "-qs", "-p", "no:cacheprovider", "tests"]

    ran = subprocess.run(
        command, env=like_windows(), cwd=ROOT, capture_output=True, text=True, check=False, timeout=300
    )

    assert ran.returncode == 0, ran.stdout[-3000:] + ran.stderr[-3000:]


def like_windows() -> dict[str, str]:
    """Return the environment of a process that lacks what Windows lacks."""
    return os.environ | {"PYTHONPATH": str(Path(__file__).with_name("like_windows"))}


def is_sample_read(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/papers/sample-paper", timeout=5) as answer:
            return b'"status":"completed"' in answer.read()
    except OSError:
        return False
