"""Answers questions with Gemini, streamed as they are written."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from itertools import chain
from typing import TYPE_CHECKING

from scholarai.adapters.gemini.calls import Calls
from scholarai.adapters.gemini.client import gemini_client
from scholarai.adapters.gemini.faults import CallFailedError, library_errors_are_ours
from scholarai.adapters.gemini.messages import (
    finish_fault,
    finish_of,
    request_config,
    request_contents,
    text_of,
    usage_of,
)
from scholarai.adapters.gemini.prices import utc_today
from scholarai.config import Settings
from scholarai.domain.errors import TransientError
from scholarai.ports.models import AnswerDelta, AnswerRequest
from scholarai.prompting.prompt import Prompt

if TYPE_CHECKING:
    from google.auth.credentials import Credentials
    from google.genai.types import GenerateContentResponse


def gemini_answerer(
    settings: Settings, *, credentials: Credentials | None = None, calls: Calls | None = None
) -> GeminiAnswerer:
    """Return the answerer that the settings select; google-genai is loaded by the first question."""
    return GeminiAnswerer(settings, credentials, calls or Calls(timeout_s=settings.model_timeout_s))


@dataclass(frozen=True, slots=True)
class GeminiAnswerer:
    """The chat model, with the fallback model behind it."""

    settings: Settings
    credentials: Credentials | None
    calls: Calls
    today: Callable[[], date] = utc_today

    @property
    def name(self) -> str:
        return self.settings.chat_model

    def answer(self, request: AnswerRequest) -> Iterator[AnswerDelta]:
        """Yield the answer as it comes.

        Until the first text has come, a failure leads to another attempt; after that the text cannot be taken back,
        and a failure is raised: TransientError `stream_broken` where it may pass.
        """
        prompt = request.prompt
        yield from self.calls.run(models_of(self.settings), lambda model, time_s: self._begin(prompt, model, time_s))

    def _begin(self, prompt: Prompt, model: str, timeout_s: float) -> Iterator[AnswerDelta]:
        deltas = self._deltas(prompt, model, timeout_s)
        first = next(deltas)
        return chain([first], _after_first(deltas))

    def _deltas(self, prompt: Prompt, model: str, timeout_s: float) -> Iterator[AnswerDelta]:
        deadline = self.calls.clock() + timeout_s
        seen: list[GenerateContentResponse] = []
        has_text = False
        with library_errors_are_ours():
            client = gemini_client(self.settings, self.credentials)
            stream = client.models.generate_content_stream(
                model=model,
                contents=list(request_contents(prompt)),
                config=request_config(prompt, model, timeout_s),
            )
            for response in stream:
                seen.append(response)
                text = text_of(response)
                if text:
                    has_text = True
                    yield AnswerDelta(text=text)
                if self.calls.clock() > deadline:
                    raise CallFailedError(
                        TransientError("model_timeout", "the model did not finish in time"), "elsewhere"
                    )
        finish = next((finish for response in reversed(seen) if (finish := finish_of(response))), None)
        fault = finish_fault(finish, has_text=has_text)
        if fault is not None:
            raise fault
        yield AnswerDelta(usage=usage_of(seen, model, on=self.today(), prices=self.settings.model_prices))


def models_of(settings: Settings) -> list[str]:
    """Return the models to try, in order."""
    return list(dict.fromkeys(model for model in (settings.chat_model, settings.fallback_model) if model))


def _after_first(deltas: Iterator[AnswerDelta]) -> Iterator[AnswerDelta]:
    try:
        yield from deltas
    except CallFailedError as failure:
        error = failure.error
    else:
        return
    if isinstance(error, TransientError) and error.code != "model_timeout":
        raise TransientError("stream_broken", "the model's answer broke off", action=error.action) from None
    raise error from None
