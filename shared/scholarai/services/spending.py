"""Enforces the limits of owners: daily usage, the length of a question, and the number of papers that it names."""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable, Collection, Iterator, Sequence
from datetime import datetime

from msgspec import field
from msgspec.structs import astuple

from scholarai.domain.errors import InvalidRequestError, LimitReachedError, TransientError
from scholarai.domain.ids import OwnerId
from scholarai.domain.limits import QUESTION_CHARACTERS
from scholarai.domain.spending import DailyLimits, Spent, Work, until_midnight
from scholarai.domain.usage import Usage
from scholarai.domain.values import Value
from scholarai.ports.clock import Clock
from scholarai.ports.stores import SpendingStore

_log = logging.getLogger(__name__)
_ACTIONS: dict[Work, str] = {
    "question": "Ask again tomorrow (UTC).",
    "review": "Start the review again tomorrow (UTC).",
    "upload": "Upload the paper tomorrow (UTC).",
    "reading": "Start the extraction again tomorrow (UTC).",
}


class Spending(Value, frozen=True, kw_only=True):
    """Counts the daily usage of owners, and checks it against the limits."""

    store: SpendingStore
    clock: Clock
    limits: DailyLimits = field(default_factory=DailyLimits)

    def room_of(self, owner: OwnerId, work: Work = "question") -> Callable[[], None]:
        """Read today's usage and return a check that raises LimitReachedError if a limit is reached.

        Work that starts at the same time may exceed a limit together.
        """
        now = self.clock.now()
        spent = self.store.read(owner, now.date()) if any(astuple(self.limits)) else Spent()
        return functools.partial(require_room, spent, self.limits, now, work)

    def today(self, owner: OwnerId) -> Spent:
        """Return the owner's usage of today."""
        return self.store.read(owner, self.clock.now().date())

    def allows_more(self, owner: OwnerId, usage: Usage) -> bool:
        """Tell whether the owner's limits allow a further call besides `usage`, which is not recorded yet.

        False if today's usage cannot be read: the answer is then given without that call.
        """
        if not any(astuple(self.limits)):
            return True
        now = self.clock.now()
        try:
            spent = self.store.read(owner, now.date())
            with_usage = Spent(
                input_tokens=spent.input_tokens + usage.input_tokens,
                output_tokens=spent.output_tokens + usage.output_tokens,
                cost_usd=spent.cost_usd + usage.cost_usd,
            )
            require_room(with_usage, self.limits, now)
        except (LimitReachedError, TransientError):
            return False
        return True

    def record(self, owner: OwnerId, usage: Usage, *, questions: int = 1) -> None:
        """Add the usage of an answer to the owner's sums, also of one that nobody read to its end."""
        self.count(
            owner,
            Spent(
                questions=questions,
                input_tokens=usage.input_tokens,
                output_tokens=usage.output_tokens,
                cost_usd=usage.cost_usd,
            ),
        )

    def count(self, owner: OwnerId, spent: Spent, *, once: str | None = None) -> None:
        """Add to the owner's sums; of several calls with the same `once`, only the first counts.

        A failure of the store is logged, and the usage is not counted.
        """
        try:
            self.store.add(owner, self.clock.now().date(), spent, once=once)
        except TransientError as error:
            _log.warning("spending not recorded", extra={"code": error.code})


def require_room(spent: Spent, limits: DailyLimits, now: datetime, work: Work = "question") -> None:
    """Require that no daily limit is reached that concerns this kind of work.

    Raises:
        LimitReachedError: With the time until the next day begins.
    """
    limit = next(_reached(spent, limits, work), None)
    if limit is not None:
        raise LimitReachedError(
            "daily_limit_reached",
            f"the limit of {limit} a day is reached",
            action=_ACTIONS[work],
            retry_after_s=until_midnight(now).total_seconds(),
        )


def require_question(text: str) -> None:
    """Raise InvalidRequestError if a question is empty or too long."""
    if not text:
        raise InvalidRequestError("question_invalid", "the question is empty", action="Write what you want to know.")
    if len(text) > QUESTION_CHARACTERS:
        detail = f"the question has {len(text):,} characters, and {QUESTION_CHARACTERS:,} are the most"
        raise InvalidRequestError("question_invalid", detail, action="Shorten the question.")


def require_papers(papers: Collection[str], most: int, taker: str, instead: str) -> None:
    """Raise InvalidRequestError if no paper is named, or too many.

    The error names `taker`, the purpose of the papers such as "a question", and `instead`, the way to use the whole library.
    """
    if not papers:
        raise InvalidRequestError(
            "papers_invalid", f"{taker} needs at least one paper", action=f"Name a paper, or {instead}."
        )
    if len(papers) > most:
        detail = f"{len(papers):,} papers are named, and {taker} takes {most:,} at most"
        raise InvalidRequestError("papers_invalid", detail, action=f"Name fewer papers, or {instead}.")


def _reached(spent: Spent, limits: DailyLimits, work: Work) -> Iterator[str]:
    """Yield the limits that are reached and concern this kind of work, such as "20 questions"."""
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
