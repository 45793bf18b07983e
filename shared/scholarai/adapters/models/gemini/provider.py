"""Gemini as a provider, by API key or on Vertex."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scholarai.adapters.models.gemini.client import models_of
from scholarai.config import Settings, SettingsError

if TYPE_CHECKING:
    from scholarai.ports.models import Answerer, Embedder, LanguageModel


class Gemini:
    """Implements `Provider`."""

    takes_images = True

    def __init__(self, settings: Settings) -> None:
        if not settings.uses_gemini:
            raise SettingsError(
                "SCHOLARAI_CHAT_MODEL names gemini, which needs GEMINI_API_KEY or SCHOLARAI_VERTEX_LOCATION"
            )
        self._settings = settings

    @property
    def model(self) -> str:
        return models_of(self._settings)[0]

    def answerer(self) -> Answerer:
        from scholarai.adapters.models.gemini.answerer import gemini_answerer

        return gemini_answerer(self._settings)

    def text_model(self) -> LanguageModel:
        from scholarai.adapters.models.gemini.text_model import gemini_text_model

        return gemini_text_model(self._settings)

    def embedder(self) -> Embedder:
        from scholarai.adapters.models.gemini.embedder import gemini_embedder

        return gemini_embedder(self._settings)
