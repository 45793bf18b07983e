"""Where the processor's time of a first question goes, beyond the web framework: least of some fresh processes, in ms.

`python benchmarks/start_parts.py [--runs 9]`. The question is asked over the embedded store. Its parts do not overlap:
patterns that are compiled while modules load count as patterns, as does reading those that `make setup` has kept, and a second
call of the same kind counts as the question.
Busy neighbours raise the figures less than those of the clock (benchmarks/start.py), but they do.
"""

from __future__ import annotations

import argparse
import functools
import gc
import importlib
import importlib._bootstrap
import json
import logging
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from start import QUESTION, ROOT, environment, prepare

PARTS = ("NumPy", "msgspec and SQLite", "our modules", "patterns", "decoders", "the question itself", "the rest")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=9)
    parser.add_argument("--paper", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.paper is not None:
        print(json.dumps(measure(arguments.paper)))
        return 0
    with tempfile.TemporaryDirectory(prefix="scholarai-start-") as folder, environment("embedded", Path(folder)) as env:
        command = [sys.executable, __file__, "--paper", prepare(env)]
        runs = [_run(command, env) for _ in range(arguments.runs + 1)][1:]  # the first one compiles bytecode
    for part in (*PARTS, "together"):
        print(f"{part:22}{min(run[part] for run in runs):7.1f}")
    print(f"{'modules of ours':22}{runs[0]['modules']:5.0f}")
    print(f"{'patterns compiled':22}{runs[0]['compiled']:5.0f}")
    print(f"{'patterns kept':22}{runs[0]['kept']:5.0f}")
    return 0


def _run(command: list[str], env: dict[str, str]) -> dict[str, float]:
    done = subprocess.run(command, env=env, check=True, capture_output=True, text=True)
    parts: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return parts


def measure(paper_id: str) -> dict[str, float]:
    """Load the function and ask twice in this process; return the parts of the first answer."""
    import flask.testing  # noqa: F401  - the framework's and the test client's modules are no part of the answer
    import functions_framework
    import gunicorn.app.base  # noqa: F401

    logging.disable()
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    gc.disable()
    libraries = _cpu_ms(_importing("msgspec", "sqlite3"))
    gc.enable()
    clock = _Clock()
    source = ROOT / "functions" / "chat" / "main.py"
    with _watched(clock):
        before = time.process_time()
        client = functions_framework.create_app(target="chat", source=str(source)).test_client()

        def ask() -> None:
            client.post(f"/papers/{paper_id}/chat", json={"question": QUESTION}).get_data()

        ask()
        first = 1000 * (time.process_time() - before)
        modules = sum(name.startswith("scholarai") for name in sys.modules)
    again = min(_cpu_ms(ask) for _ in range(3))
    spent = {part: 1000 * clock.spent_s.get(part, 0.0) for part in ("NumPy", "our modules", "patterns", "decoders")}
    return {
        "msgspec and SQLite": libraries,
        **spent,
        "the question itself": again,
        "the rest": first - sum(spent.values()) - again,
        "together": libraries + first,
        "modules": modules,
        "compiled": clock.calls["compile"],
        "kept": clock.calls.get("rebuilt", 0),
    }


class _Clock:
    """Gives each moment of the processor to the innermost part that is at work; all that NumPy loads is NumPy's."""

    def __init__(self) -> None:
        self.spent_s: dict[str, float] = {}
        self.calls: dict[str, int] = {}
        self._inside: list[str] = []
        self._since = 0.0

    def watch(self, part: str, function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def watched(*arguments: Any, **named: Any) -> Any:
            self._turn()
            of_numpy = "NumPy" in self._inside or arguments[:1] == ("numpy",)
            self._inside.append("NumPy" if of_numpy else part)
            self.calls[function.__name__] = self.calls.get(function.__name__, 0) + 1
            try:
                return function(*arguments, **named)
            finally:
                self._turn()
                self._inside.pop()

        return watched

    def _turn(self) -> None:
        now = time.process_time()
        if self._inside:
            self.spent_s[self._inside[-1]] = self.spent_s.get(self._inside[-1], 0.0) + now - self._since
        self._since = now


@contextmanager
def _watched(clock: _Clock) -> Iterator[None]:
    """Time what loads a module, compiles or reads a pattern, or makes a decoder."""
    import msgspec

    from scholarai.domain import patterns

    places: tuple[tuple[Any, str, str], ...] = (
        (importlib._bootstrap, "_find_and_load", "our modules"),  # noqa: SLF001  - as CPython 3.11 to 3.13 have them
        (re._compiler, "compile", "patterns"),  # type: ignore[attr-defined]  # noqa: SLF001
        (patterns, "_all_kept", "patterns"),
        (patterns, "rebuilt", "patterns"),
        (msgspec.json, "Decoder", "decoders"),
    )
    kept = [(place, name, getattr(place, name)) for place, name, _ in places]
    for place, name, part in places:
        setattr(place, name, clock.watch(part, getattr(place, name)))
    yield
    for place, name, before in kept:
        setattr(place, name, before)


def _importing(*names: str) -> Callable[[], object]:
    return lambda: [importlib.import_module(name) for name in names]


def _cpu_ms(run: Callable[[], object]) -> float:
    before = time.process_time()
    run()
    return 1000 * (time.process_time() - before)


if __name__ == "__main__":
    raise SystemExit(main())
