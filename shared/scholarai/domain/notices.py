"""Notices about a published work: retractions, withdrawals, expressions of concern, and corrections."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Literal

from scholarai.domain.values import Value

NoticeKind = Literal["retraction", "withdrawal", "concern", "correction"]
# Most serious first.
NOTICE_WORDS: Mapping[NoticeKind, str] = {
    "retraction": "retracted",
    "withdrawal": "withdrawn",
    "concern": "under an expression of concern",
    "correction": "corrected",
}
# Notices that a paper's document keeps; more say nothing new. A guess.
_MOST_NOTICES = 20


class WorkNotice(Value, frozen=True, kw_only=True):
    """A notice, by a publisher or in a table of retractions, that a work is retracted, withdrawn, doubted or corrected.

    `doi` is that of the notice itself, `on` the day it was published (ISO 8601), `source` where we have it from, `at` since when.
    """

    kind: NoticeKind
    source: str
    at: datetime
    doi: str | None = None
    on: str | None = None
    reason: str = ""


def with_notices(known: tuple[WorkNotice, ...], told: Iterable[WorkNotice]) -> tuple[WorkNotice, ...]:
    """Return the known notices with the new ones.

    Two notices that differ only in their source are one; so are a notice without a DOI and another one of the same kind.
    """
    notices = list(known)
    for notice in told:
        alike = [one for one in notices if one.kind == notice.kind and (one.doi == notice.doi or not notice.doi)]
        if not alike:
            notices = [one for one in notices if one.kind != notice.kind or one.doi or not notice.doi]
            notices.append(notice)
    return tuple(notices[:_MOST_NOTICES])


def warning(notices: Iterable[WorkNotice]) -> str | None:
    """Return the most serious notice in words, such as "retracted on 2015-05-04 (10.1000/notice)".

    Corrections are no warning: None where there is nothing else.
    """
    order = tuple(NOTICE_WORDS)
    serious = sorted(
        (notice for notice in notices if notice.kind != "correction"), key=lambda one: order.index(one.kind)
    )
    return described(serious[0]) if serious else None


def described(notice: WorkNotice) -> str:
    """Return a notice in a few words: its kind, its date, and its DOI."""
    when = f" on {notice.on}" if notice.on else ""
    where = f" ({notice.doi})" if notice.doi else ""
    return f"{NOTICE_WORDS[notice.kind]}{when}{where}"
