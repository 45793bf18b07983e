"""Our prompts in Gemini's form, and Gemini's answers in ours."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import date
from typing import TYPE_CHECKING

from scholarai.adapters.models.faults import BROKEN_CALLS, EMPTY_CALLS, CallFailedError, failed, refused
from scholarai.adapters.models.gemini.client import http_options
from scholarai.adapters.models.prices import cost_usd
from scholarai.ports.models import ModelUsage
from scholarai.prompting.prompt import Prompt, ReplyPrompt

if TYPE_CHECKING:
    from google.genai.types import Content, GenerateContentConfig, GenerateContentResponse

_LOG = logging.getLogger(__name__)

# Finish reasons of a text that can be used, whole or not.
_COMPLETE = frozenset({"STOP", "MAX_TOKENS"})
# Finish reasons that mean "not allowed"; RECITATION is apart, since another model may phrase it differently.
_FORBIDDEN = frozenset(
    {
        "SAFETY",
        "BLOCKLIST",
        "PROHIBITED_CONTENT",
        "SPII",
        "LANGUAGE",
        "MODEL_ARMOR",
        "ESCALATION",
        "PUP_LIMITED_DISABLED",
    }
)
# Gemini 3 models think before they write, and thoughts count against the output limit. Answers from excerpts need
# little thought; the room is a guess, about twice what low thinking takes.
_THINKING_FAMILY = "gemini-3"
_THINKING_ROOM_TOKENS = 2_048


def request_contents(prompt: Prompt) -> list[Content]:
    """Return earlier turns, images and the request as contents."""
    from google.genai.types import Content, Part

    turns = [
        Content(role="model" if turn.role in {"assistant", "model"} else "user", parts=[Part(text=turn.text)])
        for turn in prompt.history
    ]
    images = [Part.from_bytes(data=image, mime_type="image/png") for image in prompt.images]
    return [*turns, Content(role="user", parts=[*images, Part(text=prompt.user)])]


def request_config(prompt: Prompt, model: str, timeout_s: float) -> GenerateContentConfig:
    """Return bounds, instructions and the wanted shape of a reply."""
    from google.genai.types import GenerateContentConfig, ThinkingConfig, ThinkingLevel

    thinks = model.startswith(_THINKING_FAMILY)
    schema = prompt.schema() if isinstance(prompt, ReplyPrompt) else None
    return GenerateContentConfig(
        system_instruction=prompt.system or None,
        temperature=prompt.temperature,
        max_output_tokens=prompt.max_output_tokens + (_THINKING_ROOM_TOKENS if thinks else 0),
        thinking_config=ThinkingConfig(thinking_level=ThinkingLevel.LOW) if thinks else None,
        response_mime_type="application/json" if schema else None,
        # google-genai 3.3 turns a class into `responseSchema`, whose `additional_properties` the API refuses, and cannot
        # send a class as `responseJsonSchema` (googleapis/python-genai issue 1815).
        response_json_schema=schema,
        http_options=http_options(timeout_s),
    )


def text_of(response: GenerateContentResponse) -> str:
    """Return the text of a response or of a piece of one, thoughts left out.

    Raises:
        CallFailedError: If the prompt was blocked.
    """
    feedback = response.prompt_feedback
    if feedback is not None and feedback.block_reason is not None:
        raise refused("model_blocked_request", f"the model may not read this ({feedback.block_reason.value})")
    candidate = response.candidates[0] if response.candidates else None
    parts = candidate.content.parts if candidate is not None and candidate.content is not None else None
    return "".join(part.text for part in parts or [] if part.text and not part.thought)


def finish_of(response: GenerateContentResponse) -> str | None:
    """Return the reason why the model stopped, or None while it has not."""
    candidate = response.candidates[0] if response.candidates else None
    return candidate.finish_reason.value if candidate is not None and candidate.finish_reason is not None else None


def finish_fault(finish: str | None, *, has_text: bool) -> CallFailedError | None:
    """Return what a finish reason says against an answer; None when the answer can be used.

    MAX_TOKENS leaves a usable beginning if there is any text. Without a reason the answer was cut off.
    """
    if finish in _COMPLETE and has_text:
        return None
    match finish:
        case "MAX_TOKENS":
            return failed(
                "model_out_of_tokens", "the model used up its tokens", again="elsewhere", paid_calls=EMPTY_CALLS
            )
        case "RECITATION":
            detail = "the model stopped because it recited a source"
            return refused("model_recitation", detail, again="elsewhere", paid_calls=EMPTY_CALLS)
        case None if has_text:
            return failed("stream_broken", "the model's answer broke off", paid_calls=BROKEN_CALLS)
        case _ if finish in _FORBIDDEN:
            return refused("model_blocked_answer", f"the model may not answer this ({finish})")
        case _:
            detail = f"the model gave no answer ({finish or 'no reason'})"
            return failed("model_empty", detail, paid_calls=EMPTY_CALLS)


@dataclass(slots=True)
class CallMeter:
    """Counts what one call takes, from the counts that come with its pieces.

    Attributes:
        model: The model as it was asked for; the one that answered, once a piece names it.
        on: The day whose prices count, with `prices` instead of the built-in ones.
    """

    model: str
    on: date
    prices: Mapping[str, tuple[float, float]]
    usage: ModelUsage | None = None

    def count(self, response: GenerateContentResponse) -> ModelUsage | None:
        """Take a response or a piece of one and return what the call took so far, where this one says it."""
        self.model = response.model_version or self.model
        counts = response.usage_metadata
        if counts is None:
            return None
        asked = counts.prompt_token_count or 0
        written = (counts.candidates_token_count or 0) + (counts.thoughts_token_count or 0)
        cost = cost_usd(self.model, asked, written, on=self.on, overrides=self.prices)
        self.usage = ModelUsage(model=self.model, input_tokens=asked, output_tokens=written, cost_usd=cost)
        return self.usage

    def total(self) -> ModelUsage:
        """Return what the call took and log it: spending is watched by these lines."""
        if self.usage is None:
            return ModelUsage(model=self.model)
        _LOG.info("model called", extra=asdict(self.usage))
        return self.usage
