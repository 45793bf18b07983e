"""Answers by rules alone: a paper's metadata, and places that the paper does not have."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scholarai.answering.publication import Stated, stated
from scholarai.citations import Quote, SectionBuilder, Text
from scholarai.domain.chat import Answer, Evidence, Refusal, TextSection, Usage
from scholarai.services.chat.answers import sources
from scholarai.services.library.open_papers import OpenPaper


def answer_from_metadata(question: str, paper: OpenPaper, evidence: Sequence[Evidence]) -> Answer | None:
    """Return what is known of a paper, quoted from its pages where it is printed; None where something else is asked."""
    facts = stated(question, [(paper.paper_id, paper.index.content)])
    if not facts:
        return None
    builder = SectionBuilder(
        sources=sources(evidence, {paper.paper_id: paper}), question=question, known=[fact.text for fact in facts]
    )
    sections = [section for fact in facts for section in _sections(builder, fact, evidence)]
    return Answer(sections=tuple(sections), usage=Usage(), question_used=question)


def refused_for_absence(
    question: str, absent: Sequence[str], evidence: Sequence[Evidence], *, weak: bool
) -> Answer | None:
    """Return the refusal of a question about places that the paper does not have; None where there may be another answer."""
    if not absent or any(piece.named for piece in evidence):
        return None
    from scholarai.answering.named_places import asked_of_places  # few questions name a place

    if asked_of_places(question) and not weak:
        return None
    refusal = Refusal(reason="weak_evidence", message=" ".join(absent))
    return Answer(sections=(), usage=Usage(), question_used=question, refusal=refusal)


def _sections(builder: SectionBuilder, fact: Stated, evidence: Sequence[Evidence]) -> list[TextSection]:
    source = fact.source(evidence)
    quotes = [Quote((source.number,), fact.quote)] if fact.quote and source else []
    made = [*builder.add([Text(fact.text), *quotes]), *builder.finish()]
    # A title of two words supports nothing elsewhere; here it is what is asked for.
    return [replace(section, uncited=not section.citations) for section in made]
