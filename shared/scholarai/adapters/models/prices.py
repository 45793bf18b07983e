"""What models cost, in US dollars per million tokens."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime

# Gemini: standard paid tier of ai.google.dev/gemini-api/docs/pricing, as transcribed on 2026-10-07 in the public repository
# api-evangelist/deepmind; not seen on the page itself. SCHOLARAI_MODEL_PRICES replaces any of them.
MILLION = 1_000_000
# A guess.
_MEAN_CHARACTERS_PER_TOKEN = 4


@dataclass(frozen=True, slots=True)
class Price:
    """Per million tokens, from a day on; thoughts are output."""

    input_usd: float
    output_usd: float
    since: date = date.min


PRICES: dict[str, tuple[Price, ...]] = {
    "gemini-3.8-flash": (Price(0.75, 3.75), Price(1.50, 7.50, since=date(2027, 1, 1))),
    "gemini-3.5-flash": (Price(1.50, 9.00),),
    "gemini-3.5-flash-lite": (Price(0.30, 2.50),),
    "gemini-embedding-2": (Price(0.20, 0.0),),
}


def cost_usd(
    model: str, input_tokens: int, output_tokens: int, *, on: date, overrides: Mapping[str, tuple[float, float]]
) -> float:
    """Return what a call cost on a day; 0.0 for a model without a known price.

    A version behind a known name ("gemini-3.8-flash-002") costs what the name costs.
    """
    price = _override(model, overrides) or _listed(model, on)
    return (input_tokens * price.input_usd + output_tokens * price.output_usd) / MILLION if price else 0.0


def price_per_token(model: str, *, on: date, overrides: Mapping[str, tuple[float, float]]) -> tuple[float, float]:
    """Return what a token read and one written cost on a day, in US dollars."""
    return cost_usd(model, 1, 0, on=on, overrides=overrides), cost_usd(model, 0, 1, on=on, overrides=overrides)


def vectors_usd(model: str, characters: int, *, overrides: Mapping[str, tuple[float, float]]) -> float:
    """Return about what vectors of so many characters cost today."""
    return cost_usd(model, vector_tokens(characters), 0, on=utc_today(), overrides=overrides)


def vector_tokens(characters: int) -> int:
    """Return about how many tokens an embedding model reads, since its answer does not say."""
    return characters // _MEAN_CHARACTERS_PER_TOKEN


def utc_today() -> date:
    """Return the day that prices are looked up for."""
    return datetime.now(UTC).date()


def _override(model: str, overrides: Mapping[str, tuple[float, float]]) -> Price | None:
    name = _longest_prefix(model, overrides)
    return Price(*overrides[name]) if name else None


def _listed(model: str, on: date) -> Price | None:
    name = _longest_prefix(model, PRICES)
    return max((price for price in PRICES[name] if price.since <= on), key=lambda price: price.since) if name else None


def _longest_prefix(model: str, names: Mapping[str, object]) -> str | None:
    bare = model.removeprefix("models/")
    return max((name for name in names if bare == name or bare.startswith(f"{name}-0")), key=len, default=None)
