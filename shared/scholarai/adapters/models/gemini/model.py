"""What calls to Gemini's chat model have in common, whether they stream or not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from scholarai.adapters.models.calls import Calls
from scholarai.adapters.models.gemini.client import gemini_client, models_of
from scholarai.adapters.models.gemini.messages import CallMeter
from scholarai.adapters.models.prices import utc_today
from scholarai.config import Settings

if TYPE_CHECKING:
    from google.auth.credentials import Credentials
    from google.genai import Client


@dataclass(frozen=True, slots=True)
class GeminiModel:
    """The chat model, with the fallback model behind it; google-genai is loaded by the first call."""

    settings: Settings
    credentials: Credentials | None
    calls: Calls
    today: Callable[[], date] = utc_today

    @property
    def name(self) -> str:
        return self.models[0]

    @property
    def models(self) -> list[str]:
        return models_of(self.settings)

    def client(self) -> Client:
        return gemini_client(self.settings, self.credentials)

    def meter(self, model: str) -> CallMeter:
        return CallMeter(model, self.today(), self.settings.model_prices)
