"""A reading process gives up root, new privileges, the network and other programs before it looks at a file."""

from __future__ import annotations

import json
import logging
import os
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from unit.reading import sample_files

from scholarai.adapters.reading.confinement import _REFUSED
from scholarai.adapters.reading.limits import ReadLimits
from scholarai.adapters.reading.reader import SandboxedReader
from scholarai.ports.reading import PaperSource

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has these walls")

# What a hostile file would do once it runs in the process: each attempt's error, or that it worked.
ATTEMPTS = """
import json, os, socket, subprocess, sys
from scholarai.adapters.reading.confinement import refuse_privileges_and_network

lacking = refuse_privileges_and_network()

def outcome(attempt):
    try:
        attempt()
    except OSError as error:
        return type(error).__name__
    return "worked"

print(json.dumps({
    "lacking": lacking,
    "connect": outcome(lambda: socket.create_connection(("127.0.0.1", int(sys.argv[1])), timeout=2)),
    "listen": outcome(lambda: socket.socket(socket.AF_UNIX)),
    "start": outcome(lambda: subprocess.run(["true"], check=False)),
    "signal": outcome(lambda: os.kill(os.getppid(), 0)),
    "read": outcome(lambda: open("/proc/self/status").close()),
}))
"""
# The calls that no function of Python makes without one of the others before it; io_uring_setup has one number everywhere.
CALLS = """
import ctypes, errno, json
from scholarai.adapters.reading.confinement import refuse_privileges_and_network

refuse_privileges_and_network()
libc = ctypes.CDLL(None, use_errno=True)

def error(name, *arguments):
    ctypes.set_errno(0)
    return errno.errorcode.get(ctypes.get_errno()) if getattr(libc, name)(*arguments) == -1 else "worked"

print(json.dumps({
    "bind": error("bind", -1, None, 0),
    "connect": error("connect", -1, None, 0),
    "ptrace": error("ptrace", 0, 0, None, None),
    "process_vm_readv": error("process_vm_readv", 0, None, 0, None, 0, 0),
    "process_vm_writev": error("process_vm_writev", 0, None, 0, None, 0, 0),
    "execveat": error("execveat", -1, b"true", None, None, 0),
    "io_uring_setup": error("syscall", 425, 1, None),
}))
"""
HEADERS = {
    "aarch64": Path("/usr/include/asm-generic/unistd.h"),
    "x86_64": Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h"),
}
OWN_USER = """
import json, os, sys
from pathlib import Path
from scholarai.adapters.reading.confinement import take_own_user

path, lacking = take_own_user(Path(sys.argv[1]), ())
try:
    os.setuid(0)
    back = True
except PermissionError:
    back = False
print(json.dumps({"users": os.getresuid(), "groups": os.getgroups(), "back": back, "text": path.read_text()}))
"""


def told_by(script: str, *arguments: str) -> dict[str, object]:
    done = subprocess.run([sys.executable, "-c", script, *arguments], capture_output=True, check=True, timeout=60)
    answer: dict[str, object] = json.loads(done.stdout)
    return answer


def test_a_reading_process_opens_no_connection_and_starts_no_program() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        outcomes = told_by(ATTEMPTS, str(server.getsockname()[1]))

    assert outcomes["lacking"] == []
    assert outcomes["connect"] != "worked"
    assert outcomes["read"] == "worked"
    # Without seccomp only the network namespace stands: then these are not refused.
    assert {outcomes[attempt] for attempt in ("listen", "start", "signal")} == {"PermissionError"}


def test_a_reading_process_makes_none_of_the_calls_that_other_calls_precede() -> None:
    outcomes = told_by(CALLS)

    assert outcomes == dict.fromkeys(outcomes, "EPERM")


@pytest.mark.parametrize("machine", HEADERS)
def test_the_same_calls_are_refused_on_every_machine(machine: str) -> None:
    if not HEADERS[machine].exists():
        pytest.skip("the kernel's headers are not installed")
    numbers = re.findall(r"#define __NR_(\w+) (\d+)$", HEADERS[machine].read_text(), re.MULTILINE)
    names = {int(number): name for name, number in numbers}

    assert {names.get(number) for number in _REFUSED[machine][1]} == {
        "socket", "socketpair", "bind", "connect", "execve", "execveat", "kill",
        "ptrace", "process_vm_readv", "process_vm_writev", "io_uring_setup",
    }  # fmt: skip


def test_the_child_of_root_is_another_user_and_still_reads_the_file_of_root(tmp_path: Path) -> None:
    path = tmp_path / "paper.tex"
    path.write_text("only for its owner")
    path.chmod(0o600)

    told = told_by(OWN_USER, str(path))

    assert told["text"] == "only for its owner"
    assert 0 not in told["users"]  # type: ignore[operator]  # three numbers
    assert told["back"] is False
    assert told["groups"] == [] or os.geteuid() != 0


def test_the_walls_stand_before_the_first_page_and_what_is_missing_is_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    status: dict[str, str] = {}

    def look(_done: int, _pages: int | None) -> None:
        children = Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()
        for child in children:
            if b"reading.child" in Path(f"/proc/{child}/cmdline").read_bytes():
                lines = Path(f"/proc/{child}/status").read_text().splitlines()
                status.update({name: value for name, _, value in (line.partition(":\t") for line in lines)})

    path = sample_files.text_pdf(
        tmp_path / "paper.pdf", sample_files.SENTENCES * 40
    )  # still being read when its first page is done
    path.chmod(0o600)
    with caplog.at_level(logging.INFO):
        SandboxedReader(ReadLimits()).read(PaperSource(path=path, filename="a.pdf", media_type=""), look)

    assert (status["NoNewPrivs"], status["Seccomp"]) == ("1", "2")
    stays_root = [record for record in caplog.records if "own_user" in getattr(record, "lacking", ())]
    assert (status["Uid"].split()[0] == "0") == bool(stays_root)
