"""What models cost: known, by version, from settings, free, not known, and seen long ago."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from scholarai.adapters.models.price_list import OLD_AFTER, PRICES
from scholarai.adapters.models.prices import estimate, price_of
from scholarai.domain.spending import Cost

TODAY = date(2026, 11, 22)


@pytest.mark.parametrize(
    "model", ["claude-sonnet-4-5", "claude-sonnet-4-5-20250929", "gemini-3.8-flash-002", "models/gemini-3.8-flash"]
)
def test_a_version_costs_what_its_name_costs(model: str) -> None:
    assert price_of(model, on=TODAY, overrides={}) is not None


@pytest.mark.parametrize("model", ["gemini-3.8-flash-lite", "claude-sonnet-4-5-mini", "llama3.1:8b", ""])
def test_another_model_is_not_priced_as_the_one_that_its_name_begins_with(model: str) -> None:
    assert estimate(model, 1_000, 1_000, on=TODAY, overrides={}) == Cost(usd=None)


def test_an_unknown_price_is_said_to_be_unknown_and_a_free_model_to_cost_nothing() -> None:
    unknown = estimate("llama3.1:8b", 1_000, 1_000, on=TODAY, overrides={})
    free = estimate("llama3.1:8b", 1_000, 1_000, on=TODAY, overrides={}, free=True)

    assert (unknown.usd, str(unknown)) == (None, "price not known")
    assert (free.usd, free.free, str(free).split(":")[0]) == (0.0, True, "nothing")


def test_the_settings_price_goes_before_the_list_s_and_is_never_old() -> None:
    overrides = {"gemini-3.8-flash": (1.0, 2.0)}

    price = price_of("gemini-3.8-flash", on=TODAY, overrides=overrides)

    assert price is not None
    assert not price.is_old(date.max)
    assert estimate("gemini-3.8-flash", 1_000_000, 500_000, on=TODAY, overrides=overrides) == Cost(usd=2.0)


def test_every_listed_price_names_its_source_and_grows_old() -> None:
    prices = [price for rows in PRICES.values() for price in rows]

    assert all(price.source and price.seen for price in prices)
    assert all(price.is_old((price.seen or TODAY) + OLD_AFTER + timedelta(days=1)) for price in prices)
    assert not any(price.is_old((price.seen or TODAY) + OLD_AFTER) for price in prices)


def test_an_old_price_is_logged_once_a_day(caplog: pytest.LogCaptureFixture) -> None:
    for _ in range(3):
        estimate("claude-sonnet-4-5", 1, 1, on=date(2027, 12, 31), overrides={})

    assert [record.message for record in caplog.records] == ["price is old"]
