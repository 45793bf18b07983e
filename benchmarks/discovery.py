"""How well a search beyond one's own files orders works, and what recorded searches give.

    .venv/bin/python benchmarks/discovery.py [--data ../shared/data] [--questions 60]

Ranking: each question is put to one pool of works, those that all questions of the question sets name: of ScholarQABench the
questions of experts with the works that they cite (several right ones), and claims and questions with the abstract that answers
them (one right one). Recall@10 counts right works among the first ten, divided by the right ones or ten; nDCG@10 and the
reciprocal rank of the first right one stand beside it.

Replay: recorded answers to searches are read by our adapters and gathered; the rows are counted.
"""

from __future__ import annotations

import argparse
import math
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evidence import read_rows
from literature import always, exchanges, recorded_feeds

from scholarai.adapters.literature.client import Gates, LiteratureClient
from scholarai.adapters.literature.exchange import Reply
from scholarai.adapters.literature.services import make_services
from scholarai.adapters.models.registry import LocalModels
from scholarai.adapters.system import SystemClock
from scholarai.config import Settings
from scholarai.domain.discovered import Gathered, gathered
from scholarai.domain.found_works import FoundWork
from scholarai.domain.service_names import ServiceName
from scholarai.ports.models import Embedder
from scholarai.retrieval.vectors import WindowVectors
from scholarai.services.literature.discovering import ranked_works

if TYPE_CHECKING:
    from scholarai.retrieval.vectors import Vector

_SETS = ("scholarqa_multi", "scifact_sqab", "pubmed_sqab")
_SHOWN = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question with the places of the right works in the pool."""

    set: str
    question: str
    right: frozenset[int]


class Remembering:
    """Implements `Embedder` over another one, each text once."""

    def __init__(self, embedder: Embedder) -> None:
        self.space = embedder.space
        self._embedder = embedder
        self._known: dict[str, WindowVectors] = {}

    def embed_texts(self, texts: Sequence[str]) -> Sequence[WindowVectors]:
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        self._known |= zip(new, self._embedder.embed_texts(new), strict=True) if new else {}
        return [self._known[text] for text in texts]

    def embed_query(self, question: str) -> Vector:
        return self._embedder.embed_query(question)


def read_sets(data: Path, most: int) -> tuple[list[Gathered], list[Asked]]:
    """Return the pool of works, and at most so many questions of each set."""
    pool: dict[tuple[str, str], int] = {}
    asked: list[Asked] = []
    for name in _SETS:
        for number, row in enumerate(read_rows(data / "qa" / f"{name}.jsonl")):
            right = frozenset(pool.setdefault(work, len(pool)) for work in set(_works(row)))
            if right and number < most:
                asked.append(Asked(set=name, question=row["question"], right=right))
    works = [FoundWork(source="pool", title=title or None, abstract=text) for title, text in pool]
    return [Gathered(work=work, sources=("pool",)) for work in works], asked


def _works(row: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield title and text of the right works; abstracts without a title have their first evidence."""
    if row.get("ctxs"):
        yield from ((str(one.get("title") or ""), one["text"]) for one in row["ctxs"] if isinstance(one["text"], str))
    else:
        told = ([_text(text) for text in texts] for texts in row["gold_evidence_texts"])
        yield from (("", " ".join(texts)) for texts in told if any(texts))


def _text(evidence: Any) -> str:
    """Return an abstract, which is a text or a record with its paragraphs."""
    return evidence if isinstance(evidence, str) else " ".join(evidence["contexts"])


def scores(order: Sequence[int], right: frozenset[int]) -> tuple[float, float, float]:
    """Return recall@10, nDCG@10 and the reciprocal rank of the first right work."""
    hits = [place for place, work in enumerate(order) if work in right]
    near = [place for place in hits if place < _SHOWN]
    best = min(len(right), _SHOWN)
    gain = sum(1 / math.log2(place + 2) for place in near) / sum(1 / math.log2(place + 2) for place in range(best))
    return len(near) / best, gain, 1 / (hits[0] + 1) if hits else 0.0


def measure(pool: Sequence[Gathered], asked: Sequence[Asked], embedder: Embedder | None, name: str) -> None:
    """Print a line per question set."""
    place_of = {id(row): place for place, row in enumerate(pool)}
    for one in _SETS:
        told = []
        for item in (item for item in asked if item.set == one):
            ranked, _ = ranked_works(item.question, pool, embedder)
            told.append(scores([place_of[id(row)] for _, row in ranked], item.right))
        recall, gain, rank = (sum(column) / len(told) for column in zip(*told, strict=True))
        sys.stdout.write(
            f"{name:18} {one:16} {len(told):4} questions  recall@10 {recall:.3f}  nDCG@10 {gain:.3f}  MRR {rank:.3f}\n"
        )


def replay(data: Path) -> None:
    """Read recorded searches with our adapters, and count works and rows."""
    folder = data / "literature" / "recorded"
    replies: list[tuple[ServiceName, Reply]] = [
        ("arxiv", reply) for url, reply in recorded_feeds(folder) if "search_query=testing" in url
    ]
    for url, reply in exchanges(folder):
        if "/graph/v1/paper/search?" in url and reply.status == 200:
            replies.append(("semantic_scholar", reply))
        elif "api.crossref.org/works?" in url and reply.status == 200:
            replies.append(("crossref", reply))
    found: list[FoundWork] = []
    for name, reply in replies:
        client = LiteratureClient(transport=always(reply), gates=Gates())
        works = make_services(Settings.from_env({}), client, SystemClock())[name].search("testing", limit=100)
        found += works
    titled = [work for work in found if work.title]
    rows = gathered(titled)
    wrong = sum(len({work.doi for work in _members(row) if work.doi}) > 1 + len(row.versions) for row in rows)
    sys.stdout.write(
        f"{len(replies)} recorded searches: {len(found)} works, {len(titled)} with a title, {len(rows)} rows, "
        f"{sum(bool(row.versions) for row in rows)} with versions, {wrong} rows with more DOIs than forms\n"
    )


def _members(row: Gathered) -> Sequence[FoundWork]:
    return (row.work, *row.versions)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--questions", type=int, default=60)
    options = parser.parse_args()
    replay(options.data)
    pool, asked = read_sets(options.data, options.questions)
    sys.stdout.write(f"{len(pool)} works in the pool\n")
    measure(pool, asked, None, "words")
    with tempfile.TemporaryDirectory(prefix="scholarai-bench-") as folder:
        local = LocalModels(Settings.from_env({"SCHOLARAI_DATA": folder})).embedder()
        if local is not None:
            measure(pool, asked, Remembering(local), "words and meaning")
    return 0


if __name__ == "__main__":
    sys.exit(main())
