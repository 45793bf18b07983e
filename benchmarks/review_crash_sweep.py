"""What a killed review leaves behind: nothing, wherever it is killed.

`python benchmarks/review_crash_sweep.py [--model scripted|none] [--every N] [--twice]`

A review of a library of four papers runs in a process of its own that takes its orders from the real queue, and kills
itself with SIGKILL at moment number N: before, in the middle of (after a transaction's rule) or after any call of a store,
a search, the publisher or the model. Another process goes on an hour later by its clock, until no order waits. What is
stored then must equal what an undisturbed run stores: the review (but for times and what counts tries), the output of
every step, every call of the ledger. A call is paid again only if it was under way, or answered and not yet kept, when the
process died; how often that was is printed.
"""

from __future__ import annotations

import argparse
import dataclasses
import hashlib
import itertools
import json
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

from msgspec.structs import replace

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))  # the library and the doubles live there

from crashing.forks import AGAIN, in_fork  # noqa: E402  - after the path is set
from doubles.review_writer import ReviewWriter  # noqa: E402  - after the path is set
from doubles.watched import Watched, When  # noqa: E402  - after the path is set
from unit.services_reviews.system import System  # noqa: E402  - after the path is set

from scholarai.adapters.embedded.reviews import QueuedStepPublisher  # noqa: E402  - after the path is set
from scholarai.domain.errors import TransientError  # noqa: E402  - after the path is set
from scholarai.domain.ids import ReviewId  # noqa: E402  - after the path is set
from scholarai.domain.review import StepMessage  # noqa: E402  - after the path is set
from scholarai.domain.usage import ModelUsage  # noqa: E402  - after the path is set
from scholarai.domain.values import from_plain, to_plain  # noqa: E402  - after the path is set
from scholarai.ports.models import TypedReply  # noqa: E402  - after the path is set
from scholarai.prompting.prompt import Prompt, R, ReplyPrompt  # noqa: E402  - after the path is set
from scholarai.testing import ManualClock  # noqa: E402  - after the path is set

REVIEW = "key"
LIVES = 6
# About as many moments as a run has.
SECOND_WITHIN = 200
TIMES = {
    "created_at",
    "updated_at",
    "epoch",
    "attempts",
    "started_at",
    "ended_at",
    "asked_at",
    "seconds",
    "id",
    "review_id",
}


