"""`scholarai models`: lists the servers of models that answer, and prices and tries the chosen model."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Mapping
from datetime import timedelta

from scholarai.adapters.embedded.archive import DATABASE
from scholarai.adapters.embedded.backend import EmbeddedBackend
from scholarai.adapters.models.http.provider import ServedModels
from scholarai.adapters.models.offers import found_servers, in_use
from scholarai.adapters.models.prices import utc_today
from scholarai.adapters.models.registry import Provider, chosen_provider
from scholarai.bootstrap import settings_of
from scholarai.config import Settings
from scholarai.domain.values import Value
from scholarai.local.terminal import DONE, code_of, show
from scholarai.ports.model_choice import FoundServer
from scholarai.services.model_settings import Trial, try_model
from scholarai.services.spending_report import DAYS

# Models of a server that are named; more are only counted.
_NAMED = 8


class TriedModel(Value, frozen=True, kw_only=True):
    """A trial of the chosen model; `failure` says what it failed at."""

    seconds: float
    output_tokens: int
    failure: str | None


class Models(Value, frozen=True, kw_only=True):
    """The servers that answer, and the chosen model: its window in tokens where that is known, what a question costs, and its trial.

    `trial` is null where sentences of the papers answer.
    """

    servers: tuple[FoundServer, ...]
    chosen: str
    roles: Mapping[str, str]
    window: int | None
    question_costs: str
    trial: TriedModel | None


def models(environment: Mapping[str, str] = os.environ, *, as_json: bool = False) -> int:
    """Print what answers on this machine and at the addresses that are set, then price and try the chosen model."""
    settings = settings_of(environment)
    chosen = chosen_provider(settings)
    if as_json:
        return _as_json(settings, chosen)
    for server in found_servers(settings):
        print(_listed(server))
    print(f"Chosen: {chosen.model}{_window(chosen)}.")
    for role, name in settings.role_models.items():
        print(f"To {role}: {name}.")
    print(_price(settings, chosen))
    if spent := _spent(settings):
        print(spent)
    return _try(chosen)


def _as_json(settings: Settings, chosen: Provider) -> int:
    """Print what `models` finds as one object."""
    model = chosen.text_model()
    trial = None if model is None else try_model(model, time.monotonic)
    said = Models(
        servers=tuple(found_servers(settings)),
        chosen=chosen.model,
        roles={str(role): name for role, name in settings.role_models.items()},
        window=chosen.endpoint().window(chosen.model) if isinstance(chosen, ServedModels) else None,
        question_costs=str(in_use(settings, chosen).question),
        trial=None if trial is None else _tried(trial),
    )
    show(said, "", as_json=True)
    return DONE if trial is None or trial.failure is None else code_of(trial.failure)


def _tried(trial: Trial) -> TriedModel:
    failure = None if trial.failure is None else trial.failure.in_words
    return TriedModel(seconds=trial.seconds, output_tokens=trial.output_tokens, failure=failure)


def _listed(server: FoundServer) -> str:
    more = f" and {len(server.models) - _NAMED} more" if len(server.models) > _NAMED else ""
    return f"{server.service} answers at {server.base_url}: {', '.join(server.models[:_NAMED]) or 'no models'}{more}"


def _window(provider: Provider) -> str:
    window = provider.endpoint().window(provider.model) if isinstance(provider, ServedModels) else None
    return f", reads and writes {window:,} tokens at once" if window else ""


def _price(settings: Settings, provider: Provider) -> str:
    """Return what a question and a million tokens cost, and how old the price is."""
    used = in_use(settings, provider)
    said = f"A question costs: {used.question}."
    if used.price is None:
        return said if used.question.free else f"{said} SCHOLARAI_MODEL_PRICES names it."
    price = used.price
    said += f" A million tokens: ${price.input_usd:g} to read, ${price.output_usd:g} to write"
    said += f", seen on {price.seen} ({price.source})." if price.seen else "."
    return f"{said}\nThis price is old: look it up, and set SCHOLARAI_MODEL_PRICES." if price.is_old else said


def _spent(settings: Settings) -> str:
    """Return what models cost on this machine, empty if nothing."""
    if settings.backend != "embedded" or not (settings.data_dir / DATABASE).exists():
        return ""
    with contextlib.closing(EmbeddedBackend(settings)) as backend:
        today = utc_today()
        costs = [backend.spending.cost_usd(today - timedelta(days=past)) for past in range(DAYS)]
    return f"Spent today: ${costs[0]:.4f}; in {DAYS} days: ${sum(costs):.4f}." if sum(costs) else ""


def _try(provider: Provider) -> int:
    """Let the model write a sentence and a reply in JSON, and print the results."""
    model = provider.text_model()
    if model is None:
        print("Sentences of the papers answer; no model is asked.")
        return DONE
    trial = try_model(model, time.monotonic)
    if trial.text:
        written = f"{trial.output_tokens} tokens" if trial.output_tokens else "a sentence"
        print(f"It wrote {written} in {trial.seconds:.1f} s.")
    if trial.failure is not None:
        print(trial.failure.in_words)
        return code_of(trial.failure)
    print("It keeps to the shape of replies.")
    return DONE
