"""Finds the sentences of papers that are nearest to a claim, and what differs between them by rule."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from msgspec.structs import replace

from scholarai.citations.doubting.doubts import find_doubts
from scholarai.domain.chat import DoubtKind
from scholarai.domain.checked_text import Difference, DifferenceKind, NearPassage
from scholarai.domain.checking import QuotePlace
from scholarai.domain.coverage import CoveredPaper
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.limits import QUESTION_CHARACTERS
from scholarai.domain.values import Value
from scholarai.ports.stores import ChunkSearch
from scholarai.retrieval.ranking import rank_sentences
from scholarai.retrieval.search import evidence_at
from scholarai.services.checking.sources import CHUNKS, LOOKED_INTO, READ_WHOLE
from scholarai.services.checking.splitting import TextSentence
from scholarai.services.library.open_papers import EachPaper, OpenPaper
from scholarai.services.library.passages import FindPassages, Query
from scholarai.services.library.search import fused

# Passages that are shown for a claim. A reader looks at few; a guess.
SHOWN = 3
_KINDS: dict[DoubtKind, DifferenceKind] = {
    "number": "number",
    "unit": "unit",
    "comparison": "direction",
    "negation": "negation",
}


class FindNearest(Value, frozen=True, kw_only=True):
    """Searches papers of an owner for what is nearest to a claim."""

    each: EachPaper
    find: FindPassages
    search: Callable[[], ChunkSearch]

    def run(
        self, owner: OwnerId, paper_ids: Sequence[PaperId] | None, claim: str, *, limit: int = SHOWN
    ) -> tuple[NearPassage, ...]:
        """Return the nearest sentences of the papers, best first; `paper_ids` None: of all papers of the owner."""
        query = self.find.query(claim[:QUESTION_CHARACTERS])
        found: list[tuple[float, NearPassage]] = []
        for paper_id in self._likely(owner, paper_ids, query):
            paper = self.each.papers.get(paper_id)
            opened = None if paper is None or paper.owner != owner else self.each.opened(paper)
            if opened is not None and not isinstance(opened, CoveredPaper):
                found += nearest_in(opened, query, limit)
        found.sort(key=lambda one: -one[0])
        return tuple(passage for _, passage in found[:limit])

    def _likely(self, owner: OwnerId, paper_ids: Sequence[PaperId] | None, query: Query) -> Sequence[PaperId]:
        if paper_ids is not None and len(paper_ids) <= READ_WHOLE:
            return paper_ids
        by_words = self.search().matching(owner, paper_ids, query.text, limit=CHUNKS)
        by_meaning = (
            self.search().nearest(owner, paper_ids, query.vector.tolist(), space=query.embedder.space, limit=CHUNKS)
            if query.embedder is not None and query.vector is not None
            else ()
        )
        hits = [hit for _, hit in fused(by_meaning, by_words) if hit.chunk.chunk.kind != "reference"]
        return list(dict.fromkeys(hit.paper_id for hit in hits))[:LOOKED_INTO]


def nearest_in(paper: OpenPaper, query: Query, limit: int) -> list[tuple[float, NearPassage]]:
    """Return the sentences of a paper that are nearest to a claim, with a score that compares papers."""
    index = paper.index
    if not len(index.starts):
        return []
    ranking = rank_sentences(index, query.text, query.vector if query.compares(paper) else None)
    scores = np.where(index.heading > 0, -np.inf, ranking.answering)
    found = []
    for number in np.argsort(-scores, kind="stable")[:limit].tolist():
        start, end = int(index.starts[number]), int(index.ends[number])
        evidence = evidence_at(index, paper.paper_id, start, end)
        near = float(ranking.dense[index.nearest[number]]) if len(ranking.dense) else 0.0
        covered = float(ranking.rows[number][5])
        places = tuple(
            QuotePlace(start=start, end=end, page=page) for page in paper.locator.locate([(start, end)])
        ) or (QuotePlace(start=start, end=end),)
        passage = NearPassage(
            paper_id=paper.paper_id,
            title=paper.title,
            text=evidence.text,
            start=start,
            end=end,
            section_path=evidence.section_path,
            page_numbers=evidence.page_numbers,
            places=places,
        )
        found.append((covered + near, passage))
    return found


def with_differences(sentence: TextSentence, passages: Sequence[NearPassage]) -> tuple[NearPassage, ...]:
    """Return the passages, the first one with what differs between it and the sentence by rule."""
    if not passages:
        return ()
    found = [
        Difference(
            kind=_KINDS[doubt.kind],
            said=doubt.text,
            printed="",
            start=sentence.start + doubt.start,
            end=sentence.start + doubt.end,
        )
        for doubt in find_doubts(sentence.text, [passage.text for passage in passages])
        if doubt.kind in _KINDS
    ]
    return (replace(passages[0], differs=tuple(found)), *passages[1:])
