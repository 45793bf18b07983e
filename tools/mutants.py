"""Plants random errors where one costs most, one at a time, and prints which of them no test sees.

`python tools/mutants.py [--room NAME ...] [--mutants 30] [--seed 1]`

An error is a comparison or a condition turned, a constant off by one, a statement or a field of a `replace` dropped, or
another value returned. The tests that are neither slow nor need an emulator run once, in a copy of the tree under a temporary folder,
to learn which of them call which function. Then each error is planted in the copy, and the tests that call its function run, the
shortest first, until one fails or a minute of them has passed. Some errors change nothing that can be seen, such as a guessed limit
off by one: whoever reads the survivors decides which of them want a test.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = Path("shared/scholarai")
COPIED = ("shared", "functions", "tests", "benchmarks", "docs", "terraform", "web/src")


# The files of each room, as patterns.
ROOMS: Mapping[str, tuple[str, ...]] = {
    "stores": ("adapters/embedded/*.py", "services/moving/*.py", "domain/sums.py", "domain/object_names.py"),
    "jobs": (
        *("domain/leases.py", "domain/extraction_outcomes.py", "services/leases.py", "services/outbox.py"),
        *("services/extraction/*.py", "services/papers/*.py", "services/chat/turns.py", "local/delivery.py"),
    ),
    "http": (
        "entrypoints/*.py",
        "local/admission.py",
        "local/gateway.py",
        "local/signed_files.py",
        "domain/repeats.py",
    ),
    "quotes": ("citations/*.py", "citations/cutting/*.py", "citations/doubting/*.py"),
    "confinement": tuple(f"adapters/reading/{one}.py" for one in ("confinement", "child", "reader", "archives")),
}

# Guesses: a mutant under which one test takes so long, or all of them so many times as long as without it, is one that
# does not end. Tests that start processes took 10 s each where 25 processes shared two CPUs (2026-11-22).
_TEST_LIMIT_S = 120
_TIMES_AS_LONG = 4
_LEAST_LIMIT_S = 60.0
# How long the tests of one mutant take together where it is not planted. A guess: most errors are seen by the first few tests.
_MOST_S = 60.0

# Tests of what is made from statements of modules, such as the fields of classes; no call of a function leads to those.
_OF_MODULES = "tests/packaging/test_schemas.py"

_TRACER = '''
"""Notes which functions each test calls, itself or through a fixture that tests of its file share, and how long it takes."""

import json
import os
import time
from collections import defaultdict

import pytest

called, of_file, found, failed, skipped = set(), defaultdict(set), {}, set(), set()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item):
    called.clear()
    begun = time.monotonic()
    try:
        return (yield)
    finally:
        found[item.nodeid] = (time.monotonic() - begun, sorted(called))


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef, request):
    before = set(called)
    called.clear()
    try:
        return (yield)
    finally:
        if fixturedef.scope != "function":
            of_file[request.node.nodeid.partition("::")[0]] |= called
        called.update(before)


def pytest_runtest_logreport(report):
    if not report.passed:
        (failed if report.failed else skipped).add(report.nodeid)


def pytest_sessionfinish():
    traced = {
        test: (took_s, [*own, *of_file[test.partition("::")[0]], *of_file[""]])
        for test, (took_s, own) in found.items()
        if test not in failed | skipped
    }
    with open(os.environ["TRACED"], "w") as file:
        json.dump({"traced": traced, "failed": sorted(failed)}, file)
'''

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
    """A file of the package with `after` in the place of the bytes from `start` to `end`; `function` is the line where its function begins."""

    file: str
    line: int
    start: int
    end: int
    before: str
    after: str
    function: int | None

    def planted(self, source: bytes) -> bytes:
        return source[: self.start] + self.after.encode() + source[self.end :]

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: `{' '.join(self.before.split())}` -> `{self.after}`"


@dataclass(frozen=True)
class Traced:
    """A test, and the functions that it calls, each as a file with its line."""

    test: str
    took_s: float
    called: frozenset[str]

    def calls_in(self, file: str) -> bool:
        return any(one.startswith(file) for one in self.called)


def main() -> int:
    options = _options()
    rooms = options.room or list(ROOMS)
    with tempfile.TemporaryDirectory(prefix="scholarai-mutants-") as name:
        copy = Path(name).resolve() / "tree"
        for folder in COPIED:
            shutil.copytree(ROOT / folder, copy / folder, ignore=shutil.ignore_patterns("__pycache__", ".terraform"))
        shutil.copy(ROOT / "pyproject.toml", copy)
        traced = _traced(sorted({path for room in rooms for path in _files(room, copy)}), copy)
        outcomes = [_try_room(room, traced, copy, options) for room in rooms]
    print(f"all, seed {options.seed}: {sum(map(sum, outcomes))} of {sum(map(len, outcomes))} killed")
    return 0


def _files(room: str, copy: Path) -> list[Path]:
    return sorted(path for pattern in ROOMS[room] for path in (copy / PACKAGE).glob(pattern))


def _try_room(room: str, traced: Sequence[Traced], copy: Path, options: argparse.Namespace) -> list[bool]:
    """Try random mutants of a room; tell of each whether it was killed."""
    everything = [
        mutant
        for path in _files(room, copy)
        for mutant in mutants_of(path.relative_to(copy / PACKAGE).as_posix(), path.read_bytes())
    ]
    chance = random.Random(f"{options.seed} {room}")
    chosen = chance.sample(everything, min(options.mutants, len(everything)))
    print(f"--- {room}: {len(chosen)} of {len(everything)} mutants, seed {options.seed}", flush=True)
    outcomes = []
    for mutant in chosen:
        tests = _tests_of(mutant, traced)
        killed = bool(tests) and not _pass_with(mutant, tests, copy)
        outcomes.append(killed)
        if not killed:
            print(f"SURVIVED {mutant}", flush=True)
    print(f"{room}: {sum(outcomes)} of {len(outcomes)} killed", flush=True)
    return outcomes


def _traced(files: Sequence[Path], copy: Path) -> list[Traced]:
    """Run the tests once, and return which functions of the files each passing test calls."""
    sources = {path: path.read_bytes() for path in files}
    for path, source in sources.items():
        path.write_text(_noting(path.relative_to(copy / PACKAGE).as_posix(), source), encoding="utf-8")
    (copy / "shared" / "mutants_tracer.py").write_text(_TRACER)
    noted = copy / "traced.json"
    _run(["-p", "mutants_tracer", "-m", "not slow and not emulator"], copy, None, {"TRACED": str(noted)})
    for path, source in sources.items():
        path.write_bytes(source)
    results = json.loads(noted.read_text())
    found = results["traced"]
    print(f"{len(found)} tests pass in the copy", flush=True)
    for test in results["failed"]:
        print(f"FAILED without a mutant, and so sees none: {test}", flush=True)
    return [Traced(test, took_s, frozenset(called)) for test, (took_s, called) in found.items()]


def _noting(file: str, source: bytes) -> str:
    """Return a module each of whose functions notes its file and line when it is called."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            where = f"{file}:{_first_line(node)}"
            # In a process that a test starts there is no tracer, and its walls may let it import none.
            note = f"getattr(__import__('sys').modules.get('mutants_tracer'), 'called', set()).add({where!r})"
            node.body.insert(ast.get_docstring(node) is not None, ast.parse(note).body[0])
    return ast.unparse(tree)


