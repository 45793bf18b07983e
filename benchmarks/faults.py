"""Random histories of uploads, overwrites, deletions and faults on the local cloud: nothing is lost, mixed or left over.

`python benchmarks/faults.py [--histories 10] [--events 30] [--seed 1] [--plant NAME]`

Each history is drawn from its seed: papers come, change and go, events are doubled, delayed, refused, forgotten and repeated,
instances are killed, the model answers 429 and 500, the bucket 503. Then the faults end and every invariant is checked:
the visible generation is the newest one, its chunks are complete, readers never saw a mixture, each success was announced
at least once, always in the same words, never before its data, and nothing is left over. `--plant` breaks the bundles on purpose,
to show that the check sees it. The full run is `--histories 500`. Leases are 2 s, so that they really end; the emulators keep
everything in memory, so they are not restarted, and clocks do not jump.
"""

from __future__ import annotations

import argparse
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))  # the local cloud and the Gemini server live there
sys.path.insert(0, str(ROOT / "benchmarks"))

from doubles.cloud.local_cloud import PROJECT, LocalCloud  # noqa: E402  - after the path is set
from doubles.gemini_server.replies import Failure, Slow  # noqa: E402
from doubles.gemini_server.server import GeminiServer  # noqa: E402
from faults_library import Entry, Library, ViolationError  # noqa: E402

PLANTS = {
    # name: file in the bundle, what stands there, what stands there instead
    "pointer-stays": (
        "domain/endings.py",
        "visible_generation=paper.generation,",
        "visible_generation=paper.visible_generation or paper.generation,",
    ),
    "chunks-lack": ("domain/ranges.py", "range(0, len(chunks), RANGE_CHUNKS)", "range(1, len(chunks), RANGE_CHUNKS)"),
    "announced-early": (
        "services/extraction/flow.py",
        "        tenure.change(lambda held, now: endings.completed(held, result, now))",
        (
            "        self.settle.publisher.publish(endings.completed(tenure.paper, result, self.clock.now()).outbox[-1])\n"
            "        __import__('time').sleep(1)\n"
            "        tenure.change(lambda held, now: endings.completed(held, result, now))"
        ),
    ),
    "half-visible": (
        "domain/claims.py",
        'status="extracting",',
        'status="extracting", visible_generation=generation,',
    ),
    "never-announced": ("services/outbox.py", "self.publisher.publish(event)", "event"),
    "left-behind": ("services/deletion.py", "self.contents.drop(paper.id,", "(lambda *_, **__: None)(paper.id,"),
}
# How often each event comes, against the others; a guess that keeps papers at work while faults happen.
WEIGHTS = {
    "upload": 4,
    "overwrite": 5,
    "delete": 2,
    "start_again": 2,
    "look": 4,
    "repeat_an_old_event": 3,
    "kill": 3,
    "fail_the_model": 2,
    "fail_the_bucket": 2,
    "change_how_events_travel": 3,
    "sweep": 1,
    "wait": 4,
}


