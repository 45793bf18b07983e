"""Finds the servers of models that answer, on the usual local ports and at the addresses of the settings."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

from scholarai.adapters.models.faults import CallFailedError
from scholarai.adapters.models.http.provider import ServedModels
from scholarai.adapters.models.offers import shown_address
from scholarai.adapters.models.registry import PLUGGED_IN, PROVIDERS, chosen_provider, provider_name
from scholarai.config import Settings
from scholarai.ports.model_choice import FoundServer

_OWN_MACHINE = tuple(name for name, row in PROVIDERS.items() if row.is_local and name not in PLUGGED_IN)


def found_servers(settings: Settings) -> list[FoundServer]:
    """Ask every known address and return the servers that answer; no other address is asked.

    Raises:
        SettingsError: If the extra `models` is missing, or the chosen provider lacks a setting.
    """
    servers = {server.base_url: (name, server) for name, server in _known(settings)}
    with ThreadPoolExecutor(len(servers), thread_name_prefix="found") as pool:
        return [server for server in pool.map(lambda known: _server_with_models(*known), servers.values()) if server]


def _known(settings: Settings) -> Iterator[tuple[str, ServedModels]]:
    """Yield the servers to ask. The usual ports are asked without the settings, so that no program there gets a key."""
    usual = Settings.from_env({})
    named = ((usual, f"{name}/any") for name in _OWN_MACHINE)
    for source, model in (*named, (settings, "ollama/any"), (settings, settings.chat_model)):
        server = chosen_provider(source, model)
        if isinstance(server, ServedModels):
            yield provider_name(source, model), server


def _server_with_models(name: str, server: ServedModels) -> FoundServer | None:
    try:
        models = server.endpoint().models()
    except CallFailedError:
        return None
    return FoundServer(
        provider=name, service=server.service, base_url=shown_address(server.base_url), models=tuple(models)
    )
