"""How many questions asked of the wrong paper are refused in code, and how many asked of the right one are not.

`python benchmarks/refusal.py [--data DIR] [--sets NAME...] [--questions 150]`

Questions and papers as in benchmarks/retrieval.py. Each question is asked of its own paper, of another paper of the
same collection (which may well answer it), and of a paper of another collection; which ones is drawn with a fixed seed.
"""

from __future__ import annotations

import argparse
import random
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from retrieval import Asked, QuestionSet, load_sets

from scholarai.adapters.models.local import local_embedder
from scholarai.config import Settings
from scholarai.domain.ids import PaperId
from scholarai.retrieval.gate import STOCK_QUESTIONS
from scholarai.retrieval.index import PaperIndex
from scholarai.retrieval.search import SearchedPaper, search_paper

if TYPE_CHECKING:
    from scholarai.retrieval.vectors import Matrix

KINDS = ("own paper", "same collection", "other collection")


@dataclass(frozen=True, slots=True)
class Way:
    """How evidence is judged: by the vectors of a model, with its calibration if it has one, or without any."""

    label: str
    model: str | None
    calibration: Matrix | None = None


def main() -> int:
    options = _options()
    with tempfile.TemporaryDirectory(prefix="scholarai-bench-") as folder:
        embedder = local_embedder(Settings.from_env({"SCHOLARAI_DATA": folder}))
        sets = load_sets(options.data, options.sets, embedder)
        if not sets or embedder is None:
            return 2
        stock = np.stack([embedder.embed_query(question) for question in STOCK_QUESTIONS])
    # The second: as vectors of a model whose scale nobody measured are judged, such as Gemini's.
    ways = (
        Way("words and vectors", embedder.space.model),
        Way("unknown scale", "unknown", stock),
        Way("words alone", None),
    )
    for way in ways:
        report(way, sets, options.questions)
    return 0


def report(way: Way, sets: Sequence[QuestionSet], questions: int) -> None:
    """Print the share of refused questions by set and by the paper that was asked."""
    print(f"\nrefused, {way.label:18}" + "".join(f"{kind:>18}" for kind in KINDS))
    total: dict[str, list[bool]] = {kind: [] for kind in KINDS}
    for item in sets:
        refused: dict[str, list[bool]] = {kind: [] for kind in KINDS}
        for asked, kind, index in _drawn(item, sets, questions):
            refused[kind].append(_is_refused(index, asked, way))
        print(f"{item.name:27}" + "".join(f"{_share(refused[kind]):>18}" for kind in KINDS))
        for kind in KINDS:
            total[kind] += refused[kind]
    print(f"{'all':27}" + "".join(f"{_share(total[kind]):>18}" for kind in KINDS), flush=True)


def _drawn(item: QuestionSet, sets: Sequence[QuestionSet], questions: int) -> Iterator[tuple[Asked, str, PaperIndex]]:
    chance = random.Random(item.name)
    others = [other for other in sets if other is not item]
    for asked in chance.sample(item.questions, min(questions, len(item.questions))):
        yield asked, KINDS[0], item.papers[asked.paper]
        yield asked, KINDS[1], item.papers[chance.choice([paper for paper in item.papers if paper != asked.paper])]
        if others:
            yield asked, KINDS[2], chance.choice(list(chance.choice(others).papers.values()))


def _is_refused(index: PaperIndex, asked: Asked, way: Way) -> bool:
    paper = SearchedPaper(paper_id=PaperId("asked"), index=index, model=way.model, calibration=way.calibration)
    return search_paper(paper, asked.text, asked.vector if way.model else None, k=1).weak


def _share(refused: Sequence[bool]) -> str:
    return f"{sum(refused) / len(refused):.3f} of {len(refused)}" if refused else "-"


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--sets", nargs="+", default=(), metavar="NAME", help="all unless given")
    parser.add_argument("--questions", type=int, default=150)
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
