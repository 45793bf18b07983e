"""Converts our prompts for Gemini, and Gemini's responses for us."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scholarai.adapters.models.endpoint import LENGTH, STOP, Piece, fault_of_end
from scholarai.adapters.models.faults import EMPTY_CALLS, CallFailedError, refused
from scholarai.adapters.models.gemini.client import http_options
from scholarai.domain.limits import THINKING_TOKENS
from scholarai.prompting.prompt import Prompt, ReplyPrompt, turns_before

if TYPE_CHECKING:
    from google.genai.types import (
        Candidate,
        Content,
        GenerateContentConfig,
        GenerateContentResponse,
        GenerateContentResponseUsageMetadata,
    )

_ENDS = {"STOP": STOP, "MAX_TOKENS": LENGTH}
# Prefix of the finish reason when the prompt was blocked.
_BLOCKED = "prompt blocked: "
# Finish reasons that mean "not allowed". RECITATION is none of them: another model may phrase the answer differently.
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
# These models think before they write, and thoughts count against the output limit.
_THINKING_FAMILY = "gemini-3"


def request_contents(prompt: Prompt) -> list[Content]:
    """Return the prefix, earlier turns, images and the request as contents."""
    from google.genai.types import Content, Part

    turns = [
        Content(role="model" if turn.role in {"assistant", "model"} else "user", parts=[Part(text=turn.text)])
        for turn in turns_before(prompt)
    ]
    images = [Part.from_bytes(data=image, mime_type="image/png") for image in prompt.images]
    return [*turns, Content(role="user", parts=[*images, Part(text=prompt.user)])]


def request_config(prompt: Prompt, model: str, timeout_s: float) -> GenerateContentConfig:
    """Return the limits, the instructions and the schema of a reply."""
    from google.genai.types import GenerateContentConfig, ThinkingConfig, ThinkingLevel

    thinks = model.startswith(_THINKING_FAMILY)
    schema = prompt.schema() if isinstance(prompt, ReplyPrompt) else None
    return GenerateContentConfig(
        system_instruction=prompt.system or None,
        temperature=prompt.temperature,
        max_output_tokens=prompt.max_output_tokens + (THINKING_TOKENS if thinks else 0),
        thinking_config=ThinkingConfig(thinking_level=ThinkingLevel.LOW) if thinks else None,
        response_mime_type="application/json" if schema else None,
        # google-genai 3.3 turns a class into `responseSchema`, whose `additional_properties` the API refuses, and cannot
        # send a class as `responseJsonSchema` (googleapis/python-genai issue 1815).
        response_json_schema=schema,
        http_options=http_options(timeout_s),
    )


def piece_of(response: GenerateContentResponse) -> Piece:
    """Return a response or a piece of one in our form."""
    candidate = response.candidates[0] if response.candidates else None
    parts = candidate.content.parts if candidate is not None and candidate.content is not None else None
    counts = response.usage_metadata
    return Piece(
        text="".join(part.text for part in parts or [] if part.text and not part.thought),
        finish=_finish_of(response, candidate),
        tokens=None if counts is None else _tokens(counts),
        cached=0 if counts is None else counts.cached_content_token_count or 0,
        model=response.model_version,
    )


def _finish_of(response: GenerateContentResponse, candidate: Candidate | None) -> str | None:
    feedback = response.prompt_feedback
    if feedback is not None and feedback.block_reason is not None:
        return _BLOCKED + feedback.block_reason.value
    reason = candidate.finish_reason if candidate is not None else None
    return None if reason is None else _ENDS.get(reason.value, reason.value)


def _tokens(counts: GenerateContentResponseUsageMetadata) -> tuple[int, int]:
    return counts.prompt_token_count or 0, (counts.candidates_token_count or 0) + (counts.thoughts_token_count or 0)


def finish_fault(finish: str | None, *, has_text: bool) -> CallFailedError | None:
    """Return the failure that a finish reason means, None if the answer can be used."""
    if finish is not None and finish.startswith(_BLOCKED):
        return refused("model_blocked_request", f"the model may not read this ({finish.removeprefix(_BLOCKED)})")
    if finish == "RECITATION":
        detail = "the model stopped because it recited a source"
        return refused("model_recitation", detail, again="elsewhere", paid_calls=EMPTY_CALLS)
    return fault_of_end(finish, has_text=has_text, forbidden=_FORBIDDEN)
