"""Plants random errors where one costs most, one at a time, and prints which of them no test sees.

`python tools/mutants.py [--room NAME ...] [--mutants 12] [--seed 1]`

An error is a comparison or a condition turned, a constant off by one, a statement or a field of a `replace` dropped, or
another value returned. Each is planted in a copy of the tree under a temporary folder, where the tests nearest to its
file run until the first fails. Some errors change nothing that can be seen, such as a guessed limit off by one: whoever
reads the survivors decides which of them want a test.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = Path("shared/scholarai")
COPIED = ("shared", "functions", "tests", "benchmarks")

_PAPERS = "unit/services_papers/test_"
_FLOW = tuple(_PAPERS + name for name in ("extraction", "faults", "lease", "races", "stored_images", "forged_names"))
_DELETION = (f"{_PAPERS}outbox_and_deletion", f"{_PAPERS}papers_and_uploads", f"{_PAPERS}stored_images")
_QUOTES = tuple(f"unit/citations/test_{name}" for name in ("grounding", "splicing", "words", "worst_inputs"))
_TOKENS = ("unit/identity/test_firebase", "unit/identity/test_push_identity")
_CALLS = ("unit/entrypoints/test_rates", "unit/entrypoints/test_limits_of_calls")
_WALLS = tuple(f"unit/reading/test_{name}" for name in ("walls", "confinement", "reader"))

# By room, the tests that are nearest to each file, the quickest first.
ROOMS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "claims": {
        "domain/leases.py": (f"{_PAPERS}claims", f"{_PAPERS}lease", f"{_PAPERS}races"),
        "domain/extraction_outcomes.py": (f"{_PAPERS}claims", *_FLOW, f"{_PAPERS}outbox_and_deletion"),
        "services/chat/turns.py": tuple(
            f"unit/services_chat/test_{name}" for name in ("turns", "leases", "conversations")
        ),
    },
    "extraction flow": {
        "services/extraction/flow.py": (*_FLOW, f"{_PAPERS}running_out_of_time", f"{_PAPERS}limits"),
        "services/extraction/claiming.py": _FLOW,
        "services/extraction/writing.py": (*_FLOW, f"{_PAPERS}running_out_of_time"),
        "services/extraction/lease.py": (f"{_PAPERS}lease", *_FLOW, f"{_PAPERS}running_out_of_time"),
    },
    "outbox": {"services/outbox.py": (f"{_PAPERS}outbox_and_deletion", f"{_PAPERS}stored_images")},
    "grounding": {
        "citations/grounding.py": _QUOTES,
        "citations/fuzzy_quotes.py": _QUOTES,
        "citations/words.py": _QUOTES,
    },
    "identity": {
        "adapters/gcp/identity.py": (*_TOKENS, "functions/test_verified_email"),
        "adapters/gcp/push_identity.py": _TOKENS,
        "entrypoints/callers.py": (*_TOKENS, *_CALLS, "functions/test_bodies"),
    },
    "rates": {
        "services/spending.py": (
            "unit/services_chat/test_spending",
            "unit/services_chat/test_conversations",
            "unit/services_reviews/test_requests",
        )
    },
    "confinement": {
        "adapters/reading/confinement.py": _WALLS,
        "adapters/reading/child.py": (*_WALLS, "unit/reading/test_rendered_images"),
        "adapters/reading/reader.py": (*_WALLS, "unit/reading/test_rendered_images"),
        "adapters/reading/archives.py": ("unit/reading/test_archives",),
    },
    "deletion": {
        "services/papers/deletion.py": (*_DELETION, "unit/services_reviews/test_deleted_papers"),
        "services/papers/figure_images.py": (f"{_PAPERS}stored_images", "unit/services_chat/test_figures"),
        "domain/object_names.py": (f"{_PAPERS}names_ranges_progress", f"{_PAPERS}forged_names", *_DELETION),
    },
}

# Guesses: a mutant under which one test takes so long, or all of them so many times as long as without it, is one that
# does not end. Tests that start processes took 10 s each where 25 processes shared two CPUs (2026-11-22).
_TEST_LIMIT_S = 120
_TIMES_AS_LONG = 4
_LEAST_LIMIT_S = 60.0

_TURNED: Mapping[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}


@dataclass(frozen=True)
class Mutant:
    """A file of the package with `after` in the place of the bytes from `start` to `end`."""

    file: str
    line: int
    start: int
    end: int
    before: str
    after: str

    def planted(self, source: bytes) -> bytes:
        return source[: self.start] + self.after.encode() + source[self.end :]

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: `{' '.join(self.before.split())}` -> `{self.after}`"


def main() -> int:
    options = _options()
    with tempfile.TemporaryDirectory(prefix="scholarai-mutants-") as name:
        copy = Path(name)
        for folder in COPIED:
            shutil.copytree(ROOT / folder, copy / folder, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(ROOT / "pyproject.toml", copy)
        outcomes = [_try_room(room, copy, options) for room in options.room or ROOMS]
    print(f"all, seed {options.seed}: {sum(map(sum, outcomes))} of {sum(map(len, outcomes))} killed")
    return 0


def _try_room(room: str, copy: Path, options: argparse.Namespace) -> list[bool]:
    """Try random mutants of a room; tell of each whether it was killed."""
    everything = [mutant for file in ROOMS[room] for mutant in mutants_of(file, (copy / PACKAGE / file).read_bytes())]
    chance = random.Random(f"{options.seed} {room}")
    chosen = chance.sample(everything, min(options.mutants, len(everything)))
    print(f"--- {room}: {len(chosen)} of {len(everything)} mutants, seed {options.seed}", flush=True)
    limits: dict[str, float] = {}
    outcomes = []
    for mutant in chosen:
        tests = ROOMS[room][mutant.file]
        if mutant.file not in limits:
            begun = time.monotonic()
            if not _pass(tests, copy, None):
                raise SystemExit(f"the tests of {mutant.file} fail without a mutant")
            limits[mutant.file] = max(_LEAST_LIMIT_S, _TIMES_AS_LONG * (time.monotonic() - begun))
        killed = not _pass_with(mutant, tests, copy, limits[mutant.file])
        outcomes.append(killed)
        if not killed:
            print(f"SURVIVED {mutant}", flush=True)
    print(f"{room}: {sum(outcomes)} of {len(outcomes)} killed", flush=True)
    return outcomes


def _pass_with(mutant: Mutant, tests: Sequence[str], copy: Path, limit_s: float) -> bool:
    path = copy / PACKAGE / mutant.file
    source = path.read_bytes()
    path.write_bytes(mutant.planted(source))
    try:
        return _pass(tests, copy, limit_s)
    finally:
        path.write_bytes(source)


def _pass(tests: Sequence[str], copy: Path, limit_s: float | None) -> bool:
    """Run tests against the copy; tests that do not end in time do not pass."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider"]
    command += ["-o", f"faulthandler_timeout={_TEST_LIMIT_S}", "-o", "faulthandler_exit_on_timeout=true"]
    running = subprocess.Popen(
        [*command, *(f"tests/{test}.py" for test in tests)],
        cwd=copy,
        env={**os.environ, "PYTHONPATH": str(copy / "shared"), "PYTHONDONTWRITEBYTECODE": "1"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        return running.wait(limit_s) == 0
    except subprocess.TimeoutExpired:
        return False
    finally:
        with contextlib.suppress(ProcessLookupError):  # no process that a test started is left, either
            os.killpg(running.pid, signal.SIGKILL)
        running.wait()


def mutants_of(file: str, source: bytes) -> Iterator[Mutant]:
    """Yield every error that can be planted in a file, in the order of its text."""
    lines = [0]
    for line in source.splitlines(keepends=True):
        lines.append(lines[-1] + len(line))
    for node in _nodes(ast.parse(source)):
        start = lines[node.lineno - 1] + node.col_offset
        end = lines[(node.end_lineno or node.lineno) - 1] + (node.end_col_offset or 0)
        for after in _replacements(node):
            yield Mutant(file, node.lineno, start, end, source[start:end].decode(), after)


def _nodes(node: ast.AST, *, returns_bool: bool = False) -> Iterator[ast.expr | ast.stmt]:
    """Yield what may be changed: not types, declarations of classes, or what is logged."""
    if isinstance(node, ast.FunctionDef):
        returns_bool = isinstance(node.returns, ast.Name) and node.returns.id == "bool"
        children: Sequence[ast.AST] = [*node.args.defaults, *node.body]
    elif isinstance(node, ast.ClassDef):
        children = node.body
    elif isinstance(node, ast.JoinedStr) or _is_logged(node) or _is_for_types(node):
        return
    else:
        children = [child for child in ast.iter_child_nodes(node) if child is not getattr(node, "annotation", None)]
        if isinstance(node, ast.Return) and returns_bool and node.value is not None:
            yield ast.copy_location(ast.UnaryOp(ast.Not(), node.value), node.value)
        elif isinstance(node, ast.expr | ast.stmt):
            yield node
    for child in children:
        yield from _nodes(child, returns_bool=returns_bool)


def _is_logged(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and ast.unparse(node).lower().startswith("_log.")


def _is_for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def _replacements(node: ast.expr | ast.stmt) -> Iterator[str]:
    match node:
        case ast.Return(value=ast.expr() as value) if not isinstance(value, ast.Constant):
            yield "return None"
        case ast.Expr(value=ast.Call()) | ast.AugAssign() | ast.Raise():
            yield "pass"
        case ast.Constant(value=bool(value)):
            yield str(not value)
        case ast.Constant(value=int(value)):
            yield from (f"({value + 1})", f"({value - 1})")
        case ast.expr():
            yield from (f"({ast.unparse(turned)})" for turned in _turned(node))


def _turned(node: ast.expr) -> Iterator[ast.expr]:
    match node:
        case ast.Compare(left=left, ops=[operator], comparators=others):
            yield from (ast.Compare(left, [turned()], others) for turned in _TURNED[type(operator)])
        case ast.BoolOp(op=operator, values=values):
            yield ast.BoolOp(ast.Or() if isinstance(operator, ast.And) else ast.And(), values)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            # `_nodes` puts the one that is to be added at the place of its operand.
            yield node if operand.col_offset == node.col_offset else operand
        case ast.Call(func=ast.Name(id="replace"), keywords=keywords):
            for left_out in keywords:
                yield ast.Call(node.func, node.args, [keyword for keyword in keywords if keyword is not left_out])


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--room", choices=ROOMS, action="append", help="only this one; may be repeated")
    parser.add_argument("--mutants", type=int, default=12, help="most mutants of a room")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
