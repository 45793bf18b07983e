"""Gemini as a provider, by API key or on Vertex."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from scholarai.adapters.models.gemini.client import models_of
from scholarai.config import Settings, SettingsError

if TYPE_CHECKING:
    from scholarai.ports.models import Answerer, Embedder, LanguageModel, Recipient


class Gemini:
    """Implements `Provider`."""

    takes_images = True

    def __init__(self, settings: Settings) -> None:
        if not settings.uses_gemini:
            raise SettingsError("SCHOLARAI_MODEL names gemini, which needs GEMINI_API_KEY or SCHOLARAI_VERTEX_LOCATION")
        self._settings = settings

    @property
    def model(self) -> str:
        return models_of(self._settings)[0]

    @property
    def recipient(self) -> Recipient:
        from scholarai.ports.models import Recipient

        keyed = bool(self._settings.gemini_api_key)
        return Recipient(
            company=urlsplit(self._settings.gemini_base_url).hostname or "Google",
            service="the Gemini API" if keyed else "Vertex AI",
            models=tuple(dict.fromkeys((*models_of(self._settings), self._settings.embedding_model))),
            place=None if keyed or self._settings.vertex_location == "global" else self._settings.vertex_location,
            keyed=keyed,
        )

    def answerer(self) -> Answerer:
        from scholarai.adapters.models.gemini.model import gemini_answerer

        return gemini_answerer(self._settings)

    def text_model(self) -> LanguageModel:
        from scholarai.adapters.models.gemini.model import gemini_text_model

        return gemini_text_model(self._settings)

    def embedder(self) -> Embedder:
        from scholarai.adapters.models.gemini.embedder import gemini_embedder

        return gemini_embedder(self._settings)
