"""What macOS and Windows lack is needed by no import, and is said where it matters."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from e2e.serving import Server

import scholarai.local
from scholarai.adapters.reading.confinement import lacking_here
from scholarai.local import server as local_server

ROOT = Path(__file__).resolve().parents[3]
SAMPLE = Path(scholarai.local.__file__).parent / "sample" / "sample-paper.pdf"
QUESTION = "What does the paper propose?"

# What is taken away is Linux's; the other systems run the product's tests as they are.
on_linux = pytest.mark.skipif(sys.platform != "linux", reason="simulates Windows on Linux")
POSIX_ONLY = ("fcntl", "resource", "pwd", "grp", "termios", "pty", "syslog", "readline")
IMPORT_ALL = f"""
import importlib, pkgutil, sys
import mcp.server.stdio, uvicorn  # ask for the system by its name
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

    local_server._say_ready(
        local_server._Start(host="127.0.0.1", port=8080, first_page=None, admission=None, warns=False)
    )

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
    """Such a system does not tell whose a connection is either: callers show the token of the printed address."""
    server = Server(tmp_path / "data", PYTHONPATH=like_windows()["PYTHONPATH"])
    server.shows_token = True
    try:
        server.start()
        paper_id = server.upload(SAMPLE.read_bytes() + b"\n")  # the sample is there already
        server.wait_until_ended(paper_id)
        answer = server.post(f"/papers/{paper_id}/chat", {"question": QUESTION})
        deleted = server.call("DELETE", f"/papers/{paper_id}")

        assert b"probability" in answer.body
        assert deleted.status == 204
        assert server.interrupt() == 0
        log = server.log.read_text()
        assert f"/?token={(server.data / 'serve-token').read_text()} " in log
        assert "/local/objects/" not in log
    finally:
        server.kill()


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
