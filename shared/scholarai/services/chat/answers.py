"""Answers from evidence: calls the model, continues a cut reply, and asks once more if no quote is verified."""

from __future__ import annotations

import logging
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import Literal

from msgspec import Struct

from scholarai.answering.publication import asks_for_title_page, tells_title_page
from scholarai.answering.quotable import with_best_marked
from scholarai.citations import SectionBuilder, Source, without_repetition
from scholarai.domain.chat import Answer, AnswerKind, ContextKind, Evidence, ModelUsage, TextSection, Usage
from scholarai.domain.errors import LimitReachedError, ModelRefusedError, ScholarError, TransientError
from scholarai.domain.ids import PaperId
from scholarai.domain.values import Value
from scholarai.ports.clock import Clock
from scholarai.ports.models import Answerer, AnswerRequest, Finish
from scholarai.prompting.prompt import CHARACTERS_PER_TOKEN, Prompt
from scholarai.services.chat.reply import AnswerRestarted, Reply, ReplyEvent, most_characters
from scholarai.services.library.open_papers import OpenPaper

_log = logging.getLogger(__name__)

# A guess: with less than this share of the time left, no further call is made, since it could hardly finish.
_LEAST_SHARE = 0.25
# Recitation: the model quoted more of a source than its provider allows; the question itself was acceptable.
_NOT_HARMFUL = frozenset({"model_recitation"})
# Codes of a prompt that is too long for the model, or that its server truncated.
_TOO_LONG = frozenset({"prompt_too_long", "prompt_truncated"})

Lost = Callable[[Usage], None]


class Preparation(Value, frozen=True, kw_only=True):
    """What preceded the model's answer: the seconds that it took, how evidence was found, and the usage of models."""

    seconds: float
    lexical: bool
    models: tuple[ModelUsage, ...] = ()

    def added_to(self, answer: Answer) -> Answer:
        """Return the answer with the usage of the whole question, and how its evidence was found."""
        usage = self.added_to_usage(answer.usage)
        return replace(answer, usage=usage, retrieval="lexical" if self.lexical else "hybrid")

    def added_to_usage(self, usage: Usage) -> Usage:
        """Return the usage of the whole question; `usage` is that of the answer alone."""
        return replace(
            usage,
            retrieval_s=self.seconds,
            input_tokens=usage.input_tokens + sum(call.input_tokens for call in self.models),
            output_tokens=usage.output_tokens + sum(call.output_tokens for call in self.models),
            cost_usd=usage.cost_usd + sum(call.cost_usd for call in self.models),
            cached_tokens=usage.cached_tokens + sum(call.cached_tokens for call in self.models),
            unpriced_tokens=usage.unpriced_tokens + sum(call.unpriced_tokens for call in self.models),
        )


def sum_of_calls(calls: Iterable[ModelUsage]) -> Usage:
    """Return the usage of several calls together."""
    return Preparation(seconds=0.0, lexical=False, models=tuple(calls)).added_to_usage(Usage())


