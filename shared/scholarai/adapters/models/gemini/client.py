"""Keeps one google-genai client per account, made on first use, for the life of the process."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from scholarai.adapters.models.registry import provider_name
from scholarai.config import Settings

if TYPE_CHECKING:
    from google.auth.credentials import Credentials
    from google.genai import Client
    from google.genai.types import HttpOptions

_LOCK = threading.Lock()
# A second client costs 32 ms (its SSL context), and one that is collected closes its connections under its users.
_CLIENTS: dict[tuple[str, ...], Client] = {}


def gemini_client(settings: Settings, credentials: Credentials | None = None) -> Client:
    """Return the client that the settings select: by API key where there is one, else Vertex in its location.

    Args:
        settings: `gemini_base_url`, when set, replaces Google's own address.
        credentials: For Vertex; those of the machine (application default credentials) when None.
    """
    vertex = settings.vertex_location if not settings.gemini_api_key else ""
    account = (settings.gemini_api_key, settings.project if vertex else "", vertex, settings.gemini_base_url)
    with _LOCK:
        if account not in _CLIENTS:
            _CLIENTS[account] = _make(settings, vertex, credentials)
        return _CLIENTS[account]


def models_of(settings: Settings, model: str = "") -> tuple[str, ...]:
    """Return the models to try, in order, by the names that Gemini knows; the model that answers is first by default.

    A fallback model of another provider is none of them.
    """
    fallback = settings.fallback_model
    named = [model or settings.chat_model, fallback if provider_name(settings, fallback) == "gemini" else ""]
    return tuple(dict.fromkeys(name.removeprefix("gemini/") for name in named if name))


def http_options(timeout_s: float) -> HttpOptions:
    """Return the options of one call that may take `timeout_s`; without retries, which `calls` makes."""
    from google.genai.types import HttpOptions

    return HttpOptions(timeout=max(1, round(timeout_s * 1_000)))


def _make(settings: Settings, vertex: str, credentials: Credentials | None) -> Client:
    from google.genai import Client
    from google.genai.types import HttpOptions

    options = HttpOptions(
        base_url=settings.gemini_base_url or None, timeout=max(1, round(settings.model_timeout_s * 1_000))
    )
    if vertex:
        return Client(
            vertexai=True, project=settings.project, location=vertex, credentials=credentials, http_options=options
        )
    return Client(vertexai=False, api_key=settings.gemini_api_key, http_options=options)
