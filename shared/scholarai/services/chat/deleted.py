"""Removes from an answer what it quotes of papers that were deleted while it was made."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from scholarai.domain.chat import Answer
from scholarai.domain.coverage import Coverage
from scholarai.domain.errors import NotFoundError
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.ports.stores import PaperStore
from scholarai.services.at_once import at_once
from scholarai.services.library.open_papers import left_out_paper

_LEFT_OUT = "A paper was deleted while the question was answered; what it says is left out."


def without_deleted(answer: Answer, papers: PaperStore, owner: OwnerId) -> Answer:
    """Return an answer without the words of papers that its owner does not have any more.

    A paper's deletion takes the conversations along that it finds; one that begins after that search would keep them.

    Raises:
        NotFoundError: If nothing is left of it.
    """
    quoted = sorted(_quoted_papers(answer))
    there = at_once(papers.get, quoted)
    gone = {
        paper_id
        for paper_id, paper in zip(quoted, there, strict=True)
        if paper is None or paper.deleting or paper.owner != owner
    }
    return _without(answer, gone) if gone else answer


def _quoted_papers(answer: Answer) -> frozenset[PaperId]:
    cited = {citation.paper_id for section in answer.sections for citation in section.citations}
    nearest = answer.refusal.nearest if answer.refusal is not None else ()
    return frozenset(cited | {passage.paper_id for passage in nearest})


def _without(answer: Answer, gone: Collection[PaperId]) -> Answer:
    sections = tuple(
        section for section in answer.sections if not any(citation.paper_id in gone for citation in section.citations)
    )
    refusal = answer.refusal
    nearest = tuple(one for one in refusal.nearest if one.paper_id not in gone) if refusal else ()
    if not any(section.citations for section in sections) and not nearest:
        raise NotFoundError("paper_unknown", "the paper was deleted while it was asked")
    return replace(
        answer,
        sections=sections,
        refusal=replace(refusal, nearest=nearest) if refusal else None,
        notes=(*answer.notes, _LEFT_OUT),
        coverage=None if answer.coverage is None else _covered(answer.coverage, gone),
    )


def _covered(coverage: Coverage, gone: Collection[PaperId]) -> Coverage:
    papers = (left_out_paper(one.paper_id, "", "deleted") if one.paper_id in gone else one for one in coverage.papers)
    return replace(coverage, papers=tuple(papers))
