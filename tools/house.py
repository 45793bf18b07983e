# ruff: noqa: INP001, T201  - a script, not a package
"""Prints how large the product's files and functions are, and how many files a question, an upload and a quote pass.

`python tools/house.py [--names] [--question TEXT]`

Lengths are of lines, docstrings and comments included; `cyclomatic` is McCabe's number: one more than the branches,
conditions and loops of a function. Lines are duplicated if they stand in a run of six or more equal lines of code that
another place has, too. A file is passed when one of its functions runs; the second call of each kind is
counted, so that nothing is loaded or made for the first time.
"""

from __future__ import annotations

import argparse
import ast
import functools
import logging
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask.testing import FlaskClient

    from scholarai.domain.content import PaperContent

ROOT = Path(__file__).resolve().parents[1]
PRODUCT = ("shared/scholarai", "functions")
GENERATED = frozenset({"shared/scholarai/client/models.py"})
MOST_LINES = 350
# Lines of a run that counts as duplicated.
RUN = 6
QUESTION = "What does the paper propose?"
_BRANCHES = (ast.If, ast.IfExp, ast.For, ast.While, ast.ExceptHandler, ast.Assert, ast.comprehension, ast.match_case)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--names", action="store_true", help="name the files that are passed")
    parser.add_argument("--question", default=QUESTION, help="the question that is asked")
    options = parser.parse_args()
    report_sizes()
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"SCHOLARAI_BACKEND": "embedded", "SCHOLARAI_DATA": folder}
        logging.disable()
        report_paths(options.question, names=options.names)
    return 0


def report_sizes() -> None:
    files = [path for path in _tracked() if path.startswith(PRODUCT)]
    written = [path for path in files if path not in GENERATED]
    lines = {path: len((ROOT / path).read_text(encoding="utf-8").splitlines()) for path in _tracked()}
    functions = [function for path in written for function in _functions(path)]
    print(f"files              {len(files)}, {len(written)} of them written by hand")
    print(
        f"lines              {sum(lines[path] for path in files)}, {sum(lines[path] for path in written)} of them by hand"
    )
    print(f"file length        {_spread([lines[path] for path in written])}")
    for path, count in lines.items():
        if count > MOST_LINES and path not in GENERATED:
            print(f"  over {MOST_LINES}         {count} {path}")
    duplicated, code = _duplicated(written)
    print(f"duplicated lines   {duplicated} of {code} lines of code, {duplicated / code:.1%}")
    print(f"function length    {_spread([length for _, length, _ in functions])}, of {len(functions)}")
    print(f"cyclomatic         {_spread([branches for _, _, branches in functions])}")
    for name, _, branches in sorted(functions, key=lambda function: -function[2])[:5]:
        print(f"  worst            {branches} {name}")


def report_paths(question: str, *, names: bool) -> None:
    """Send an upload and a question to the functions as the framework loads them, and read and check a quote."""
    sys.path.insert(0, str(ROOT / "tests"))
    import functions_framework
    from functions.system import SAMPLE, System

    def load(name: str) -> FlaskClient:
        source = ROOT / "functions" / name / "main.py"
        client: FlaskClient = functions_framework.create_app(target=name, source=str(source)).test_client()
        return client

    system = System(load)
    events = [system.upload(SAMPLE.read_bytes()) for _ in range(2)]
    chat = f"/papers/{events[0][0]}/chat"
    kinds: Mapping[str, Sequence[Callable[[], object]]] = {
        "an upload": [functools.partial(system.send, event) for _, event in events],
        "its reading process": [functools.partial(_read, SAMPLE)] * 2,
        "a question": [lambda: system.chat.post(chat, json={"question": question})] * 2,
        "a quote": _quoting(SAMPLE),
    }
    for kind, calls in kinds.items():
        passed = _passed_by(calls)
        print(f"{kind:<20}{len(passed)} files passed")
        if names:
            print("".join(f"  {os.path.relpath(path, ROOT)}\n" for path in passed), end="")


def _read(path: Path) -> PaperContent:
    """Do what the reading process does inside of its walls, which are three files more."""
    from scholarai.adapters.reading.figure_images import render_images
    from scholarai.adapters.reading.formats import read_file
    from scholarai.adapters.reading.limits import ReadLimits
    from scholarai.adapters.reading.wire import encode

    content = read_file(path, path.name, ReadLimits(), lambda *_: None)
    list(encode(content))
    list(render_images(path, content, ReadLimits()))
    return content


