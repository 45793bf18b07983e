"""Gemini's chat model, for answers and for texts; google-genai is loaded by the first call."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from scholarai.adapters.models.calls import Calls
from scholarai.adapters.models.chat_models import StreamingAnswerer, WritingModel
from scholarai.adapters.models.gemini.client import models_of
from scholarai.adapters.models.gemini.endpoint import GeminiEndpoint
from scholarai.config import Settings

if TYPE_CHECKING:
    from google.auth.credentials import Credentials


def gemini_answerer(
    settings: Settings,
    *,
    models: Sequence[str] = (),
    credentials: Credentials | None = None,
    calls: Calls | None = None,
) -> StreamingAnswerer:
    """Return the answerer that the settings select."""
    return StreamingAnswerer(**_parts(settings, models, credentials, calls))


def gemini_text_model(
    settings: Settings,
    *,
    models: Sequence[str] = (),
    credentials: Credentials | None = None,
    calls: Calls | None = None,
) -> WritingModel:
    """Return the text model that the settings select."""
    return WritingModel(**_parts(settings, models, credentials, calls))


def _parts(
    settings: Settings, models: Sequence[str], credentials: Credentials | None, calls: Calls | None
) -> dict[str, Any]:
    return {
        "endpoint": GeminiEndpoint(settings, credentials),
        "models": tuple(models) or models_of(settings),
        "calls": calls or Calls(timeout_s=settings.model_timeout_s),
        "prices": settings.model_prices,
    }
