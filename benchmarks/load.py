"""Fifty callers at once on one instance of the chat function, with a model that takes two seconds to begin.

`python benchmarks/load.py [--clients 50] [--requests 2000] [--model-s 2.0]`

The function runs under functions-framework and gunicorn as in the cloud, with one thread per caller, over the embedded
store; the model is the tests' Gemini server in a process of its own. Every caller streams one answer after the other.
`first text` counts from the request to the first `delta` event. Lost is whatever did not end with `done`.
"""

from __future__ import annotations

import argparse
import http.client
import json
import multiprocessing
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))  # the Gemini server and the function's process live there

CHUNKS = 60
MIB = 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """One request; seconds to the first text and to the end, and the last event's name."""

    first_s: float
    whole_s: float
    last: str


def main() -> int:
    options = _options()
    with tempfile.TemporaryDirectory(prefix="scholarai-bench-") as folder:
        model, url = _start_model(options.model_s)
        os.environ |= {
            "SCHOLARAI_BACKEND": "embedded",
            "SCHOLARAI_DATA": folder,
            "GEMINI_API_KEY": "bench",
            "SCHOLARAI_GEMINI_BASE_URL": url,
            "THREADS": str(options.clients),
        }
        try:
            return _measure(options)
        finally:
            model.terminate()


def _measure(options: argparse.Namespace) -> int:
    from chat import WARM_UP, questions, store_paper
    from functions.processes import FunctionProcess

    paper_id, chunks = store_paper(CHUNKS)
    function = FunctionProcess("chat", ROOT / "functions" / "chat" / "main.py", os.environ)
    try:
        asked = questions(options.requests + WARM_UP)
        for text in asked[:WARM_UP]:
            _ask(function.port, paper_id, text)
        memory = _Memory(function.port)
        with ThreadPoolExecutor(options.clients) as pool, memory:
            begun = time.monotonic()
            outcomes = list(pool.map(lambda text: _ask(function.port, paper_id, text), asked[WARM_UP:]))
            took = time.monotonic() - begun
    finally:
        function.stop()
    lost = [outcome.last for outcome in outcomes if outcome.last != "done"]
    print(
        f"{options.clients} clients, {len(outcomes)} requests in {took:.0f} s, {chunks} chunks, {len(lost)} lost {lost[:5]}"
    )
    for label, values in (
        ("first text", [o.first_s for o in outcomes]),
        ("whole answer", [o.whole_s for o in outcomes]),
    ):
        print(
            f"{label:14} median {statistics.median(values):.2f} s   p95 {_p95(values):.2f} s   max {max(values):.2f} s"
        )
    print(memory.report())
    return 1 if lost else 0


def _ask(port: int, paper_id: str, question: str) -> Outcome:
    begun = time.monotonic()
    first, last = 0.0, "cut"
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    try:
        body = json.dumps({"question": question, "stream": True})
        connection.request("POST", f"/papers/{paper_id}/chat", body, {"Content-Type": "application/json"})
        reply = connection.getresponse()
        if reply.status != 200:
            return Outcome(first_s=0.0, whole_s=0.0, last=f"status {reply.status}")
        for line in reply:
            if line.startswith(b"event: "):
                last = line[7:].decode().strip()
                first = first or (time.monotonic() - begun if last == "delta" else 0.0)
    except OSError as error:
        last = type(error).__name__
    finally:
        connection.close()
    return Outcome(first_s=first, whole_s=time.monotonic() - begun, last=last)


class _Memory:
    """Looks at the resident memory of the function's processes once a second."""

    def __init__(self, port: int) -> None:
        self._pids = _listeners(port)
        self._seen: list[float] = []
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._done.set()
        self._thread.join()

    def report(self) -> str:
        quarter = max(len(self._seen) // 4, 1)
        first, last = statistics.median(self._seen[:quarter]), statistics.median(self._seen[-quarter:])
        return f"resident memory, first quarter {first:.0f} MiB, last quarter {last:.0f} MiB, most {max(self._seen):.0f} MiB"

    def _watch(self) -> None:
        while not self._done.is_set():
            self._seen.append(sum(map(_resident_mib, self._pids)))
            self._done.wait(1.0)


def _listeners(port: int) -> list[int]:
    """Return the processes of a function: the one whose command names the port, and its children."""
    rows = subprocess.run(
        ["ps", "-eo", "pid,ppid,args"], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    table = [(int(row.split()[0]), int(row.split()[1]), row) for row in rows[1:]]
    parents = {pid for pid, _, row in table if f"--port {port}" in row}
    return [pid for pid, parent, _ in table if pid in parents or parent in parents]


def _resident_mib(pid: int) -> float:
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except (OSError, IndexError):
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / MIB


def _start_model(seconds: float) -> tuple[multiprocessing.Process, str]:
    mine, theirs = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(target=_serve_model, args=(seconds, theirs), daemon=True)
    process.start()
    return process, mine.recv()  # type: ignore[return-value]  # a pipe's value has no type


def _serve_model(seconds: float, pipe: Connection) -> None:
    from doubles.gemini_server import GeminiServer, Reply, Request

    class SlowWriter(GeminiServer):
        """Embeds at once, but thinks before it writes."""

        def next_reply(self, request: Request) -> Reply | None:
            if "enerateContent" in request.method:
                time.sleep(seconds)
            return super().next_reply(request)

        def record(self, request: object) -> None:
            """Keep nothing: thousands of requests would be this process's memory, not the function's."""

    server = SlowWriter()
    pipe.send(server.url)
    server.serve()


def _p95(values: list[float]) -> float:
    return sorted(values)[int(0.95 * (len(values) - 1))]


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--requests", type=int, default=2_000)
    parser.add_argument("--model-s", type=float, default=2.0)
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
