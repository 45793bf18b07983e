"""What is kept of a user and what a user took, as the API hands it over."""

from __future__ import annotations

from datetime import date, datetime
from typing import TYPE_CHECKING, Annotated

from msgspec import Meta, Struct

from scholarai.entrypoints.chat_schemas import SessionMessages
from scholarai.entrypoints.own_schemas import CollectionView, NoteView
from scholarai.entrypoints.review_schemas import ReviewView
from scholarai.entrypoints.schemas import PaperView
from scholarai.entrypoints.table_schemas import TableView
from scholarai.entrypoints.zotero_schemas import ZoteroLinkView

if TYPE_CHECKING:
    from scholarai.domain.spending import Spent
    from scholarai.domain.usage import Usage as ChatUsage
    from scholarai.services.papers.usage import Usage


class AccountExport(Struct, frozen=True, kw_only=True):
    """A page of everything that is kept of a user; `next_cursor` asks for the next page and is null on the last one.

    What was read from a paper is at `/papers/{id}/content`, its file at `/papers/{id}/file`.
    """

    papers: tuple[PaperView, ...] = ()
    conversations: tuple[SessionMessages, ...] = ()
    reviews: tuple[ReviewView, ...] = ()
    tables: tuple[TableView, ...] = ()
    notes: tuple[NoteView, ...] = ()
    collections: tuple[CollectionView, ...] = ()
    zotero: tuple[ZoteroLinkView, ...] = ()
    next_cursor: str | None


class TakenView(Struct, frozen=True, kw_only=True):
    """What is taken of something, and how much there is of it; null: as much as one likes."""

    taken: float
    limit: float | None

    @classmethod
    def of(cls, taken: float, limit: float) -> TakenView:
        """Return both, a limit of 0 as none."""
        return cls(taken=taken, limit=limit or None)


class UsageView(Struct, frozen=True, kw_only=True):
    """What a user took today and stores now, each beside its limit; all but `stored_bytes` return to 0 at `resets_at`."""

    resets_at: Annotated[datetime, Meta(description="The next midnight in UTC.")]
    questions: TakenView
    tokens: TakenView
    cost_usd: TakenView
    uploads: TakenView
    pages: TakenView
    reading_s: TakenView
    stored_bytes: TakenView

    @classmethod
    def of(cls, usage: Usage) -> UsageView:
        """Return the usage as the API shows it."""
        spent, limits = usage.spent, usage.limits
        return cls(
            resets_at=usage.resets_at,
            questions=TakenView.of(spent.questions, limits.questions),
            tokens=TakenView.of(spent.input_tokens + spent.output_tokens, limits.tokens),
            cost_usd=TakenView.of(spent.cost_usd, limits.cost_usd),
            uploads=TakenView.of(spent.uploads, limits.uploads),
            pages=TakenView.of(spent.pages, limits.pages),
            reading_s=TakenView.of(spent.reading_s, limits.reading_s),
            stored_bytes=TakenView.of(usage.stored_bytes, usage.stored_bytes_limit),
        )


class SumView(Struct, frozen=True, kw_only=True):
    """Tokens and what they cost; `cost_usd` is null where tokens were taken of a model whose price is not known."""

    input_tokens: int
    output_tokens: int
    cost_usd: float | None

    @classmethod
    def of(cls, taken: ChatUsage) -> SumView:
        """Return the sums of answers."""
        return cls._of(taken, unknown=taken.cost_usd == 0 < taken.unpriced_tokens)

    @classmethod
    def of_day(cls, taken: Spent, *, free: bool) -> SumView:
        """Return a day's sums; where no token cost anything, the price was not known, unless the model in use is `free`."""
        return cls._of(taken, unknown=taken.cost_usd == 0 < taken.input_tokens + taken.output_tokens and not free)

    @classmethod
    def _of(cls, taken: ChatUsage | Spent, *, unknown: bool) -> SumView:
        cost = None if unknown else taken.cost_usd
        return cls(input_tokens=taken.input_tokens, output_tokens=taken.output_tokens, cost_usd=cost)


class DayView(Struct, frozen=True, kw_only=True):
    """A day in UTC."""

    day: date
    questions: int
    spent: SumView


class SpendingView(Struct, frozen=True, kw_only=True):
    """What models cost a user on the latest days that have anything, latest first."""

    days: tuple[DayView, ...]


class PaperSpendingView(Struct, frozen=True, kw_only=True):
    """What the conversations about a paper cost; one about several papers counts in equal parts. Reading it is left out."""

    conversations: int
    answers: int
    spent: SumView
