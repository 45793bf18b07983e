"""How well and how fast papers are read: `python benchmarks/extraction.py --data DIR`.

Prints the means of scoring.py over the sample sets, PDFs and sources, the five worst papers of each measure, pages per
CPU second and the peak memory of a 921-page document, what becomes of the malformed files, and what is left out of any page.
make_papers.py writes a DIR.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pymupdf
from conservation import left_out_of
from gold.tables import tables_of_source
from scoring import Scores, means, score_paper

import scholarai
from scholarai.adapters.reading.limits import ReadLimits
from scholarai.adapters.reading.reader import SandboxedReader
from scholarai.domain.content import PaperContent
from scholarai.domain.errors import ScholarError
from scholarai.domain.values import to_plain
from scholarai.ports.reading import PaperSource
from scholarai.splitting import split

SETS = ("pairs", "jats", "metadata", "markdown")
# The sources of the same papers, and of some that have no PDF.
SOURCES = {"pairs src": "pairs/*/src", "md": "markdown/*/*.md", "latex": "latex/*"}
BIG_PAGES = 921
WORST = 5
SLOW_S = 10.0


@dataclass(frozen=True)
class Sample:
    """A paper in one of its forms; `gold` says what it holds."""

    column: str
    path: Path
    gold: Path


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--out", type=Path, help="keep the content of each paper here")
    arguments = parser.parse_args()
    chosen = samples(arguments.data)
    if not chosen:
        print(f"no papers at {arguments.data}: pass --data DIR, or write some by make_papers.py", file=sys.stderr)
        return 2
    contents = [*_read_pdfs([sample for sample in chosen if sample.column in SETS])]
    contents += [_content(sample.path) for sample in chosen if sample.column not in SETS]
    _keep(chosen, contents, arguments.out)
    golds = _golds(chosen, contents)
    scores = [score_paper(gold, one) for gold, one in zip(golds, contents, strict=True)]
    _print_means(chosen, scores)
    _print_worst(chosen, scores)
    with tempfile.TemporaryDirectory() as folder:
        _read_big(sorted(_pdfs(arguments.data)), Path(folder))
    _read_malformed(arguments.data / "malformed")
    _print_left_out([*_pdfs(arguments.data), *sorted((arguments.data / "malformed").glob("*.pdf"))])
    return 0


def samples(data: Path) -> list[Sample]:
    """Return the PDFs of all sets, then the sources that some of them have."""
    found = [Sample(path.parents[1].name, path, _gold(path.parent)) for path in _pdfs(data)]
    for column, pattern in SOURCES.items():
        paths = sorted(path for path in data.glob(pattern) if not path.name.startswith("."))
        found += [Sample(column, path, _gold(data.joinpath(*path.relative_to(data).parts[:2]))) for path in paths]
    return [sample for sample in found if sample.gold.is_file()]


def _golds(chosen: Sequence[Sample], contents: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the gold of each sample; that of a PDF takes its tables and links from the paper's source, links also from its JATS."""
    golds = [json.loads(sample.gold.read_text()) for sample in chosen]
    sources = {s.gold: one for s, one in zip(chosen, contents, strict=True) if s.column not in SETS}
    for sample, gold in zip(chosen, golds, strict=True):
        if sample.column in SETS and sample.gold in sources and "tables" not in gold:
            gold["tables"] = tables_of_source(sources[sample.gold], sorted(sample.gold.parent.glob("src/**/*.tex")))
        if sample.column in SETS:
            files = sorted(sample.gold.parent.glob("*.jats.xml"))
            gold["linked"] = _content(files[0]) if files else sources.get(sample.gold, {})
    return golds


def _gold(folder: Path) -> Path:
    return folder / f"{folder.name}.gold.json"


def _pdfs(data: Path) -> list[Path]:
    return [path for name in SETS for path in sorted((data / name).glob("*/*.pdf"))]


def _read_pdfs(chosen: Sequence[Sample]) -> list[dict[str, Any]]:
    """Read the papers one after another, and print how fast."""
    started, cpu = time.perf_counter(), _children_cpu_s()
    contents = [_content(sample.path) for sample in chosen]
    spent, pages = _children_cpu_s() - cpu, sum(len(content.get("pages", ())) for content in contents)
    print(
        f"{len(chosen)} papers, {pages} pages: {spent:.1f} CPU s in reading processes, their start included "
        f"({pages / spent:.0f} pages per CPU s), {time.perf_counter() - started:.1f} s in all\n"
    )
    return contents


def _content(path: Path) -> dict[str, Any]:
    """Return a paper with its chunks, nothing when it could not be read: a fault must not raise a mean."""
    try:
        content = _read(path) if path.suffix == ".pdf" else scholarai.read(path)
    except ScholarError as error:
        print(f"{path}: {error.code}", file=sys.stderr)
        return {}
    return {**to_plain(content), "chunks": [to_plain(chunk) for chunk in split(content, generation=1)]}


