"""Answers a turn about opened papers: the question is understood by those before it, and answered from passages or metadata."""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from msgspec import structs

from scholarai.answering.publication import Stated, stated
from scholarai.answering.turns import TurnKind, asks_again, carry_topics, kind_of_turn, without_courtesy
from scholarai.citations import Quote, SectionBuilder, Text
from scholarai.domain.chat import Answer, Citation, Evidence, Message, ModelUsage, Refusal, TextSection, Usage
from scholarai.domain.content import PaperContent
from scholarai.domain.errors import ScholarError
from scholarai.domain.ids import PaperId
from scholarai.domain.limits import QUESTION_CHARACTERS
from scholarai.domain.values import Value
from scholarai.ports.clock import Clock
from scholarai.ports.models import Answerer, AnswerRequest, TextModel
from scholarai.prompting.prompt import ChatLimits, Prompt, Turn
from scholarai.retrieval.cues import Cue, find_cues
from scholarai.retrieval.index import PaperIndex
from scholarai.retrieval.words import question_terms, searchable
from scholarai.services.chat.answers import AnswerStream, Lost, Preparation, sources
from scholarai.services.chat.reply import ReplyEvent, nothing_new, other_language, with_remark
from scholarai.services.chat.turns import questions_before, quoted_before, said_before
from scholarai.services.library.open_papers import OpenPaper
from scholarai.services.library.passages import FindPassages, Passages

if TYPE_CHECKING:
    from scholarai.answering.shown import Shown
    from scholarai.services.chat.figures import ShowFigures

_log = logging.getLogger(__name__)


class Understood(Value, frozen=True, kw_only=True):
    """A question as it is searched for.

    Attributes:
        asked: Its own words, without a greeting.
        text: In a form that stands for itself.
        kind: How it goes on from the turns before it.
        shown: What was quoted before and is not to be quoted again, oldest first.
        readings: What it may mean, where that cannot be told; empty where its kind is unclear for lack of any topic.
        usage: What a model took to rewrite it.
    """

    asked: str
    text: str
    kind: TurnKind
    shown: tuple[Citation, ...] = ()
    readings: tuple[str, ...] = ()
    usage: ModelUsage | None = None

    @property
    def quoted(self) -> Shown:
        from scholarai.answering.shown import Shown  # nothing was shown before a first question

        return Shown.of(citation.text for citation in self.shown)


class UnderstandQuestion(Value, frozen=True, kw_only=True):
    """Rewrites questions that refer back: by a model if there is one, else by rule."""

    rewriter: Callable[[], TextModel | None]
    history_tokens: int

    def run(self, text: str, earlier: Sequence[Message]) -> Understood:
        """Return what a question asks for, given the messages before it."""
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
        rewritten, usage = self._rewritten(asked, earlier)
        return replace(understood, text=rewritten or carry_topics(asked, before), usage=usage)

    def _rewritten(self, asked: str, earlier: Sequence[Message]) -> tuple[str | None, ModelUsage | None]:
        rewriter = self.rewriter()
        if rewriter is None:
            return None, None
        from scholarai.prompting.chat import rewrite_prompt  # of use where a model answers

        prompt = rewrite_prompt(asked, said_before(earlier), history_tokens=self.history_tokens)
        try:
            generation = rewriter.generate(prompt)
        except ScholarError as error:
            _log.warning("follow-up rewritten by rule", extra={"code": error.code})
            return None, None
        rewritten = " ".join(generation.text.split())
        return rewritten if 0 < len(rewritten) <= QUESTION_CHARACTERS else None, generation.usage