@dataclass
class History:
    """One user's history: events drawn by their weights, then rest, then the check."""

    cloud: LocalCloud
    model: GeminiServer
    library: Library
    chance: random.Random
    done: Counter[str]

    def run(self, events: int) -> None:
        """Live through so many events.

        Raises:
            ViolationError: If an invariant does not hold.
        """
        self.cloud.on_announced = self.library.heard
        for _ in range(2):
            self.upload()
        names = list(WEIGHTS)
        for _ in range(events - 2):
            name = self.chance.choices(names, weights=WEIGHTS.values())[0]
            self.done[name] += 1
            getattr(self, name)()
        self.library.come_to_rest()
        self.library.check()

    def upload(self) -> None:
        self.library.upload()

    def overwrite(self) -> None:
        self._with_one(self.library.overwrite)

    def delete(self) -> None:
        self._with_one(self.library.delete)

    def start_again(self) -> None:
        self._with_one(self.library.start_again)

    def look(self) -> None:
        self._with_one(self.library.look)

    def repeat_an_old_event(self) -> None:
        if self.cloud.sent:
            self.cloud.deliver_again(self.chance.choice(self.cloud.sent[-20:]))

    def kill(self) -> None:
        self.chance.choice([i for name in ("extract", "status") for i in self.cloud.functions[name].instances]).kill()

    def fail_the_model(self) -> None:
        status = self.chance.choice([429, 500, 503])
        self.model.script_embeddings(*[Failure(status)] * self.chance.randint(1, 4), Slow(0.2))

    def fail_the_bucket(self) -> None:
        self.cloud.storage.fail(503, times=self.chance.randint(1, 3))

    def change_how_events_travel(self) -> None:
        manner = self.cloud.manner
        manner.duplicate = self.chance.choice([0.0, 0.5])
        manner.delay_s = self.chance.choice([0.0, 1.5])
        manner.refuse = self.chance.choice([0.0, 0.3])
        manner.forget = self.chance.choice([0.0, 0.3])
        manner.kill = self.chance.choice([0.0, 0.3])

    def sweep(self) -> None:
        self.cloud.sweep()

    def wait(self) -> None:
        time.sleep(self.chance.choice([0.1, 0.5, 2.5]))

    def _with_one(self, act: Callable[[Entry], None]) -> None:
        alive = [entry for entry in self.library.entries if not entry.deleted]
        if alive:
            act(self.chance.choice(alive))


def main() -> int:
    options = _options()
    # `kill` ends the cloud's processes too, as Ctrl-C does.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="scholarai-faults-") as folder, GeminiServer() as model:
        environment = {
            "GEMINI_API_KEY": "bench",
            "SCHOLARAI_GEMINI_BASE_URL": model.url,
            "SCHOLARAI_LEASE_S": "2",
            "SCHOLARAI_MAX_ATTEMPTS": "20",
            "SCHOLARAI_EMBEDDING_DIMENSIONS": "64",
        }
        with LocalCloud(Path(folder), settings=environment, extractors=2, edit=_planter(options.plant)) as cloud:
            return _run(cloud, model, options, begun)


def _run(cloud: LocalCloud, model: GeminiServer, options: argparse.Namespace, begun: float) -> int:
    from google.cloud.firestore_v1 import Client
    from google.cloud.storage import Client as StorageClient

    firestore, storage = Client(project=PROJECT), StorageClient(project=PROJECT)
    done: Counter[str] = Counter()
    papers = restarted = histories = 0
    verdict = "no violation"
    for number in range(options.histories):
        library = Library(cloud, f"user{number}", firestore, storage)
        chance = random.Random(f"{options.seed} {number}")
        cloud.manner.chance.seed(f"{options.seed} {number}")
        try:
            History(cloud, model, library, chance, done).run(options.events)
        except ViolationError as violation:
            verdict = f"VIOLATION in history {number} of seed {options.seed}: {violation}"
            break
        histories += 1
        papers += len(library.entries)
        restarted += library.restarted
        print(f"history {number}: {len(library.entries)} papers, {time.monotonic() - begun:.0f} s", flush=True)
    print(f"{histories} histories of {options.events} events, {papers} papers, {restarted} started again by hand")
    print(", ".join(f"{name} {count}" for name, count in sorted(done.items())))
    print(f"{cloud.router.tally}, {time.monotonic() - begun:.0f} s")
    print(verdict)
    return int((verdict == "no violation") == bool(options.plant))


def _planter(name: str | None) -> Callable[[Path], None]:
    def plant(source: Path) -> None:
        if name is None:
            return
        file, right, wrong = PLANTS[name]
        path = source / "scholarai" / file
        before = path.read_text()
        if right not in before:
            raise SystemExit(f"{file} no longer holds {right!r}")
        path.write_text(before.replace(right, wrong))

    return plant


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--histories", type=int, default=10)
    parser.add_argument("--events", type=int, default=30, help="most events of a history")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plant", choices=sorted(PLANTS), help="break the bundles; success is that it is seen")
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
