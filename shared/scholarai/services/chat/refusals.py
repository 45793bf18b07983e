"""Makes refusals, with fixed messages, for questions that the passages do not answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from scholarai.domain.chat import Answer, Evidence, Passage, Refusal, RefusalReason, Usage, place_label
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
# These quote nothing of what the model said, since nothing may support it.
_MESSAGES = {
    "declined": "The passages found in text, tables and captions do not answer this question. These come nearest.",
    "silent": "The model gave no answer. These passages come nearest.",
    "unsupported": "The model’s answer is not shown: no quote in it stands in the passages found. These come nearest.",
}


def refuse(
    why: Literal["declined", "silent", "unsupported"], evidence: Sequence[Evidence], papers: Mapping[PaperId, OpenPaper]
) -> Refusal:
    """Return the refusal that takes the place of a model's answer."""
    reason: RefusalReason = "unsupported" if why == "unsupported" else "model_declined"
    return Refusal(reason=reason, message=_MESSAGES[why], nearest=_nearest(evidence, papers))


def refused_in_code(question: str, evidence: Sequence[Evidence], papers: Mapping[PaperId, OpenPaper]) -> Answer:
    """Return the answer to a question that no model needs to be asked."""
    if evidence:
        message = _WEAK if len(papers) == 1 else _WEAK_SEVERAL
        refusal = Refusal(reason="weak_evidence", message=message, nearest=_nearest(evidence, papers))
    else:
        refusal = Refusal(reason="no_text", message=_NO_TEXT)
    return Answer(sections=(), usage=Usage(), question_used=question, refusal=refusal)


def _nearest(evidence: Sequence[Evidence], papers: Mapping[PaperId, OpenPaper]) -> tuple[Passage, ...]:
    return tuple(_passage(item, papers[item.paper_id]) for item in evidence[:NEAREST])


def _passage(item: Evidence, paper: OpenPaper) -> Passage:
    return Passage(
        paper_id=item.paper_id,
        chunk_id=item.chunk_id,
        text=item.text,
        label=place_label(item.section_path, item.page_numbers),
        pages=paper.locator.locate([(item.start, item.end)]),
    )