def _first_line(node: ast.FunctionDef) -> int:
    return min([node.lineno, *(one.lineno for one in node.decorator_list)])


def _keeps_results(node: ast.FunctionDef) -> bool:
    """Tell whether only the first call of a function runs it, so that the tests after that one do not call it."""
    return any(ast.unparse(one).split("(")[0].endswith("cache") for one in node.decorator_list)


def _tests_of(mutant: Mutant, traced: Sequence[Traced]) -> list[Traced]:
    """Return tests that may see a mutant, the shortest first."""
    near = [one for one in traced if f"{mutant.file}:{mutant.function}" in one.called]
    # A statement of the module itself, or a function whose results are kept, may be seen by any of the file.
    near = sorted(near or [one for one in traced if one.calls_in(f"{mutant.file}:")], key=lambda one: one.took_s)
    if mutant.function is None:
        near = [*(one for one in traced if one.test.startswith(_OF_MODULES)), *near]
    took_s = accumulate(one.took_s for one in near)
    return [one for one, until_s in zip(near, took_s, strict=True) if one is near[0] or until_s <= _MOST_S]


def _pass_with(mutant: Mutant, tests: Sequence[Traced], copy: Path) -> bool:
    path = copy / PACKAGE / mutant.file
    source = path.read_bytes()
    path.write_bytes(mutant.planted(source))
    names = copy / "tests.txt"
    names.write_text("".join(f"{one.test}\n" for one in tests))
    limit_s = max(_LEAST_LIMIT_S, _TIMES_AS_LONG * sum(one.took_s for one in tests))
    try:
        return _run(["-x", f"@{names}"], copy, limit_s) == 0
    finally:
        path.write_bytes(source)


def _run(arguments: Sequence[str], copy: Path, limit_s: float | None, more: Mapping[str, str] | None = None) -> int:
    """Run tests against the copy, and return the exit code; that of tests that do not end in time is not 0."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    command += ["-o", f"faulthandler_timeout={_TEST_LIMIT_S}", "-o", "faulthandler_exit_on_timeout=true"]
    paths = {"PYTHONPATH": f"{copy / 'shared'}{os.pathsep}{copy}", "PYTHONDONTWRITEBYTECODE": "1"}
    running = subprocess.Popen(
        [*command, *arguments],
        cwd=copy,
        env={**os.environ, **paths, **(more or {})},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        return running.wait(limit_s)
    except subprocess.TimeoutExpired:
        return -1
    finally:
        with contextlib.suppress(ProcessLookupError):  # no process that a test started is left, either
            os.killpg(running.pid, signal.SIGKILL)
        running.wait()


def mutants_of(file: str, source: bytes) -> Iterator[Mutant]:
    """Yield every error that can be planted in a file, in the order of its text."""
    lines = [0]
    for line in source.splitlines(keepends=True):
        lines.append(lines[-1] + len(line))
    tree = ast.parse(source)
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    for node in _nodes(tree):
        start = lines[node.lineno - 1] + node.col_offset
        end = lines[(node.end_lineno or node.lineno) - 1] + (node.end_col_offset or 0)
        around = [one for one in functions if one.body[0].lineno <= node.lineno <= (one.end_lineno or 0)]
        inner = max(around, key=lambda one: one.lineno, default=None)
        first = None if inner is None or _keeps_results(inner) else _first_line(inner)
        for after in _replacements(node):
            yield Mutant(file, node.lineno, start, end, source[start:end].decode(), after, first)


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
    parser.add_argument("--mutants", type=int, default=30, help="most mutants of a room")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
