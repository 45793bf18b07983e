"""Our prompts in Gemini's form, and Gemini's answers in ours."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING

from scholarai.adapters.gemini.client import http_options
from scholarai.adapters.gemini.faults import CallFailedError, failed, refused
from scholarai.adapters.gemini.prices import cost_usd
from scholarai.ports.models import ModelUsage
from scholarai.prompting.prompt import Prompt

if TYPE_CHECKING:
    from google.genai.types import Content, GenerateContentConfig, GenerateContentResponse

_LOG = logging.getLogger(__name__)

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
    return GenerateContentConfig(
        system_instruction=prompt.system or None,
        temperature=prompt.temperature,
        max_output_tokens=prompt.max_output_tokens + (_THINKING_ROOM_TOKENS if thinks else 0),
        thinking_config=ThinkingConfig(thinking_level=ThinkingLevel.LOW) if thinks else None,
        response_mime_type="application/json" if prompt.response_schema else None,
        response_json_schema=prompt.response_schema,
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
    if finish == "STOP":
        return None if has_text else failed("model_empty", "the model answered nothing")
    if finish == "MAX_TOKENS":
        return None if has_text else failed("model_out_of_tokens", "the model used up its tokens", again="elsewhere")
    if finish == "RECITATION":
        return refused("model_recitation", "the model stopped because it recited a source", again="elsewhere")
    if finish in _FORBIDDEN:
        return refused("model_blocked_answer", f"the model may not answer this ({finish})")
    if finish is None and has_text:
        return failed("stream_broken", "the model's answer broke off")
    return failed("model_empty", f"the model gave no answer ({finish or 'no reason'})")


def usage_of(
    responses: Sequence[GenerateContentResponse],
    model: str,
    *,
    on: date,
    prices: Mapping[str, tuple[float, float]],
) -> ModelUsage:
    """Return what a call took, from the last counts it gave, and log it: spending is watched by these lines.

    `model` is used where the response names none.
    """
    version = next((r.model_version for r in reversed(responses) if r.model_version), model)
    counts = next((r.usage_metadata for r in reversed(responses) if r.usage_metadata), None)
    if counts is None:
        return ModelUsage(model=version)
    asked = counts.prompt_token_count or 0
    written = (counts.candidates_token_count or 0) + (counts.thoughts_token_count or 0)
    cost = cost_usd(version, asked, written, on=on, overrides=prices)
    _LOG.info(
        "model called",
        extra={"model": version, "input_tokens": asked, "output_tokens": written, "cost_usd": cost},
    )
    return ModelUsage(model=version, input_tokens=asked, output_tokens=written, cost_usd=cost)
