"""Uploads and questions of several users at once on the local cloud: how long they take, and whether anything gets lost.

`python benchmarks/cloud_load.py [--minutes 2] [--callers 6] [--users 4]`

Every caller picks a user and uploads a paper, asks one a question, looks at its progress, or tries another user's paper, which must
not be there. At the end every upload must be completed, and memory must not have grown: each function's resident memory
is the mean of the run's second and of its last sixth. The model is the tests' Gemini server, which answers at once, so the
figures are those of our own code, the emulators and this machine. The full run is `--minutes 30`.
"""

from __future__ import annotations

import argparse
import random
import signal
import statistics
import sys
import tempfile
import threading
import time
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))  # the local cloud and the Gemini server live there
sys.path.insert(0, str(ROOT / "benchmarks"))

from doubles.cloud.local_cloud import PROJECT, LocalCloud  # noqa: E402  - after the path is set
from doubles.gemini_server.server import GeminiServer  # noqa: E402
from faults_library import Entry, Library  # noqa: E402

MIB = 1024 * 1024
SAMPLE_S = 2.0
REST_S = 600.0
WEIGHTS = {"upload": 2, "ask": 5, "look": 3, "intrude": 1}


@dataclass
class Log:
    """What callers saw, shared by all of them."""

    seconds: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    wrong: list[str] = field(default_factory=list)
    refused: defaultdict[str, int] = field(default_factory=lambda: defaultdict(int))
    lock: threading.Lock = field(default_factory=threading.Lock)

    def add(self, kind: str, began: float, wrong: str = "", refused: str = "") -> None:
        with self.lock:
            self.seconds[kind].append(time.monotonic() - began)
            if wrong:
                self.wrong.append(wrong)
            if refused:
                self.refused[refused] += 1


@dataclass
class Caller:
    libraries: list[Library]
    log: Log
    chance: random.Random

    def run(self, until: float) -> None:
        names = list(WEIGHTS)
        while time.monotonic() < until:
            library = self.chance.choice(self.libraries)
            getattr(self, self.chance.choices(names, weights=WEIGHTS.values())[0])(library)

    def upload(self, library: Library) -> None:
        began = time.monotonic()
        library.upload()
        self.log.add("upload", began)

    def ask(self, library: Library) -> None:
        entry = self._one(library)
        if entry is None:
            return
        began = time.monotonic()
        body = {"question": f"What does section {self.chance.randint(1, 6)} say about value 3?"}
        status, answer = library.call("POST", f"/papers/{entry.paper_id}/chat", body)
        if status in {409, 425}:
            self.log.add("ask, not ready", began)
        elif status == 200:
            known = {entry.paper_id}
            papers = {c["paper_id"] for section in answer["sections"] for c in section.get("citations", ())}
            self.log.add("ask", began, "" if papers <= known else f"an answer cites {papers - known}")
        else:
            self.log.add("ask", began, refused=f"ask {status}")

    def look(self, library: Library) -> None:
        began = time.monotonic()
        status, page = library.call("GET", "/papers?limit=50")
        foreign = set() if status != 200 else {p["id"] for p in page["papers"]} - {e.paper_id for e in library.entries}
        # A paper that is being announced by another caller right now is not in our own list yet.
        late = {p for p in foreign if not self._is_another_s(p, library)}
        wrong = f"{library.owner} sees {foreign - late}" if foreign - late else ""
        self.log.add("look", began, wrong, "" if status == 200 else f"look {status}")

    def intrude(self, library: Library) -> None:
        other = self.chance.choice([found for found in self.libraries if found is not library])
        entry = self._one(other)
        if entry is None:
            return
        began = time.monotonic()
        status, _ = library.call("GET", f"/papers/{entry.paper_id}")
        self.log.add("intrude", began, "" if status in {404, 0} else f"another's paper answered {status}")

    def _one(self, library: Library) -> Entry | None:
        entries = list(library.entries)
        return self.chance.choice(entries) if entries else None

    def _is_another_s(self, paper_id: str, library: Library) -> bool:
        return any(
            paper_id == entry.paper_id
            for other in self.libraries
            if other is not library
            for entry in list(other.entries)
        )


def main() -> int:
    options = _options()
    # `kill` ends the cloud's processes too, as Ctrl-C does.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    with tempfile.TemporaryDirectory(prefix="scholarai-load-") as folder, GeminiServer() as model:
        environment = {
            "GEMINI_API_KEY": "bench",
            "SCHOLARAI_GEMINI_BASE_URL": model.url,
            "SCHOLARAI_EMBEDDING_DIMENSIONS": "64",
        }
        with LocalCloud(Path(folder), settings=environment) as cloud:
            return _run(cloud, options)


def _run(cloud: LocalCloud, options: argparse.Namespace) -> int:
    from google.cloud.firestore_v1 import Client
    from google.cloud.storage import Client as StorageClient

    clients = Client(project=PROJECT), StorageClient(project=PROJECT)
    libraries = [Library(cloud, f"user{number}", *clients) for number in range(options.users)]
    log, memory = Log(), defaultdict(list)
    until = time.monotonic() + 60 * options.minutes
    threads = [
        threading.Thread(target=Caller(libraries, log, random.Random(number)).run, args=(until,))
        for number in range(options.callers)
    ]
    for thread in threads:
        thread.start()
    while time.monotonic() < until:
        for name, function in cloud.functions.items():
            memory[name].append(sum(instance.resident_bytes() for instance in function.instances))
        time.sleep(SAMPLE_S)
    for thread in threads:
        thread.join()
    at_rest = cloud.router.wait_until_idle(REST_S)
    lost = [entry.paper_id for library in libraries for entry in library.entries if not _is_completed(library, entry)]
    _print(log, memory, sum(len(library.entries) for library in libraries), options.minutes * 60)
    print(
        f"uploads lost: {len(lost)}; events left waiting: {'none' if at_rest else 'some'}; wrong owner: {log.wrong[:3]}"
    )
    return int(bool(lost or log.wrong or not at_rest))


def _is_completed(library: Library, entry: Entry) -> bool:
    status, extraction = library.call("GET", f"/papers/{entry.paper_id}/extraction")
    return status == 200 and extraction["status"] == "completed"


def _print(log: Log, memory: dict[str, list[int]], uploads: int, seconds: float) -> None:
    print(f"{'call':16} {'count':>6} {'a second':>9} {'p50 ms':>8} {'p95 ms':>8} {'p99 ms':>8}")
    for kind, times in sorted(log.seconds.items()):
        cuts = statistics.quantiles(times, n=100, method="inclusive") if len(times) > 1 else times * 99
        ms = [1_000 * cuts[place - 1] for place in (50, 95, 99)]
        print(f"{kind:16} {len(times):6} {len(times) / seconds:9.2f} {ms[0]:8.0f} {ms[1]:8.0f} {ms[2]:8.0f}")
    for name, samples in memory.items():
        sixth = max(1, len(samples) // 6)
        early, late = statistics.mean(samples[sixth : 2 * sixth]), statistics.mean(samples[-sixth:])
        print(f"memory of {name:8} {early / MIB:6.0f} MiB -> {late / MIB:6.0f} MiB, most {max(samples) / MIB:.0f} MiB")
    print(f"{uploads} papers uploaded; refused: {dict(log.refused) or 'none'}")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=2.0)
    parser.add_argument("--callers", type=int, default=6)
    parser.add_argument("--users", type=int, default=4)
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
