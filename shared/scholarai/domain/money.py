"""What a model's work costs, also where nobody knows."""

from __future__ import annotations

from collections.abc import Sequence

from scholarai.domain.values import Value


class Cost(Value, frozen=True, kw_only=True):
    """US dollars, None where the model's price is not known; `free` for models that nobody charges for."""

    usd: float | None
    free: bool = False

    def __str__(self) -> str:
        if self.free:
            return "nothing: the model runs on this machine, or on one of yours"
        return "price not known" if self.usd is None else f"about ${self.usd:.4f}"


FREE = Cost(usd=0.0, free=True)


def sum_of(costs: Sequence[Cost]) -> Cost:
    """Return what several models cost together; not known where one of them is not."""
    known = [cost.usd for cost in costs if cost.usd is not None]
    return Cost(usd=sum(known) if len(known) == len(costs) else None, free=all(cost.free for cost in costs))
