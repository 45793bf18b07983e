"""The models of this machine as a provider: sentences of the papers answer, installed weights embed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scholarai.config import Settings

if TYPE_CHECKING:
    from scholarai.ports.models import Answerer, Embedder


class LocalModels:
    """Implements `Provider`. It stands outside `local/`, which loads NumPy."""

    model = "extractive"
    takes_images = False
    is_free = True
    recipient = None

    def __init__(self, settings: Settings, _model: str = "") -> None:
        self._settings = settings

    def answerer(self) -> Answerer:
        from scholarai.adapters.models.local import ExtractiveAnswerer

        return ExtractiveAnswerer()

    def text_model(self) -> None:
        return None

    def embedder(self) -> Embedder | None:
        """Return MiniLM, or None where its weights are not installed."""
        from scholarai.adapters.models.local import local_embedder

        return local_embedder(self._settings)
