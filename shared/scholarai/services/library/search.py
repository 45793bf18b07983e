"""Searches all papers of an owner that pass the filters, by meaning and by words together."""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Literal

from scholarai.domain.chat import place_label
from scholarai.domain.errors import InvalidRequestError, LimitReachedError, TransientError
from scholarai.domain.ids import ChunkId, OwnerId, PaperId
from scholarai.domain.limits import FUSION_RANK, QUESTION_CHARACTERS
from scholarai.domain.review import Filters, Unjudged
from scholarai.domain.values import Value
from scholarai.ports.models import Embedder
from scholarai.ports.reviews import LibraryCatalog, LibraryPaper
from scholarai.ports.stores import ChunkHit, ChunkSearch
from scholarai.retrieval.terms import searchable
from scholarai.reviewing.question import is_open

if TYPE_CHECKING:
    from scholarai.retrieval.vectors import Vector

# Chunks that each way of searching gives for one page of papers. A guess: a paper rarely has more than five good ones.
CHUNKS_PER_WAY = 100
PASSAGES_PER_PAPER = 3

_log = logging.getLogger(__name__)


class LibraryHits(Value, frozen=True, kw_only=True, eq=False):
    """Chunks found by meaning and by words, each best first; without a vector the words decide alone."""

    by_vector: Sequence[ChunkHit]
    by_words: Sequence[ChunkHit]
    vector: Vector | None


class FindInLibrary(Value, frozen=True, kw_only=True):
    """Runs both searches at the same time, for reviews and for the search of the library."""

    search: ChunkSearch
    embedder: Callable[[], Embedder | None]

    def find(
        self,
        owner: OwnerId,
        paper_ids: Sequence[PaperId] | None,
        question: str,
        keywords: str,
        *,
        vector_limit: int,
        word_limit: int,
    ) -> LibraryHits:
        """Return what is nearest to `question` and what matches `keywords`; bibliographies do not count."""
        embedder = self.embedder()
        with ThreadPoolExecutor(1, thread_name_prefix="words") as pool:
            matching = pool.submit(self.search.matching, owner, paper_ids, keywords, limit=word_limit)
            vector = _embedded(embedder, question)
            nearest: Sequence[ChunkHit] = ()
            if embedder is not None and vector is not None:
                nearest = self.search.nearest(
                    owner, paper_ids, vector.tolist(), space=embedder.space, limit=vector_limit
                )
            return LibraryHits(
                by_vector=_without_references(nearest), by_words=_without_references(matching.result()), vector=vector
            )


class FoundPassage(Value, frozen=True, kw_only=True):
    """A passage of a found paper; `label` names its place."""

    chunk_id: ChunkId
    text: str
    label: str
    page_numbers: tuple[int, ...]


class FoundPaper(Value, frozen=True, kw_only=True):
    """A paper with its best passages; `score` orders, it is no probability."""

    paper: LibraryPaper
    score: float
    passages: tuple[FoundPassage, ...]


class LibraryResults(Value, frozen=True, kw_only=True):
    """`unjudged` are the papers that filters left out because the metadata to judge them is missing."""

    papers: tuple[FoundPaper, ...]
    retrieval: Literal["hybrid", "lexical"]
    unjudged: Unjudged = Unjudged()


class SearchLibrary(Value, frozen=True, kw_only=True):
    """The library search of an owner."""

    catalog: LibraryCatalog
    find: FindInLibrary

    def search(self, owner: OwnerId, question: str, filters: Filters, *, limit: int) -> LibraryResults:
        """Return at most `limit` papers, best first, each with its best passages.

        Raises:
            InvalidRequestError: If the question is empty or too long.
        """
        question = question.strip()
        if not 0 < len(question) <= QUESTION_CHARACTERS:
            raise InvalidRequestError(
                "question_invalid", f"a search has 1 to {QUESTION_CHARACTERS} characters, got {len(question)}"
            )
        judged = None if is_open(filters) else self.catalog.judged(owner, filters)
        paper_ids = None if judged is None else judged.ids
        unjudged = Unjudged() if judged is None else judged.unjudged
        if paper_ids is not None and not paper_ids:
            return LibraryResults(papers=(), retrieval="hybrid", unjudged=unjudged)
        found = self.find.find(
            owner, paper_ids, question, question, vector_limit=CHUNKS_PER_WAY, word_limit=CHUNKS_PER_WAY
        )
        ranked = fused(found.by_vector, found.by_words)
        scores: defaultdict[PaperId, list[tuple[float, ChunkHit]]] = defaultdict(list)
        for score, hit in ranked:
            scores[hit.paper_id].append((score, hit))
        best = sorted(scores, key=lambda paper_id: (-scores[paper_id][0][0], paper_id))[:limit]
        described = self.catalog.describe(owner, best)
        return LibraryResults(
            papers=tuple(_found_paper(described[one], scores[one]) for one in best if one in described),
            retrieval="lexical" if found.vector is None else "hybrid",
            unjudged=unjudged,
        )


def fused(*rankings: Sequence[ChunkHit]) -> list[tuple[float, ChunkHit]]:
    """Return the hits of several rankings as one, best first: each place counts 1 / (20 + rank)."""
    total: defaultdict[tuple[PaperId, ChunkId], float] = defaultdict(float)
    hits: dict[tuple[PaperId, ChunkId], ChunkHit] = {}
    for ranking in rankings:
        for rank, hit in enumerate(ranking, start=1):
            key = (hit.paper_id, hit.chunk.chunk.id)
            total[key] += 1 / (FUSION_RANK + rank)
            hits.setdefault(key, hit)
    return [(total[key], hits[key]) for key in sorted(total, key=lambda key: (-total[key], key))]


def _without_references(hits: Sequence[ChunkHit]) -> list[ChunkHit]:
    return [hit for hit in hits if hit.chunk.chunk.kind != "reference"]


def _embedded(embedder: Embedder | None, question: str) -> Vector | None:
    """Return the question's vector, or None if there is no model or it is unavailable; the search then goes by words."""
    if embedder is None:
        return None
    try:
        return embedder.embed_query(searchable(question))
    except (TransientError, LimitReachedError) as error:
        _log.warning("library searched by words alone", extra={"code": error.code})
        return None


def _found_paper(paper: LibraryPaper, scored: Sequence[tuple[float, ChunkHit]]) -> FoundPaper:
    chunks = [hit.chunk.chunk for _, hit in scored[:PASSAGES_PER_PAPER]]
    return FoundPaper(
        paper=paper,
        score=round(scored[0][0], 6),
        passages=tuple(
            FoundPassage(
                chunk_id=chunk.id,
                text=chunk.text,
                label=place_label(chunk.section_path, chunk.page_numbers),
                page_numbers=chunk.page_numbers,
            )
            for chunk in chunks
        ),
    )
