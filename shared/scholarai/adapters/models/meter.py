"""Counts the tokens and the cost of one call to a model."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import date

from scholarai.adapters.models.prices import estimate
from scholarai.domain.chat import ModelUsage

_LOG = logging.getLogger(__name__)


@dataclass(slots=True)
class CallMeter:
    """Counts the tokens and the cost of one call, from the counts that come with its pieces.

    Attributes:
        model: The model as it was asked for; the one that answered, once a piece names it.
        on: The day whose prices count, with `prices` instead of the built-in ones.
        free: Whether the model runs on this machine or one of its owner's, and costs nothing.
    """

    model: str
    on: date
    prices: Mapping[str, tuple[float, float]]
    free: bool = False
    usage: ModelUsage | None = None

    def count(self, model: str | None, tokens: tuple[int, int] | None, cached: int = 0) -> ModelUsage | None:
        """Record the tokens read and written so far and return the usage; None where they are not reported."""
        self.model = model or self.model
        if tokens is None:
            return None
        read, written = tokens
        cost = estimate(self.model, read, written, on=self.on, overrides=self.prices, free=self.free)
        self.usage = ModelUsage(
            model=self.model,
            input_tokens=read,
            output_tokens=written,
            cost_usd=cost.usd or 0.0,
            cached_tokens=cached,
            unpriced_tokens=read + written if cost.usd is None else 0,
        )
        return self.usage

    def total(self) -> ModelUsage:
        """Return the usage of the call and log it; alerts on spending read these log lines."""
        if self.usage is None:
            return ModelUsage(model=self.model)
        _LOG.info("model called", extra=asdict(self.usage))
        return self.usage
