"""How long a new instance takes from process start to its first useful answer, beside an empty function.

`python benchmarks/start.py [--runs 9]`. Every case is a fresh functions-framework
process (one gunicorn worker, bytecode compiled); `status` reads a paper's extraction, `chat` answers a question about
it. Cases take turns, so that a busy moment of the machine hits all of them.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import resource
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

ROOT = Path(__file__).resolve().parents[1]
EMPTY = """
import functions_framework


@functions_framework.http
def empty(request):
    return "ok"
"""
QUESTION = "What does the paper propose?"
START_LIMIT_S = 60.0


@dataclass(frozen=True, kw_only=True)
class Case:
    """One function and its first useful call."""

    name: str
    source: Path
    method: str
    path: str
    body: bytes | None = None


@dataclass(frozen=True, kw_only=True)
class Start:
    wall_s: float
    cpu_s: float


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=9)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="scholarai-start-") as folder:
        env = environment(Path(folder))
        paper_id = prepare(env)
        cases = _cases(Path(folder), paper_id)
        for case in cases:  # compiles bytecode and fills the page cache
            _start(case, env)
        rounds = [{case.name: _start(case, env) for case in cases} for _ in range(arguments.runs)]
    _report(rounds)
    return 0


def _cases(folder: Path, paper_id: str) -> tuple[Case, ...]:
    empty = folder / "empty" / "main.py"
    empty.parent.mkdir()
    empty.write_text(EMPTY)
    question = json.dumps({"question": QUESTION}).encode()
    functions = ROOT / "functions"
    return (
        Case(name="empty", source=empty, method="GET", path="/"),
        Case(
            name="status",
            source=functions / "status" / "main.py",
            method="GET",
            path=f"/papers/{paper_id}/extraction",
        ),
        Case(
            name="chat",
            source=functions / "chat" / "main.py",
            method="POST",
            path=f"/papers/{paper_id}/chat",
            body=question,
        ),
    )


def environment(folder: Path) -> dict[str, str]:
    """Return the variables of a library of its own in a folder."""
    own = {name: value for name, value in os.environ.items() if not name.startswith(("SCHOLARAI_", "GEMINI_", "K_"))}
    own.pop("PYTHONDONTWRITEBYTECODE", None)
    return {
        **own,
        "PYTHONPYCACHEPREFIX": str(folder / "bytecode"),
        "SCHOLARAI_DATA": str(folder / "data"),
        "SCHOLARAI_BACKEND": "embedded",
        "OMP_NUM_THREADS": "2",
    }


def prepare(env: Mapping[str, str]) -> str:
    """Extract the sample paper in a process of its own and return its id."""
    script = ROOT / "tests" / "functions" / "prepare.py"
    done = subprocess.run([sys.executable, str(script)], env=dict(env), check=True, capture_output=True, text=True)
    return done.stdout.split()[-1]


def _start(case: Case, env: Mapping[str, str]) -> Start:
    before = _children_cpu_s()
    with tempfile.TemporaryFile() as log:
        started = time.monotonic()
        with _process(case, env, log) as port:
            try:
                _first_answer(case, port, started + START_LIMIT_S)
            except RuntimeError:
                log.seek(0)
                sys.stderr.write(log.read().decode())
                raise
            wall_s = time.monotonic() - started
    return Start(wall_s=wall_s, cpu_s=_children_cpu_s() - before)


@contextmanager
def _process(case: Case, env: Mapping[str, str], log: IO[bytes]) -> Iterator[int]:
    """Run the function as a process of its own and give its port."""
    port = _free_port()
    command = [sys.executable, "-m", "functions_framework", "--source", str(case.source), "--target", case.name]
    process = subprocess.Popen(
        [*command, "--host", "127.0.0.1", "--port", str(port)],
        env=dict(env),
        stdout=log,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    try:
        yield port
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait(10)


def _children_cpu_s() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _first_answer(case: Case, port: int, deadline: float) -> None:
    while True:
        try:
            with socket.create_connection(("127.0.0.1", port), timeout=1):
                break
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.001)
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=START_LIMIT_S)
    headers = {"Content-Type": "application/json"} if case.body else {}
    connection.request(case.method, case.path, body=case.body, headers=headers)
    answer = connection.getresponse()
    text = answer.read()
    if answer.status != 200:
        raise RuntimeError(f"{case.name} answered {answer.status}: {text[:300]!r}")
    connection.close()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _report(rounds: list[dict[str, Start]]) -> None:
    print(f"{len(rounds)} interleaved runs, Python {sys.version.split()[0]}")
    print("case     wall min  median   cpu min")
    for name in rounds[0]:
        walls = [1000 * start[name].wall_s for start in rounds]
        cpu = min(1000 * start[name].cpu_s for start in rounds)
        print(f"{name:8}{min(walls):7.0f} ms{statistics.median(walls):5.0f} ms{cpu:7.0f} ms")


if __name__ == "__main__":
    raise SystemExit(main())