def _quoting(path: Path) -> Sequence[Callable[[], object]]:
    """Return what reads a model's sentence with a quote, finds the quote in the paper, and its boxes on the pages."""
    from scholarai.citations import AnswerParser, GroundingText, PageLocator, SectionBuilder, Source
    from scholarai.domain.chat import Evidence
    from scholarai.domain.ids import ChunkId, PaperId

    content = _read(path)
    text = next(block.text for block in content.blocks if block.kind == "paragraph")
    evidence = Evidence(
        number=1, paper_id=PaperId("p"), chunk_id=ChunkId("c"), text=text, score=1.0, start=0, end=len(content.text())
    )
    source = Source(evidence=evidence, text=GroundingText.of_paper(content), locator=PageLocator.of(content))

    def quote() -> object:
        builder = SectionBuilder({1: source}, QUESTION)
        return builder.add(AnswerParser().feed(f'{text} <cite id="1">{text}</cite>')), builder.finish()

    return quote, quote


def _passed_by(calls: Sequence[Callable[[], object]]) -> list[str]:
    """Make the calls, and return the paths of the product's files that the last one passes."""
    passed: set[str] = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            passed.add(frame.f_code.co_filename)

    for call in calls:
        passed.clear()
        threading.setprofile(note)
        sys.setprofile(note)
        try:
            call()
        finally:
            sys.setprofile(None)
            threading.setprofile(None)
    return sorted(path for path in passed if path.startswith(tuple(str(ROOT / folder) for folder in PRODUCT)))


def _tracked() -> list[str]:
    listed = subprocess.run(["git", "ls-files", "*.py"], cwd=ROOT, check=True, capture_output=True, text=True)
    return [path for path in listed.stdout.splitlines() if (ROOT / path).exists()]


def _functions(path: str) -> Iterator[tuple[str, int, int]]:
    """Yield name, lines and cyclomatic number of each function of a file."""
    for node in ast.walk(ast.parse((ROOT / path).read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield f"{path}:{node.name}", (node.end_lineno or node.lineno) - node.lineno + 1, 1 + _branches(node)


def _duplicated(paths: Sequence[str]) -> tuple[int, int]:
    """Return how many lines of code stand in a run that another place has, too, and how many lines of code there are."""
    runs: dict[tuple[str, ...], list[tuple[str, int]]] = {}
    code = 0
    for path in paths:
        lines = _code(path)
        code += len(lines)
        for first in range(len(lines) - RUN + 1):
            run = lines[first : first + RUN]
            runs.setdefault(tuple(text for _, text in run), []).extend((path, number) for number, _ in run)
    return len({place for places in runs.values() if len(places) > RUN for place in places}), code


def _code(path: str) -> list[tuple[int, str]]:
    """Return the numbers and the text of a file's lines, without imports, docstrings, comments and blank lines."""
    source = (ROOT / path).read_text(encoding="utf-8")
    left_out: set[int] = set()
    for node in ast.walk(ast.parse(source)):
        is_text = (
            isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        )
        if isinstance(node, ast.stmt) and (is_text or isinstance(node, ast.Import | ast.ImportFrom)):
            left_out.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    stripped = ((number, line.strip()) for number, line in enumerate(source.splitlines(), 1) if number not in left_out)
    return [(number, text) for number, text in stripped if text and not text.startswith("#")]


def _branches(function: ast.AST) -> int:
    nodes = list(ast.walk(function))
    joined = sum(len(node.values) - 1 for node in nodes if isinstance(node, ast.BoolOp))
    filters = sum(len(node.ifs) for node in nodes if isinstance(node, ast.comprehension))
    return joined + filters + sum(isinstance(node, _BRANCHES) for node in nodes)


def _spread(values: Sequence[int]) -> str:
    ordered = sorted(values)
    return f"median {ordered[len(ordered) // 2]}, p90 {ordered[len(ordered) * 9 // 10]}, max {ordered[-1]}"


if __name__ == "__main__":
    raise SystemExit(main())
