"""What a killed extraction leaves behind: nothing, wherever it is killed.

`python benchmarks/crash_sweep.py [--backend embedded|emulators] [--data DIR] [--every N] [--twice] [--random N]
[--model hash|real]`

A paper that is readable already gets a new version of 12 pages: the first such PDF below `--data`, or one of our own. Its extraction runs in a process of its own that kills
itself with SIGKILL at moment number N: before, in the middle of (after a transaction's rule, at each page) or after a
call of any port. The event is delivered again, an hour later by the worker's clock, until it is acknowledged. What is
stored then must equal what an undisturbed run stores: paper (but for times and what counts tries), content, chunks,
vectors, pictures; nothing of the old version, an empty outbox, and a completion event published at least once.

With `--twice` the second worker is killed too, at a moment drawn by the number of the point. With `--random N` there are
N more runs, killed from outside at times drawn evenly over the length of an undisturbed run.
"""

from __future__ import annotations

import argparse
import contextlib
import itertools
import json
import os
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pymupdf

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))  # the typesetter and the doubles live there

from crashing.buckets import storage  # noqa: E402  - after the path is set
from crashing.papers import make_paper  # noqa: E402  - after the path is set
from crashing.stores import StoreMaker, embedded_stores, emulator_stores  # noqa: E402  - after the path is set
from crashing.workers import Kill, Store, deliver, moments, read_state  # noqa: E402  - after the path is set

DATA_PARTS = ("pairs", "jats", "metadata", "markdown")
FASTER = "done before it was killed, and equal"
DELIVERIES = 5
SECOND_WITHIN = 50
"""About as many moments as a run has."""
EMULATORS = ("FIRESTORE_EMULATOR_HOST", "PUBSUB_EMULATOR_HOST")
PAGES = 12


@dataclass(frozen=True, kw_only=True)
class Run:
    """What was there after the event was acknowledged; `killed_in` is the last moment of the first worker that died."""

    state: dict[str, Any]
    moments: list[str]
    killed_in: str | None
    first_s: float


def main() -> int:
    options = _options()
    with tempfile.TemporaryDirectory(prefix="scholarai-sweep-") as name:
        folder = Path(name)
        tempfile.tempdir = name  # killed workers leave their files here
        paper = _paper(options.data, folder).read_bytes()
        with _stores(options.backend, folder, paper, real_model=options.model == "real") as make_store:
            return _sweep(make_store, options)


def _sweep(make_store: StoreMaker, options: argparse.Namespace) -> int:
    started_s = time.monotonic()
    undisturbed = _run(make_store(0), ())
    print(f"undisturbed: {len(undisturbed.moments)} moments, {json.dumps(undisturbed.state['counts'])}", flush=True)
    _require_sound(undisturbed.state)
    numbers = itertools.count(1)
    outcomes: Counter[str] = Counter()
    for plan in (_points(options), _times(options, undisturbed.first_s)):
        for kills in plan:
            run = _run(make_store(next(numbers)), kills)
            outcome = _outcome(run, undisturbed)
            if outcome == FASTER and kills[0].moment is not None:
                break  # there is no such moment any more: all points are swept
            outcomes[outcome] += 1
            if outcome == "DIFFERENT":
                print(f"{kills}, {run.killed_in}: {_difference(run.state, undisturbed.state)}", flush=True)
    print(f"points: {outcomes.total()}, of them {dict(outcomes)}, in {time.monotonic() - started_s:.0f} s")
    return 0 if "DIFFERENT" not in outcomes else 1


def _points(options: argparse.Namespace) -> Iterator[tuple[Kill, ...]]:
    """Yield one plan per moment, without end: how many there are varies a little with the reader's pace."""
    for point in itertools.count(1, options.every):
        second = Kill(moment=random.Random(point).randrange(1, SECOND_WITHIN))
        yield (Kill(moment=point), second) if options.twice else (Kill(moment=point),)


def _times(options: argparse.Namespace, length_s: float) -> Iterator[tuple[Kill, ...]]:
    chance = random.Random(options.random)
    for _ in range(options.random):
        yield (Kill(after_s=chance.uniform(0, length_s)),)


