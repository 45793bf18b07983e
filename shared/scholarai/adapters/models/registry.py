"""The providers of models, ours and those of installed packages, and which of them the settings choose."""

from __future__ import annotations

from typing import Protocol

from scholarai.adapters.models.http.provider import ServedModels
from scholarai.adapters.models.vendors import VENDORS
from scholarai.config import Settings, SettingsError
from scholarai.config.models import Role
from scholarai.domain.plugins import ProviderRow, load, plugged_in
from scholarai.ports.models import Answerer, Embedder, LanguageModel, Recipient

_HTTP = "scholarai.adapters.models.http.provider"
# SCHOLARAI_MODEL=provider/model chooses one. An address or a key of its own is a setting of `config.models` that names it.
_OWN = {
    "gemini": ProviderRow(title="Google Gemini", made_by="scholarai.adapters.models.gemini.provider:Gemini"),
    "anthropic": ProviderRow(title="Anthropic", made_by=f"{_HTTP}:Anthropic"),
    "ollama": ProviderRow(title="Ollama", made_by=f"{_HTTP}:Ollama", is_local=True),
    **{
        name: ProviderRow(title=vendor.title, made_by=f"{_HTTP}:OpenAiCompatible", is_local=vendor.is_local)
        for name, vendor in VENDORS.items()
    },
    "local": ProviderRow(title="No model", made_by="scholarai.adapters.models.registry:LocalModels", is_local=True),
}
PLUGGED_IN = plugged_in("scholarai.providers", ProviderRow, _OWN)
PROVIDERS = {**_OWN, **PLUGGED_IN}
# Gemini's own names may have such beginnings.
_GEMINI_NAMES = frozenset({"models", "tunedModels", "publishers", "projects"})


class Provider(Protocol):
    """Makes a provider's models from the settings. Cheap to import and to make: libraries are loaded by the first call."""

    @property
    def model(self) -> str:
        """The name of the model that answers."""
        ...

    @property
    def takes_images(self) -> bool:
        """Whether that model reads the images of a prompt; its server may be asked."""
        ...

    @property
    def is_free(self) -> bool:
        """Whether using it is free."""
        ...

    @property
    def recipient(self) -> Recipient | None:
        """Who gets what is asked, None where it stays on this machine."""
        ...

    def window(self) -> int | None:
        """Return how many tokens that model reads and writes at once, without thoughts, None where that is not known.

        Its server may be asked.
        """
        ...

    def answerer(self) -> Answerer: ...

    def text_model(self) -> LanguageModel | None:
        """Return the model that writes texts and replies, None where rules have to do."""
        ...

    def embedder(self) -> Embedder | None:
        """Return the embedding model, None where words alone find passages."""
        ...


def chosen_provider(settings: Settings, model: str = "") -> Provider:
    """Return the provider that a model's name begins with; for a bare name Gemini if it is set up, else local.

    `model` is as in SCHOLARAI_MODEL; empty: the model that answers.

    Raises:
        SettingsError: If there is no such provider, or if it lacks a setting.
    """
    name = provider_name(settings, model or settings.chat_model)
    if name not in PROVIDERS:
        raise SettingsError(f"SCHOLARAI_MODEL must begin with one of {', '.join(PROVIDERS)} and a slash, got {name!r}")
    try:
        made_by = load(PROVIDERS[name].made_by)
    except (ImportError, AttributeError) as error:
        raise SettingsError(f"the provider {name!r} cannot be loaded: {error}") from error
    provider: Provider = made_by(settings, model)
    return provider


def provider_name(settings: Settings, model: str) -> str:
    """Return the name of a model's provider, which need not be one of `PROVIDERS`."""
    name, slash, _ = model.partition("/")
    if slash and name not in _GEMINI_NAMES:
        return name
    return "gemini" if settings.uses_gemini else "local"


def provider_for(settings: Settings, role: Role, provider: Provider) -> Provider:
    """Return the provider of a role's model: the one that answers, unless the settings name a model for the role.

    Raises:
        SettingsError: If there is no such provider, if it lacks a setting, or if texts would go to a second company.
    """
    model = settings.role_models.get(role)
    if model is None:
        return provider
    chosen = chosen_provider(settings, model)
    _require_one_company(f"SCHOLARAI_{role.upper()}_MODEL", chosen.recipient, provider)
    return chosen


def fallback_for(settings: Settings, role: Role, provider: Provider) -> Provider | None:
    """Return the provider of the fallback model, None where there is none to try after the role's own model.

    A fallback of the same provider is not returned: that provider's models try it themselves. A second company is never
    asked.
    """
    model, fallback = settings.role_models.get(role), settings.fallback_model
    kind = provider_name(settings, fallback)
    if model is None or not fallback or kind in {"local", provider_name(settings, model)} or kind not in PROVIDERS:
        return None
    try:
        chosen = chosen_provider(settings, fallback)
        _require_one_company("SCHOLARAI_FALLBACK_MODEL", chosen.recipient, provider)
    except SettingsError:
        return None
    return chosen


def tried_for(settings: Settings, role: Role, provider: Provider) -> tuple[str, ...]:
    """Return the models that are tried for a role, as their providers call them: its own, then the fallback if it is tried."""
    own, fallback = provider_for(settings, role, provider).model, settings.fallback_model
    kind = provider_name(settings, fallback)
    same = kind == provider_name(settings, settings.role_models.get(role, settings.chat_model))
    counts = bool(fallback) and (same or fallback_for(settings, role, provider) is not None)
    return tuple(dict.fromkeys((own, fallback.removeprefix(f"{kind}/")))) if counts else (own,)


def chosen_embedder(settings: Settings, provider: Provider) -> Embedder | None:
    """Return the embedding model that the settings name, else the one that comes with the provider that answers.

    Raises:
        SettingsError: If there is no such provider, if it makes no vectors, or if texts would go to a second company.
    """
    name, _, model = settings.embedder.partition("/")
    if not name:
        return provider.embedder()
    if name == "local":
        return LocalModels(settings).embedder()
    made = load(PROVIDERS[name].made_by) if name in PROVIDERS else None
    if not (isinstance(made, type) and issubclass(made, ServedModels) and model):
        raise SettingsError(
            f"SCHOLARAI_EMBEDDER must be the model of a server, such as ollama/NAME, got {settings.embedder!r}"
        )
    served = made(settings, settings.embedder)
    _require_one_company("SCHOLARAI_EMBEDDER", served.recipient, provider)
    return served.own_embedder()


class LocalModels:
    """Implements `Provider`. It is not in `models/local/`, which loads NumPy."""

    model = "extractive"
    takes_images = False
    is_free = True
    recipient = None

    def __init__(self, settings: Settings, _model: str = "") -> None:
        self._settings = settings

    def window(self) -> None:
        return None

    def answerer(self) -> Answerer:
        from scholarai.adapters.models.local import ExtractiveAnswerer  # loads NumPy

        return ExtractiveAnswerer()

    def text_model(self) -> None:
        return None

    def embedder(self) -> Embedder | None:
        """Return multilingual-E5-small, or None where its weights are not installed."""
        from scholarai.adapters.models.local import local_embedder  # loads NumPy

        return local_embedder(self._settings)


def _require_one_company(setting: str, recipient: Recipient | None, provider: Provider) -> None:
    """Check that texts stay on this machine or go to the company that users are told of."""
    told = provider.recipient.company if provider.recipient is not None else ""
    if recipient is not None and recipient.company != told:
        raise SettingsError(
            f"{setting} names a model of {recipient.company}, but texts may go to nobody but the provider that answers"
        )
