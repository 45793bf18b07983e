"""`scholarai models`: which servers of models answer, what they have, and how the chosen model does."""

from __future__ import annotations

import time
from collections.abc import Mapping
from functools import partial

from scholarai.adapters.models.faults import CallFailedError
from scholarai.adapters.models.http.provider import ServedModels
from scholarai.adapters.models.http.vendors import VENDORS
from scholarai.adapters.models.registry import PROVIDERS, Provider, chosen_provider
from scholarai.config import Settings
from scholarai.domain.errors import ScholarError
from scholarai.local.exits import DONE, SOME_FAILED
from scholarai.prompting.prompt import Prompt
from scholarai.prompting.reranking import rerank_prompt

# More are counted.
_NAMED = 8
_OWN_MACHINE = ("ollama", *(name for name, vendor in VENDORS.items() if vendor.is_local))
_SENTENCE = Prompt(system="", user="Say in one sentence what a kettle does.", max_output_tokens=100)


def models(environment: Mapping[str, str]) -> int:
    """Print what answers on this machine and at the addresses that are set, then try the chosen model."""
    chosen = chosen_provider(Settings.from_env(environment))
    kind = environment.get("SCHOLARAI_MODEL", "").partition("/")[0]
    servers = {
        server.base_url: server for server in map(partial(_server, environment), (*_OWN_MACHINE, kind)) if server
    }
    for server in servers.values():
        _list(server)
    print(f"Chosen: {chosen.model}{_window(chosen)}.")
    return _try(chosen)


def _server(environment: Mapping[str, str], name: str) -> ServedModels | None:
    if name not in PROVIDERS:
        return None
    named = (
        environment.get("SCHOLARAI_MODEL", "") if environment.get("SCHOLARAI_MODEL", "").startswith(f"{name}/") else ""
    )
    provider = chosen_provider(Settings.from_env({**environment, "SCHOLARAI_MODEL": named or f"{name}/any"}))
    return provider if isinstance(provider, ServedModels) else None


def _list(server: ServedModels) -> None:
    """Print what a server has, nothing where none answers."""
    try:
        found = server.endpoint().models()
    except CallFailedError:
        return
    more = f" and {len(found) - _NAMED} more" if len(found) > _NAMED else ""
    print(f"{server.service} answers at {server.base_url}: {', '.join(found[:_NAMED]) or 'no models'}{more}")


def _window(provider: Provider) -> str:
    window = provider.endpoint().window(provider.model) if isinstance(provider, ServedModels) else None
    return f", reads and writes {window:,} tokens at once" if window else ""


def _try(provider: Provider) -> int:
    """Let the model write a sentence and a reply in JSON, and say how that went."""
    model = provider.text_model()
    if model is None:
        print("Sentences of the papers answer; no model is asked.")
        return DONE
    started = time.monotonic()
    try:
        written = model.generate(_SENTENCE)
        seconds = max(time.monotonic() - started, 0.001)
        print(f"It wrote {written.usage.output_tokens} tokens in {seconds:.1f} s.")
        model.reply(rerank_prompt("What boils?", ["The kettle boils.", "The cat sleeps."]))
    except ScholarError as error:
        print(f"{error.code}: {error.detail}. {error.action}".rstrip())
        return SOME_FAILED
    print("It keeps to the shape of replies.")
    return DONE
