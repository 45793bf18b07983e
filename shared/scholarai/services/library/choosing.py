"""Which of many papers a question is worth asking of, found by the stores' own search."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.paper import Paper
from scholarai.domain.values import Value
from scholarai.ports.models import Embedder
from scholarai.ports.papers import ChunkHit, ChunkSearch
from scholarai.services.library.passages import embed_question

# Papers that are opened for one question: each costs a cold instance two reads and some memory. A guess.
OPENED = 5
# Chunks looked at to choose them, by words and by vectors each.
CHUNKS = 40
# G. Cormack and others, "Reciprocal rank fusion outperforms Condorcet", 2009, has 60; 20 suits short lists better.
RANK_OFFSET = 20


class ChoosePapers(Value, frozen=True, kw_only=True):
    """Reads no paper as a whole: owner and papers bound the queries themselves."""

    search: Callable[[], ChunkSearch]
    embedder: Callable[[], Embedder | None]

    def run(self, owner: OwnerId, papers: Sequence[Paper], question: str) -> list[Paper]:
        """Return all papers where they are few, else those whose chunks come first for the question, in their order."""
        if len(papers) <= OPENED:
            return list(papers)
        ids = [paper.id for paper in papers]
        search = self.search()
        lists = [search.matching(owner, ids, question, limit=CHUNKS)]
        embedder = self.embedder()
        vector = embed_question(embedder, question) if embedder is not None else None
        if embedder is not None and vector is not None:
            lists.append(search.nearest(owner, ids, vector.tolist(), space=embedder.space, limit=CHUNKS))
        worth = _worth(lists)
        best = sorted(ids, key=lambda paper_id: -worth.get(paper_id, 0.0))[:OPENED]
        return [paper for paper in papers if paper.id in best]


def _worth(lists: Sequence[Sequence[ChunkHit]]) -> dict[PaperId, float]:
    """Sum the reciprocal ranks of each paper's chunks."""
    worth: dict[PaperId, float] = {}
    for hits in lists:
        for rank, hit in enumerate(hits, start=1):
            worth[hit.paper_id] = worth.get(hit.paper_id, 0.0) + 1 / (RANK_OFFSET + rank)
    return worth
