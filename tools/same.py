"""Whether the product still does what it did: `make same`, or `python tools/same.py [--data DIR] [--write] [--only TEXT]`.

Reads the papers that benchmarks/make_papers.py writes and the samples below DIR, asks recorded questions without a model and with a
scripted one, checks quotes, and writes reviews and tables. Each result becomes a text without ids and times, whose digest is
compared with tools/same.json. The texts themselves are kept in build/same; where one differs from the text that the last accepted
run left there, the lines that differ are shown. Exits with 1 when something differs.

A change that is meant to change results is accepted with `--write`, which stores the digests of this run; say in the commit what
changed. Digests hold for one release of PyMuPDF, NumPy and onnxruntime, those that `make setup` installs, and for one
kind of processor: the model of meaning sums otherwise on another. Where AVX2 was all (2026-11-30), 27 results of `own` differed.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import itertools
import json
import os
import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any
from unittest import mock

import msgspec

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "benchmarks")]

import make_papers  # noqa: E402  - after the path is set
from doubles.gemini_server import GeminiServer  # noqa: E402  - after the path is set
from doubles.review_writer import ReviewWriter  # noqa: E402  - after the path is set
from gold.studies import studies  # noqa: E402  - after the path is set

import scholarai  # noqa: E402  - after the path is set
from scholarai import Library, ReviewFailedError, ScholarError  # noqa: E402  - after the path is set
from scholarai.testing import HashEmbedder, sample_paper  # noqa: E402  - after the path is set

STORED = ROOT / "tools" / "same.json"
KEPT = ROOT / "build" / "same"
# Folders of DIR with papers, and the endings of what is read there.
SAMPLES = {
    "pairs": ("*/*.pdf", "*/src"),
    "jats": ("*/*.pdf", "*/*.xml"),
    "jats_plos": ("*.xml",),
    "metadata": ("*/*.pdf",),
    "markdown": ("*/*.md", "*/*.pdf"),
    "latex": ("*",),
    "malformed": ("*.pdf",),
}
# Questions to each paper of our own: enough to meet numbers, reasons, limits and what a paper lacks.
QUESTIONS_PER_PAPER = 8
DEEP_QUESTIONS = 3
REVIEW_QUESTION = "How large are the differences, and what do they depend on?"
COLUMNS = ("What was compared?", "How long were records kept?", "What had the strongest influence?")
LINES_SHOWN = 20

# What differs between two runs of the same code: ids, times and what took how long.
_VOLATILE_KEY = re.compile(r"epoch|\w+_(?:at|s|ms)")
_ID = re.compile(
    r"\b(?:[0-9A-HJKMNP-TV-Z]{26}|[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[a-z]+_[A-Za-z0-9_-]{16,})\b"
)
_FOLDER = re.compile(re.escape(tempfile.gettempdir()) + r"/[\w./-]+")


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--data", type=Path, default=ROOT.parent / "shared" / "data")
    options.add_argument("--write", action="store_true", help="accept what differs")
    options.add_argument("--only", default="", metavar="TEXT", help="results whose name has TEXT in it")
    given = options.parse_args()
    stored: dict[str, str] = json.loads(STORED.read_text()) if STORED.is_file() else {}
    if not given.data.is_dir():
        print(f"{given.data} is missing: compares our own papers alone; pass --data DIR", file=sys.stderr)
    with tempfile.TemporaryDirectory() as folder, _own_settings(Path(folder)):
        papers = Path(folder) / "papers"
        make_papers.make(papers, studies())
        results = dict(_results(papers, given.data, given.only))
    digests = {name: hashlib.sha256(text.encode()).hexdigest()[:16] for name, text in results.items()}
    differing = sorted(name for name, digest in digests.items() if stored.get(name) != digest)
    for name in differing:
        _show(name, results[name])
    missing = (
        [] if given.only else sorted(name for name in stored if name not in digests and _expected(name, given.data))
    )
    for name in missing:
        print(f"{name}: no result")
    print(
        f"{len(results) - len(differing)} of {len(results)} results as stored, {len(differing)} differ, {len(missing)} missing"
    )
    if given.write:
        kept = {name: digest for name, digest in stored.items() if name not in missing} | digests
        STORED.write_text(json.dumps(dict(sorted(kept.items())), indent=0) + "\n")
    if given.write or not (differing or missing):
        _keep(results)
    return int(bool(differing or missing) and not given.write)


def _results(own: Path, data: Path, only: str) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each result."""
    files = {f"read/own/{path.relative_to(own)}": path for path in _papers_of(own)}
    files |= {f"read/data/{path.relative_to(data)}": path for path in _papers_of(data)}
    files["read/sample"] = sample_paper()
    wanted = {name: path for name, path in files.items() if only in name}
    with ProcessPoolExecutor(max_workers=os.cpu_count()) as processes:
        yield from zip(wanted, processes.map(_read, wanted.values()), strict=True)
    if only.startswith("read"):
        return
    with tempfile.TemporaryDirectory() as folder:
        for name, said in _asked(own, data, Path(folder)):
            if only in name:
                yield name, _text(said)


