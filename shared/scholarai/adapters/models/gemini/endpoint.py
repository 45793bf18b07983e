"""Asks Gemini's chat models through google-genai."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scholarai.adapters.models.endpoint import Piece
from scholarai.adapters.models.faults import CallFailedError
from scholarai.adapters.models.gemini.client import gemini_client
from scholarai.adapters.models.gemini.faults import library_errors_are_ours
from scholarai.adapters.models.gemini.messages import finish_fault, piece_of, request_config, request_contents
from scholarai.config import Settings
from scholarai.prompting.prompt import Prompt

if TYPE_CHECKING:
    from google.auth.credentials import Credentials


@dataclass(frozen=True, slots=True)
class GeminiEndpoint:
    """Implements `Endpoint`; google-genai is loaded by the first call."""

    settings: Settings
    credentials: Credentials | None = None

    def stream(self, prompt: Prompt, model: str, timeout_s: float) -> Generator[Piece, None, None]:
        with library_errors_are_ours():
            stream = gemini_client(self.settings, self.credentials).models.generate_content_stream(
                model=model,
                contents=list(request_contents(prompt)),
                config=request_config(prompt, model, timeout_s),
            )
            for response in stream:
                yield piece_of(response)

    def whole(self, prompt: Prompt, model: str, timeout_s: float) -> Piece:
        with library_errors_are_ours():
            response = gemini_client(self.settings, self.credentials).models.generate_content(
                model=model,
                contents=list(request_contents(prompt)),
                config=request_config(prompt, model, timeout_s),
            )
        return piece_of(response)

    def fault(self, finish: str | None, *, has_text: bool) -> CallFailedError | None:
        return finish_fault(finish, has_text=has_text)
