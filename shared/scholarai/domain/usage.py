"""The tokens, cost and duration of model calls."""

from collections.abc import Iterable
from typing import Any, Literal

from scholarai.domain.values import Value

ContextKind = Literal["whole", "passages"]


class ModelUsage(Value, frozen=True, kw_only=True):
    """What one call used, as the provider counts it; `model` is the one that really answered.

    `cached_tokens` are those of `input_tokens` that the provider read from its cache, if it says so. `output_tokens` include
    reasoning tokens. `cost_usd` is 0 for local models, and leaves out the `unpriced_tokens` of models without a known price.
    """

    model: str
    input_tokens: int = 0
    output_tokens: int = 0
    cost_usd: float = 0.0
    cached_tokens: int = 0
    unpriced_tokens: int = 0

    def after(self, earlier: "ModelUsage | None") -> "ModelUsage":
        """Return the usage of an earlier call and this one together, under this one's model."""
        if earlier is None:
            return self
        return ModelUsage(model=self.model, **_together(earlier, self))


class Usage(Value, frozen=True, kw_only=True):
    """What an answer cost: tokens as the provider counts them, money in US dollars, times in seconds.

    `context` is what of the papers the model that answered was shown, None where rules answered; `cached_tokens` are those of
    `input_tokens` that the provider read out of its cache, where it tells. `unpriced_tokens` are those of models whose price is not
    known, which `cost_usd` leaves out.
    """

    model: str = ""
    input_tokens: int = 0
    output_tokens: int = 0
    cost_usd: float = 0.0
    retrieval_s: float = 0.0
    model_s: float = 0.0
    context: ContextKind | None = None
    cached_tokens: int = 0
    unpriced_tokens: int = 0


def sum_usage(usages: Iterable[Usage]) -> Usage:
    """Return the summed usage of several answers; `model` is that of the last one that a model wrote."""
    total = Usage()
    for usage in usages:
        total = Usage(
            model=usage.model or total.model,
            retrieval_s=total.retrieval_s + usage.retrieval_s,
            model_s=total.model_s + usage.model_s,
            context=usage.context or total.context,
            **_together(total, usage),
        )
    return total


def _together(one: Usage | ModelUsage, other: Usage | ModelUsage) -> dict[str, Any]:
    names = ("input_tokens", "output_tokens", "cost_usd", "cached_tokens", "unpriced_tokens")
    return {name: getattr(one, name) + getattr(other, name) for name in names}
