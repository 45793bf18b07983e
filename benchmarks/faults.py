"""Random histories of uploads, questions, reviews, deletions and faults on the local cloud: nothing is lost, mixed, shared or left over.

`python benchmarks/faults.py [--histories 10] [--events 30] [--seed 1] [--parallel 1] [--minutes M] [--plant NAME | --plants]`

The seed and the number of a history determine its events (`faults_machine.py`): papers of two users, in Markdown and in print, come, change
and go, are asked and reviewed; notes, tags, collections and records are kept, changed and deleted; events are doubled, delayed, refused, forgotten and repeated, instances and reading processes are
killed, the clocks of extraction are set wrong, the model answers 429 and 500, the bucket 503, the database and the topics are cut
off or restarted. Then the faults end and every invariant is checked: every paper ends as completed without anybody starting it again,
the visible generation is the newest one, its chunks are complete and its pictures the only ones, readers never saw a mixture and never
lost what they could read, each success was announced at least once, always in the same words, never before its data, an answer that
came stays, once per request, a review comes to its end, what was kept stays until it is deleted, nobody sees what is another's, and nothing is left over.

`--plant` breaks the bundles on purpose and looks for the error in the same undirected histories; `--plants` does so with every error
that can be planted. Leases are 1 s, those of answers 5 s, so that they really end, and a paper has 20 attempts. What else the bundles
here differ in from deployed ones is in `faults_build.py`. The full run is `--histories 500`.
"""

from __future__ import annotations

import argparse
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))  # the local cloud and the Gemini server live there
sys.path.insert(0, str(ROOT / "benchmarks"))

from doubles.cloud.local_cloud import PROJECT, LocalCloud  # noqa: E402  - after the path is set
from doubles.gemini_server.server import GeminiServer  # noqa: E402  - after the path is set
from faults_build import CLOCK, PLANTS, maker  # noqa: E402  - after the path is set
from faults_machine import BrokenStageError, FoundError, History  # noqa: E402  - after the path is set
from faults_stage import Stage, calm_manner  # noqa: E402  - after the path is set

COUNTS = {"status": 1, "chat": 1, "extract": 2, "review": 1}
# Those whose clocks are set wrong; what chat and reviews promise of time, they promise of true clocks.
UNRELIABLE = ("status", "extract")
BROKEN = "THE CLOUD ITSELF BROKE"


def main() -> int:
    options = _options()
    # `kill` ends the cloud's processes too, as Ctrl-C does.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    if options.plants:
        return _every_plant(options)
    if options.parallel > 1:
        return _in_parallel(options)
    with tempfile.TemporaryDirectory(prefix="scholarai-faults-") as name, GeminiServer() as model:
        folder = Path(name)
        environment = {
            "GEMINI_API_KEY": "bench",
            "SCHOLARAI_GEMINI_BASE_URL": model.url,
            "SCHOLARAI_LEASE_S": "1",
            "SCHOLARAI_MAX_ATTEMPTS": "20",
            "SCHOLARAI_EMBEDDING_DIMENSIONS": "64",
        }
        cloud = LocalCloud(
            folder / "cloud",
            settings=environment,
            counts=COUNTS,
            manner=calm_manner(),
            edit=maker(options.plant),
            forked=True,
            proxied=True,
            own=lambda function, number: {CLOCK: str(_clock(folder, function, number))},
        )
        for function, count in COUNTS.items():
            for number in range(count):
                _clock(folder, function, number).write_text("0")
        clocks = [_clock(folder, function, number) for function in UNRELIABLE for number in range(COUNTS[function])]
        with cloud:
            return _run(cloud, model, clocks, options)


def _run(cloud: LocalCloud, model: GeminiServer, clocks: list[Path], options: argparse.Namespace) -> int:
    from google.cloud.firestore_v1 import Client
    from google.cloud.storage import Client as StorageClient

    begun = time.monotonic()
    stage = Stage(
        cloud=cloud,
        model=model,
        firestore=Client(project=PROJECT),
        storage=StorageClient(project=PROJECT),
        clocks=clocks,
    )
    verdict = "no violation"
    try:
        for number in range(1, options.histories + 1):
            if time.monotonic() > begun + 60 * options.minutes:
                break
            chance = random.Random(f"{options.seed} {number}")
            History(stage, f"user{options.seed}x{number}", chance).live(options.events)
            print(f"{number} histories, {stage.events} events, {time.monotonic() - begun:.0f} s", flush=True)
    except FoundError as found:
        verdict = f"VIOLATION in history {number} of seed {options.seed}: {found}"
    except BrokenStageError as broken:
        verdict = f"{BROKEN} in history {number} of seed {options.seed}: {broken}"
    print(f"seed {options.seed}: {stage.histories} histories, {stage.events} events, {stage.papers} papers,", end=" ")
    print(
        f"{stage.answers} answers, {stage.reviews} reviews, {stage.notes} notes, {stage.records} records, {time.monotonic() - begun:.0f} s"
    )
    print(", ".join(f"{name} {count}" for name, count in sorted(stage.done.items())))
    print(cloud.router.tally)
    print(verdict, flush=True)
    if verdict.startswith(BROKEN):
        return 2
    return int((verdict == "no violation") == bool(options.plant))


def _in_parallel(options: argparse.Namespace) -> int:
    """Share the histories between processes, each with a cloud of its own: most of a history is waiting."""
    each = -(-options.histories // options.parallel)
    command = [sys.executable, __file__, "--histories", str(each), "--events", str(options.events)]
    command += ["--minutes", str(options.minutes), *(["--plant", options.plant] if options.plant else [])]
    running = [
        subprocess.Popen([*command, "--seed", str(1_000 * options.seed + number)]) for number in range(options.parallel)
    ]
    try:
        codes = [process.wait() for process in running]
    finally:
        for process in running:
            process.terminate()
    print("no violation anywhere" if not any(codes) else "see above: not every run ended well")
    return int(any(codes))


def _every_plant(options: argparse.Namespace) -> int:
    """Plant one error after the other; each must be seen within so many histories."""
    seen = {}
    for name in PLANTS:
        command = [sys.executable, __file__, "--histories", str(options.histories), "--events", str(options.events)]
        command += ["--seed", str(options.seed), "--minutes", str(options.minutes), "--plant", name]
        print(f"--- {name}", flush=True)
        seen[name] = subprocess.run(command, check=False).returncode == 0
    print(
        f"{sum(seen.values())} of {len(seen)} planted errors seen; missed: {[n for n, found in seen.items() if not found]}"
    )
    return int(not all(seen.values()))


def _clock(folder: Path, function: str, number: int) -> Path:
    return folder / f"clock-{function}-{number}"


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--histories", type=int, default=10)
    parser.add_argument("--events", type=int, default=30, help="least events of a history")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--parallel", type=int, default=1, help="clouds at a time")
    parser.add_argument("--minutes", type=float, default=600.0, help="when no further history is begun")
    parser.add_argument("--plant", choices=sorted(PLANTS), help="break the bundles; success is that it is seen")
    parser.add_argument("--plants", action="store_true", help="plant every error, one after the other")
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
