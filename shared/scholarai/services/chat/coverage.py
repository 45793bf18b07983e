"""Says of each paper that was asked what became of it."""

from __future__ import annotations

from collections.abc import Mapping

from scholarai.domain.chat import Answer
from scholarai.domain.coverage import ClosestPassage, Coverage, CoveredPaper
from scholarai.domain.ids import PaperId
from scholarai.services.library.open_papers import AskedPapers, Reading, left_out_paper


def coverage_of(
    asked: AskedPapers,
    reading: Reading,
    answer: Answer,
    *,
    shown: frozenset[PaperId] = frozenset(),
    closest: Mapping[PaperId, ClosestPassage] | None = None,
) -> Coverage:
    """Return what became of each paper.

    `shown` are the papers of which a model was shown something, `closest` the closest passages of those that it may not quote.
    """
    cited = {citation.paper_id for section in answer.sections for citation in section.citations}
    lost = {one.paper_id: one for one in asked.left_out} | reading.lost

    def covered(paper_id: PaperId) -> CoveredPaper:
        title = reading.titles.get(paper_id, "")
        if paper_id in cited:
            return CoveredPaper(paper_id=paper_id, title=title, outcome="cited")
        if paper_id in lost:
            return lost[paper_id]
        if paper_id in shown:
            return CoveredPaper(paper_id=paper_id, title=title, outcome="not_cited")
        if closest is not None and paper_id in closest:
            return CoveredPaper(paper_id=paper_id, title=title, outcome="closest", closest=closest[paper_id])
        return left_out_paper(paper_id, title, "no_room")

    return Coverage(papers=tuple(map(covered, asked.ids)), beyond=asked.beyond)
