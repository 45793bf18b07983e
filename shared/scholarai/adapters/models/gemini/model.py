"""Gemini's chat model, for answers and for texts; google-genai is loaded by the first call."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scholarai.adapters.models.adapting import Asking, adapted
from scholarai.adapters.models.calls import Calls
from scholarai.adapters.models.chat_models import StreamingAnswerer, WritingModel
from scholarai.adapters.models.endpoint import Piece
from scholarai.adapters.models.faults import CallFailedError
from scholarai.adapters.models.gemini.client import gemini_client, models_of
from scholarai.adapters.models.gemini.faults import library_errors_are_ours
from scholarai.adapters.models.gemini.messages import finish_fault, piece_of, request_config, request_contents
from scholarai.config import Settings
from scholarai.prompting.prompt import Prompt

if TYPE_CHECKING:
    from google.auth.credentials import Credentials


@dataclass(frozen=True, slots=True)
class GeminiEndpoint:
    """Implements `Endpoint`."""

    settings: Settings
    credentials: Credentials | None = None

    def pieces(self, prompt: Prompt, model: str, timeout_s: float, *, streamed: bool) -> Generator[Piece, None, None]:
        def call(asking: Asking) -> Generator[Piece, None, None]:
            with library_errors_are_ours(asking.sent):
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
