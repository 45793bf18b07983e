"""Finds the sentences of papers that are nearest to a claim, and what differs between them by rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from scholarai.domain.checked_text import NearPassage
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.limits import QUESTION_CHARACTERS
from scholarai.domain.values import Value
from scholarai.ports.stores import ChunkSearch
from scholarai.services.checking.differences import differences_from
from scholarai.services.checking.sources import CHUNKS, LOOKED_INTO, READ_WHOLE
from scholarai.services.checking.splitting import TextSentence
from scholarai.services.library.open_papers import EachPaper, OpenPaper
from scholarai.services.library.paragraphs import nearest_in
from scholarai.services.library.passages import FindPassages, Query
from scholarai.services.library.search import fused

# Passages that are shown for a claim. A reader looks at few; a guess.
SHOWN = 3


class FindNearest(Value, frozen=True, kw_only=True):
    """Searches papers of an owner for what is nearest to a claim."""

    each: EachPaper
    find: FindPassages
    search: Callable[[], ChunkSearch]

    def passages(
        self, owner: OwnerId, paper_ids: Sequence[PaperId] | None, claim: TextSentence, *, limit: int = SHOWN
    ) -> tuple[NearPassage, ...]:
        """Return the nearest sentences of the papers, best first, the first one with what differs from it by rule.

        `paper_ids` None: all of the owner.
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


def _compared(
    claim: TextSentence, passages: Sequence[NearPassage], papers: Mapping[PaperId, OpenPaper]
) -> tuple[NearPassage, ...]:
    """Return the passages, those of the first one's paper with what differs between them and a claim."""
    paper = papers[passages[0].paper_id]
    own = [passage for passage in passages if passage.paper_id == paper.paper_id]
    around = dict.fromkeys(paper.index.text[slice(*paper.locator.paragraph(one.start))] for one in own)
    words = " ".join((paper.index.text, paper.title, *(author.name for author in paper.index.content.authors)))
    found = differences_from(
        claim.text, claim.start, [one.text for one in own], "\n\n".join(around), words, [paper.title]
    )
    differs = dict(zip(map(id, own), found, strict=True))
    return tuple(replace(passage, differs=differs.get(id(passage), ())) for passage in passages)
