"""Gemini's chat model, for answers and for texts; google-genai is loaded by the first call."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scholarai.adapters.models.adapting import Asking, adapted
from scholarai.adapters.models.calls import Calls
from scholarai.adapters.models.capabilities import needs_of, temperature_for, version_in
from scholarai.adapters.models.chat_models import StreamingAnswerer, WritingModel
from scholarai.adapters.models.endpoint import LENGTH, STOP, Piece, fault_of_end
from scholarai.adapters.models.faults import CallFailedError, refused
from scholarai.adapters.models.gemini.client import gemini_client, http_options, models_of
from scholarai.adapters.models.gemini.faults import translated_errors
from scholarai.config import Settings
from scholarai.prompting.prompt import Prompt, ReplyPrompt, turns_before

if TYPE_CHECKING:
    from google.auth.credentials import Credentials
    from google.genai.types import (
        Candidate,
        Content,
        GenerateContentConfig,
        GenerateContentResponse,
        GenerateContentResponseUsageMetadata,
        ThinkingConfig,
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
# Tokens that models may think which are told a number and no level (Gemini 2.5); all of them take 512 to 24,576.
_BUDGETS = {"low": 1_024, "medium": 4_096}


@dataclass(frozen=True, slots=True)
class GeminiEndpoint:
    """Implements `Endpoint`."""

    settings: Settings
    credentials: Credentials | None = None

    def pieces(self, prompt: Prompt, model: str, timeout_s: float, *, streamed: bool) -> Generator[Piece, None, None]:
        def call(asking: Asking) -> Generator[Piece, None, None]:
            with translated_errors(asking.sent):
                way = asking.way("schema", "json")
                config = request_config(asking, model, timeout_s, self.settings, way)
                models, contents = gemini_client(self.settings, self.credentials).models, request_contents(asking, way)
                if not streamed:
                    yield piece_of(models.generate_content(model=model, contents=[*contents], config=config))
                    return
                for response in models.generate_content_stream(model=model, contents=[*contents], config=config):
                    yield piece_of(response)

        return adapted(self.settings.gemini_base_url, model, prompt, call, is_hosted=True)

    def fault(self, finish: str | None, *, has_text: bool) -> CallFailedError | None:
        return finish_fault(finish, has_text=has_text)


def gemini_answerer(settings: Settings, **more: Any) -> StreamingAnswerer:
    """Return the answerer that the settings select; `more` as of `_parts`."""
    return StreamingAnswerer(**_parts(settings, **more))


def gemini_text_model(settings: Settings, **more: Any) -> WritingModel:
    """Return the text model that the settings select; `more` as of `_parts`."""
    return WritingModel(**_parts(settings, **more))


def _parts(
    settings: Settings,
    *,
    models: Sequence[str] = (),
    credentials: Credentials | None = None,
    calls: Calls | None = None,
) -> dict[str, Any]:
    return {
        "endpoint": GeminiEndpoint(settings, credentials),
        "models": tuple(models) or models_of(settings),
        "calls": calls or Calls(timeout_s=settings.model_timeout_s),
        "prices": settings.model_prices,
    }


def request_contents(asking: Asking, way: str) -> list[Content]:
    """Return the prefix, earlier turns, images and the request as contents."""
    from google.genai.types import Content, Part

    prompt = asking.prompt
    turns = [
        Content(role="model" if turn.role in {"assistant", "model"} else "user", parts=[Part(text=turn.text)])
        for turn in turns_before(prompt)
    ]
    images = [Part.from_bytes(data=image, mime_type="image/png") for image in prompt.images]
    return [*turns, Content(role="user", parts=[*images, Part(text=asking.user(way))])]


def request_config(asking: Asking, model: str, timeout_s: float, settings: Settings, way: str) -> GenerateContentConfig:
    """Return the limits, the instructions and the schema of a reply."""
    from google.genai.types import GenerateContentConfig

    prompt, temperature = asking.prompt, temperature_for(model, asking.prompt)
    return GenerateContentConfig(
        system_instruction=prompt.system or None,
        temperature=temperature if temperature is not None and asking.may("temperature") else None,
        top_p=settings.top_p if settings.top_p is not None and asking.may("top_p") else None,
        top_k=settings.top_k if settings.top_k is not None and asking.may("top_k") else None,
        max_output_tokens=prompt.max_output_tokens,
        thinking_config=_thinking(asking, model),
        response_mime_type="application/json" if way else None,
        # google-genai 3.3 turns a class into `responseSchema`, whose `additional_properties` the API refuses, and cannot
        # send a class as `responseJsonSchema` (googleapis/python-genai issue 1815).
        response_json_schema=prompt.schema() if way == "schema" and isinstance(prompt, ReplyPrompt) else None,
        http_options=http_options(timeout_s),
    )


def _thinking(asking: Asking, model: str) -> ThinkingConfig | None:
    """Return the thinking setting of a model: a level from Gemini 3 on, a number of tokens for earlier ones."""
    from google.genai.types import ThinkingConfig, ThinkingLevel

    version, effort = version_in(model, "gemini"), asking.prompt.effort
    if version is None or not needs_of(model).thinks or not asking.may("effort"):
        return None
    if version < (3, 0):
        return ThinkingConfig(thinking_budget=_BUDGETS[effort])
    return ThinkingConfig(thinking_level=ThinkingLevel[effort.upper()])


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
    """Return the error for a finish reason, or None if the answer can be used."""
    if finish is not None and finish.startswith(_BLOCKED):
        return refused("model_blocked_request", f"the model may not read this ({finish.removeprefix(_BLOCKED)})")
    if finish == "RECITATION":
        detail = "the model stopped because it recited a source"
        return refused("model_recitation", detail, again="elsewhere", is_paid=True)
    return fault_of_end(finish, has_text=has_text, forbidden=_FORBIDDEN)
