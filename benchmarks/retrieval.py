"""How often the evidence of a question is among the first passages, and what each ingredient of the search adds.

`python benchmarks/retrieval.py [--data DIR] [--sets NAME...] [--k 10]`

Papers and questions come from `DIR/qa` (DIR: `../shared/data` unless given), prepared as Markdown and scored by
`DIR/../tools/score/score_retrieval.py`. Papers go through our own reader, splitter and local embedding model, and
questions through the search that chat and `scholarai search` use. Each row is the search with one thing taken away.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from scholarai.adapters.models.local import LocalEmbedder, local_embedder
from scholarai.config import Settings
from scholarai.domain.ids import PaperId
from scholarai.parsing.markdown import read_markdown
from scholarai.retrieval.index import PaperIndex, index_paper
from scholarai.retrieval.ranking import Weights
from scholarai.retrieval.search import SearchedPaper, search_paper
from scholarai.retrieval.vectors import ChunkSet, EmbeddedChunk
from scholarai.retrieval.words import searchable
from scholarai.splitting import split

if TYPE_CHECKING:
    from scholarai.retrieval.vectors import Vector

SETS = ("covidqa", "evidence_inference", "qasper_full", "scisumm")
VARIANTS: Mapping[str, Weights] = {
    "all": Weights(),
    "words alone": Weights(vectors=0.0),
    "vectors alone": Weights(words=0.0),
    "without pairs of words": Weights(pairs=0.0),
    "without chunks": Weights(chunk=0.0),
    "without wide units": Weights(wide=0.0),
    "narrow units alone": Weights(chunk=0.0, wide=0.0),
    "without earliness": Weights(opening=0.0),
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
    """One set, ready to be searched; `gold` is the file that the scorer reads."""

    name: str
    gold: Path
    papers: Mapping[str, PaperIndex]
    questions: tuple[Asked, ...]


def main() -> int:
    options = _options()
    scorer_file = options.data.parent / "tools" / "score" / "score_retrieval.py"
    if not (options.data / "qa").is_dir() or not scorer_file.is_file():
        print(f"no {options.data}/qa or no {scorer_file}; name the data folder with --data")
        return 2
    with tempfile.TemporaryDirectory(prefix="scholarai-bench-") as folder:
        embedder = local_embedder(Settings.from_env({"SCHOLARAI_DATA": folder}))
        if embedder is None:
            print("the local embedding model is not installed")
            return 2
        scorer = load_scorer(scorer_file)
        sets = [load_set(name, options.data, scorer, embedder) for name in options.sets]
        print(f"\n{'':22}" + "".join(f"{item.name:>24}" for item in sets) + f"{'mean':>24}")
        for label, weights in VARIANTS.items():
            print(f"{label:22}" + "".join(f"{cell:>24}" for cell in _row(sets, weights, options.k, scorer)), flush=True)
    return 0


def load_set(name: str, data: Path, scorer: ModuleType, embedder: LocalEmbedder) -> QuestionSet:
    """Prepare a set as the scorer does, and read, split, embed and index its papers."""
    started = time.monotonic()
    gold = data / "qa" / f"{name}.jsonl"
    with tempfile.TemporaryDirectory(prefix="scholarai-bench-") as folder:
        scorer.prepare(gold, data / "qa" / f"{name}.papers.jsonl", Path(folder))
        papers = {file.stem: index_markdown(file.read_text(), embedder) for file in sorted(Path(folder).glob("*.md"))}
        asked = tuple(
            Asked(
                id=str(row["question_id"]),
                text=row["question"],
                vector=embedder.embed_query(searchable(row["question"])),
                paper=paper,
            )
            for paper, row in _questions(Path(folder))
        )
    print(
        f"{name}: {len(papers)} papers, {len(asked)} questions, ready after {time.monotonic() - started:.0f} s",
        flush=True,
    )
    return QuestionSet(name=name, gold=gold, papers=papers, questions=asked)


def index_markdown(text: str, embedder: LocalEmbedder) -> PaperIndex:
    content = read_markdown(text, bibliographies={})
    chunks = split(content, generation=1)
    vectors = embedder.embed_texts([chunk.text for chunk in chunks])
    embedded = tuple(EmbeddedChunk(chunk=c, vectors=v) for c, v in zip(chunks, vectors, strict=True))
    return index_paper(content, ChunkSet(chunks=embedded, space=embedder.space))


def _questions(folder: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    for file in sorted(folder.glob("*.questions.jsonl")):
        for line in file.read_text().splitlines():
            yield file.name.removesuffix(".questions.jsonl"), json.loads(line)


def _row(sets: list[QuestionSet], weights: Weights, k: int, scorer: ModuleType) -> list[str]:
    scores = [_score(item, weights, k, scorer) for item in sets]
    mean = {key: sum(score[key] for score in scores) / len(scores) for key in ("hit@1", "hit@5", "hit@10")}
    return [" / ".join(f"{score[key]:.{DIGITS}f}" for key in mean) for score in (*scores, mean)]


def _score(item: QuestionSet, weights: Weights, k: int, scorer: ModuleType) -> Mapping[str, float]:
    with tempfile.TemporaryDirectory(prefix="scholarai-bench-") as folder:
        for paper, index in item.papers.items():
            lines = (_results(index, asked, weights, k) for asked in item.questions if asked.paper == paper)
            Path(folder, f"{paper}.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines))
        score: Callable[[Path, Path], Mapping[str, float]] = scorer.score
        return score(item.gold, Path(folder))


def _results(index: PaperIndex, asked: Asked, weights: Weights, k: int) -> dict[str, Any]:
    paper = SearchedPaper(paper_id=PaperId(asked.paper), index=index)
    found = search_paper(paper, asked.text, asked.vector, k=k, weights=weights)
    return {"question_id": asked.id, "results": [{"text": item.text} for item in found.evidence]}


def load_scorer(file: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--sets", nargs="+", default=list(SETS), choices=SETS)
    parser.add_argument("--k", type=int, default=10)
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
