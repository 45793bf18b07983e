"""How well questions about many papers are answered: which papers an answer names, and whether it accounts for every paper.

`python benchmarks/several_papers.py [--data DIR] [--store DIR] [--show]`

Set questions ("Which of these papers use X?") and their gold are in gold/several_papers.toml, over collections of `DIR/qa` (DIR:
`../shared/data` unless given); a paper is named when a citation of the answer stands in it, plainly when no note says that its sentence
may say less than it seems. Recall and precision are means over questions. Every collection of the folder is asked two open questions, too, for which only the accounting counts: each
paper asked must be cited or stand in the answer's `coverage` with what became of it. Answers come from the whole product
without a language model. `--store` keeps the papers that were read for the next run.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import tempfile
import time
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from evidence import papers_of, sets_in

from scholarai import Library
from scholarai.domain.chat import Answer
from scholarai.domain.ids import PaperId
from scholarai.domain.limits import PAPERS_PER_CHAT
from scholarai.domain.paper import Paper

GOLD = Path(__file__).parent / "gold" / "several_papers.toml"
OPEN_QUESTIONS = ("What are the main findings of each paper?", "Compare the data that the papers use.")


@dataclass(frozen=True, slots=True, kw_only=True)
class SetQuestion:
    collection: str
    question: str
    members: frozenset[str]
    held_back: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    named: frozenset[str]
    plain: frozenset[str]
    unaccounted: int
    seconds: float


def main() -> int:
    options = _options()
    collections = sets_in(options.data)
    if not collections:
        print(f"no question sets in {options.data}/qa: name a data folder with --data, or write one by make_papers.py")
        return 2
    with tempfile.TemporaryDirectory(prefix="scholarai-bench-") as folder, Library(options.store or folder) as library:
        papers = {name: read(library, options.data, name, Path(folder)) for name in collections}
        lost = ask_sets(library, papers, show=options.show)
        for name, own in papers.items():
            for question in OPEN_QUESTIONS:
                result = ask(library, own, question)
                lost += result.unaccounted
                print(
                    f"{name}: {len(own)} papers, {len(result.named)} cited, {result.unaccounted} unaccounted for,"
                    f" {result.seconds:.1f} s: {question}",
                    flush=True,
                )
    print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MiB")
    return 1 if lost else 0


def read(library: Library, data: Path, name: str, folder: Path) -> dict[str, Paper]:
    """Return a collection's papers by name; those that the library lacks are read into it."""
    kept = {paper.filename: paper for paper in library.papers()}
    found = {}
    for paper, text in papers_of(data, name).items():
        file = folder / f"{paper}.md"
        file.write_text(text, encoding="utf-8")
        found[paper] = kept.get(file.name) or library.add(file)
    return found


def ask_sets(library: Library, papers: Mapping[str, Mapping[str, Paper]], *, show: bool) -> int:
    """Ask the set questions whose collection is there, print how they went, and return how many papers were lost."""
    scores: dict[bool, list[tuple[float, ...]]] = {False: [], True: []}
    lost = 0
    for asked in questions():
        own = papers.get(asked.collection, {})
        if not asked.members <= own.keys():
            continue
        result = ask(library, own, asked.question)
        recall, precision = _shares(result.named, asked.members)
        recall_plain, precision_plain = _shares(result.plain, asked.members)
        scores[asked.held_back].append((recall, precision, recall_plain, precision_plain))
        lost += result.unaccounted
        print(
            f"recall {recall:.2f}, precision {precision:.2f}, plainly {recall_plain:.2f} and {precision_plain:.2f}, {result.unaccounted:2} unaccounted for,"
            f" {result.seconds:5.1f} s: {asked.question}",
            flush=True,
        )
        if show:
            print(
                f"    missed: {sorted(asked.members - result.named)}\n    more: {sorted(result.named - asked.members)}"
            )
    for held_back, rows in scores.items():
        if rows:
            means = [f"{statistics.mean(column):.3f}" for column in zip(*rows, strict=True)]
            kind = "held back" if held_back else "looked at"
            print(
                f"{len(rows)} set questions {kind}: recall {means[0]}, precision {means[1]}; plainly {means[2]}, {means[3]}"
            )
    return lost


def ask(library: Library, papers: Mapping[str, Paper], question: str) -> Result:
    """Ask all papers, in as many questions as the limit asks for."""
    began = time.monotonic()
    names = {paper.id: name for name, paper in papers.items()}
    named: set[str] = set()
    plain: set[str] = set()
    unaccounted = 0
    for group in _groups(list(papers.values())):
        answer = library.ask(group, question)
        cited = {citation.paper_id for section in answer.sections for citation in section.citations}
        named |= {names[paper_id] for paper_id in cited}
        noted = {citation.paper_id for section in answer.sections if section.note for citation in section.citations}
        plain |= {names[paper_id] for paper_id in cited - noted}
        unaccounted += len({paper.id for paper in group} - cited - _covered(answer))
    return Result(
        named=frozenset(named), plain=frozenset(plain), unaccounted=unaccounted, seconds=time.monotonic() - began
    )


def questions() -> list[SetQuestion]:
    """Return the set questions with their gold."""
    rows = tomllib.loads(GOLD.read_text(encoding="utf-8"))["questions"]
    return [
        SetQuestion(
            collection=row["collection"],
            question=row["question"],
            members=frozenset(row["members"]),
            held_back=row.get("held_back", False),
        )
        for row in rows
    ]


def _shares(named: frozenset[str], members: frozenset[str]) -> tuple[float, float]:
    right = len(named & members)
    return right / len(members), right / max(len(named), 1)


def _covered(answer: Answer) -> set[PaperId]:
    coverage = getattr(answer, "coverage", None)
    return {paper.paper_id for paper in coverage.papers} if coverage else set()


def _groups(papers: Sequence[Paper]) -> Iterator[Sequence[Paper]]:
    for first in range(0, len(papers), PAPERS_PER_CHAT):
        yield papers[first : first + PAPERS_PER_CHAT]


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--store", type=Path, help="a data folder that keeps what was read")
    parser.add_argument("--show", action="store_true", help="print the papers missed, and those named beside the gold")
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
