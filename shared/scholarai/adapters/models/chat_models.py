"""Models that answer and write over any provider's protocol, with attempts, fallback, usage and the ends of texts."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from datetime import date
from typing import Any, TypeVar

from msgspec.structs import asdict, replace

from scholarai.adapters.models.calls import Calls
from scholarai.adapters.models.endpoint import LENGTH, Endpoint, Piece
from scholarai.adapters.models.faults import CallFailedError, broken_off, failed
from scholarai.adapters.models.prices import estimate, utc_today
from scholarai.domain.errors import LimitReachedError, TransientError
from scholarai.domain.invisible_characters import visible, visible_strings
from scholarai.domain.usage import ModelUsage
from scholarai.ports.models import (
    AnswerDelta,
    AnswerRequest,
    Finish,
    Generation,
    LanguageModel,
    TypedReply,
    UnusableAnswerError,
)
from scholarai.prompting.prompt import CHARACTERS_PER_TOKEN, Prompt, R, ReplyPrompt, Turn

_LOG = logging.getLogger(__name__)

U = TypeVar("U")
T = TypeVar("T", Generation, TypedReply)  # type: ignore[type-arg]
# Bounds the complaint that is sent back to the model, since field names in it may be the model's own words.
_COMPLAINT_CHARACTERS = 300
# Braces that are tried as the beginning of an object, since text before it may have some. A guess.
_MOST_BEGINNINGS = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatModel:
    """A model with a fallback.

    Attributes:
        endpoint: Sends prompts to the provider.
        models: Tried in turn, by the provider's names.
        calls: Bounds all attempts together.
        prices: Used instead of the built-in ones.
        free: Whether nobody charges for it.
    """

    endpoint: Endpoint
    models: tuple[str, ...]
    calls: Calls
    prices: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    free: bool = False
    today: Callable[[], date] = utc_today

    @property
    def name(self) -> str:
        return self.models[0]

    def meter(self, model: str, prompt: Prompt) -> CallMeter:
        texts = (prompt.system, prompt.prefix, prompt.user, *(turn.text for turn in prompt.history))
        return CallMeter(model, self.today(), self.prices, self.free, sent=sum(map(len, texts)))

    def pieces(
        self, prompt: Prompt, meter: CallMeter, timeout_s: float, *, streamed: bool
    ) -> Generator[Piece, None, None]:
        """Yield the pieces of one call, counted by its meter.

        Raises:
            CallFailedError: Also if the text ended so that it cannot be used.
        """
        finish: str | None = None
        has_text = False
        with closing(self.endpoint.pieces(prompt, meter.model, timeout_s, streamed=streamed)) as pieces:
            for piece in pieces:
                meter.count(piece)
                finish = piece.finish or finish
                has_text = (has_text and not piece.voids) or bool(piece.text)
                yield piece
        fault = self.endpoint.fault(finish, has_text=has_text)
        if fault is not None:
            raise fault


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamingAnswerer(ChatModel):
    """Implements `ports.models.Answerer`."""

    @property
    def verbatim(self) -> bool:
        return False

    def answer(self, request: AnswerRequest) -> Iterator[AnswerDelta]:
        """Yield the answer as it comes; a failure leads to another attempt, which starts again (see `AnswerDelta`)."""
        spent: ModelUsage | None = None
        for attempt in self.calls.attempts(self.models, timeout_s=request.timeout_s):
            meter = self.meter(attempt.model, request.prompt)
            wrote = False
            try:
                for delta in self._deltas(request.prompt, attempt.timeout_s, meter):
                    wrote = wrote or bool(delta.text)
                    yield delta if delta.usage is None else replace(delta, usage=delta.usage.after(spent))
            except CallFailedError as failure:
                attempt.failure = broken_off(failure) if wrote else failure
            finally:
                spent = meter.total().after(spent)
            if attempt.failure is not None:
                yield AnswerDelta(restart=True, usage=spent)

    def _deltas(self, prompt: Prompt, timeout_s: float, meter: CallMeter) -> Iterator[AnswerDelta]:
        deadline = self.calls.clock() + timeout_s
        finish: str | None = None
        with closing(self.pieces(prompt, meter, timeout_s, streamed=True)) as pieces:
            for piece in pieces:
                finish = piece.finish or finish
                if piece.voids:
                    yield AnswerDelta(restart=True, usage=meter.usage)
                if piece.text:
                    yield AnswerDelta(text=piece.text, usage=meter.usage)
                if self.calls.clock() > deadline:
                    raise failed("model_timeout", "the model did not finish in time", again="elsewhere")
        yield AnswerDelta(usage=meter.usage, finish=_ended(finish))


@dataclass(frozen=True, slots=True, kw_only=True)
class WritingModel(ChatModel):
    """Implements `ports.models.LanguageModel`, without streaming."""

    def generate(self, prompt: Prompt) -> Generation:
        """Return the finished text; of a ReplyPrompt the JSON as it came."""
        return self._tried(lambda model, timeout_s: self._once(prompt, model, timeout_s))

    def reply(self, prompt: ReplyPrompt[R]) -> TypedReply[R]:
        """Return the reply; one of another shape is asked for once more. Nothing is repaired."""
        asked = prompt

        def once(model: str, timeout_s: float) -> TypedReply[R]:
            nonlocal asked
            generation = self._once(asked, model, timeout_s)
            reply, wrong = _parsed_reply(generation.text, prompt.reply)
            if reply is None:
                asked = _asked_again(prompt, generation, wrong)
                raise _malformed(generation.usage)
            return TypedReply(reply=reply, usage=generation.usage)

        return self._tried(once)

    def _tried(self, once: Callable[[str, float], T]) -> T:
        """Return a result, whose usage has that of the failed attempts before it.

        Raises:
            ScholarError: That of the last attempt, with what all of them took.
        """
        spent: ModelUsage | None = None
        for attempt in self.calls.attempts(self.models):
            try:
                result = once(attempt.model, attempt.timeout_s)
            except CallFailedError as failure:
                attempt.failure = failure
                spent = failure.usage.after(spent) if failure.usage is not None else spent
                continue
            return replace(result, usage=result.usage.after(spent))
        raise AssertionError("attempts end with a result or an error")

    def _once(self, prompt: Prompt, model: str, timeout_s: float) -> Generation:
        meter = self.meter(model, prompt)
        finish: str | None = None
        texts: list[str] = []
        try:
            for piece in self.pieces(prompt, meter, timeout_s, streamed=False):
                texts = [] if piece.voids else [*texts, piece.text]
                finish = piece.finish or finish
        except CallFailedError as failure:
            failure.usage = meter.total() if meter.reported is not None else None
            raise
        return Generation(text=visible("".join(texts)), usage=meter.total(), finish=_ended(finish))


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelWithFallback:
    """Implements `ports.models.LanguageModel`: asks `fallback` when `first` is busy, down or too slow.

    What has been paid for is no reason to pay a second model.
    """

    first: LanguageModel
    fallback: LanguageModel

    @property
    def name(self) -> str:
        return self.first.name

    def generate(self, prompt: Prompt) -> Generation:
        return self._tried(lambda model: model.generate(prompt))

    def reply(self, prompt: ReplyPrompt[R]) -> TypedReply[R]:
        return self._tried(lambda model: model.reply(prompt))

    def _tried(self, ask: Callable[[LanguageModel], U]) -> U:
        try:
            return ask(self.first)
        except (TransientError, LimitReachedError) as error:
            if error.usage is not None:
                raise
            _LOG.warning("fallback model asked", extra={"model": self.first.name, "code": error.code})
            return ask(self.fallback)


def _malformed(usage: ModelUsage) -> CallFailedError:
    detail, action = "the model's answer does not have the shape asked for", "Ask again in a moment."
    failure = CallFailedError(
        UnusableAnswerError("model_malformed", detail, action=action, usage=usage), "here", is_paid=True
    )
    failure.usage = usage
    return failure


def _ended(finish: str | None) -> Finish:
    return "length" if finish == LENGTH else "stop"


@dataclass(slots=True)
class CallMeter:
    """Counts the tokens and the cost of one call, from the counts that come with its pieces.

    Most providers count at a stream's end alone. A call that is stopped before is paid all the same, and is estimated.

    Attributes:
        model: The model as it was asked for; the one that answered, once a piece names it.
        on: The day whose prices count, with `prices` instead of the built-in ones.
        free: Whether the model runs on this machine or one of its owner's, and costs nothing.
        sent: Characters of the prompt.
        written: Characters of the text so far.
        reported: Tokens read, written and read out of the provider's cache, None until then.
    """

    model: str
    on: date
    prices: Mapping[str, tuple[float, float]]
    free: bool = False
    sent: int = 0
    written: int = 0
    reported: tuple[int, int, int] | None = None
    has_ended: bool = False

    def count(self, piece: Piece) -> ModelUsage:
        """Record a piece and return the usage so far."""
        self.model = piece.model or self.model
        self.written += len(piece.text)
        self.has_ended = self.has_ended or piece.finish is not None
        if piece.tokens is not None:
            self.reported = (*piece.tokens, piece.cached)
        return self.usage

    @property
    def usage(self) -> ModelUsage:
        read, written, cached = self.reported or (0, 0, 0)
        if not self.has_ended and self.written:
            read, written = (
                read or self.sent // CHARACTERS_PER_TOKEN,
                max(written, self.written // CHARACTERS_PER_TOKEN),
            )
        cost = estimate(self.model, read, written, on=self.on, overrides=self.prices, free=self.free)
        return ModelUsage(
            model=self.model,
            input_tokens=read,
            output_tokens=written,
            cost_usd=cost.usd or 0.0,
            cached_tokens=cached,
            unpriced_tokens=read + written if cost.usd is None else 0,
        )

    def total(self) -> ModelUsage:
        """Return the usage of the call and log it; alerts on spending read these log lines."""
        usage = self.usage
        if usage.input_tokens or usage.output_tokens:
            _LOG.info("model called", extra=asdict(usage))
        return usage


def _parsed_reply(text: str, kind: type[R]) -> tuple[R | None, str]:
    """Return the first JSON object in a text that is a valid reply, without hidden characters, or the error of the first object.

    Models write reasoning, greetings and code fences around it, or answer twice.
    """
    from pydantic import ValidationError

    wrong = ""
    for value in _objects(text):
        try:
            return kind.model_validate(visible_strings(value)), ""
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False, include_context=False)[0]
            place = ".".join(map(str, first["loc"])) or "the whole"
            wrong = wrong or f"{place}: {first['msg']}"[:_COMPLAINT_CHARACTERS]
    return None, wrong or "it is not valid JSON"


def _asked_again(prompt: ReplyPrompt[R], reply: Generation, wrong: str) -> ReplyPrompt[R]:
    """Return the prompt that asks once more, with what was wrong and twice the room if the reply was cut off."""
    turns = (Turn(role="user", text=prompt.user), Turn(role="assistant", text=reply.text))
    room = 2 if reply.finish == "length" else 1
    return replace(
        prompt,
        history=(*prompt.history, *turns),
        user=f"Your answer cannot be used: {wrong}. Answer again, with JSON of the given schema and nothing else.",
        max_output_tokens=room * prompt.max_output_tokens,
    )


def _objects(text: str) -> Iterator[dict[str, Any]]:
    """Yield the JSON objects in a text, in order."""
    decoder, at = json.JSONDecoder(), 0
    for _ in range(_MOST_BEGINNINGS):
        at = text.find("{", at)
        if at < 0:
            return
        try:
            value, at = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            at += 1
        else:
            yield value
