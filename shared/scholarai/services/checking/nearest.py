"""Finds the sentences of papers that are nearest to a claim, and what differs between them by rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from msgspec.structs import replace

from scholarai.domain.checked_text import NearPassage
from scholarai.domain.checking import QuotePlace
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.limits import QUESTION_CHARACTERS
from scholarai.domain.values import Value
from scholarai.ports.stores import ChunkSearch
from scholarai.retrieval.ranking import SIGNALS, rank_sentences
from scholarai.retrieval.search import evidence_at
from scholarai.services.checking.differences import differences_from
from scholarai.services.checking.sources import CHUNKS, LOOKED_INTO, READ_WHOLE
from scholarai.services.checking.splitting import TextSentence
from scholarai.services.library.open_papers import EachPaper, OpenPaper
from scholarai.services.library.passages import FindPassages, Query
from scholarai.services.library.search import fused

# Passages that are shown for a claim. A reader looks at few; a guess.
SHOWN = 3
_COVERED = SIGNALS.index("covered")


class FindNearest(Value, frozen=True, kw_only=True):
    """Searches papers of an owner for what is nearest to a claim."""

    each: EachPaper
    find: FindPassages
    search: Callable[[], ChunkSearch]

    def passages(
        self, owner: OwnerId, paper_ids: Sequence[PaperId] | None, claim: TextSentence, *, limit: int = SHOWN
    ) -> tuple[NearPassage, ...]:
        """Return the nearest sentences of the papers, best first, the first one with what differs from it by rule.

        Args:
            owner: Whose papers.
            paper_ids: Which papers; None: all of the owner.
            claim: A sentence of a text.
            limit: How many passages at most.
        """
        query = self.find.query(claim.bare[:QUESTION_CHARACTERS])
        found: list[tuple[float, NearPassage]] = []
        papers: dict[PaperId, OpenPaper] = {}
        for paper_id in self._likely(owner, paper_ids, query):
            opened = self.each.opened_of(owner, paper_id)
            if opened is not None:
                papers[paper_id] = opened
                found += nearest_in(opened, query, limit)
        found.sort(key=lambda one: -one[0])
        passages = [passage for _, passage in found[:limit]]
        return _compared(claim, passages, papers) if passages else ()

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


def _compared(
    claim: TextSentence, passages: Sequence[NearPassage], papers: Mapping[PaperId, OpenPaper]
) -> tuple[NearPassage, ...]:
    """Return the passages, those of the first one's paper with what differs between them and a claim."""
    paper = papers[passages[0].paper_id]
    own = [one for one in passages if one.paper_id == paper.paper_id]
    around = dict.fromkeys(paper.index.text[slice(*paper.locator.paragraph(one.start))] for one in own)
    words = " ".join((paper.index.text, paper.title, *(one.name for one in paper.index.content.authors)))
    found = differences_from(
        claim.text, claim.start, [one.text for one in own], "\n\n".join(around), words, [paper.title]
    )
    differs = dict(zip(map(id, own), found, strict=True))
    return tuple(replace(one, differs=differs.get(id(one), ())) for one in passages)