def _papers_of(folder: Path) -> list[Path]:
    return [
        path for kind, patterns in SAMPLES.items() for one in patterns for path in sorted((folder / kind).glob(one))
    ]


def _read(path: Path) -> str:
    try:
        return _text(scholarai.read(path))
    except ScholarError as error:
        return _text(_fault(error))


def _asked(own: Path, data: Path, folder: Path) -> Iterator[tuple[str, Any]]:
    """Yield what is asked, checked and written, without a model first."""
    questions = _lines(own / "qa", "question", "gold_evidence_texts")
    paths = {path.stem: path for path in _papers_of(own) if path.suffix != "" and path.stem in questions}
    with Library(folder / "none") as library:
        for name, path in paths.items():
            rows = questions[name]
            yield f"search/own/{name}", [library.search(path, row["question"], 5) for row in rows]
            yield f"ask/own/{name}", [_answer(library, path, row["question"]) for row in rows[:QUESTIONS_PER_PAPER]]
            yield f"check/own/{name}", [library.check(path, quote) for quote in _quotes(rows)]
            yield f"brief/own/{name}", library.brief(path)
        everything = [*paths.values()]
        yield "ask/own/several", _answer(library, everything, REVIEW_QUESTION)
        yield "review/own", _review(library, everything)
        yield "table/own", library.table(everything, COLUMNS)
    with (
        GeminiServer() as server,
        _settings(GEMINI_API_KEY="key", SCHOLARAI_GEMINI_BASE_URL=server.url),
        Library(folder / "model", embedder=HashEmbedder()) as library,
    ):
        for name, path in paths.items():
            rows = questions[name][:QUESTIONS_PER_PAPER]
            yield f"model/ask/own/{name}", [_answer(library, path, row["question"]) for row in rows]
        rows = questions[next(iter(paths))][:DEEP_QUESTIONS]
        yield "model/deep/own", [_answer(library, everything, row["question"], depth="deep") for row in rows]
        server.writer = ReviewWriter()
        yield "model/review/own", _review(library, everything)
        yield "model/table/own", library.table(everything, COLUMNS)
    if data.is_dir():
        with Library(folder / "data", embedder=HashEmbedder()) as library:
            yield from _asked_of_samples(library, data)


def _asked_of_samples(library: Library, data: Path) -> Iterator[tuple[str, Any]]:
    by_paper: dict[str, list[str]] = defaultdict(list)
    for row in _rows(data / "asked" / "questions.jsonl"):
        by_paper[row["paper"]].append(row["question"])
    for paper, asked in by_paper.items():
        yield f"ask/data/{paper}", [_answer(library, data / paper, question) for question in asked]
    quotes = [row["quote"] for row in _rows(data / "borders" / "quotes.jsonl")]
    yield "check/data/borders", [library.check(data / "borders" / "paper.md", quote) for quote in quotes]