def _run(store: Store, kills: Sequence[Kill]) -> Run:
    """Deliver until acknowledged; the first workers are killed as planned."""
    first_moments: list[str] = []
    killed, first_s = False, 0.0
    for delivery in range(DELIVERIES):
        started_s = time.monotonic()
        code = deliver(store, hours_later=delivery, kill=kills[delivery] if delivery < len(kills) else None)
        if delivery == 0:
            first_moments, first_s, killed = moments(store), time.monotonic() - started_s, code == -signal.SIGKILL
        if code == 0:
            killed_in = (first_moments or ["start"])[-1] if killed else None
            return Run(state=read_state(store), moments=first_moments, killed_in=killed_in, first_s=first_s)
    raise SystemExit(f"never acknowledged: {kills}, {first_moments[-1:]}, last exit code {code}")


def _require_sound(state: dict[str, Any]) -> None:
    paper = state["paper"]
    if paper["status"] != "completed" or paper["outbox"] or paper["claim"] or not state["announced"]:
        raise SystemExit(f"the undisturbed run is not what it should be: {state}")
    counts = state["counts"]
    if not counts["chunks"] or counts["old_chunks"] or counts["old_images"]:
        raise SystemExit(f"the undisturbed run left the wrong chunks or pictures: {counts}")


def _outcome(run: Run, undisturbed: Run) -> str:
    if run.state != undisturbed.state:
        return "DIFFERENT"
    return "killed and equal" if run.killed_in else FASTER


def _difference(state: dict[str, Any], expected: dict[str, Any], place: str = "") -> str:
    """Name the places in which two states differ, with both values."""
    findings = []
    for key, wanted in expected.items():
        found = state[key]
        if isinstance(found, dict) and isinstance(wanted, dict):
            findings.append(_difference(found, wanted, f"{place}{key}."))
        elif found != wanted:
            findings.append(f"{place}{key}: {str(found)[:60]} instead of {str(wanted)[:60]}")
    return "; ".join(finding for finding in findings if finding)


def _paper(data: Path, folder: Path) -> Path:
    for path in sorted(path for part in DATA_PARTS for path in data.glob(f"{part}/**/*.pdf")):
        with contextlib.suppress(pymupdf.FileDataError), pymupdf.open(path) as document:
            if document.page_count == PAGES:
                print(f"paper: {path.relative_to(data)}")
                return path
    print(f"paper: one of our own, since there is none of {PAGES} pages in {data}")
    return make_paper(folder / "paper.pdf", pages=PAGES)


@contextlib.contextmanager
def _stores(backend: str, folder: Path, paper: bytes, *, real_model: bool) -> Iterator[StoreMaker]:
    if backend == "embedded":
        yield embedded_stores(folder, paper, real_model=real_model)
        return
    with storage(folder) as bucket_env, _emulators(folder) as addresses:
        yield emulator_stores(folder, paper, {**bucket_env, **addresses}, real_model=real_model)


@contextlib.contextmanager
def _emulators(folder: Path) -> Iterator[dict[str, str]]:
    """Give the addresses of emulators that run already, or run them."""
    running = {name: os.environ[name] for name in EMULATORS if os.environ.get(name)}
    if len(running) == len(EMULATORS):
        yield running
        return
    from emulators import firestore, pubsub

    for part in ("firestore", "pubsub"):
        (folder / part).mkdir()
    with firestore(folder / "firestore") as firestore_address, pubsub(folder / "pubsub") as pubsub_address:
        yield dict(zip(EMULATORS, (firestore_address, pubsub_address), strict=True))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--backend", choices=("embedded", "emulators"), default="embedded")
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared" / "data", help="a folder with PDFs")
    parser.add_argument("--every", type=int, default=1, help="sweep every N-th point only")
    parser.add_argument("--twice", action="store_true", help="kill the second worker too")
    parser.add_argument("--random", type=int, default=0, help="this many more runs, killed at times drawn at random")
    parser.add_argument("--model", choices=("hash", "real"), default="hash", help="hash: deterministic and quick")
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
