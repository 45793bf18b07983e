"""From evidence to a checked answer: the model's text as it streams, its quotes grounded, what it cost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from scholarai.citations import AnswerParser, SectionBuilder, Source, Text
from scholarai.domain.chat import Answer, Evidence, Passage, Refusal, TextSection, Usage
from scholarai.domain.ids import PaperId
from scholarai.domain.labels import place_label
from scholarai.ports.clock import Clock
from scholarai.ports.models import Answerer, AnswerRequest, ModelUsage
from scholarai.services.open_papers import OpenPaper

NEAREST = 3

_WEAK = "The paper does not seem to say anything about this. These passages come nearest."
_WEAK_SEVERAL = "The papers do not seem to say anything about this. These passages come nearest."
_DECLINED = "The passages found do not answer this question. These come nearest."
_NO_ANSWER = "The model gave no answer. These passages come nearest."
_NO_TEXT = "There is no text in the paper to answer from."


@dataclass(frozen=True, slots=True)
class Wrote:
    """More of the answer's text, without citation tags."""

    text: str


@dataclass(frozen=True, slots=True)
class Finished:
    """A section that is complete, its quotes checked."""

    section: TextSection


@dataclass(frozen=True, slots=True, kw_only=True)
class Understood:
    """A question that stands for itself, and what a model took to rewrite it."""

    text: str
    usage: ModelUsage | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Preparation:
    """What came before the model's answer: the time it took, how evidence was found, and what models took for it."""

    seconds: float
    lexical: bool
    models: tuple[ModelUsage, ...] = ()

    def added_to(self, answer: Answer) -> Answer:
        """Return the answer with all this in it."""
        usage = replace(answer.usage, retrieval_s=self.seconds)
        for call in self.models:
            usage = replace(
                usage,
                input_tokens=usage.input_tokens + call.input_tokens,
                output_tokens=usage.output_tokens + call.output_tokens,
                cost_usd=usage.cost_usd + call.cost_usd,
            )
        return replace(answer, usage=usage, retrieval="lexical" if self.lexical else "hybrid")


@dataclass(slots=True)
class AnswerStream:
    """One model call. Iterate over it to the end, then take `answer`."""

    answerer: Answerer
    request: AnswerRequest
    papers: Mapping[PaperId, OpenPaper]
    clock: Clock
    answer: Answer | None = None

    def __iter__(self) -> Iterator[Wrote | Finished]:
        """Yield text as it comes and sections as they are settled.

        Raises:
            TransientError: When the model is busy, down or too slow, also in mid-stream.
            ModelRefusedError: When it may not answer.
        """
        begun = self.clock.now()
        builder = SectionBuilder(sources=sources(self.request.evidence, self.papers))
        parser = AnswerParser()
        sections: list[TextSection] = []
        usage = ModelUsage(model=self.answerer.name)
        for delta in self.answerer.answer(self.request):
            usage = delta.usage or usage
            pieces = parser.feed(delta.text)
            yield from (Wrote(piece.text) for piece in pieces if isinstance(piece, Text))
            for section in builder.add(pieces):
                sections.append(section)
                yield Finished(section)
        pieces = parser.finish()
        yield from (Wrote(piece.text) for piece in pieces if isinstance(piece, Text))
        for section in [*builder.add(pieces), *builder.finish()]:
            sections.append(section)
            yield Finished(section)
        spent = Usage(
            model=usage.model,
            input_tokens=usage.input_tokens,
            output_tokens=usage.output_tokens,
            cost_usd=usage.cost_usd,
            model_s=(self.clock.now() - begun).total_seconds(),
        )
        self.answer = self._answer(sections, builder, spent)

    def _answer(self, sections: Sequence[TextSection], builder: SectionBuilder, usage: Usage) -> Answer:
        refusal: Refusal | None = None
        if builder.declined and not any(section.citations for section in sections):
            said = "".join(section.text for section in sections).strip()
            refusal = refuse("model_declined", said or _DECLINED, self.request.evidence, self.papers)
            sections = ()
        elif not sections:
            refusal = refuse("model_declined", _NO_ANSWER, self.request.evidence, self.papers)
        return Answer(
            sections=tuple(sections),
            usage=usage,
            question_used=self.request.question,
            refusal=refusal,
            dropped_citations=builder.dropped,
        )


def refused_in_code(question: str, evidence: Sequence[Evidence], papers: Mapping[PaperId, OpenPaper]) -> Answer:
    """Return the answer to a question that no model needs to be asked."""
    if not evidence:
        refusal = Refusal(reason="no_text", message=_NO_TEXT)
    else:
        refusal = refuse("weak_evidence", _WEAK if len(papers) == 1 else _WEAK_SEVERAL, evidence, papers)
    return Answer(sections=(), usage=Usage(), question_used=question, refusal=refusal)


def refuse(reason: str, message: str, evidence: Sequence[Evidence], papers: Mapping[PaperId, OpenPaper]) -> Refusal:
    nearest = tuple(_passage(item, papers[item.paper_id]) for item in evidence[:NEAREST])
    return Refusal(
        reason="weak_evidence" if reason == "weak_evidence" else "model_declined", message=message, nearest=nearest
    )


def sources(evidence: Sequence[Evidence], papers: Mapping[PaperId, OpenPaper]) -> dict[int, Source]:
    return {
        item.number: Source(evidence=item, text=papers[item.paper_id].grounding, locator=papers[item.paper_id].locator)
        for item in evidence
    }


def _passage(item: Evidence, paper: OpenPaper) -> Passage:
    return Passage(
        paper_id=item.paper_id,
        chunk_id=item.chunk_id,
        text=item.text,
        label=place_label(item.section_path, item.page_numbers),
        pages=paper.locator.locate([(item.start, item.end)]),
    )
