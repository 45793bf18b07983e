"""Makes the refusals of questions that the passages do not answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scholarai.domain.chat import Answer, Evidence, Passage, Refusal, Usage, place_label
from scholarai.domain.ids import PaperId
from scholarai.services.library.open_papers import OpenPaper

# Passages shown with a refusal. A guess.
NEAREST = 3

_WEAK = (
    "Nothing in the paper seems to answer this. Its text, its tables and the captions of its figures were searched. These "
    "passages come nearest."
)
_WEAK_SEVERAL = (
    "Nothing in the papers seems to answer this. Their text, their tables and the captions of their figures were searched. "
    "These passages come nearest."
)
_NO_TEXT = "There is no text in the paper to answer from."
_DECLINED = "The model found no answer to this question in what it was shown. These passages come closest."
_NOT_FOUND = "The passages found in text, tables and captions do not answer this question. These come nearest."


def refuse(reason: str, nearest: Sequence[Evidence], papers: Mapping[PaperId, OpenPaper], *, by_rules: bool) -> Refusal:
    """Return what is shown where the answerer declines; `reason` is a model's own sentence, empty where it gave none."""
    return Refusal(
        reason="model_declined",
        message=reason or (_NOT_FOUND if by_rules else _DECLINED),
        nearest=_nearest(nearest, papers),
        by_model=bool(reason),
    )


def refused_in_code(question: str, evidence: Sequence[Evidence], papers: Mapping[PaperId, OpenPaper]) -> Answer:
    """Return the answer to a question that no model needs to be asked."""
    if evidence:
        message = _WEAK if len(papers) == 1 else _WEAK_SEVERAL
        refusal = Refusal(reason="weak_evidence", message=message, nearest=_nearest(evidence, papers))
    else:
        refusal = Refusal(reason="no_text", message=_NO_TEXT)
    return Answer(sections=(), usage=Usage(), question_used=question, refusal=refusal)


def _nearest(evidence: Sequence[Evidence], papers: Mapping[PaperId, OpenPaper]) -> tuple[Passage, ...]:
    shown = [item for item in evidence if item.paper_id in papers][:NEAREST]
    return tuple(_passage(item, papers[item.paper_id]) for item in shown)


def _passage(item: Evidence, paper: OpenPaper) -> Passage:
    return Passage(
        paper_id=item.paper_id,
        chunk_id=item.chunk_id,
        text=item.text,
        label=place_label(item.section_path, item.page_numbers),
        pages=paper.locator.locate([(item.start, item.end)]),
    )
