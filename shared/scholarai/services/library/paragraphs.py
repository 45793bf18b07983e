"""Finds passages of papers for a question, and shows ranges of a paper's text with the boxes where they are printed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

import numpy as np
from msgspec.structs import replace

from scholarai.domain.chat import Evidence
from scholarai.domain.checked_text import NearPassage
from scholarai.domain.checking import QuotePlace
from scholarai.domain.errors import InvalidRequestError
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.limits import QUESTION_CHARACTERS
from scholarai.domain.review import Filters
from scholarai.domain.values import Value
from scholarai.ports.stores import PaperStore
from scholarai.retrieval.ranking import SIGNALS, rank_sentences
from scholarai.retrieval.search import evidence_at
from scholarai.services.library.open_papers import OpenPaper, OpenPapers
from scholarai.services.library.passages import FindPassages, Query
from scholarai.services.library.search import SearchLibrary
from scholarai.services.papers.owned_papers import require_owned

# Papers of a library that are read for a question. A guess: opening one takes tenths of a second.
LOOKED_INTO = 5
_COVERED = SIGNALS.index("covered")


class SearchPassages(Value, frozen=True, kw_only=True):
    """Searches chosen papers of an owner, or those that a search of the whole library finds."""

    papers: PaperStore
    open_papers: OpenPapers
    library: SearchLibrary
    find: FindPassages

    def search(
        self, owner: OwnerId, question: str, paper_ids: Sequence[PaperId] | None, *, limit: int
    ) -> tuple[NearPassage, ...]:
        """Return at most `limit` paragraphs, that of the best sentence first; `places` are those of the sentence.

        Raises:
            InvalidRequestError: If the question is empty or too long.
            NotFoundError: If a paper is unknown, being deleted, or another owner's.
        """
        opened = self._wanted(owner, question, paper_ids)
        query = self.find.query(question)
        # Sentences of one paragraph make one passage: three of each are more than enough.
        ranked = [hit for paper in opened.values() for hit in nearest_in(paper, query, 3 * limit)]
        ranked.sort(key=lambda hit: -hit[0])
        return tuple(islice(_paragraphs((near for _, near in ranked), opened), limit))

    def evidence(
        self, owner: OwnerId, question: str, paper_ids: Sequence[PaperId] | None, *, k: int
    ) -> tuple[Evidence, ...]:
        """Return at most `k` passages of several papers, best first, with scores that are comparable across papers.

        Raises:
            InvalidRequestError: If the question is empty or too long.
            NotFoundError: If a paper is unknown, being deleted, or another owner's.
        """
        opened = self._wanted(owner, question, paper_ids)
        query = self.find.query(question)
        scored: list[tuple[float, Evidence]] = []
        for paper in opened.values():
            near = nearest_in(paper, query, 3 * k)
            for one in self.find.find(paper, question, k=k).evidence[:k]:
                inside = [score for score, sentence in near if one.start <= sentence.start < one.end]
                scored.append((max(inside, default=0.0), one))
        scored.sort(key=lambda hit: -hit[0])
        return tuple(replace(one, score=score, number=n) for n, (score, one) in enumerate(scored[:k], start=1))

    def _wanted(self, owner: OwnerId, question: str, paper_ids: Sequence[PaperId] | None) -> dict[PaperId, OpenPaper]:
        if not 0 < len(question.strip()) <= QUESTION_CHARACTERS:
            raise InvalidRequestError("question_invalid", f"a search has 1 to {QUESTION_CHARACTERS} characters")
        if paper_ids is None:
            found = self.library.search(owner, question, Filters(), limit=LOOKED_INTO)
            paper_ids = [paper.paper.id for paper in found.papers]
        return {paper_id: self._opened(owner, paper_id) for paper_id in paper_ids}

    def at(self, owner: OwnerId, paper_id: PaperId, ranges: Sequence[tuple[int, int]]) -> tuple[NearPassage, ...]:
        """Return ranges of a paper's text as passages.

        Raises:
            NotFoundError: If the paper is unknown, being deleted, or another owner's.
        """
        opened = self._opened(owner, paper_id)
        return tuple(passage_at(opened, start, end) for start, end in ranges)

    def _opened(self, owner: OwnerId, paper_id: PaperId) -> OpenPaper:
        return self.open_papers.open(require_owned(self.papers.get(paper_id), owner))


def _paragraphs(sentences: Iterator[NearPassage], opened: dict[PaperId, OpenPaper]) -> Iterator[NearPassage]:
    """Yield the paragraphs of sentences, each once, with the places of its first sentence."""
    seen: set[tuple[PaperId, int]] = set()
    for near in sentences:
        paper = opened[near.paper_id]
        low, high = paper.locator.paragraph(near.start)
        start, end = min(low, near.start), max(high, near.end)
        if (near.paper_id, start) not in seen:
            seen.add((near.paper_id, start))
            yield replace(near, text=paper.index.text[start:end], start=start, end=end)


def nearest_in(paper: OpenPaper, query: Query, limit: int) -> list[tuple[float, NearPassage]]:
    """Return the sentences of a paper that are nearest to a claim, with scores that are comparable across papers."""
    index = paper.index
    if not len(index.starts):
        return []
    ranking = rank_sentences(index, query.text, query.vector if query.compares(paper) else None)
    scores = np.where(index.heading > 0, -np.inf, ranking.answering)
    found = []
    for number in np.argsort(-scores, kind="stable")[:limit].tolist():
        near = float(ranking.dense[index.nearest[number]]) if len(ranking.dense) else 0.0
        covered = float(ranking.rows[number][_COVERED])
        found.append((covered + near, passage_at(paper, int(index.starts[number]), int(index.ends[number]))))
    return found


def passage_at(paper: OpenPaper, start: int, end: int) -> NearPassage:
    """Return a range of a paper's text as a passage with its boxes."""
    evidence = evidence_at(paper.index, paper.paper_id, start, end)
    pages = paper.locator.locate([(start, end)])
    places = tuple(QuotePlace(start=start, end=end, page=page) for page in pages)
    return NearPassage(
        paper_id=paper.paper_id,
        title=paper.title,
        text=evidence.text,
        start=start,
        end=end,
        section_path=evidence.section_path,
        page_numbers=evidence.page_numbers,
        places=places or (QuotePlace(start=start, end=end),),
    )
