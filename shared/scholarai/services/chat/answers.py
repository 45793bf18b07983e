"""Answers from evidence: calls the model, continues a cut reply, and asks once more if nothing supports it."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from scholarai.citations import SectionBuilder, Source, without_repetition
from scholarai.domain.chat import Answer, AnswerKind, Evidence, TextSection
from scholarai.domain.errors import LimitReachedError, ModelRefusedError, ScholarError, TransientError
from scholarai.domain.ids import PaperId
from scholarai.domain.usage import ContextKind, ModelUsage, Usage
from scholarai.domain.values import Value
from scholarai.ports.clock import Clock
from scholarai.ports.models import Answerer, AnswerRequest, Finish
from scholarai.prompting.chat import ask_again, go_on
from scholarai.prompting.prompt import CHARACTERS_PER_TOKEN, Prompt
from scholarai.services.chat.refusals import refuse
from scholarai.services.chat.reply import AnswerRestarted, Reply, ReplyEvent, SectionFinished, most_characters
from scholarai.services.library.open_papers import OpenPaper

_log = logging.getLogger(__name__)

# A guess: with less than this share of the time left, no further call is made, since it could hardly finish.
_LEAST_SHARE = 0.25
# Codes of a prompt that is too long for the model, or that its server truncated.
TOO_LONG = frozenset({"prompt_too_long", "prompt_truncated"})

_WORDS = re.compile(r"\w+")
# Words with a capital or a digit that do not begin the sentence; two names, or a year.
_NAMES = re.compile(r"(?<=[\w,;:)] )\w*[A-Z0-9]\w*")
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")

Lost = Callable[[Usage], None]


class Preparation(Value, frozen=True, kw_only=True):
    """What preceded the model's answer: the seconds that it took, how evidence was found, and the usage of models."""

    seconds: float
    lexical: bool
    models: tuple[ModelUsage, ...] = ()

    def with_call(self, usage: ModelUsage | None) -> Preparation:
        """Return this with one more call of a model; None where there was none."""
        return self if usage is None else replace(self, models=(*self.models, usage))

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
    """The answer to one question. Iterate over it to the end, then take `given`.

    Attributes:
        request: What the answerer is asked with.
        papers: Those of the evidence.
        smaller: Returns the request with passages in place of whole papers, for a model that cannot read so much, or None.
        nearest: Returns the passages to show where the model declines, best first.
        title_pages: One line per paper on what its title page says, which an answer need not quote.
        time_s: The time for all calls of the model together.
        may_spend: Tells whether a further call is allowed after this usage.
        lost: Gets the usage if no answer is given: the model failed, or nobody reads on.
        calls: How many calls were made.
    """

    answerer: Answerer
    request: AnswerRequest
    papers: Mapping[PaperId, OpenPaper]
    clock: Clock
    context: ContextKind | None = None
    smaller: Callable[[], AnswerRequest | None] = lambda: None
    nearest: Callable[[], Sequence[Evidence]] = lambda: ()
    title_pages: Sequence[str] = ()
    time_s: float = 60.0
    may_spend: Callable[[Usage], bool] = lambda _: True
    lost: Lost = lambda _: None
    answer: Answer | None = None
    calls: int = 0
    _begun: datetime = datetime.max.replace(tzinfo=UTC)
    _spent: ModelUsage | None = None
    _shown: bool = False

    def __iter__(self) -> Iterator[ReplyEvent]:
        """Yield text as it comes, and sections as they are checked.

        Raises:
            TransientError: If the model is busy, down or too slow.
            LimitReachedError: If the model may not be asked any more today.
            ModelRefusedError: If it may not answer.
        """
        self._begun = self.clock.now()
        try:
            reply = yield from self._asked()
            answer = self._judged(reply)
            if answer.refusal is not None:
                yield from self._void()
            self.answer = answer
        finally:
            if self.answer is None:
                self.lost(self._usage())

    @property
    def given(self) -> Answer:
        """Return the answer, once the stream has ended."""
        if self.answer is None:
            raise AssertionError("a stream that raises nothing ends with an answer")
        return self.answer

    def _asked(self) -> Generator[ReplyEvent, None, Reply]:
        """Ask the model, and with passages if it cannot read whole papers; once more if nothing supports its answer."""
        try:
            reply = yield from self._read(self.answerer, self.request)
        except ModelRefusedError as error:
            left_s = self._left_s() if error.code in TOO_LONG else None
            smaller = self.smaller() if left_s is not None else None
            if smaller is None:
                raise
            _log.warning("passages shown in the place of whole papers", extra={"code": error.code})
            yield from self._void()
            if error.code == "prompt_too_long":  # it costs nothing
                self.calls = 0
            self.context, self.request = "passages", replace(smaller, timeout_s=left_s)
            reply = yield from self._read(self.answerer, self.request)
        if reply.verbatim or reply.stands or reply.declined or not self._lacks_support(reply):
            return reply
        left_s = self._left_s() if self.calls == 1 else None
        if left_s is None:
            return reply
        again = replace(self.request, prompt=ask_again(self.request.prompt, reply.written), timeout_s=left_s)
        yield from self._void()
        try:
            return (yield from self._read(self.answerer, again))
        except (TransientError, LimitReachedError, ModelRefusedError) as error:
            _log.warning("first answer kept, the second failed", extra={"code": error.code})
            yield from self._void()
            yield from self._watched(SectionFinished(section=section) for section in reply.sections)
            return reply

    def _lacks_support(self, reply: Reply) -> bool:
        """Tell whether a reply claims something, and nothing of it is on a title page."""
        claims = [section for section in self._sections(reply) if section.uncited]
        return bool(claims)

    def _read(self, answerer: Answerer, request: AnswerRequest) -> Generator[ReplyEvent, None, Reply]:
        reply = Reply(
            new_builder=partial(self._new_builder, request.evidence, in_context=answerer.verbatim),
            most_characters=most_characters(request.prompt),
            verbatim=answerer.verbatim,
        )
        self.calls += 1
        try:
            yield from self._watched(reply.read(answerer.answer(request)))
        except ScholarError as error:
            reply.usage = error.usage or reply.usage
            raise
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
        return SectionBuilder(
            sources=sources(evidence, self.papers),
            question=self.request.question,
            known=[paper.title for paper in self.papers.values()],
            in_context=in_context,
        )

    def _continued(self, answerer: Answerer, request: AnswerRequest, reply: Reply) -> Iterator[ReplyEvent]:
        """Ask for the continuation of a cut reply, unless two calls were made; it is read to its end first, since it may fail."""
        left_s = self._left_s() if self.calls == 1 else None
        if left_s is None:
            return
        self.calls += 1
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
            usage = error.usage or usage
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

    def _judged(self, reply: Reply) -> Answer:
        answer = Answer(
            sections=(), usage=self._usage(), question_used=self.request.question, dropped_citations=reply.dropped
        )
        silent = not reply.sections
        if silent or (reply.declined and not reply.stands):
            return replace(answer, refusal=refuse(reply.reason, self.nearest(), self.papers, by_rules=reply.verbatim))
        kind: AnswerKind = "extracts" if reply.verbatim else "answer"
        sections = without_repetition(reply.sections, self.papers) if reply.verbatim else self._sections(reply)
        return replace(answer, kind=kind, sections=sections, truncated=reply.was_cut, partial=reply.declined)

    def _sections(self, reply: Reply) -> tuple[TextSection, ...]:
        """Return the sections; what a title page says needs no quote."""
        pages = " ".join(self.title_pages)
        return tuple(
            replace(section, uncited=False, doubts=())
            if section.uncited and is_of_title_page(section.text, pages)
            else section
            for section in reply.sections
        )

    def _usage(self) -> Usage:
        spent = self._spent or ModelUsage(model=self.answerer.name)
        return Usage(
            model=spent.model,
            input_tokens=spent.input_tokens,
            output_tokens=spent.output_tokens,
            cost_usd=spent.cost_usd,
            model_s=(self.clock.now() - self._begun).total_seconds(),
            context=self.context,
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


def is_of_title_page(text: str, title_pages: str) -> bool:
    """Tell whether all names and numbers of a sentence stand on a title page, two names or a year among them."""
    said = set(_NAMES.findall(text))
    told = sum(not word.isdigit() for word in said) > 1 or bool(_YEAR.search(text))
    return told and {word.lower() for word in said} <= {word.lower() for word in _WORDS.findall(title_pages)}
