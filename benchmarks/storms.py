"""Storms of refusals, timeouts and nonsense against the client of outside services, on a made-up clock.

    .venv/bin/python benchmarks/storms.py [--storms 10000] [--seed 1]

Each storm is a host with limits of its own, which counts what it is sent, and some callers who each want some answers. The
rules that production uses (`adapters/literature/gate.py`, `exchange.py`) decide who sends when; only the clock and the host
are made up. Counted are: requests beyond the host's limits (in a window, at once, before `Retry-After` has passed), answers
that were lost (neither given nor refused with an error that says to try again), and moments when two callers tried again at
the same host at once.
"""

from __future__ import annotations

import argparse
import heapq
import itertools
import random
import sys
import time
from collections import Counter, deque
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

from scholarai.adapters.literature.exchange import SEND, Exchange, Reply, Step
from scholarai.adapters.literature.gate import Gate, Limits
from scholarai.domain.errors import LimitReachedError, TransientError

_WHOLE = Reply(status=200, headers={"content-type": "application/json"}, body=b'{"message": {}}')
_EPSILON = 1e-6


@dataclass
class Host:
    """A host with faults of its own: it says what it allows, and counts what goes beyond it."""

    chance: random.Random
    limits: Limits
    told: Limits | None
    faults: dict[str, float]
    blocked_until: float = 0.0
    knows: bool = False
    in_flight: int = 0
    troubled: int = 0
    sent: deque[float] = field(default_factory=deque)
    counts: Counter[str] = field(default_factory=Counter)

    def receive(self, now: float) -> None:
        """Count a request that comes in."""
        allowed = self.told if self.told is not None and self.knows else self.limits
        self.in_flight += 1
        self.sent.append(now)
        while self.sent and self.sent[0] <= now - allowed.period_s + _EPSILON:
            self.sent.popleft()
        self.counts["requests"] += 1
        self.counts["too many in a window"] += len(self.sent) > allowed.requests
        self.counts["too many at once"] += self.in_flight > allowed.at_once
        self.counts["before Retry-After"] += now < self.blocked_until - _EPSILON
        self.counts["two retry lines"] += self.troubled > 0 and self.in_flight > 1

    def answer(self, now: float) -> Reply | None:
        """Return what the request gets."""
        self.in_flight -= 1
        kind = self.chance.choices(list(self.faults), list(self.faults.values()))[0]
        fine = kind in {"fine", "missing"}
        self.troubled = 0 if fine else self.troubled + 1
        headers = self._headers(now, kind)
        if headers.keys() & {"x-rate-limit-limit"} and not self.knows:
            self.knows = True
            self.sent.clear()  # what was sent before the host said it kept to the limits of before
        replies = {
            "fine": Reply(status=200, headers=headers, body=_WHOLE.body),
            "missing": Reply(status=404, headers=headers),
            "busy": Reply(status=429, headers=headers),
            "down": Reply(status=503, headers=headers),
            "html": Reply(status=200, headers={"content-type": "text/html"}, body=b"<html>Sorry"),
            "half": Reply(status=200, headers={}, body=b'{"message": {"title": ["H'),
        }
        return replies.get(kind)

    def _headers(self, now: float, kind: str) -> dict[str, str]:
        headers: dict[str, str] = {}
        if self.told is not None and kind in {"fine", "busy"}:
            headers["x-rate-limit-limit"] = str(self.told.requests)
            headers["x-rate-limit-interval"] = f"{self.told.period_s:g}s"
            headers["x-concurrency-limit"] = str(self.told.at_once)
        if kind in {"busy", "down"} and self.chance.random() < 0.6:
            wait_s = self.chance.choice((1, 2, 7, 30, 70, 400))
            self.blocked_until = max(self.blocked_until, now + wait_s)
            headers |= self._retry_after(wait_s)
        return headers

    def _retry_after(self, wait_s: int) -> dict[str, str]:
        """Tell the wait in seconds, or as a date by a clock that may be years off."""
        if self.chance.random() < 0.5:
            return {"retry-after": str(wait_s)}
        here = datetime(2000, 1, 1, tzinfo=UTC) + timedelta(days=self.chance.randrange(9_000))
        then = here + timedelta(seconds=wait_s)
        return {"date": format_datetime(here, usegmt=True), "retry-after": format_datetime(then, usegmt=True)}


