"""The environment that a model chosen on the page stands for. No I/O."""

from __future__ import annotations

from collections.abc import Mapping

from scholarai.config_models import Models
from scholarai.domain.model_choice import ModelChoice
from scholarai.setting import Environment

# The variables of a provider's address and key; empty where it has none. All others speak OpenAI's protocol.
_ACCESS: Mapping[str, tuple[str, str]] = {
    "local": ("", ""),
    "ollama": (Models.ollama_host.name, ""),
    "gemini": ("", Models.gemini_api_key.name),
    "anthropic": (Models.anthropic_base_url.name, Models.anthropic_api_key.name),
}
# Providers whose address has a default; the others' stand in the table of vendors.
_ADDRESSES = {"ollama": Models.ollama_host, "anthropic": Models.anthropic_base_url}
_OPENAI = (Models.openai_base_url.name, Models.openai_api_key.name)
MODEL = Models.chat_model.name


def access_names(provider: str) -> tuple[str, str]:
    """Return the variables that hold the address and the key of a provider; empty where it takes none."""
    return _ACCESS.get(provider, _OPENAI)


def usual_address(provider: str) -> str:
    """Return the default address of a provider with its scheme; empty where its setting has none."""
    default = _ADDRESSES[provider].read({}) if provider in _ADDRESSES else ""
    return default if not default or "://" in default else f"http://{default}"


def set_names(environment: Environment, provider: str) -> tuple[str, ...]:
    """Return which variables the environment sets: the model's, the provider's address, its key."""
    return tuple(name for name in (MODEL, *access_names(provider)) if environment.get(name, "").strip())


def with_choice(environment: Environment, choice: ModelChoice | None) -> Environment:
    """Return the environment with a choice in it; what the environment sets itself counts.

    A model that the environment names makes the choice void. Address and key come from one place, so that no key goes to an
    address that it was not given for.
    """
    if choice is None or MODEL in set_names(environment, choice.provider):
        return environment
    address, key = access_names(choice.provider)
    made = {MODEL: f"{choice.provider}/{choice.model}"}
    if not set_names(environment, choice.provider):
        made |= {name: text for name, text in ((address, choice.access.base_url), (key, choice.access.key)) if name}
    if choice.provider == "gemini" and not environment.get(key, "").strip():
        # Papers that were read before keep their vectors, and none of their text leaves for new ones.
        made.setdefault(Models.embedder.name, "local/minilm")
    return made | {name: value for name, value in environment.items() if value.strip() or name not in made}
