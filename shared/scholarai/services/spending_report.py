"""Shows what an owner used today, and what models cost: by day, and for one paper."""

from __future__ import annotations

from datetime import date, datetime

from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.spending import DailyLimits, Spent, until_midnight
from scholarai.domain.usage import Usage, sum_usage
from scholarai.domain.values import Value
from scholarai.ports.clock import Clock
from scholarai.ports.stores import PaperStore, SessionStore, SpendingStore
from scholarai.services.concurrency import map_concurrently
from scholarai.services.papers.owned_papers import require_owned
from scholarai.services.spending import Spending

# A guess at what one looks back on.
DAYS = 30
_PER_PAGE = 100


class SpentOnPaper(Value, frozen=True, kw_only=True):
    """Sums over the answers of all conversations about a paper; one about several papers counts in equal parts.

    What reading the paper took is not among them.
    """

    conversations: int
    answers: int
    usage: Usage


class ShowSpent(Value, frozen=True, kw_only=True):
    store: SpendingStore
    papers: PaperStore
    sessions: SessionStore

    def days(self, owner: OwnerId) -> list[tuple[date, Spent]]:
        """Return the owner's sums of the latest DAYS days that have any, latest first."""
        days = sorted(self.store.days(owner), reverse=True)[:DAYS]
        return list(zip(days, map_concurrently(lambda day: self.store.read(owner, day), days), strict=True))

    def on_paper(self, owner: OwnerId, paper_id: PaperId) -> SpentOnPaper:
        """Return what the conversations about a paper cost that still stand.

        Raises:
            NotFoundError: If the paper is unknown, being deleted, or another owner's.
        """
        require_owned(self.papers.get(paper_id), owner)
        shares, conversations, cursor = [], 0, None
        while True:
            page = self.sessions.list(owner, paper_id, limit=_PER_PAGE, cursor=cursor)
            conversations += len(page.sessions)
            for found in map_concurrently(lambda session: self.sessions.read(session.id), page.sessions):
                if found is not None:
                    parts = len(found[0].paper_ids)
                    shares += [_share(one.answer.usage, parts) for one in found[1] if one.answer is not None]
            if (cursor := page.next_cursor) is None:
                return SpentOnPaper(conversations=conversations, answers=len(shares), usage=sum_usage(shares))


def _share(usage: Usage, parts: int) -> Usage:
    return Usage(
        model=usage.model,
        input_tokens=round(usage.input_tokens / parts),
        output_tokens=round(usage.output_tokens / parts),
        cost_usd=usage.cost_usd / parts,
        unpriced_tokens=round(usage.unpriced_tokens / parts),
    )


class UsageToday(Value, frozen=True, kw_only=True):
    """One owner's usage; a limit of 0 is none. The day's sums return to 0 at `resets_at`."""

    spent: Spent
    limits: DailyLimits
    stored_bytes: int
    stored_bytes_limit: int
    resets_at: datetime


class ShowUsage(Value, frozen=True, kw_only=True):
    papers: PaperStore
    spending: Spending
    stored_bytes: int
    clock: Clock

    def show(self, owner: OwnerId) -> UsageToday:
        """Return what the owner took today and stores now."""
        now = self.clock.now()
        return UsageToday(
            spent=self.spending.today(owner),
            limits=self.spending.limits,
            stored_bytes=self.papers.stored_bytes(owner),
            stored_bytes_limit=self.stored_bytes,
            resets_at=now + until_midnight(now),
        )
