"""How well and how fast papers are read: `python benchmarks/extraction.py --data DIR`.

Prints the scorer's means over the sample sets, the five worst papers of each measure, pages per CPU second and the
peak memory of a 921-page document, and what becomes of the malformed files.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import pymupdf

from scholarai.adapters.reading.limits import ReadLimits
from scholarai.adapters.reading.reader import SandboxedReader
from scholarai.domain.codec import to_plain
from scholarai.domain.content import PaperContent
from scholarai.domain.errors import ScholarError
from scholarai.ports.reading import PaperSource
from scholarai.splitting import split

SETS = ("pairs", "jats", "metadata", "markdown")
BIG_PAGES = 921
WORST = 5
SLOW_S = 10.0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--out", type=Path, help="keep the content of each paper here")
    arguments = parser.parse_args()
    if not arguments.data.is_dir():
        print(f"no sample papers at {arguments.data}: pass --data DIR", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder:
        out = arguments.out or Path(folder)
        out.mkdir(parents=True, exist_ok=True)
        _read_sets(arguments.data, out)
        _score(arguments.data, out)
        _read_big(arguments.data, Path(folder))
    _read_malformed(arguments.data / "malformed")
    return 0


def _read(path: Path) -> PaperContent:
    source = PaperSource(path=path, filename=path.name, media_type="application/pdf")
    return SandboxedReader(ReadLimits()).read(source, lambda _done, _pages: None)


def _children_cpu_s() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def _read_sets(data: Path, out: Path) -> None:
    pages, started, cpu = 0, time.perf_counter(), _children_cpu_s()
    papers = [path for name in SETS for path in sorted((data / name).glob("*/*.pdf"))]
    for path in papers:
        content = _read(path)
        pages += len(content.pages)
        plain = to_plain(content) | {"chunks": [to_plain(chunk) for chunk in split(content, generation=1)]}
        (out / f"{path.stem}.json").write_text(json.dumps(plain, ensure_ascii=False))
    spent = _children_cpu_s() - cpu
    print(
        f"{len(papers)} papers, {pages} pages: {spent:.1f} CPU s in reading processes, their start included "
        f"({pages / spent:.0f} pages per CPU s), {time.perf_counter() - started:.1f} s in all\n"
    )


def _score(data: Path, out: Path) -> None:
    scorer = data.parent / "tools" / "score" / "score_extraction.py"
    if not scorer.is_file():
        print(f"no scorer at {scorer}: means skipped")
        return
    results = {}
    for name in SETS:
        report = out / f"{name}.scores"
        command = [sys.executable, str(scorer), str(data / name), str(out), "--json", str(report)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        results[name] = json.loads(report.read_text())
    measures = sorted({measure for result in results.values() for measure in result["means"]})
    print(f"{'measure':22}" + "".join(f"{name:>10}" for name in SETS))
    for measure in measures:
        cells = (results[name]["means"].get(measure) for name in SETS)
        print(f"{measure:22}" + "".join(f"{'':>10}" if cell is None else f"{cell:10.3f}" for cell in cells))
    print("\nworst papers")
    for measure in measures:
        scored = [
            (row[measure], paper)
            for r in results.values()
            for paper, row in r["papers"].items()
            if row.get(measure) is not None
        ]
        worst = [f"{paper} {value:.2f}" for value, paper in sorted(scored)[:WORST] if value < 1]
        print(f"{measure:22} {', '.join(worst) or '-'}")


def _read_big(data: Path, folder: Path) -> None:
    """Read a document of 921 pages joined from the sample papers."""
    path = folder / "big.pdf"
    _join(sorted(path for name in SETS for path in (data / name).glob("*/*.pdf")), path)
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


if __name__ == "__main__":
    sys.exit(main())
