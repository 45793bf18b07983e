"""Converts choices and connections made on the page to environment variables. No I/O."""

from __future__ import annotations

from scholarai.config.literature import Literature
from scholarai.config.models import Access, Models
from scholarai.config.setting import Environment, declared
from scholarai.domain.connections import Connections, ModelChoice
from scholarai.domain.service_names import PLUGGED_IN, ROWS, ServiceName

# Where Zotero listens unless its hidden setting `httpServer.port` says otherwise; SCHOLARAI_ZOTERO_URL is for that.
ZOTERO_URL = "http://127.0.0.1:23119"
LOOKS_UP = (Literature.literature.name,)
PROGRAM = (Literature.zotero_url.name,)
KEY = (Literature.zotero_key.name, Literature.zotero_key_file.name)
_ACCESS = [setting for setting in declared(Models) if isinstance(setting, Access)]
_ADDRESSES = {setting.provider: setting for setting in _ACCESS if setting.kind == "address"}
_KEYS = {setting.provider: setting for setting in _ACCESS if setting.kind == "key"}
# Providers with settings of their own. All others speak OpenAI's protocol and use its settings.
_OWN = {*_ADDRESSES, *_KEYS, "local"}
MODEL = Models.chat_model.name


def set_by(environment: Environment, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return which of these variables the environment sets; they take precedence over the page."""
    return tuple(name for name in names if environment.get(name, "").strip())


def usual_services(environment: Environment) -> tuple[ServiceName, ...]:
    """Return the services that are switched on together: ours that answer as the environment is, without a key or with it."""
    needed = {row.name: getattr(Literature, row.key_setting).name for row in ROWS if row.key_setting}
    needed["unpaywall"] = Literature.literature_contact.name
    return tuple(
        row.name
        for row in ROWS
        if row.name not in PLUGGED_IN and (row.name not in needed or set_by(environment, (needed[row.name],)))
    )


def with_connections(environment: Environment, connected: Connections | None) -> Environment:
    """Return the environment with the stored connections added; variables that are set already take precedence."""
    if connected is None:
        return environment
    given = (
        (LOOKS_UP, ",".join(usual_services(environment)) if connected.looks_up else ""),
        (PROGRAM, ZOTERO_URL if connected.zotero_program else ""),
        (KEY, connected.zotero_key),
    )
    return {**environment, **{names[0]: text for names, text in given if text and not set_by(environment, names)}}


def access_names(provider: str) -> tuple[str, str]:
    """Return the variables for the address and the key of a provider, each empty where it has none."""
    named = provider if provider in _OWN else "openai"
    address, key = (settings[named].name if named in settings else "" for settings in (_ADDRESSES, _KEYS))
    return address, key


def usual_address(provider: str) -> str:
    """Return the default address of a provider with its scheme, empty if there is none."""
    default = _ADDRESSES[provider].read({}) if provider in _ADDRESSES else ""
    return default if not default or "://" in default else f"http://{default}"


def set_names(environment: Environment, provider: str) -> tuple[str, ...]:
    """Return which variables the environment sets: the model's, the provider's address, its key."""
    return tuple(name for name in (MODEL, *access_names(provider)) if environment.get(name, "").strip())


def with_choice(environment: Environment, choice: ModelChoice | None) -> Environment:
    """Return the environment with a choice added; what the environment sets itself takes precedence.

    The choice is void if the environment names a model. Address and key come from the same source, so that no key is sent to
    an address that it was not given for.
    """
    if choice is None or MODEL in set_names(environment, choice.provider):
        return environment
    address, key = access_names(choice.provider)
    made = {MODEL: f"{choice.provider}/{choice.model}"}
    if not set_names(environment, choice.provider):
        made |= {name: text for name, text in ((address, choice.access.base_url), (key, choice.access.key)) if name}
    if choice.provider == "gemini" and not environment.get(key, "").strip():
        # Papers that were read before keep their vectors, and none of their text leaves for new ones.
        made.setdefault(Models.embedder.name, "local/e5")
    return made | {name: value for name, value in environment.items() if value.strip() or name not in made}
