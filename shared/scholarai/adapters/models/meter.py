"""Counts the tokens and the cost of one call to a model."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from msgspec.structs import asdict

from scholarai.adapters.models.endpoint import Piece
from scholarai.adapters.models.prices import estimate
from scholarai.domain.usage import ModelUsage
from scholarai.prompting.prompt import CHARACTERS_PER_TOKEN

_LOG = logging.getLogger(__name__)


@dataclass(slots=True)
class CallMeter:
    """Counts the tokens and the cost of one call, from the counts that come with its pieces.

    Most providers count at a stream's end alone. A call that is stopped before is paid all the same, and is estimated.

    Attributes:
        model: The model as it was asked for; the one that answered, once a piece names it.
        on: The day whose prices count, with `prices` instead of the built-in ones.
        free: Whether the model runs on this machine or one of its owner's, and costs nothing.
        sent: Characters of the prompt.
        written: Characters of the text so far.
        told: Tokens read, written and read out of the provider's cache, where it told.
    """

    model: str
    on: date
    prices: Mapping[str, tuple[float, float]]
    free: bool = False
    sent: int = 0
    written: int = 0
    told: tuple[int, int, int] | None = None
    has_ended: bool = False

    def count(self, piece: Piece) -> ModelUsage:
        """Record a piece and return the usage so far."""
        self.model = piece.model or self.model
        self.written += len(piece.text)
        self.has_ended = self.has_ended or piece.finish is not None
        if piece.tokens is not None:
            self.told = (*piece.tokens, piece.cached)
        return self.usage

    @property
    def usage(self) -> ModelUsage:
        read, written, cached = self.told or (0, 0, 0)
        if not self.has_ended and self.written:
            read, written = (
                read or self.sent // CHARACTERS_PER_TOKEN,
                max(written, self.written // CHARACTERS_PER_TOKEN),
            )
        cost = estimate(self.model, read, written, on=self.on, overrides=self.prices, free=self.free)
        return ModelUsage(
            model=self.model,
            input_tokens=read,
            output_tokens=written,
            cost_usd=cost.usd or 0.0,
            cached_tokens=cached,
            unpriced_tokens=read + written if cost.usd is None else 0,
        )

    def total(self) -> ModelUsage:
        """Return the usage of the call and log it; alerts on spending read these log lines."""
        usage = self.usage
        if usage.input_tokens or usage.output_tokens:
            _LOG.info("model called", extra=asdict(usage))
        return usage
