"""Answers a turn about opened papers by rules: resolves what the question refers to, and quotes passages or metadata."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from scholarai.answering.publication import Stated, stated
from scholarai.answering.turns import TurnKind, asks_again, carry_topics, kind_of_turn, without_courtesy
from scholarai.citations import Quote, SectionBuilder, Text
from scholarai.domain.chat import Answer, Citation, Evidence, Message, Refusal, TextSection, Usage
from scholarai.domain.content import PaperContent
from scholarai.domain.ids import PaperId
from scholarai.domain.values import Value
from scholarai.ports.clock import Clock
from scholarai.ports.models import Answerer, AnswerRequest
from scholarai.prompting.prompt import Prompt
from scholarai.retrieval.cues import find_cues
from scholarai.retrieval.index import PaperIndex
from scholarai.retrieval.words import question_terms, searchable
from scholarai.services.chat.answers import AnswerStream, Preparation, sources
from scholarai.services.chat.reply import ReplyEvent, nothing_new, other_language, with_remark
from scholarai.services.chat.turns import questions_before, quoted_before
from scholarai.services.library.open_papers import OpenPaper
from scholarai.services.library.passages import FindPassages, Passages

if TYPE_CHECKING:
    from scholarai.answering.shown import Shown


class Understood(Value, frozen=True, kw_only=True):
    """A question as it is searched for.

    Attributes:
        asked: The question in its own words, without a greeting.
        text: The question in a form that can be understood on its own.
        kind: How it relates to the turns before it.
        shown: The earlier quotes that are not to be repeated, oldest first.
        readings: What it may mean, if that is ambiguous; empty if it is unclear because it has no topic.
    """

    asked: str
    text: str
    kind: TurnKind
    shown: tuple[Citation, ...] = ()
    readings: tuple[str, ...] = ()

    @property
    def quoted(self) -> Shown:
        from scholarai.answering.shown import Shown  # nothing was shown before a first question

        return Shown.of(citation.text for citation in self.shown)


def understand(text: str, earlier: Sequence[Message]) -> Understood:
    """Return a question as it is searched for, given the messages before it."""
    asked = without_courtesy(text)
    before = questions_before(earlier)
    kind = kind_of_turn(asked, follows=bool(before))
    again = asks_again(asked) or asked in {message.text for message in earlier if kind == "alone"}
    understood = Understood(asked=asked, text=asked, kind=kind, shown=() if again else quoted_before(earlier))
    if kind in {"alone", "unclear"}:
        return understood
    readings: tuple[str, ...] = ()
    if kind == "carried":
        from scholarai.answering.readings import readings_of_pronoun

        readings = readings_of_pronoun(asked, before[-1])
    if readings:
        return replace(understood, kind="unclear", readings=readings)
    return replace(understood, text=carry_topics(asked, before))


class AnswerFromPassages(Value, frozen=True, kw_only=True):
    """Answers with sentences of the papers; `answerer` says nothing else."""

    find: FindPassages
    answerer: Answerer
    clock: Clock
    passages: int

    def run(
        self, opened: Mapping[PaperId, OpenPaper], understood: Understood, last: Sequence[Citation], *, begun: datetime
    ) -> Iterator[ReplyEvent | Answer]:
        """Yield the events of the answer, and last the whole answer.

        Args:
            opened: The only paper, or those that are quoted in `last`.
            understood: The question.
            last: The quotes that the question asks for more of; empty if it asks about something else.
            begun: When the work on the question began.
        """
        understood, passages = self._found(list(opened.values()), understood)
        if last:
            from scholarai.services.chat.going_on import gone_on  # a first question does not need it

            passages = gone_on(understood, last, opened, passages, k=self.passages)
        found = Preparation(
            seconds=(self.clock.now() - begun).total_seconds(),
            lexical=passages.retrieval == "lexical",
        ).with_call(passages.usage)
        note = other_language(understood.asked, opened, lexical=found.lexical)
        notes = (note,) if note else ()
        places = find_cues(understood.text)
        contents = [paper.index.content for paper in opened.values()]
        absent = _absent(understood.text, contents) if places and not last else ()
        known = None if last else self._known(next(iter(opened.values())), understood, passages, absent)
        if known is not None:
            given = known
        elif not passages.weak and passages.evidence:
            stream = self._stream(understood, opened, passages)
            yield from stream
            given = _fitted(stream, understood) if understood.shown else stream.given
            notes = (*notes, *absent)
        elif last:
            given = nothing_new(understood.text, len(opened))
        else:
            from scholarai.services.chat.refusals import refused_in_code

            given = refused_in_code(understood.text, passages.evidence, opened)
        yield from with_remark(found.added_to(replace(given, notes=(*notes, *given.notes))))

    def _known(
        self, paper: OpenPaper, understood: Understood, passages: Passages, absent: Sequence[str]
    ) -> Answer | None:
        """Return the answer from metadata, or that the paper has no such place; None if passages are needed."""
        from_metadata = answer_from_metadata(understood.text, paper, passages.evidence)
        if from_metadata is not None or not absent:
            return from_metadata
        return refused_for_absence(understood.text, absent, passages.evidence, weak=passages.weak)

    def _found(self, papers: Sequence[OpenPaper], understood: Understood) -> tuple[Understood, Passages]:
        """Return the question and the passages found for it; by its own words alone if nothing is found with earlier turns' words.

        A follow-up has few words, so its passages hardly ever count as strong: that the papers have all of its words is enough.
        """
        passages = self._passages(papers, understood.text)
        if not passages.weak or understood.kind != "carried" or understood.asked == understood.text:
            return understood, passages
        own = self._passages(papers, understood.asked)
        if own.weak and not all(has_words(paper.index, understood.asked) for paper in papers):
            return understood, passages
        return replace(understood, text=understood.asked), replace(own, weak=False)

    def _passages(self, papers: Sequence[OpenPaper], question: str) -> Passages:
        """Search the only paper; several papers are continued from their quotes without a search."""
        if len(papers) == 1:
            found = self.find.run(papers[0], question, k=self.passages)
            if any(piece.named for piece in found.evidence):
                from scholarai.answering.named_places import within_places  # few questions name a place

                return replace(found, evidence=within_places(question, found.evidence))
            return found
        return Passages(evidence=(), weak=True, missing=(), retrieval="lexical")

    def _stream(self, understood: Understood, opened: Mapping[PaperId, OpenPaper], passages: Passages) -> AnswerStream:
        return AnswerStream(
            answerer=self.answerer,
            request=AnswerRequest(
                question=understood.text,
                evidence=passages.evidence,
                prompt=Prompt(system="", user=understood.text),
                shown=tuple(citation.text for citation in understood.shown),
            ),
            papers=opened,
            clock=self.clock,
            nearest=lambda: passages.evidence,
        )


def has_words(index: PaperIndex, question: str) -> bool:
    """Tell whether a question has content words, and a paper has all of them."""
    asked = question_terms(searchable(question))
    return bool(asked) and all(term in index.narrow.words.terms for term in asked)


def answer_from_metadata(question: str, paper: OpenPaper, evidence: Sequence[Evidence]) -> Answer | None:
    """Return the answer from a paper's metadata, quoted from its pages where it is printed; None if something else is asked."""
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
    """Return the refusal of a question about places that the paper does not have, or None if it may have another answer."""
    if not absent or any(piece.named for piece in evidence):
        return None
    from scholarai.answering.named_places import asked_of_places  # few questions name a place

    if asked_of_places(question) and not weak:
        return None
    refusal = Refusal(reason="weak_evidence", message=" ".join(absent))
    return Answer(sections=(), usage=Usage(), question_used=question, refusal=refusal)


def _fitted(stream: AnswerStream, understood: Understood) -> Answer:
    from scholarai.services.chat.going_on import fitted

    return fitted(stream, understood)


def _absent(question: str, papers: Sequence[PaperContent]) -> tuple[str, ...]:
    from scholarai.answering.named_places import absent_places

    return absent_places(question, papers)


def _sections(builder: SectionBuilder, fact: Stated, evidence: Sequence[Evidence]) -> list[TextSection]:
    source = fact.source(evidence)
    quotes = [Quote((source.number,), fact.quote)] if fact.quote and source else []
    made = [*builder.add([Text(fact.text), *quotes]), *builder.finish()]
    # A title of two words supports nothing elsewhere; here it is what is asked for.
    return [replace(section, uncited=not section.citations) for section in made]
