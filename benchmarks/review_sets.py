"""What reviews over collections of whole papers read and quote, where it is known which papers belong to the question.

`python benchmarks/review_sets.py [--data DIR] [--store DIR] [--show]`

The set questions of gold/several_papers.toml ("Which of these papers use X?") are put as reviews to their collections of 20 to 60
papers. Printed are how many passages and papers are read, the share of a question's papers that is quoted, what share of the
papers quoted that is, and the time without a language model. Papers are read and stored as by benchmarks/several_papers.py.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from evidence import sets_in
from several_papers import SetQuestion, questions, read

from scholarai import Library
from scholarai.domain.paper import Paper


@dataclass(frozen=True, slots=True, kw_only=True)
class Reviewed:
    """One review: what it read, and how the papers that it quotes are those of the question."""

    passages: int
    papers: int
    quoted: int
    recall: float
    precision: float
    missed: tuple[str, ...]
    accounted: bool
    seconds: float


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--store", type=Path, help="a data folder that keeps what was read")
    parser.add_argument("--show", action="store_true", help="print the question's papers that are not quoted")
    options = parser.parse_args()
    asked = questions()
    names = {item.collection for item in asked} & set(sets_in(options.data))
    if not names:
        print(f"no collections of whole papers in {options.data}/qa: name a data folder with --data")
        return 2
    with tempfile.TemporaryDirectory(prefix="scholarai-bench-") as folder, Library(options.store or folder) as library:
        papers = {name: read(library, options.data, name, Path(folder)) for name in sorted(names)}
        found = []
        for item in asked:
            if item.members <= papers.get(item.collection, {}).keys():
                one = review(library, papers[item.collection], item)
                found.append(one)
                print(
                    f"{one.passages:3} passages of {one.papers:2} papers read, {one.quoted:2} quoted, recall {one.recall:.2f},"
                    f" precision {one.precision:.2f}, {one.seconds:4.1f} s: {item.question}"
                    + (f" missed: {', '.join(one.missed)}" if options.show and one.missed else ""),
                    flush=True,
                )
    for name in ("passages", "papers", "quoted", "recall", "precision", "seconds"):
        print(f"{name}: mean {statistics.mean(getattr(one, name) for one in found):.3f}")
    print(f"reviews that account for every paper: {sum(one.accounted for one in found)} of {len(found)}")
    return 0


def review(library: Library, papers: Mapping[str, Paper], asked: SetQuestion) -> Reviewed:
    """Review a question over its collection."""
    names = {paper.id: name for name, paper in papers.items()}
    began = time.monotonic()
    done, report = library.run_review(asked.question, list(papers.values()))
    seconds = time.monotonic() - began
    counts = next(step.counts for step in done.steps if step.name == "rerank")
    quoted = {names[paper.paper_id] for paper in report.papers} if report else set()
    silent = {names[paper.paper_id] for paper in report.silent} if report else set()
    right = quoted & asked.members
    return Reviewed(
        passages=counts["passages"],
        papers=counts["papers"],
        quoted=len(quoted),
        recall=len(right) / len(asked.members),
        precision=len(right) / max(len(quoted), 1),
        missed=tuple(sorted(asked.members - quoted)),
        accounted=report is not None and len(quoted | silent) + report.unlisted == len(papers),
        seconds=seconds,
    )


if __name__ == "__main__":
    raise SystemExit(main())
