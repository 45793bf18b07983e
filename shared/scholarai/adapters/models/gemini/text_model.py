"""Writes texts with Gemini in one piece, as JSON of a given class where one is asked for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scholarai.adapters.models.calls import Calls
from scholarai.adapters.models.gemini.faults import library_errors_are_ours
from scholarai.adapters.models.gemini.messages import (
    finish_fault,
    finish_of,
    request_config,
    request_contents,
    text_of,
)
from scholarai.adapters.models.gemini.model import GeminiModel
from scholarai.adapters.models.replies import ask_for_reply
from scholarai.config import Settings
from scholarai.domain.visible import visible
from scholarai.ports.models import Generation, TypedReply
from scholarai.prompting.prompt import Prompt, R, ReplyPrompt

if TYPE_CHECKING:
    from google.auth.credentials import Credentials


def gemini_text_model(
    settings: Settings, *, credentials: Credentials | None = None, calls: Calls | None = None
) -> GeminiTextModel:
    """Return the text model that the settings select; google-genai is loaded by the first call."""
    return GeminiTextModel(settings, credentials, calls or Calls(timeout_s=settings.model_timeout_s))


@dataclass(frozen=True, slots=True)
class GeminiTextModel(GeminiModel):
    """Implements `ports.models.LanguageModel`, without streaming."""

    def generate(self, prompt: Prompt) -> Generation:
        """Return the finished text; of a ReplyPrompt the JSON as it came."""
        return self.calls.run(self.models, lambda model, timeout_s: self._once(prompt, model, timeout_s))

    def reply(self, prompt: ReplyPrompt[R]) -> TypedReply[R]:
        """Return the reply; `response.parsed` of the library would be None without a word for one of another shape."""
        return ask_for_reply(self.generate, prompt)

    def _once(self, prompt: Prompt, model: str, timeout_s: float) -> Generation:
        with library_errors_are_ours():
            response = self.client().models.generate_content(
                model=model,
                contents=list(request_contents(prompt)),
                config=request_config(prompt, model, timeout_s),
            )
        meter = self.meter(model)
        meter.count(response)
        usage = meter.total()
        text, finish = text_of(response), finish_of(response)
        fault = finish_fault(finish, has_text=bool(text))
        if fault is not None:
            raise fault
        return Generation(text=visible(text), usage=usage, finish="length" if finish == "MAX_TOKENS" else "stop")
