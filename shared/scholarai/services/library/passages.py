"""Finds the papers, and the passages in them, that may answer a question."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, Literal

from scholarai.domain.chat import Evidence
from scholarai.domain.errors import LimitReachedError, TransientError
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.limits import FUSION_RANK, NEAREST_RESULTS
from scholarai.domain.review import Filters
from scholarai.domain.usage import ModelUsage
from scholarai.domain.values import Value
from scholarai.ports.models import Embedder, Reranker, SentenceMatcher
from scholarai.ports.stores import ChunkHit, ChunkSearch, PaperStore
from scholarai.retrieval.search import Found, SearchedPaper, search_paper
from scholarai.retrieval.terms import searchable
from scholarai.services.library.open_papers import OpenPaper, OpenPapers
from scholarai.services.library.reranking import rerank
from scholarai.services.papers.owned_papers import require_owned

if TYPE_CHECKING:
    from scholarai.ports.reviews import LibraryCatalog
    from scholarai.retrieval.vectors import Vector

_log = logging.getLogger(__name__)

# Passages that a reranker is shown for each one that is wanted. A guess.
SHOWN = 2


class NearestPapers(Value, frozen=True, kw_only=True):
    """Chooses the papers of a library that a question is asked of, without reading whole papers."""

    catalog: Callable[[], LibraryCatalog]
    search: Callable[[], ChunkSearch]
    embedder: Callable[[], Embedder | None]

    def find(self, owner: OwnerId, question: str, *, limit: int) -> tuple[tuple[PaperId, ...], int]:
        """Return all papers of the owner if they are few, else those with the best chunks; and the number of the others."""
        ids = tuple(self.catalog().select(owner, Filters()))
        if len(ids) <= limit:
            return ids, 0
        search = self.search()
        lists = [search.matching(owner, None, question, limit=NEAREST_RESULTS)]
        embedder = self.embedder()
        vector = embed_question(embedder, question) if embedder is not None else None
        if embedder is not None and vector is not None:
            lists.append(search.nearest(owner, None, vector.tolist(), space=embedder.space, limit=NEAREST_RESULTS))
        worth = _worth(lists)
        best = tuple(sorted(ids, key=lambda paper_id: -worth.get(paper_id, 0.0))[:limit])
        return best, len(ids) - len(best)


class Passages(Value, frozen=True, kw_only=True, eq=False):
    """The evidence for a question.

    Attributes:
        weak: The search is not sure that any of it answers.
        missing: Places that the question names and the paper does not have.
        also: Forms of the question's words that were searched, too.
        absent: Its words of which the paper has no form.
        usage: The reranker's.
    """

    evidence: tuple[Evidence, ...]
    weak: bool
    missing: tuple[str, ...]
    retrieval: Literal["hybrid", "lexical"]
    also: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    usage: ModelUsage | None = None


class Query(Value, frozen=True, kw_only=True, eq=False, dict=True):
    """A question that papers are searched for; it is embedded once, for the first paper that is searched by meaning."""

    text: str
    embedder: Embedder | None

    @cached_property
    def vector(self) -> Vector | None:
        return None if self.embedder is None else embed_question(self.embedder, self.text)

    def compares(self, paper: OpenPaper) -> bool:
        """Tell whether a paper is searched by meaning, too."""
        return self.embedder is not None and paper.space == self.embedder.space and self.vector is not None

    def search(self, paper: OpenPaper, *, k: int, closely: bool = False) -> Found:
        """Return the best passages of a paper; `closely` has its best sentences matched piece by piece where the embedder can."""
        searched = SearchedPaper(paper_id=paper.paper_id, index=paper.index)
        vector = self.vector if self.compares(paper) else None
        match = None
        if closely and vector is not None and isinstance(self.embedder, SentenceMatcher):
            match = partial(self.embedder.match, searchable(self.text))
        return search_paper(searched, self.text, vector, k=k, match=match)


class FindPassages(Value, frozen=True, kw_only=True):
    """Searches opened papers; `embedder` and `reranker` make their models when the first question comes."""

    embedder: Callable[[], Embedder | None]
    reranker: Callable[[], Reranker | None] = lambda: None

    def query(self, question: str) -> Query:
        """Return a question ready to be put to any number of papers."""
        return Query(text=question, embedder=self.embedder())

    def find(self, paper: OpenPaper, question: str, *, k: int) -> Passages:
        """Return the best passages of a paper, best first."""
        reranker = self.reranker()
        query = self.query(question)
        found = query.search(paper, k=k if reranker is None else SHOWN * k, closely=True)
        evidence, usage = found.evidence, None
        if reranker is not None:
            evidence, usage = rerank(reranker, question, found.evidence, k=k)
        return Passages(
            evidence=evidence,
            weak=found.weak,
            missing=found.missing,
            retrieval="hybrid" if query.compares(paper) else "lexical",
            also=found.also,
            absent=found.absent,
            usage=usage,
        )


class SearchPaper(Value, frozen=True, kw_only=True):
    """Searches one paper for its owner."""

    papers: PaperStore
    open_papers: OpenPapers
    find: FindPassages

    def search(self, owner: OwnerId, paper_id: PaperId, question: str, *, k: int) -> tuple[Evidence, ...]:
        """Return at most `k` passages, best first.

        Raises:
            NotFoundError: If the paper is unknown, being deleted, or another owner's.
            NotReadyError: If it is not extracted yet.
            ConflictError: If it failed.
        """
        opened = self.open_papers.open(require_owned(self.papers.get(paper_id), owner))
        return self.find.find(opened, question, k=k).evidence[:k]


def embed_question(embedder: Embedder, question: str) -> Vector | None:
    """Return the question's vector, or None if the model is unavailable: the search by words still works."""
    try:
        return embedder.embed_query(searchable(question))
    except (TransientError, LimitReachedError) as error:
        _log.warning("question searched by its words alone", extra={"code": error.code})
        return None


def _worth(lists: Sequence[Sequence[ChunkHit]]) -> dict[PaperId, float]:
    """Sum the reciprocal ranks of each paper's chunks."""
    worth: dict[PaperId, float] = {}
    for hits in lists:
        for rank, hit in enumerate(hits, start=1):
            worth[hit.paper_id] = worth.get(hit.paper_id, 0.0) + 1 / (FUSION_RANK + rank)
    return worth
