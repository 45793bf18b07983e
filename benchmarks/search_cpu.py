"""How much CPU a search of one paper takes, beside the same search by other checkouts of this repository.

`python benchmarks/search_cpu.py [--data DIR] [--beside TREE...] [--papers 10] [--questions 200] [--turns 10]`

The papers are those of `DIR/qa/covidqa` with the most questions. Each checkout reads, splits and embeds them by its own code in a
process of its own, and searches them with all questions once a turn, for ten passages. The processes
take turns, so that all meet the same load; the one of the first `--beside` is 1. Embedding a question is not counted.
`git worktree add --detach TREE 5e48773` gives the last commit before the order of passages was learned.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent.parent
SET = "covidqa"
PASSAGES = 10


def main() -> int:
    options = _options()
    if options.child:
        return _serve(options)
    with ExitStack() as opened:
        trees = [*options.beside, HERE]
        children = [opened.enter_context(_child(tree, options)) for tree in trees]
        taken = [[_turn(child) for child in children] for _ in range(options.turns + 1)][1:]
    for tree, times in zip(trees, zip(*taken, strict=True), strict=True):
        ratio = statistics.median(time / turn[0] for time, turn in zip(times, taken, strict=True))
        print(f"{tree}: least {min(times):.3f}, median {statistics.median(times):.3f} ms a question; {ratio:.2f} times")
    return 0


def _child(tree: Path, options: argparse.Namespace) -> subprocess.Popen[str]:
    settings = [f"--{name}={getattr(options, name)}" for name in ("data", "papers", "questions")]
    paths = os.pathsep.join(str(tree.resolve() / part) for part in ("shared", "benchmarks"))
    return subprocess.Popen(
        [sys.executable, __file__, "--child", *settings],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        # The script's own folder would come before the tree's.
        env={**os.environ, "PYTHONPATH": paths, "PYTHONSAFEPATH": "1"},
    )


def _turn(child: subprocess.Popen[str]) -> float:
    """Return the milliseconds of CPU that a question took in one turn of a process."""
    if child.stdin is None or child.stdout is None:
        raise RuntimeError("the process has no pipes")
    child.stdin.write("\n")
    child.stdin.flush()
    if not (took := child.stdout.readline()):
        raise SystemExit("a process ended before its turn; it says why above")
    return float(took)


def _serve(options: argparse.Namespace) -> int:
    """Search all questions for each line of the input, and write what a question took."""
    from scholarai.retrieval.search import search_paper

    asked = list(_asked(options.data, options.papers, options.questions))
    for _ in sys.stdin:
        started = time.process_time()
        for paper, question, vector in asked:
            search_paper(paper, question, vector, k=PASSAGES)
        print((time.process_time() - started) / len(asked) * 1e3, flush=True)
    return 0


def _asked(data: Path, most_papers: int, most_questions: int) -> Iterator[tuple[Any, str, Any]]:
    """Yield papers, ready to be searched, with a question and its vector."""
    import tempfile

    from evidence import papers_of, questions_of
    from retrieval import index_markdown

    from scholarai.adapters.models.local import local_embedder
    from scholarai.config import Settings
    from scholarai.domain.ids import PaperId
    from scholarai.retrieval.search import SearchedPaper
    from scholarai.retrieval.words import searchable

    rows, texts = questions_of(data, SET), papers_of(data, SET)
    chosen = [paper for paper, _ in Counter(str(row["paper_id"]) for row in rows).most_common(most_papers)]
    with tempfile.TemporaryDirectory(prefix="scholarai-bench-") as folder:
        embedder = local_embedder(Settings.from_env({"SCHOLARAI_DATA": folder}))
        if embedder is None:
            raise SystemExit("the local embedding model is not installed")
        papers = {
            paper: SearchedPaper(paper_id=PaperId(paper), index=index_markdown(texts[paper], embedder))
            for paper in chosen
        }
        for row in [row for row in rows if str(row["paper_id"]) in papers][:most_questions]:
            yield papers[str(row["paper_id"])], row["question"], embedder.embed_query(searchable(row["question"]))


def _options(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--beside", type=Path, nargs="+", default=[], metavar="TREE", help="other checkouts")
    parser.add_argument("--papers", type=int, default=10)
    parser.add_argument("--questions", type=int, default=200)
    parser.add_argument("--turns", type=int, default=10)
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    return parser.parse_args(arguments)


if __name__ == "__main__":
    raise SystemExit(main())