def _read(path: Path) -> PaperContent:
    source = PaperSource(path=path, filename=path.name, media_type="application/pdf")
    return SandboxedReader(ReadLimits()).read(source, lambda _done, _pages: None)


def _children_cpu_s() -> float:
    import resource  # not on Windows, where tests import this file

    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def _keep(chosen: Sequence[Sample], contents: Sequence[dict[str, Any]], out: Path | None) -> None:
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
        for sample, content in zip(chosen, contents, strict=True):
            name = sample.path.stem if sample.column in SETS else f"{sample.gold.parent.name}.source"
            (out / f"{name}.json").write_text(json.dumps(content, ensure_ascii=False))


def _print_means(chosen: Sequence[Sample], scores: Sequence[Scores]) -> None:
    columns = list(dict.fromkeys(sample.column for sample in chosen))
    by_column = [
        means(score for sample, score in zip(chosen, scores, strict=True) if sample.column == one) for one in columns
    ]
    print(f"{'measure':28}" + "".join(f"{column:>10}" for column in columns))
    for measure in means(scores):
        cells = (found.get(measure) for found in by_column)
        print(f"{measure:28}" + "".join(f"{'':>10}" if cell is None else f"{cell:10.3f}" for cell in cells))


def _print_worst(chosen: Sequence[Sample], scores: Sequence[Scores]) -> None:
    print("\nworst papers")
    for measure in means(scores):
        rows = zip(chosen, scores, strict=True)
        scored = sorted((row[measure], f"{s.gold.parent.name} ({s.column})") for s, row in rows if measure in row)
        worst = [f"{paper} {value:.2f}" for value, paper in scored[:WORST] if value < 1]
        print(f"{measure:28} {', '.join(worst) or '-'}")


def _read_big(papers: list[Path], folder: Path) -> None:
    """Read a document of 921 pages joined from the sample papers."""
    path = folder / "big.pdf"
    _join(papers, path)
    cpu = _children_cpu_s()
    # In a process of its own, so that the peak of its child is this document's alone.
    code = (
        "import resource, sys; sys.path[:0] = sys.argv[2:];"
        "from pathlib import Path; from scholarai.adapters.reading.limits import ReadLimits;"
        "from scholarai.adapters.reading.reader import SandboxedReader; from scholarai.ports.reading import PaperSource;"
        "SandboxedReader(ReadLimits()).read(PaperSource(path=Path(sys.argv[1]), filename='big.pdf', media_type=''), lambda *_: None);"
        "peak = lambda who: resource.getrusage(who).ru_maxrss // 1024;"
        "print(peak(resource.RUSAGE_CHILDREN), peak(resource.RUSAGE_SELF))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(path), *sys.path], check=True, capture_output=True, text=True
    )
    child, parent = done.stdout.split()
    spent = _children_cpu_s() - cpu
    print(
        f"\n{BIG_PAGES} pages: {spent:.1f} CPU s ({BIG_PAGES / spent:.0f} pages per CPU s), peak {child} MB reading, {parent} MB asking"
    )


def _join(papers: list[Path], path: Path) -> None:
    joined = pymupdf.open()
    while joined.page_count < BIG_PAGES:
        for paper in papers:
            with pymupdf.open(paper) as document:
                left = BIG_PAGES - joined.page_count
                if left > 0:
                    joined.insert_pdf(document, to_page=min(document.page_count, left) - 1)
    joined.save(path)


def _read_malformed(folder: Path) -> None:
    outcomes: Counter[str] = Counter()
    slowest = 0.0
    for path in sorted(folder.glob("*.pdf")):
        started = time.perf_counter()
        try:
            _read(path)
            outcomes["completed"] += 1
        except ScholarError as error:
            outcomes[error.code] += 1
        slowest = max(slowest, time.perf_counter() - started)
    print(f"\nmalformed: {outcomes.total()} files, slowest {slowest:.1f} s (at most {SLOW_S:.0f} wanted)")
    print("  " + ", ".join(f"{code} {count}" for code, count in outcomes.most_common()))


def _print_left_out(paths: Sequence[Path]) -> None:
    """Print the lines that no block has, no figure, no table and no furniture: with a note on their page, and without."""
    noted = silent = 0
    for path in paths:
        try:
            found = left_out_of(path)
        except ScholarError:
            continue
        noted += sum(line.noted for line in found)
        for line in found:
            if not line.noted:
                silent += 1
                print(f"{path.name} page {line.page_number}, left out without a note: {line.text}")
    print(f"\nleft out of {len(paths)} files: {noted} lines with a note, {silent} without")


if __name__ == "__main__":
    sys.exit(main())
