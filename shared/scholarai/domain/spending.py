"""What work costs and takes: the price of a model's work, an owner's usage on one day, and its limits."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Literal

from msgspec.structs import astuple

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
    """Return what several models cost together; not known where one of them is not."""
    known = [cost.usd for cost in costs if cost.usd is not None]
    return Cost(usd=sum(known) if len(known) == len(costs) else None, free=all(cost.free for cost in costs))


class Spent(Value, frozen=True, kw_only=True):
    """Sums of what one owner took on one day in UTC.

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

    @property
    def any(self) -> bool:
        return any(astuple(self))


_ACTIONS: dict[Work, str] = {
    "question": "Ask again tomorrow (UTC).",
    "review": "Start the review again tomorrow (UTC).",
    "upload": "Upload the paper tomorrow (UTC).",
    "reading": "Start the extraction again tomorrow (UTC).",
}


def require_room(spent: Spent, limits: DailyLimits, now: datetime, work: Work = "question") -> None:
    """Let one more piece of work pass, unless a limit of the day is reached.

    Raises:
        LimitReachedError: With the time until the next day begins.
    """
    for limit in _reached(spent, limits, work):
        raise LimitReachedError(
            "daily_limit_reached",
            f"the limit of {limit} a day is reached",
            action=_ACTIONS[work],
            retry_after_s=until_midnight(now).total_seconds(),
        )


def require_storage(stored_bytes: int, limit: int) -> None:
    """Let an owner store files of this size together; a limit of 0 is none.

    Raises:
        LimitReachedError: Without a time: room is made by deleting papers.
    """
    if 0 < limit < stored_bytes:
        raise LimitReachedError(
            "storage_limit_reached",
            f"all papers of one user may have {limit} bytes together",
            action="Delete papers that you no longer need.",
        )


def until_midnight(now: datetime) -> timedelta:
    """Return how long the day in UTC still lasts."""
    return (now + timedelta(days=1)).replace(hour=0, minute=0, second=0, microsecond=0) - now


def _reached(spent: Spent, limits: DailyLimits, work: Work) -> Iterator[str]:
    """Yield the reached limits that concern this kind of work."""
    models = (
        (limits.tokens, spent.input_tokens + spent.output_tokens, "tokens"),
        (limits.cost_usd, spent.cost_usd, "US dollars"),
    )
    reading = ((limits.pages, spent.pages, "pages"), (limits.reading_s, spent.reading_s, "seconds of reading"))
    concerned: dict[Work, Sequence[tuple[float, float, str]]] = {
        "question": ((limits.questions, spent.questions, "questions"), *models),
        "review": models,
        "upload": ((limits.uploads, spent.uploads, "uploads"), *reading),
        "reading": reading,
    }
    for limit, taken, unit in concerned[work]:
        if 0 < limit <= taken:
            yield f"{limit:.10g} {unit}"
