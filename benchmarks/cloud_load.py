"""Uploads and questions of several users at once on the local cloud: how long they take, and whether anything gets lost.

`python benchmarks/cloud_load.py [--minutes 2] [--callers 4] [--users 4]`

Every caller picks a user and uploads a paper, asks one a question, lists, opens an old conversation, or tries what is another
user's, which must not be there. Uploads wait for extraction to keep up (`--waiting`), and a user's oldest paper is deleted when they have
many (`--kept`), so that the run ends soon after its time whatever the machine. At the end every upload must be completed, and memory
must not have grown: each process's resident memory is printed every minute, the mean of the run's fourth sixth beside that of its last.
Before that `chat` fills what it keeps of papers, 225 MB at most, which takes a quarter of an hour with papers as short as these.
The model is the tests' Gemini server, which answers at once, so the figures are those of our own code, the emulators and this
machine: all of it shares the processors. The full run is `--minutes 30`.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import statistics
import sys
import tempfile
import threading
import time
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))  # the local cloud and the Gemini server live there
sys.path.insert(0, str(ROOT / "benchmarks"))

from cloud_load_callers import Caller, Library, Log, Users  # noqa: E402  - after the path is set
from cloud_user import CloudUser  # noqa: E402  - after the path is set
from doubles.cloud.local_cloud import LocalCloud  # noqa: E402  - after the path is set
from doubles.gemini_server.server import GeminiServer  # noqa: E402  - after the path is set

MIB = 1024 * 1024
SAMPLE_S = 5.0
SAY_S = 60.0
# Papers that may wait take a few seconds each; a run that is not at rest by then has lost something.
REST_S = 180.0
# More than this share and so many MiB between the second and the last sixth of a run is growth; a guess.
GROWTH = 0.10
GROWTH_MIB = 10
LEAST_MINUTES = 10


def main() -> int:
    options = _options()
    # `kill` ends the cloud's processes too, as Ctrl-C does.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    with tempfile.TemporaryDirectory(prefix="scholarai-load-") as temporary, GeminiServer() as model:
        folder = options.keep or temporary
        model.requests = Forgetful()
        environment = {
            "GEMINI_API_KEY": "bench",
            "SCHOLARAI_GEMINI_BASE_URL": model.url,
            "SCHOLARAI_EMBEDDING_DIMENSIONS": "64",
        }
        with LocalCloud(Path(folder), settings=environment) as cloud:
            return _run(cloud, options)


class Forgetful(list):  # type: ignore[type-arg]  # takes anything
    """A list that keeps nothing: half an hour of requests would fill the memory that is measured."""

    def append(self, _: object) -> None:
        """Forget it."""


def _run(cloud: LocalCloud, options: argparse.Namespace) -> int:
    log, memory = Log(), defaultdict[str, list[int]](list)
    libraries = [Library(CloudUser(cloud, f"user{number}")) for number in range(options.users)]
    users = Users(libraries, log, most_waiting=options.waiting, most_kept=options.kept)
    cloud.on_announced = users.heard
    begun = time.monotonic()
    until = begun + 60 * options.minutes
    threads = [
        threading.Thread(target=Caller(users, random.Random(number)).run, args=(until,), daemon=True)
        for number in range(options.callers)
    ]
    for thread in threads:
        thread.start()
    _watch(cloud, users, memory, until)
    for thread in threads:
        thread.join(REST_S)
    lost = _lost(cloud, users)
    _print(log, 60 * options.minutes)
    grown = _print_memory(memory)
    if options.minutes < LEAST_MINUTES:
        grown = []  # what is loaded with the first calls is no growth
    print(f"{users.uploads} papers uploaded, {users.deletions} deleted, {_count(log, 'ask')} questions, load {_load()}")
    print(f"refused: {dict(log.refused) or 'none'}; broken off: {dict(cloud.front.broken) or 'none'}")
    print(f"lost: {len(lost)} {lost[:5]}; wrong: {len(log.wrong)} {log.wrong[:5]}; grown: {grown or 'nothing'}")
    return int(bool(lost or log.wrong or grown))


def _watch(cloud: LocalCloud, users: Users, memory: dict[str, list[int]], until: float) -> None:
    """Take samples of memory until then, and say once a minute how it goes."""
    dependencies = {
        "(database emulator)": cloud.firestore.emulator.pid,
        "(topics emulator)": cloud.pubsub.emulator.pid,
        "(this process)": os.getpid(),
    }
    begun = said = time.monotonic()
    while (now := time.monotonic()) < until:
        for name, function in cloud.functions.items():
            memory[name].append(sum(instance.resident_bytes() for instance in function.instances))
        for name, pid in dependencies.items():
            memory[name].append(_resident(pid))
        if now - said >= SAY_S:
            said = now
            sizes = ", ".join(f"{name} {samples[-1] // MIB}" for name, samples in memory.items())
            print(
                f"{(now - begun) / 60:5.1f} min: {users.uploads} uploads, {_count(users.log, 'upload to ready')} ready,"
                f" {_count(users.log, 'ask')} questions, wrong {len(users.log.wrong)}; MiB: {sizes}; load {_load()}",
                flush=True,
            )
        time.sleep(SAMPLE_S)


def _lost(cloud: LocalCloud, users: Users) -> list[str]:
    """Return what was uploaded and is not completed when everything came to rest, deletions aside."""
    if not cloud.router.wait_until_idle(REST_S):
        print("events are still waiting")
    deadline = time.monotonic() + REST_S
    while users.waiting() and time.monotonic() < deadline:
        cloud.sweep()  # an announcement that a worker could not make is made by the sweeper
        cloud.router.wait_until_idle(REST_S)
        time.sleep(1.0)
    lost = []
    for library in users.libraries:
        for paper_id in [*library.ready, *library.waiting]:
            status, extraction = library.user.call("GET", f"/papers/{paper_id}/extraction")
            if status != 200 or extraction["status"] != "completed":
                lost.append(f"{paper_id}: {status} {(extraction or {}).get('status')}")
    return lost


def _print(log: Log, seconds: float) -> None:
    print(f"{'call':16} {'count':>6} {'a second':>9} {'p50 ms':>8} {'p95 ms':>8} {'p99 ms':>8}")
    for kind, times in sorted(log.seconds.items()):
        cuts = statistics.quantiles(times, n=100, method="inclusive") if len(times) > 1 else times * 99
        ms = [1_000 * cuts[place - 1] for place in (50, 95, 99)]
        print(f"{kind:16} {len(times):6} {len(times) / seconds:9.2f} {ms[0]:8.0f} {ms[1]:8.0f} {ms[2]:8.0f}")


def _print_memory(memory: dict[str, list[int]]) -> list[str]:
    """Return the functions whose memory grew."""
    grown = []
    for name, samples in memory.items():
        sixth = max(1, len(samples) // 6)
        early, late = statistics.mean(samples[3 * sixth : 4 * sixth]), statistics.mean(samples[-sixth:])
        print(f"memory of {name:20} {early / MIB:6.0f} -> {late / MIB:6.0f} MiB, most {max(samples) / MIB:.0f}")
        if not name.startswith("(") and late - early > max(GROWTH * early, GROWTH_MIB * MIB):
            grown.append(name)
    return grown


def _count(log: Log, kind: str) -> int:
    return len(log.seconds.get(kind, ()))


def _resident(pid: int) -> int:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def _load() -> str:
    return f"{os.getloadavg()[0]:.1f}"


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=2.0)
    parser.add_argument("--callers", type=int, default=4)
    parser.add_argument("--users", type=int, default=4)
    parser.add_argument("--waiting", type=int, default=6, help="papers that may wait for extraction at once")
    parser.add_argument("--kept", type=int, default=20, help="papers that a user keeps")
    parser.add_argument("--keep", type=Path, help="a new folder for the functions' logs, which are removed otherwise")
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