def _answer(library: Library, papers: Any, question: str, **how: Any) -> Any:
    try:
        return library.ask(papers, question, **how)
    except ScholarError as error:
        return _fault(error)


def _review(library: Library, papers: Sequence[Path]) -> Any:
    try:
        return library.review(papers, REVIEW_QUESTION)
    except ReviewFailedError as error:
        return _fault(error)


def _fault(error: ScholarError) -> dict[str, str]:
    return {"code": error.code, "message": error.in_words}


def _quotes(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return quotes as printed, and as people change them: in words, numbers and order, in spelling and signs alone, cut and joined."""
    texts = [texts[0][0] for row in rows if (texts := row["gold_evidence_texts"]) and len(texts[0][0].split()) > 5]
    quotes = []
    for text, following in itertools.pairwise(texts):
        words = text.split()
        quotes += [
            text,
            re.sub(r"\d", "7", text, count=1),
            re.sub(r"(\d)\.(\d)", r"\1,\2", text).replace("%", "percent"),
            re.sub(r"our\b", "or", text.upper() if len(words) % 2 else text).replace("-", " ").replace("is", "iz"),
            " ".join(words[:3] + words[4:]),
            " ".join([*words[:3], "never", *words[3:]]),
            " ".join([words[1], words[0], *words[2:]]),
            " ".join(words[2:-2]),
            f"{text} ... {following}",
            f"{' '.join(words[:4])} [...] {' '.join(words[-2:])}",
        ]
    return quotes


def _lines(folder: Path, *wanted: str) -> dict[str, list[dict[str, Any]]]:
    """Return the rows of all question sets that have the `wanted` fields, by paper."""
    by_paper: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for path in sorted(folder.glob("*.jsonl")):
        for row in _rows(path):
            if all(name in row for name in wanted) and "paper_id" in row:
                by_paper[row["paper_id"]].append(row)
    return by_paper


def _rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def _text(value: Any) -> str:
    """Return JSON, a line per field, without ids and times, and numbers with four digits."""
    plain = _plain(msgspec.to_builtins(value, enc_hook=str))
    text = json.dumps(plain, ensure_ascii=False, indent=1, sort_keys=True)
    return _FOLDER.sub("FOLDER", _ID.sub("ID", text))


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(key): _plain(each) for key, each in value.items() if not _VOLATILE_KEY.fullmatch(str(key))}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    return float(f"{value:.4g}") if isinstance(value, float) else value


def _expected(name: str, data: Path) -> bool:
    return "/data/" not in name or data.is_dir()


def _show(name: str, text: str) -> None:
    kept = KEPT / name
    if not kept.is_file():
        print(f"{name}: differs")
        return
    # difflib takes minutes for texts of some thousand lines in which most differ.
    command = ["git", "diff", "--no-index", "--text", "--no-color", "--unified=1", "--", str(kept), "-"]
    found = subprocess.run(command, input=text, capture_output=True, text=True, check=False).stdout
    shown = found.split("\n")[4 : 4 + LINES_SHOWN]
    print(
        "\n".join([f"{name}: differs", *shown])
        if shown
        else f"{name}: as in the last accepted run, which was not stored"
    )


def _keep(results: Mapping[str, str]) -> None:
    for name, text in results.items():
        path = KEPT / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


@contextlib.contextmanager
def _own_settings(folder: Path) -> Iterator[None]:
    """Take none of the settings and none of the papers of whoever runs this."""
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("SCHOLARAI_", "GEMINI_", "GOOGLE_"))
    }
    with mock.patch.dict(os.environ, kept | {"SCHOLARAI_DATA": str(folder / "data")}, clear=True):
        yield


def _settings(**values: str) -> Any:
    return mock.patch.dict(os.environ, values)


if __name__ == "__main__":
    sys.exit(main())
