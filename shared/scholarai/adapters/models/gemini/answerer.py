"""Answers questions with Gemini, streamed as they are written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from scholarai.adapters.models.calls import Attempt, Calls
from scholarai.adapters.models.faults import CallFailedError, broken_off
from scholarai.adapters.models.gemini.faults import library_errors_are_ours
from scholarai.adapters.models.gemini.messages import (
    CallMeter,
    finish_fault,
    finish_of,
    request_config,
    request_contents,
    text_of,
)
from scholarai.adapters.models.gemini.model import GeminiModel
from scholarai.config import Settings
from scholarai.domain.errors import TransientError
from scholarai.ports.models import AnswerDelta, AnswerRequest, ModelUsage
from scholarai.prompting.prompt import Prompt

if TYPE_CHECKING:
    from google.auth.credentials import Credentials


def gemini_answerer(
    settings: Settings, *, credentials: Credentials | None = None, calls: Calls | None = None
) -> GeminiAnswerer:
    """Return the answerer that the settings select; google-genai is loaded by the first question."""
    return GeminiAnswerer(settings, credentials, calls or Calls(timeout_s=settings.model_timeout_s))


@dataclass(frozen=True, slots=True)
class GeminiAnswerer(GeminiModel):
    """Implements `ports.models.Answerer`."""

    @property
    def verbatim(self) -> bool:
        return False

    def answer(self, request: AnswerRequest) -> Iterator[AnswerDelta]:
        """Yield the answer as it comes; a failure leads to another attempt, which begins anew (see `AnswerDelta`)."""
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
        with library_errors_are_ours():
            client = self.client()
            stream = client.models.generate_content_stream(
                model=attempt.model,
                contents=list(request_contents(prompt)),
                config=request_config(prompt, attempt.model, attempt.timeout_s),
            )
            for response in stream:
                usage, text = meter.count(response), text_of(response)
                finish = finish_of(response) or finish
                if text:
                    has_text = True
                    yield AnswerDelta(text=text, usage=usage)
                if self.calls.clock() > deadline:
                    raise CallFailedError(
                        TransientError("model_timeout", "the model did not finish in time"), "elsewhere"
                    )
        fault = finish_fault(finish, has_text=has_text)
        if fault is not None:
            raise fault
        usage = meter.usage or ModelUsage(model=meter.model)
        yield AnswerDelta(usage=usage, finish="length" if finish == "MAX_TOKENS" else "stop")
