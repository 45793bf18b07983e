"""What work costs: the price of a model's work, and an owner's usage and limits on one day."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Literal

from scholarai.domain.errors import LimitReachedError
from scholarai.domain.values import Value

Work = Literal["question", "review", "upload", "reading"]


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
    """Return the total cost of several models; unknown if the cost of one is unknown."""
    known = [cost.usd for cost in costs if cost.usd is not None]
    return Cost(usd=sum(known) if len(known) == len(costs) else None, free=all(cost.free for cost in costs))


class Spent(Value, frozen=True, kw_only=True):
    """The usage of one owner on one day in UTC.

    Tokens and cost are those of answers, reviews and vectors; `reading_s` is the time that reading files took.
    """

    questions: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost_usd: float = 0.0
    uploads: int = 0
    pages: int = 0
    reading_s: float = 0.0


class DailyLimits(Value, frozen=True, kw_only=True):
    """Limits of one owner on one day in UTC; 0 means no limit."""

    questions: int = 0
    tokens: int = 0
    cost_usd: float = 0.0
    uploads: int = 0
    pages: int = 0
    reading_s: float = 0.0


def require_storage(stored_bytes: int, limit: int) -> None:
    """Check the total size of an owner's files against a limit; 0 means no limit.

    Raises:
        LimitReachedError: If it is exceeded; without `retry_after_s`, since only deleting papers helps.
    """
    if 0 < limit < stored_bytes:
        raise LimitReachedError(
            "storage_limit_reached",
            f"all papers of one user may have {limit} bytes together",
            action="Delete papers that you no longer need.",
        )


def until_midnight(now: datetime) -> timedelta:
    """Return the time until the day in UTC ends."""
    return (now + timedelta(days=1)).replace(hour=0, minute=0, second=0, microsecond=0) - now
