"""Writes texts with Gemini in one piece, as JSON of a given shape where one is asked for."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING, Any

from scholarai.adapters.models.calls import Calls
from scholarai.adapters.models.gemini.answerer import models_of
from scholarai.adapters.models.gemini.client import gemini_client
from scholarai.adapters.models.gemini.faults import library_errors_are_ours
from scholarai.adapters.models.gemini.json_shape import misfit
from scholarai.adapters.models.gemini.messages import (
    CallMeter,
    finish_fault,
    finish_of,
    request_config,
    request_contents,
    text_of,
)
from scholarai.adapters.models.gemini.prices import utc_today
from scholarai.config import Settings
from scholarai.domain.visible import visible, visible_strings
from scholarai.ports.models import Generation, UnusableAnswerError
from scholarai.prompting.prompt import Prompt, Turn

if TYPE_CHECKING:
    from google.auth.credentials import Credentials


def gemini_text_model(
    settings: Settings, *, credentials: Credentials | None = None, calls: Calls | None = None
) -> GeminiTextModel:
    """Return the text model that the settings select; google-genai is loaded by the first call."""
    return GeminiTextModel(settings, credentials, calls or Calls(timeout_s=settings.model_timeout_s))


@dataclass(frozen=True, slots=True)
class GeminiTextModel:
    """The chat model without streaming, with the fallback model behind it."""

    settings: Settings
    credentials: Credentials | None
    calls: Calls
    today: Callable[[], date] = utc_today

    @property
    def name(self) -> str:
        return self.settings.chat_model

    def generate(self, prompt: Prompt) -> Generation:
        """Return the finished text.

        With a schema, a reply of another shape is asked for once more, with what was wrong and twice the room if it was
        cut off; `response.parsed` of the library would be None without a word.

        Raises:
            UnusableAnswerError: `model_malformed` when the second reply does not fit either; see Answerer for the others.
        """
        first = self._ask(prompt)
        if prompt.response_schema is None:
            return first
        data, wrong = _parsed(first.text, prompt.response_schema)
        if not wrong:
            return replace(first, data=data)
        second = self._ask(_asked_again(prompt, first, wrong))
        data, wrong = _parsed(second.text, prompt.response_schema)
        if wrong:
            raise UnusableAnswerError(
                "model_malformed",
                "the model's answer does not have the shape asked for",
                action="Ask again in a moment.",
                usage=second.usage.after(first.usage),
            )
        return replace(second, data=data, usage=second.usage.after(first.usage))

    def _ask(self, prompt: Prompt) -> Generation:
        return self.calls.run(models_of(self.settings), lambda model, timeout_s: self._once(prompt, model, timeout_s))

    def _once(self, prompt: Prompt, model: str, timeout_s: float) -> Generation:
        with library_errors_are_ours():
            response = gemini_client(self.settings, self.credentials).models.generate_content(
                model=model,
                contents=list(request_contents(prompt)),
                config=request_config(prompt, model, timeout_s),
            )
        meter = CallMeter(model, self.today(), self.settings.model_prices)
        meter.count(response)
        usage = meter.total()
        text, finish = text_of(response), finish_of(response)
        fault = finish_fault(finish, has_text=bool(text))
        if fault is not None:
            raise fault
        return Generation(text=visible(text), usage=usage, finish="length" if finish == "MAX_TOKENS" else "stop")


def _parsed(text: str, schema: dict[str, Any]) -> tuple[dict[str, Any], str]:
    """Return the JSON object, its hidden characters left out, and what is wrong with it; nothing is repaired."""
    try:
        data = visible_strings(json.loads(text))
    except ValueError:
        return {}, "it is not valid JSON"
    wrong = misfit(data, schema) if isinstance(data, dict) else "it is not a JSON object"
    return (data, "") if not wrong else ({}, wrong)


def _asked_again(prompt: Prompt, reply: Generation, wrong: str) -> Prompt:
    turns = (Turn(role="user", text=prompt.user), Turn(role="assistant", text=reply.text))
    room = 2 if reply.finish == "length" else 1
    return replace(
        prompt,
        history=(*prompt.history, *turns),
        user=f"Your answer cannot be used: {wrong}. Answer again, with JSON of the given schema and nothing else.",
        max_output_tokens=room * prompt.max_output_tokens,
    )