@dataclass
class Storm:
    """Callers who want answers of one host, and the made-up time in which they get them."""

    chance: random.Random
    host: Host
    gate: Gate
    wants: list[int]
    now: float = 0.0
    results: Counter[str] = field(default_factory=Counter)

    def run(self) -> None:
        """Let everybody ask until each has what was wanted, or an error for it."""
        order = itertools.count()
        waiting: list[tuple[float, int, str, Iterator[str]]] = []
        for want in self.wants:
            heapq.heappush(waiting, (self.chance.random() * 3, next(order), "go", self._caller(want)))
        while waiting:
            self.now, _, _, caller = heapq.heappop(waiting)
            step = next(caller, None)
            if step is not None:
                heapq.heappush(waiting, (self.now + float(step), next(order), "go", caller))

    def _caller(self, want: int) -> Iterator[str]:
        """Ask for some answers one after the other; yield how long each step takes."""
        for _ in range(want):
            self.results["wanted"] += 1
            steps = Exchange(gate=self.gate, now=lambda: self.now).steps()
            try:
                yield from self._driven(steps)
            except TransientError as error:
                self.results["refused, try again"] += 1
                yield str(min(error.retry_after_s or 1.0, 600.0) * self.chance.random())
            except LimitReachedError:
                self.results["refused, budget"] += 1
            else:
                self.results["answered"] += 1

    def _driven(self, steps: Generator[Step, Reply | None, Reply]) -> Iterator[str]:
        step = next(steps)
        while True:
            try:
                if step == SEND:
                    self.host.receive(self.now)
                    yield str(self.chance.choice((0.01, 0.2, 0.2, 1.5, 30.0)))
                    step = steps.send(self.host.answer(self.now))
                else:
                    yield str(step)
                    step = next(steps)
            except StopIteration:
                return


def storm(seed: int) -> Storm:
    """Return a random storm."""
    chance = random.Random(seed)
    limits = Limits(
        requests=chance.choice((1, 3, 5, 10)),
        period_s=chance.choice((1.0, 1.0, 3.0)),
        at_once=chance.choice((1, 1, 2, 5)),
        daily=chance.choice((20, 10_000)),
    )
    stricter = Limits(requests=max(1, limits.requests // 2), period_s=limits.period_s, at_once=1)
    weights = {kind: chance.random() ** 3 for kind in ("missing", "busy", "down", "html", "half", "timeout")}
    host = Host(
        chance=chance,
        limits=limits,
        told=stricter if chance.random() < 0.4 else None,
        faults={"fine": 0.2 + chance.random() * 2, **weights},
    )
    wants = [chance.randrange(1, 6) for _ in range(chance.randrange(1, 12))]
    return Storm(chance=chance, host=host, gate=Gate("Here", limits), wants=wants)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--storms", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    started, counts, results = time.monotonic(), Counter[str](), Counter[str]()
    for number in range(options.storms):
        one = storm(options.seed * 1_000_003 + number)
        one.run()
        counts += one.host.counts
        results += one.results
    lost = results["wanted"] - sum(count for name, count in results.items() if name != "wanted")
    wrong = [
        f"{name}: {counts[name]}"
        for name in ("too many in a window", "too many at once", "before Retry-After", "two retry lines")
    ]
    print(f"{options.storms} storms, {counts['requests']} requests, {time.monotonic() - started:.0f} s")
    print(", ".join(f"{name}: {count}" for name, count in sorted(results.items())))
    print(", ".join([*wrong, f"lost: {lost}"]))
    return int(any(counts[name] for name in counts if name != "requests") or lost > 0)


if __name__ == "__main__":
    sys.exit(main())
