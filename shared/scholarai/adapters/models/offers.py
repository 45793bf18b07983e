"""Describes the providers for a form, finds their servers on this machine and at the addresses of the settings, and estimates what the model in use costs."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import date

from scholarai.adapters.models.faults import CallFailedError
from scholarai.adapters.models.http.provider import ServedModels
from scholarai.adapters.models.price_list import Price
from scholarai.adapters.models.prices import estimate, price_of, price_per_token, utc_today
from scholarai.adapters.models.registry import (
    PLUGGED_IN,
    PROVIDERS,
    Provider,
    chosen_provider,
    provider_for,
    provider_name,
    tried_for,
)
from scholarai.adapters.models.vendors import VENDORS
from scholarai.config import Settings
from scholarai.config.connections import access_names, set_names, usual_address
from scholarai.config.models import Role
from scholarai.config.setting import Environment
from scholarai.domain.depth import BOUNDS, DepthEstimate, estimate_of
from scholarai.domain.spending import Cost
from scholarai.ports.model_choice import FoundServer, ModelInUse, PriceTag, ProviderOffer

# Tokens read and written for a question: ten passages with instructions, some sentences. A guess from our prompts.
QUESTION_TOKENS = (4_000, 500)
# The roles whose models a deep answer asks.
DEEP_ROLES: tuple[Role, ...] = ("answer", "rewrite", "weigh", "judge")


def offers(environment: Environment) -> tuple[ProviderOffer, ...]:
    """Return every provider, with the variables of it that the environment sets."""
    return tuple(_offer(name, environment) for name in PROVIDERS)


def in_use(settings: Settings, provider: Provider) -> ModelInUse:
    """Return the model that answers, with today's price."""
    today = utc_today()
    price = price_of(provider.model, on=today, overrides=settings.model_prices)
    return ModelInUse(
        provider=provider_name(settings, settings.chat_model),
        model=provider.model,
        base_url=shown_address(getattr(provider, "base_url", "")),
        recipient=provider.recipient,
        price=None if price is None or provider.is_free else _tag(price, today),
        question=expected_cost(settings, provider, *QUESTION_TOKENS),
        depths=depth_estimates(settings, provider),
    )


def depth_estimates(settings: Settings, provider: Provider) -> tuple[DepthEstimate, ...]:
    """Return what answers of each depth take at most; nothing where rules answer, which search only once."""
    if provider_name(settings, settings.chat_model) == "local":
        return ()
    prices = [most_per_token(settings, role, provider) for role in DEEP_ROLES]
    dearest = max(map(max, prices)) if prices_known(settings, provider) else None
    return tuple(
        estimate_of(depth, dearest, budget_usd=settings.depth_budget_usd, model_s=settings.model_timeout_s)
        for depth in BOUNDS
    )


def most_per_token(settings: Settings, role: Role, provider: Provider) -> tuple[float, float]:
    """Return what a token read and one written cost at most with the models of a role; zeros where not known."""
    tried, today = tried_for(settings, role, provider), utc_today()
    prices = [price_per_token(model, on=today, overrides=settings.model_prices) for model in tried]
    return max(read for read, _ in prices), max(written for _, written in prices)


def prices_known(settings: Settings, provider: Provider) -> bool:
    """Tell whether each model of a deep answer is free or has a known price."""
    return all(
        expected_cost(settings, provider_for(settings, role, provider), 1, 1).usd is not None for role in DEEP_ROLES
    )


def expected_cost(settings: Settings, provider: Provider, input_tokens: int, output_tokens: int) -> Cost:
    """Return what tokens read and written by a provider's model are expected to cost today."""
    return estimate(
        provider.model,
        input_tokens,
        output_tokens,
        on=utc_today(),
        overrides=settings.model_prices,
        free=provider.is_free,
    )


def _tag(price: Price, today: date) -> PriceTag:
    return PriceTag(
        input_usd=price.input_usd,
        output_usd=price.output_usd,
        seen=price.seen,
        source=price.source,
        is_old=price.is_old(today),
    )


def shown_address(url: str) -> str:
    """Return an address without the user and password that it may hold."""
    scheme, found, rest = url.partition("://")
    host, slash, path = rest.partition("/")
    return f"{scheme}{found}{host.rpartition('@')[2]}{slash}{path}"


def _offer(name: str, environment: Environment) -> ProviderOffer:
    row, vendor = PROVIDERS[name], VENDORS.get(name)
    address, key = ("", "") if name in PLUGGED_IN else access_names(name)
    return ProviderOffer(
        name=name,
        title=row.title,
        base_url=(vendor.base_url if vendor else usual_address(name)) if address else "",
        takes_key=bool(key),
        needs_key=bool(key) and not row.is_local,
        is_local=row.is_local,
        fixed_by=set_names(environment, name),
    )


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
