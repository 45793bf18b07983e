"""Models that answer and write over any provider's protocol, with attempts, fallback, usage and the ends of texts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field, replace
from datetime import date

from scholarai.adapters.models.calls import Attempt, Calls
from scholarai.adapters.models.endpoint import LENGTH, Endpoint
from scholarai.adapters.models.faults import CallFailedError, broken_off, failed
from scholarai.adapters.models.meter import CallMeter
from scholarai.adapters.models.prices import utc_today
from scholarai.adapters.models.replies import ask_for_reply
from scholarai.domain.chat import ModelUsage
from scholarai.domain.visible import visible
from scholarai.ports.models import AnswerDelta, AnswerRequest, Finish, Generation, TypedReply
from scholarai.prompting.prompt import Prompt, R, ReplyPrompt


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatModel:
    """A model with its fallback behind it.

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

    def meter(self, model: str) -> CallMeter:
        return CallMeter(model, self.today(), self.prices, self.free)


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
            meter = self.meter(attempt.model)
            wrote = False
            try:
                for delta in self._deltas(request.prompt, attempt, meter):
                    wrote = wrote or bool(delta.text)
                    yield delta if delta.usage is None else replace(delta, usage=delta.usage.after(spent))
            except CallFailedError as failure:
                attempt.failure = broken_off(failure) if wrote else failure
            finally:
                spent = meter.total().after(spent)
            if attempt.failure is not None:
                yield AnswerDelta(restart=True, usage=spent)

    def _deltas(self, prompt: Prompt, attempt: Attempt, meter: CallMeter) -> Iterator[AnswerDelta]:
        deadline = self.calls.clock() + attempt.timeout_s
        finish: str | None = None
        has_text = False
        with closing(self.endpoint.stream(prompt, attempt.model, attempt.timeout_s)) as pieces:
            for piece in pieces:
                usage = meter.count(piece.model, piece.tokens, piece.cached)
                finish = piece.finish or finish
                if piece.text:
                    has_text = True
                    yield AnswerDelta(text=piece.text, usage=usage)
                if self.calls.clock() > deadline:
                    raise failed("model_timeout", "the model did not finish in time", again="elsewhere")
        fault = self.endpoint.fault(finish, has_text=has_text)
        if fault is not None:
            raise fault
        yield AnswerDelta(usage=meter.usage or ModelUsage(model=meter.model), finish=_ended(finish))


@dataclass(frozen=True, slots=True, kw_only=True)
class WritingModel(ChatModel):
    """Implements `ports.models.LanguageModel`, without streaming."""

    def generate(self, prompt: Prompt) -> Generation:
        """Return the finished text; of a ReplyPrompt the JSON as it came."""
        return self.calls.run(self.models, lambda model, timeout_s: self._once(prompt, model, timeout_s))

    def reply(self, prompt: ReplyPrompt[R]) -> TypedReply[R]:
        """Return the reply, asked for twice at most."""
        return ask_for_reply(self.generate, prompt)

    def _once(self, prompt: Prompt, model: str, timeout_s: float) -> Generation:
        piece = self.endpoint.whole(prompt, model, timeout_s)
        meter = self.meter(model)
        meter.count(piece.model, piece.tokens, piece.cached)
        usage = meter.total()
        fault = self.endpoint.fault(piece.finish, has_text=bool(piece.text))
        if fault is not None:
            raise fault
        return Generation(text=visible(piece.text), usage=usage, finish=_ended(piece.finish))


def _ended(finish: str | None) -> Finish:
    return "length" if finish == LENGTH else "stop"