class LoggedModel:
    """Implements ReplyModel: sound answers at once, and a line in a file for every call that is paid."""

    name = "scripted"

    def __init__(self, log: int) -> None:
        self._log = log
        self._writer = ReviewWriter(sections=5)  # long enough for a table to be made beside sections

    def reply(self, prompt: ReplyPrompt[R]) -> TypedReply[R]:
        body = {
            "contents": [{"parts": [{"text": prompt.user}]}],
            "generationConfig": {"responseJsonSchema": prompt.schema()},
        }
        reply: Any = self._writer(body)
        os.write(self._log, f"{hash_of(prompt)}\n".encode())
        usage = ModelUsage(model=self.name, input_tokens=len(prompt.user) // 4, output_tokens=len(reply.text) // 4)
        return TypedReply(reply=prompt.reply.model_validate_json(reply.text), usage=usage)


def hash_of(prompt: Prompt) -> str:

    return hashlib.blake2b((prompt.system + prompt.user).encode(), digest_size=8).hexdigest()


def main() -> int:
    options = _options()
    with tempfile.TemporaryDirectory(prefix="scholarai-review-sweep-") as name:
        folder = Path(name)
        if in_fork(lambda: _make_template(folder / "template", modelled=options.model == "scripted")) != 0:
            raise SystemExit("the library could not be made")
        return _sweep(folder, options)


def _sweep(folder: Path, options: argparse.Namespace) -> int:
    begun = time.monotonic()
    expected, moments, paid, _ = _run(folder, 0, (), options)
    print(f"undisturbed: {moments} moments, {paid.total()} calls, state {expected['review']['state']}", flush=True)
    if expected["review"]["state"] != "completed" or max(paid.values(), default=1) > 1:
        raise SystemExit("the undisturbed run is not what it should be")
    outcomes: Counter[str] = Counter()
    again: Counter[int] = Counter()
    for point in _points(options.first, options.every):
        second = random.Random(point).randrange(1, SECOND_WITHIN)
        state, moments, paid, killed = _run(folder, point, (point, second) if options.twice else (point,), options)
        if not killed and moments < point:
            break
        same = state == expected
        outcomes["killed and equal" if same else "DIFFERENT"] += 1
        again[sum(count - 1 for count in paid.values())] += 1
        if not same:
            print(f"point {point}: {_difference(state, expected)}", flush=True)
    print(f"points: {outcomes.total()}, of them {dict(outcomes)}, in {time.monotonic() - begun:.0f} s")
    print(f"calls paid again per point (calls: points): {dict(sorted(again.items()))}")
    return 0 if "DIFFERENT" not in outcomes else 1


def _points(first: int, every: int) -> Iterator[int]:
    point = first
    while True:
        yield point
        point += every


def _run(
    folder: Path, number: int, kills: tuple[int, ...], options: argparse.Namespace
) -> tuple[dict[str, Any], int, Counter[str], bool]:
    """Work until no order waits; the first workers are killed as planned."""
    target = folder / f"store-{number}"
    shutil.copytree(folder / "template", target)
    modelled = options.model == "scripted"
    killed, moments = False, 0
    for life in range(LIVES):
        code = in_fork(partial(_work, target, life, kills[life] if life < len(kills) else None, modelled=modelled))
        if life == 0:
            killed = code != 0  # a busy machine may end a worker with `come again` before its moment
            moments = int((target / "moments").read_text() or 0) if (target / "moments").exists() else 0
        if code == 0:
            break
        if code not in {-signal.SIGKILL, AGAIN}:
            raise SystemExit(f"a worker broke at {kills}: exit code {code}")
    else:
        raise SystemExit(f"never finished: {kills}")
    if in_fork(lambda: _write_state(target)) != 0:
        raise SystemExit(f"the state could not be read: {kills}")
    state = json.loads((target / "state.json").read_text())
    paid = Counter((target / "paid").read_text().split()) if (target / "paid").exists() else Counter()
    shutil.rmtree(target)
    return state, moments, paid, killed


def _system(folder: Path, hours_later: int, watch: Any, log: int | None) -> System:
    system = System(folder / "data", watch)
    system.clock = ManualClock(datetime.now(UTC) + timedelta(hours=hours_later))
    backend = system.backend
    queue = QueuedStepPublisher(backend._database, backend.queue, system.clock.now)  # noqa: SLF001  - with our clock
    system.publisher = Watched("orders", queue, watch)
    if log is not None:
        system.model = Watched("model", LoggedModel(log), watch)
    return system


def _make_template(folder: Path, *, modelled: bool) -> int:
    folder.mkdir()
    system = _system(folder, -1, lambda *_: None, None)
    system.add_library()
    if modelled:
        system.model = LoggedModel(os.open(os.devnull, os.O_WRONLY))
    review_id = system.start(idempotency_key=REVIEW)
    (folder / "review").write_text(review_id)
    return 0


def _work(folder: Path, life: int, kill_at: int | None, *, modelled: bool) -> int:
    numbers = itertools.count(1)  # calls come from several threads: a counter that none of them can pass by
    notes = os.open(folder / "moments", os.O_RDWR | os.O_CREAT)

    def watch(_: str, __: When) -> None:
        seen = next(numbers)
        if life == 0:
            os.pwrite(notes, f"{seen:09d}".encode(), 0)
        if seen == kill_at:
            os.kill(os.getpid(), signal.SIGKILL)

    log = os.open(folder / "paid", os.O_WRONLY | os.O_APPEND | os.O_CREAT) if modelled else None
    system = _system(folder, life, watch, log)
    step = system.run_step
    tools = replace(
        step.tools,
        find=replace(step.tools.find, search=Watched("search", system.backend.search, watch)),
        contents=Watched("contents", system.backend.contents, watch),
        catalog=Watched("catalog", system.backend.catalog, watch),
    )
    step = dataclasses.replace(step, tools=tools)
    queue = system.backend.queue
    while (event := queue.take(system.clock.now())) is not None:
        try:
            step.run(from_plain(StepMessage, event.event["data"]))
        except TransientError:
            return AGAIN
        queue.done(event.id)
    system.sweeper.sweep()
    return 0 if queue.take(system.clock.now() + timedelta(hours=1)) is None else AGAIN


def _write_state(folder: Path) -> int:
    system = _system(folder, 0, lambda *_: None, None)
    review_id = ReviewId((folder / "review").read_text())
    review = system.get(review_id)
    with system.backend._database.reading() as tx:  # noqa: SLF001  - every output, by whatever name
        outputs = dict(tx.execute("SELECT name, doc FROM review_outputs WHERE review_id = ?", (review_id,)).fetchall())
    state = {
        "review": _timeless(to_plain(review)),
        "outputs": {name: _timeless(json.loads(doc)) for name, doc in sorted(outputs.items())},
    }
    (folder / "state.json").write_text(json.dumps(state, sort_keys=True))
    return 0


def _timeless(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _timeless(item) for key, item in value.items() if key not in TIMES}
    if isinstance(value, list):
        return [_timeless(item) for item in value]
    return round(value, 9) if isinstance(value, float) else value


def _difference(state: dict[str, Any], expected: dict[str, Any]) -> str:
    names = [
        f"output {name}" for name in expected["outputs"] if state["outputs"].get(name) != expected["outputs"][name]
    ]
    names += [f"extra output {name}" for name in state["outputs"].keys() - expected["outputs"].keys()]
    names += [f"review {key}" for key in expected["review"] if state["review"].get(key) != expected["review"][key]]
    return "; ".join(names)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", choices=("scripted", "none"), default="scripted")
    parser.add_argument("--first", type=int, default=1, help="begin at this point")
    parser.add_argument("--every", type=int, default=1, help="sweep every N-th point only")
    parser.add_argument("--twice", action="store_true", help="kill the second worker too")
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
