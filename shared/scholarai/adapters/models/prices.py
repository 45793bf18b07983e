"""Computes and estimates the cost of calls to models."""

from __future__ import annotations

import functools
import logging
import re
from collections.abc import Mapping
from datetime import UTC, date, datetime

from scholarai.adapters.models.price_list import PRICES, Price
from scholarai.domain.spending import FREE, Cost

_LOG = logging.getLogger(__name__)

MILLION = 1_000_000
# A guess for English prose.
_MEAN_CHARACTERS_PER_TOKEN = 4
# Numbers or dates of versions, as Google, OpenAI and Anthropic write them.
_VERSION = re.compile(r"-(?:0\d{2}\b.*|20\d{2}-\d{2}-\d{2}|20\d{6})$")

Overrides = Mapping[str, tuple[float, float]]


def price_of(model: str, *, on: date, overrides: Overrides) -> Price | None:
    """Return a model's price on a day, None where it is not known.

    A version of a known name ("gemini-3.8-flash-002", "claude-sonnet-4-5-20250929") costs what the name costs.
    """
    return _override(model, overrides) or _listed(model, on)


def estimate(
    model: str, input_tokens: int, output_tokens: int, *, on: date, overrides: Overrides, free: bool = False
) -> Cost:
    """Return what tokens read and written are expected to cost on a day; `free` where nobody charges for the model."""
    price = price_of(model, on=on, overrides=overrides)
    if free:
        return FREE
    return Cost(usd=None if price is None else _usd(price, input_tokens, output_tokens))


def cost_usd(model: str, input_tokens: int, output_tokens: int, *, on: date, overrides: Overrides) -> float:
    """Return what a call cost on a day; 0.0 for a model without a known price, so that it can be summed."""
    price = price_of(model, on=on, overrides=overrides)
    return _usd(price, input_tokens, output_tokens) if price else 0.0


def price_per_token(model: str, *, on: date, overrides: Overrides) -> tuple[float, float]:
    """Return what a token read and one written cost on a day, in US dollars; zeros for a model without a known price."""
    return cost_usd(model, 1, 0, on=on, overrides=overrides), cost_usd(model, 0, 1, on=on, overrides=overrides)


def vectors_usd(model: str, characters: int, *, overrides: Overrides) -> float:
    """Return about what the vectors of a text of this length cost today."""
    return cost_usd(model, vector_tokens(characters), 0, on=utc_today(), overrides=overrides)


def vector_tokens(characters: int) -> int:
    """Estimate the tokens that an embedding model reads, since its reply does not report them."""
    return characters // _MEAN_CHARACTERS_PER_TOKEN


def utc_today() -> date:
    """Return the day that prices are looked up for."""
    return datetime.now(UTC).date()


def _usd(price: Price, input_tokens: int, output_tokens: int) -> float:
    return (input_tokens * price.input_usd + output_tokens * price.output_usd) / MILLION


def _override(model: str, overrides: Overrides) -> Price | None:
    name = model if model in overrides else _name_of(model, overrides)
    return Price(input_usd=overrides[name][0], output_usd=overrides[name][1]) if name else None


@functools.lru_cache(64)  # an old price is logged once a day and model
def _listed(model: str, on: date) -> Price | None:
    name = _name_of(model, PRICES)
    if name is None:
        return None
    price = max((price for price in PRICES[name] if price.since <= on), key=lambda price: price.since)
    if price.is_old(on):
        _LOG.warning("price is old", extra={"model": name, "seen": str(price.seen), "source": price.source})
    return price


def _name_of(model: str, names: Mapping[str, object]) -> str | None:
    bare = _VERSION.sub("", model.removeprefix("models/"))
    return bare if bare in names else None
