"""How often the evidence of a question is among the first passages, and what each ingredient of the search adds.

`python benchmarks/retrieval.py [--data DIR] [--sets NAME...] [--k 10]`

Papers and questions come from `DIR/qa` (DIR: `../shared/data` unless given; make_papers.py writes one), prepared as Markdown
and scored by evidence.py. Papers go through our own reader, splitter and local embedding model, and questions through the
search that chat and `scholarai search` use. Each row is the search with one signal taken away.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from evidence import RANKS, Row, hit_rates, papers_of, questions_of, sets_in
from msgspec.structs import replace

from scholarai.adapters.models.local import LocalEmbedder, local_embedder
from scholarai.config import Settings
from scholarai.domain.content import PaperContent
from scholarai.domain.ids import PaperId
from scholarai.parsing.markdown import read_markdown
from scholarai.retrieval.index import PaperIndex, index_paper
from scholarai.retrieval.ranking import SIGNALS, Weights, fitted
from scholarai.retrieval.search import SearchedPaper, search_paper
from scholarai.retrieval.terms import searchable
from scholarai.retrieval.vectors import ChunkSet, EmbeddedChunk
from scholarai.splitting import split

if TYPE_CHECKING:
    from scholarai.retrieval.vectors import Vector

VARIANTS: Mapping[str, Weights] = {"all": fitted()} | {
    f"without {name}": replace(fitted(), passages={**fitted().passages, name: 0.0})
    for name in SIGNALS
    if fitted().passages[name]
}
DIGITS = 3


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Asked:
    """A question with its vector, and the paper that it is asked of."""

    id: str
    text: str
    vector: Vector
    paper: str


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class QuestionSet:
    """One set, ready to be searched; `gold` holds each question's row with its evidence."""

    name: str
    gold: Sequence[Row]
    papers: Mapping[str, PaperIndex]
    questions: tuple[Asked, ...]


def main() -> int:
    options = _options()
    sets = load_sets(options.data, options.sets)
    if not sets:
        return 2
    print(f"\n{'':28}" + "".join(f"{item.name:>24}" for item in sets) + f"{'mean':>24}")
    for label, weights in VARIANTS.items():
        print(f"{label:28}" + "".join(f"{cell:>24}" for cell in _row(sets, weights, options.k)), flush=True)
    return 0


def load_sets(data: Path, names: Sequence[str], embedder: LocalEmbedder | None = None) -> list[QuestionSet]:
    """Read, split, embed and index the papers of the named sets, or of all; say why where there is none."""
    names = names or sets_in(data)
    if not names:
        print(f"no question sets in {data}/qa: name a data folder with --data, or write one by make_papers.py")
        return []
    with tempfile.TemporaryDirectory(prefix="scholarai-bench-") as folder:
        embedder = embedder or local_embedder(Settings.from_env({"SCHOLARAI_DATA": folder}))
        if embedder is None:
            print("the local embedding model is not installed")
            return []
        return [_load(name, data, embedder) for name in names]


def _load(name: str, data: Path, embedder: LocalEmbedder) -> QuestionSet:
    started = time.monotonic()
    papers = {
        paper: index_content(read_markdown(text, bibliographies={}), embedder)
        for paper, text in papers_of(data, name).items()
    }
    gold = questions_of(data, name)
    asked = tuple(
        Asked(
            id=str(row["question_id"]),
            text=row["question"],
            vector=embedder.embed_query(searchable(row["question"])),
            paper=str(row["paper_id"]),
        )
        for row in gold
    )
    took = time.monotonic() - started
    print(f"{name}: {len(papers)} papers, {len(asked)} questions, ready after {took:.0f} s", flush=True)
    return QuestionSet(name=name, gold=gold, papers=papers, questions=asked)


def index_content(content: PaperContent, embedder: LocalEmbedder) -> PaperIndex:
    chunks = split(content, generation=1)
    vectors = embedder.embed_texts([chunk.text for chunk in chunks])
    embedded = tuple(EmbeddedChunk(chunk=c, vectors=v) for c, v in zip(chunks, vectors, strict=True))
    return index_paper(content, ChunkSet(chunks=embedded, space=embedder.space))


def _row(sets: Sequence[QuestionSet], weights: Weights, k: int) -> list[str]:
    rates = [hit_rates(item.gold, _ranked(item, weights, k)) for item in sets]
    mean = {rank: statistics.mean(found[rank] for found in rates) for rank in RANKS}
    return [" / ".join(f"{found[rank]:.{DIGITS}f}" for rank in RANKS) for found in (*rates, mean)]


def _ranked(item: QuestionSet, weights: Weights, k: int) -> dict[str, list[str]]:
    """Return the passages found for each question, best first."""
    ranked = {}
    for asked in item.questions:
        paper = SearchedPaper(paper_id=PaperId(asked.paper), index=item.papers[asked.paper])
        found = search_paper(paper, asked.text, asked.vector, k=k, weights=weights)
        ranked[asked.id] = [passage.text for passage in found.evidence[:k]]
    return ranked


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--sets", nargs="+", default=(), metavar="NAME", help="all unless given")
    parser.add_argument("--k", type=int, default=10)
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
