"""An owner's usage on one day, and its limits."""

from __future__ import annotations

from datetime import datetime, timedelta

from scholarai.domain.errors import LimitReachedError
from scholarai.domain.values import Value


class Spent(Value, frozen=True, kw_only=True):
    """Sums of one owner's answered questions on one day in UTC."""

    questions: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost_usd: float = 0.0


class DailyLimits(Value, frozen=True, kw_only=True):
    """Limits of one owner on one day in UTC; 0 means no limit."""

    questions: int = 0
    tokens: int = 0
    cost_usd: float = 0.0

    @property
    def any(self) -> bool:
        return bool(self.questions or self.tokens or self.cost_usd)


def require_room(spent: Spent, limits: DailyLimits, now: datetime) -> None:
    """Let one more question pass, unless a limit is reached.

    Raises:
        LimitReachedError: With the time until the next day begins.
    """
    reached = (
        (0 < limits.questions <= spent.questions, f"{limits.questions} questions"),
        (0 < limits.tokens <= spent.input_tokens + spent.output_tokens, f"{limits.tokens} tokens"),
        (0 < limits.cost_usd <= spent.cost_usd, f"{limits.cost_usd:g} US dollars"),
    )
    for is_reached, limit in reached:
        if is_reached:
            midnight = (now + timedelta(days=1)).replace(hour=0, minute=0, second=0, microsecond=0)
            raise LimitReachedError(
                "daily_limit_reached",
                f"the limit of {limit} a day is reached",
                action="Ask again tomorrow (UTC).",
                retry_after_s=(midnight - now).total_seconds(),
            )