class AnswerStream(Struct, kw_only=True):
    """The answer to one question. Iterate over it to the end, then take `answer`.

    Attributes:
        whole: The same question with whole papers instead of passages, which is asked first; None: not at all.
        stand_in: Returns the answerer by rules that replaces a model that cannot be reached, or None.
        about: One line per paper on what its title page says.
        time_s: The time for all calls of the model together.
        may_spend: Tells whether a further call is allowed after this usage.
        lost: Gets the usage if no answer is given: the model failed, or nobody reads on.
    """

    answerer: Answerer
    request: AnswerRequest
    papers: Mapping[PaperId, OpenPaper]
    clock: Clock
    whole: AnswerRequest | None = None
    stand_in: Callable[[], Answerer | None] = lambda: None
    about: Sequence[str] = ()
    time_s: float = 60.0
    may_spend: Callable[[Usage], bool] = lambda _: True
    lost: Lost = lambda _: None
    answer: Answer | None = None
    _begun: datetime = datetime.max.replace(tzinfo=UTC)
    _spent: ModelUsage | None = None
    _shown: bool = False
    _went_on: bool = False
    _context: ContextKind | None = None

    def __iter__(self) -> Iterator[ReplyEvent]:
        """Yield text as it comes, and sections as they are checked.

        Raises:
            TransientError: If the model is busy, down or too slow, and nothing replaces it.
            LimitReachedError: If the model may not be asked any more today, and nothing replaces it.
            ModelRefusedError: If it may not answer.
        """
        self._begun = self.clock.now()
        try:
            self.answer = yield from self._answered()
        finally:
            if self.answer is None:
                self.lost(self._usage())

    @property
    def given(self) -> Answer:
        """Return the answer, once the stream has ended."""
        if self.answer is None:
            raise AssertionError("a stream that raises nothing ends with an answer")
        return self.answer

    def _answered(self) -> Generator[ReplyEvent, None, Answer]:
        """Ask the model, or rules if it cannot be reached."""
        degraded: str | None = None
        try:
            reply = yield from self._asked()
        except (TransientError, LimitReachedError, ModelRefusedError) as error:
            stand_in = self.stand_in() if may_be_stood_in_for(error) else None
            if stand_in is None:
                raise
            degraded = error.code
            _log.warning("rules answer in the model's place", extra={"code": degraded})
            yield from self._void()
            self._context = None
            reply = yield from self._read(stand_in, self.request)
        answer = replace(self._judged(reply), degraded=degraded)
        if answer.refusal is not None:
            yield from self._void()
        return answer

    def _asked(self) -> Generator[ReplyEvent, None, Reply]:
        """Ask the model with whole papers, or with passages if it cannot read so much."""
        request = self.request
        if self.whole is not None:
            self._context = "whole"
            try:
                return (yield from self._asked_with(self.whole))
            except ModelRefusedError as error:
                left_s = self._left_s() if error.code in _TOO_LONG else None
                if left_s is None:
                    raise
                _log.warning("passages shown in the place of whole papers", extra={"code": error.code})
                yield from self._void()
                request = replace(request, timeout_s=left_s)
        self._context = None if self.answerer.verbatim else "passages"
        return (yield from self._asked_with(request))

    def _asked_with(self, request: AnswerRequest) -> Generator[ReplyEvent, None, Reply]:
        """Ask the model, and once more if no quote of its answer is verified."""
        reply = yield from self._read(self.answerer, request)
        left_s = self._left_s() if self._fault(reply) == "unsupported" else None
        if left_s is None:
            return reply
        yield from self._void()
        from scholarai.prompting.chat import ask_again  # few answers need it

        again = ask_again(request.prompt, reply.written)
        return (yield from self._read(self.answerer, replace(request, prompt=again, timeout_s=left_s)))

    def _read(self, answerer: Answerer, request: AnswerRequest) -> Generator[ReplyEvent, None, Reply]:
        reply = Reply(
            new_builder=partial(self._new_builder, request.evidence, in_context=answerer.verbatim),
            most_characters=most_characters(request.prompt),
            verbatim=answerer.verbatim,
        )
        try:
            yield from self._watched(reply.read(answerer.answer(request)))
        except GeneratorExit:
            if reply.usage is None and not answerer.verbatim:
                reply.usage = estimated_usage(answerer.name, request.prompt, reply.written)
            raise
        finally:
            self._spent = (reply.usage or ModelUsage(model=answerer.name)).after(self._spent)
        if reply.was_cut and not reply.is_full and not reply.verbatim:
            yield from self._watched(self._continued(answerer, request, reply))
        yield from self._watched(reply.end())
        return reply

    def _new_builder(self, evidence: Sequence[Evidence], *, in_context: bool) -> SectionBuilder:
        """Return the builder that checks an answer; it knows the title pages' words only if the question asks about these."""
        question = self.request.question
        titles = [paper.title for paper in self.papers.values()]
        known = [*titles, *self.about] if self.about and asks_for_title_page(question) else titles
        return SectionBuilder(
            sources=sources(evidence, self.papers), question=question, known=known, in_context=in_context
        )

    def _continued(self, answerer: Answerer, request: AnswerRequest, reply: Reply) -> Iterator[ReplyEvent]:
        """Ask for the continuation of a cut reply, once per question; it is read to its end first, since it may fail."""
        left_s = None if self._went_on else self._left_s()
        if left_s is None:
            return
        self._went_on = True
        from scholarai.prompting.chat import go_on

        text, usage = "", None
        finish: Finish = "length"
        prompt = go_on(request.prompt, reply.written)
        try:
            for delta in answerer.answer(replace(request, prompt=prompt, timeout_s=left_s)):
                text = "" if delta.restart else text + delta.text
                finish, usage = delta.finish or finish, delta.usage or usage
                if len(text) > reply.most_characters:
                    break
        except ScholarError as error:
            _log.warning("cut answer not gone on with", extra={"code": error.code})
        else:
            yield from reply.go_on(text, finish)
        finally:
            self._spent = (usage or ModelUsage(model=answerer.name)).after(self._spent)

    def _watched(self, events: Iterator[ReplyEvent]) -> Iterator[ReplyEvent]:
        """Yield the events, and remember whether anything was shown."""
        for event in events:
            if isinstance(event, AnswerRestarted):
                yield from self._void()
            else:
                self._shown = True
                yield event

    def _void(self) -> Iterator[ReplyEvent]:
        """Yield `AnswerRestarted` if part of a reply was shown already."""
        if self._shown:
            self._shown = False
            yield AnswerRestarted()

    def _left_s(self) -> float | None:
        """Return the seconds for a further call, or None if neither time nor money allow one."""
        left_s = self.time_s - (self.clock.now() - self._begun).total_seconds()
        return left_s if left_s >= _LEAST_SHARE * self.time_s and self.may_spend(self._usage()) else None

    def _fault(self, reply: Reply) -> Literal["declined", "silent", "unsupported"] | None:
        """Return why a reply cannot be given as an answer."""
        if reply.stands:
            return None
        if reply.declined:
            return "declined"
        if not reply.written.strip():
            return "silent"
        text = "".join(section.text for section in reply.sections)
        supported = reply.verbatim or tells_title_page(self.request.question, text, self.about)
        return None if reply.sections and supported else "unsupported"

    def _judged(self, reply: Reply) -> Answer:
        answer = Answer(
            sections=(), usage=self._usage(), question_used=self.request.question, dropped_citations=reply.dropped
        )
        fault = self._fault(reply)
        if fault is not None:
            from scholarai.services.chat.refusals import refuse

            return replace(answer, refusal=refuse(fault, self.request.evidence, self.papers))
        kind: AnswerKind = "extracts" if reply.verbatim else "answer"
        sections = self._extracts(reply) if reply.verbatim else tuple(reply.sections)
        return replace(answer, kind=kind, sections=sections, truncated=reply.was_cut, partial=reply.declined)

    def _extracts(self, reply: Reply) -> tuple[TextSection, ...]:
        sections = without_repetition(reply.sections, self.papers)
        return with_best_marked(sections, self.request.evidence, self.request.question)

    def _usage(self) -> Usage:
        spent = self._spent or ModelUsage(model=self.answerer.name)
        return Usage(
            model=spent.model,
            input_tokens=spent.input_tokens,
            output_tokens=spent.output_tokens,
            cost_usd=spent.cost_usd,
            model_s=(self.clock.now() - self._begun).total_seconds(),
            context=self._context,
            cached_tokens=spent.cached_tokens,
            unpriced_tokens=spent.unpriced_tokens,
        )


def estimated_usage(model: str, prompt: Prompt, written: str) -> ModelUsage:
    """Return an estimate of the tokens of a call that ended before its model reported them; all count as unpriced."""
    texts = (prompt.system, prompt.user, prompt.prefix, *(turn.text for turn in prompt.history))
    read = sum(map(len, texts)) // CHARACTERS_PER_TOKEN
    wrote = len(written) // CHARACTERS_PER_TOKEN
    return ModelUsage(model=model, input_tokens=read, output_tokens=wrote, unpriced_tokens=read + wrote)


def sources(evidence: Sequence[Evidence], papers: Mapping[PaperId, OpenPaper]) -> dict[int, Source]:
    return {
        item.number: Source(evidence=item, text=papers[item.paper_id].grounding, locator=papers[item.paper_id].locator)
        for item in evidence
    }


def may_be_stood_in_for(error: ScholarError) -> bool:
    """Tell whether rules may answer after this error of the model; never after a safety refusal."""
    return isinstance(error, (TransientError, LimitReachedError)) or error.code in _NOT_HARMFUL