class AnswerFromPassages(Value, frozen=True, kw_only=True):
    """Answers by a model or by rules.

    `may_spend` tells whether a further call may follow what was taken so far; `lost` is told what was taken for no answer.
    """

    find: FindPassages
    answerer: Callable[[], Answerer]
    stand_in: Callable[[], Answerer | None]
    clock: Clock
    figures: Callable[[], ShowFigures | None]
    history: Sequence[Turn]
    passages: int
    limits: ChatLimits
    model_s: float
    may_spend: Callable[[Preparation, Usage], bool]
    lost: Lost

    def run(
        self, opened: Mapping[PaperId, OpenPaper], understood: Understood, last: Sequence[Citation], *, begun: datetime
    ) -> Iterator[ReplyEvent | Answer]:
        """Yield the answer as it comes, and last the whole of it.

        Args:
            opened: The only paper, or those that are quoted in `last`.
            understood: The question.
            last: What is to be gone on from; empty where the question is about something else.
            begun: When the work on the question began.
        """
        understood, passages = self._found(list(opened.values()), understood)
        if last:
            from scholarai.services.chat.going_on import gone_on  # no first question goes on

            passages = gone_on(understood, last, opened, passages, k=self.passages)
        found = Preparation(
            seconds=(self.clock.now() - begun).total_seconds(),
            lexical=passages.retrieval == "lexical",
            models=tuple(call for call in (understood.usage, passages.usage) if call is not None),
        )
        note = other_language(understood.asked, opened, lexical=found.lexical)
        notes = (note,) if note else ()
        places = find_cues(understood.text)
        contents = [paper.index.content for paper in opened.values()]
        absent = _absent(understood.text, contents) if places and not last else ()
        known = None if last else self._known(next(iter(opened.values())), understood, passages, absent)
        if known is not None:
            given = known
        elif not passages.weak and passages.evidence:
            stream = self._stream(understood, opened, passages, found, places)
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
        """Return what needs no passages: an answer from metadata, or that the paper has no such place."""
        from_metadata = answer_from_metadata(understood.text, paper, passages.evidence)
        if from_metadata is not None or not absent:
            return from_metadata
        return refused_for_absence(understood.text, absent, passages.evidence, weak=passages.weak)

    def _found(self, papers: Sequence[OpenPaper], understood: Understood) -> tuple[Understood, Passages]:
        """Return what is found for a question; by its own words alone where those of earlier turns find nothing beside them.

        A follow-up says little, so that hardly anything is found for sure: that the paper has all of its words is enough.
        """
        passages = self._passages(papers, understood.text)
        if not passages.weak or understood.kind != "carried" or understood.asked == understood.text:
            return understood, passages
        own = self._passages(papers, understood.asked)
        if own.weak and not all(has_words(paper.index, understood.asked) for paper in papers):
            return understood, passages
        return replace(understood, text=understood.asked), replace(own, weak=False)

    def _passages(self, papers: Sequence[OpenPaper], question: str) -> Passages:
        """Search the only paper; several are gone on from without a search."""
        if len(papers) == 1:
            found = self.find.run(papers[0], question, k=self.passages)
            if any(piece.named for piece in found.evidence):
                from scholarai.answering.named_places import within_places  # few questions name a place

                return replace(found, evidence=within_places(question, found.evidence))
            return found
        return Passages(evidence=(), weak=True, missing=(), retrieval="lexical")

    def _stream(
        self,
        understood: Understood,
        opened: Mapping[PaperId, OpenPaper],
        passages: Passages,
        found: Preparation,
        places: Sequence[Cue],
    ) -> AnswerStream:
        """Return the answer's stream; rules read no prompt, so none is written for them."""
        shown = tuple(citation.text for citation in understood.shown)
        unread = Prompt(system="", user=understood.text, max_output_tokens=self.limits.max_output_tokens)
        stream = AnswerStream(
            answerer=self.answerer(),
            request=AnswerRequest(question=understood.text, evidence=passages.evidence, prompt=unread, shown=shown),
            papers=opened,
            clock=self.clock,
            stand_in=self.stand_in,
            about=_about(opened.values()) if places else (),
            time_s=self.model_s,
            may_spend=functools.partial(self.may_spend, found),
            lost=lambda usage: self.lost(found.added_to_usage(usage)),
        )
        return stream if stream.answerer.verbatim else self._with_prompt(stream, passages.missing, places)

    def _with_prompt(self, stream: AnswerStream, missing: Sequence[str], places: Sequence[Cue]) -> AnswerStream:
        """Return a stream with what its model is asked: from whole papers where they are short enough, else from passages."""
        from scholarai.prompting.chat import chat_prompt  # rules are asked without
        from scholarai.services.chat.whole import with_whole_papers

        request, papers = stream.request, list(stream.papers.values())
        about = _about(papers)
        figures = self.figures() if places else None
        pictures = figures.run(papers, request.question, request.evidence) if figures else ()
        make = functools.partial(
            chat_prompt,
            request.question,
            titles={paper.paper_id: paper.title for paper in papers},
            history=self.history,
            missing=missing,
            about=about,
            pictures=pictures,
            shown=request.shown,
            limits=self.limits,
        )
        asked = structs.replace(stream, request=replace(request, prompt=make(request.evidence)), about=about)
        return with_whole_papers(asked, self.limits, functools.partial(make, whole=True))


def has_words(index: PaperIndex, question: str) -> bool:
    """Tell whether a question has words that say something, and a paper has all of them."""
    asked = question_terms(searchable(question))
    return bool(asked) and all(term in index.narrow.words.terms for term in asked)


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


def _about(papers: Iterable[OpenPaper]) -> list[str]:
    from scholarai.prompting.chat import about_paper  # rules are asked without

    return [about_paper(paper.index.content) for paper in papers]


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
