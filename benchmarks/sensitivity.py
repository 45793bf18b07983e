"""Which thresholds of the PDF rules matter: each is moved by a fifth, down and up, and the papers are scored again.

    python benchmarks/sensitivity.py [--data DIR] [--papers 8] [--only NAME] [--minutes 10] [--names]

The papers and the scorer are those of extraction.py. Prints the thresholds whose move changes a score, the greatest change first, and how
many change nothing on these papers. A threshold that no paper of the subset meets says nothing of those that do.
"""

from __future__ import annotations

import argparse
import dataclasses
import importlib
import json
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from extraction import SETS, samples
from scoring import Scores, means, score_paper

from scholarai.adapters.reading.pdf import PdfFile
from scholarai.domain.content import PaperContent
from scholarai.domain.values import to_plain
from scholarai.parsing.layout import DocumentInfo, PageLayout
from scholarai.parsing.pdf.read import read_pdf
from scholarai.splitting import split

TABLES = tuple(
    f"scholarai.parsing.pdf.{module}"
    for module in (
        "thresholds",
        "layout.thresholds",
        "structure.thresholds",
        "structure.cell_thresholds",
        "front.thresholds",
        "references.thresholds",
    )
)
FACTORS = (0.8, 1.2)
MOST_PAGES = 12
# A smaller change of a mean is the rounding of one word.
LEAST_CHANGE = 0.0005


@dataclass(frozen=True)
class Threshold:
    name: str
    table: Any
    field: str

    @property
    def value(self) -> float:
        return float(getattr(self.table, self.field))

    def moved(self, factor: float) -> float:
        """Return the value moved by a factor; a count moves by one at least."""
        value = getattr(self.table, self.field)
        if isinstance(value, float):
            return value * factor
        step = max(1, round(abs(value * (factor - 1))))
        return int(value + step if factor > 1 else value - step)

    def put(self, value: float) -> None:
        """Set the value in its frozen table, which all rules read when they run."""
        object.__setattr__(self.table, self.field, value)


@dataclass(frozen=True)
class Paper:
    layouts: Sequence[PageLayout]
    info: DocumentInfo
    gold: dict[str, Any]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--papers", type=int, default=8, help="how many papers, taken evenly from all sets")
    parser.add_argument("--only", default="", help="thresholds whose name contains this")
    parser.add_argument("--minutes", type=float, default=10.0, help="stop after this long")
    parser.add_argument("--names", action="store_true", help="name the thresholds that move no score, too")
    arguments = parser.parse_args()
    papers = list(papers_of(arguments.data, arguments.papers))
    if not papers:
        print(f"no papers at {arguments.data}: pass --data DIR, or write some by make_papers.py", file=sys.stderr)
        return 2
    chosen = [threshold for threshold in thresholds() if arguments.only in threshold.name]
    _report(papers, chosen, time.monotonic() + 60 * arguments.minutes, names=arguments.names)
    return 0


def thresholds() -> Iterator[Threshold]:
    """Yield every number of every table of the PDF rules."""
    for module in TABLES:
        room = module.split(".")[-2]
        for name, table in vars(importlib.import_module(module)).items():
            if dataclasses.is_dataclass(table) and not isinstance(table, type):
                for field in dataclasses.fields(table):
                    yield Threshold(f"{room}.{name}.{field.name}", table, field.name)


def papers_of(data: Path, count: int) -> Iterator[Paper]:
    """Yield PDFs with gold, taken evenly from all sets, each cut to its first pages."""
    chosen = [sample for sample in samples(data) if sample.column in SETS]
    for sample in chosen[:: max(1, len(chosen) // count)][:count]:
        pdf = PdfFile(sample.path)
        layouts = [layout for i in range(min(pdf.page_count, MOST_PAGES)) if (layout := pdf.page(i)) is not None]
        yield Paper(layouts, pdf.info(), json.loads(sample.gold.read_text()))
        pdf.close()


def _report(papers: Sequence[Paper], chosen: Sequence[Threshold], end: float, *, names: bool) -> None:
    started = time.monotonic()
    before = [read_pdf(paper.layouts, info=paper.info) for paper in papers]
    rows = [score_paper(paper.gold, plain(content)) for paper, content in zip(papers, before, strict=True)]
    usual = means(rows)
    print(f"{len(papers)} papers, {sum(len(p.layouts) for p in papers)} pages, {len(chosen)} thresholds")
    print("  ".join(f"{measure} {value:.3f}" for measure, value in usual.items()) + "\n")
    moved: list[tuple[float, str]] = []
    changed: list[str] = []
    still: list[str] = []
    for threshold in chosen:
        if time.monotonic() > end:
            break
        outcomes = [(factor, _outcome(threshold, factor, papers, before, rows)) for factor in FACTORS]
        most = max(_most_change(usual, outcome) for _, outcome in outcomes)
        if most >= LEAST_CHANGE:
            moved.append((most, _line(threshold, outcomes, usual)))
        else:
            (still if all(outcome is None for _, outcome in outcomes) else changed).append(threshold.name)
    for _, line in sorted(moved, reverse=True):
        print(line)
    done = len(moved) + len(changed) + len(still)
    print(f"\n{done} of {len(chosen)} thresholds in {time.monotonic() - started:.0f} s: {len(moved)} move a score, "
          f"{len(changed)} change a paper and no score, {len(still)} change nothing here")  # fmt: skip
    if names:
        print(f"\nchange no score: {', '.join(changed)}\n\nchange nothing: {', '.join(still)}")


def _outcome(
    threshold: Threshold,
    factor: float,
    papers: Sequence[Paper],
    before: Sequence[PaperContent],
    rows: Sequence[Scores],
) -> Scores | None:
    """Return the means after a move, None when no paper reads otherwise."""
    value = getattr(threshold.table, threshold.field)
    threshold.put(threshold.moved(factor))
    try:
        after = [read_pdf(paper.layouts, info=paper.info) for paper in papers]
    finally:
        threshold.put(value)
    if after == list(before):
        return None
    found = [
        row if content == known else score_paper(paper.gold, plain(content))
        for paper, content, known, row in zip(papers, after, before, rows, strict=True)
    ]
    return means(found)


def plain(content: PaperContent) -> dict[str, Any]:
    """Return a paper as the scorer takes it, with its chunks."""
    chunks = [to_plain(chunk) for chunk in split(content, generation=1)]
    return {**to_plain(content), "chunks": chunks}


def _most_change(usual: Scores, outcome: Scores | None) -> float:
    return max(map(abs, _differences(usual, outcome).values())) if outcome is not None else 0.0


def _differences(usual: Scores, outcome: Scores) -> dict[str, float]:
    return {measure: outcome.get(measure, 0.0) - value for measure, value in usual.items()}


def _line(threshold: Threshold, lines: Sequence[tuple[float, Scores | None]], usual: Scores) -> str:
    parts = []
    for factor, outcome in lines:
        found = _differences(usual, outcome) if outcome is not None else {}
        changes = sorted(found.items(), key=lambda item: -abs(item[1]))[:3]
        shown = ", ".join(f"{name} {change:+.3f}" for name, change in changes if abs(change) >= LEAST_CHANGE)
        parts.append(f"{100 * (factor - 1):+.0f} %: {shown or 'no score'}")
    return f"{threshold.name} = {threshold.value:g}   " + "   ".join(parts)


if __name__ == "__main__":
    sys.exit(main())
