"""Gemini as a provider, by API key or on Vertex."""

from __future__ import annotations

from urllib.parse import urlsplit

from scholarai.adapters.models.gemini.client import models_of
from scholarai.adapters.models.gemini.embedder import gemini_embedder
from scholarai.adapters.models.gemini.model import gemini_answerer, gemini_text_model
from scholarai.adapters.models.registry import provider_name
from scholarai.config import Settings, SettingsError
from scholarai.ports.models import Answerer, Embedder, LanguageModel, Recipient


class Gemini:
    """Implements `Provider`."""

    is_free = False

    def __init__(self, settings: Settings, model: str = "") -> None:
        if not settings.uses_gemini:
            raise SettingsError("SCHOLARAI_MODEL names gemini, which needs GEMINI_API_KEY or SCHOLARAI_VERTEX_LOCATION")
        self._settings = settings
        self._models = models_of(settings, model)

    @property
    def takes_images(self) -> bool:
        return self._settings.model_images != "no"

    @property
    def model(self) -> str:
        return self._models[0]

    @property
    def recipient(self) -> Recipient:
        keyed = bool(self._settings.gemini_api_key)
        return Recipient(
            company=urlsplit(self._settings.gemini_base_url).hostname or "Google",
            service="the Gemini API" if keyed else "Vertex AI",
            models=tuple(dict.fromkeys((*self._models, *self._role_models(), *self._embedding_models()))),
            place=None if keyed or self._settings.vertex_location == "global" else self._settings.vertex_location,
            keyed=keyed,
        )

    def _role_models(self) -> list[str]:
        named = self._settings.role_models.values()
        return [name.removeprefix("gemini/") for name in named if provider_name(self._settings, name) == "gemini"]

    def _embedding_models(self) -> list[str]:
        """Return the embedding model that receives the texts of papers; none if another provider makes the vectors."""
        return [] if self._settings.embedder else [self._settings.embedding_model]

    def window(self) -> int | None:
        """Return the window that is set; all of Gemini's models read more than is ever sent."""
        return self._settings.model_window or None

    def answerer(self) -> Answerer:
        return gemini_answerer(self._settings, models=self._models)

    def text_model(self) -> LanguageModel:
        return gemini_text_model(self._settings, models=self._models)

    def embedder(self) -> Embedder:
        return gemini_embedder(self._settings)
