"""Answers a turn about an opened paper by rules: with its metadata, or the passages that may answer, best first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from msgspec.structs import replace

from scholarai.answering.named_places import absent_from_all, absent_places, within_places
from scholarai.answering.publication import Stated, stated
from scholarai.answering.turns import TurnKind, asks_again, kind_of_turn, with_subject, without_courtesy
from scholarai.citations import Quote, SectionBuilder, Text
from scholarai.domain.chat import Answer, Evidence, Message, TextSection
from scholarai.domain.ids import PaperId
from scholarai.domain.usage import Usage
from scholarai.domain.values import Value
from scholarai.ports.clock import Clock
from scholarai.ports.models import Answerer, AnswerRequest
from scholarai.prompting.prompt import Prompt
from scholarai.services.chat.answers import AnswerStream, Preparation, sources
from scholarai.services.chat.refusals import further_passages, outcome_of, refused_in_code, with_outcome
from scholarai.services.chat.reply import ReplyEvent, nothing_new, other_language, with_remark
from scholarai.services.chat.turns import questions_before, quoted_before
from scholarai.services.library.open_papers import OpenPaper
from scholarai.services.library.passages import FindPassages, Passages


class Understood(Value, frozen=True, kw_only=True):
    """A question as it is searched for.

    Attributes:
        asked: The question in its own words, without a greeting.
        text: The question in a form that can be understood on its own.
        kind: How it relates to the turns before it.
        shown: The earlier quotes that are not to be repeated.
    """

    asked: str
    text: str
    kind: TurnKind
    shown: tuple[str, ...] = ()


def understand(text: str, earlier: Sequence[Message]) -> Understood:
    """Return a question as it is searched for, given the messages before it; one that stands alone is searched alone."""
    asked = without_courtesy(text)
    before = questions_before(earlier)
    kind = kind_of_turn(asked, follows=bool(before))
    again = asks_again(asked) or asked in before
    shown = () if again else tuple(citation.text for citation in quoted_before(earlier))
    whole = asked if kind == "alone" else with_subject(asked, before[-1])
    return Understood(asked=asked, text=whole, kind=kind, shown=shown)


class AnswerFromPassages(Value, frozen=True, kw_only=True):
    """Answers with sentences of a paper, which `answerer` chooses."""

    find: FindPassages
    answerer: Answerer
    clock: Clock
    passages: int

    def answer(self, paper: OpenPaper, understood: Understood, *, begun: datetime) -> Iterator[ReplyEvent | Answer]:
        """Yield the events of the answer, and last the whole answer; `begun` is when the work on the question began."""
        opened = {paper.paper_id: paper}
        passages = self.find.find(paper, understood.text, k=self.passages)
        passages = replace(passages, evidence=within_places(understood.text, passages.evidence))
        found = Preparation(
            seconds=(self.clock.now() - begun).total_seconds(),
            lexical=passages.retrieval == "lexical",
        ).with_call(passages.usage)
        note = other_language(understood.asked, opened, lexical=found.lexical)
        absent = absent_from_all([absent_places(understood.text, paper.index.content)])
        given = answer_from_metadata(understood.text, paper, passages.evidence)
        if given is None and not passages.evidence:
            given = refused_in_code(understood.text)
        elif given is None:
            stream = AnswerStream(
                answerer=self.answerer,
                request=AnswerRequest(
                    question=understood.text,
                    evidence=passages.evidence,
                    prompt=Prompt(system="", user=understood.text),
                    shown=understood.shown,
                ),
                papers=opened,
                clock=self.clock,
                nearest=lambda: passages.evidence,
            )
            yield from stream
            given = self._judged(stream.given, understood, passages, opened, absent)
        yield from with_remark(found.added_to(replace(given, notes=(*((note,) if note else ()), *given.notes))))

    def _judged(
        self,
        answer: Answer,
        understood: Understood,
        passages: Passages,
        opened: Mapping[PaperId, OpenPaper],
        absent: Sequence[str],
    ) -> Answer:
        """Return the answer with how sure the search is; where everything was shown before, the remark that says so."""
        if answer.refusal is not None:
            remark = nothing_new(answer.question_used, len(opened))
            return replace(remark, usage=answer.usage) if understood.shown else answer
        outcome = outcome_of(understood.asked, passages, [paper.index.text for paper in opened.values()])
        further = further_passages(answer, passages.evidence, opened)
        if absent and not any(piece.named for piece in passages.evidence):
            message = " ".join((*absent, "These passages come closest."))
            outcome, absent = replace(outcome, outcome="closest", message=message), ()
        return with_outcome(replace(answer, notes=(*answer.notes, *absent)), replace(outcome, further=further))


def answer_from_metadata(question: str, paper: OpenPaper, evidence: Sequence[Evidence]) -> Answer | None:
    """Return the answer from a paper's metadata, quoted from its pages where it is printed; None if something else is asked."""
    facts = stated(question, paper.index.content)
    if not facts:
        return None
    builder = SectionBuilder(
        sources=sources(evidence, {paper.paper_id: paper}), question=question, known=[fact.text for fact in facts]
    )
    sections = [_section(builder, fact, evidence) for fact in facts]
    return Answer(sections=tuple(sections), usage=Usage(), question_used=question)


def _section(builder: SectionBuilder, fact: Stated, evidence: Sequence[Evidence]) -> TextSection:
    """Return a fact as one section: a title may hold the end of a sentence."""
    source = fact.source(evidence)
    quotes = [Quote((source.number,), fact.quote)] if fact.quote and source else []
    made = [*builder.add([Text(fact.text), *quotes]), *builder.finish()]
    citations = tuple(citation for section in made for citation in section.citations)
    # A title of two words supports nothing elsewhere; here it is what is asked for.
    return TextSection(text="".join(section.text for section in made), citations=citations, uncited=not citations)
