"""What is kept of a user and what a user took, as the API hands it over."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Annotated

from msgspec import Meta, Struct

from scholarai.entrypoints.chat_schemas import SessionMessages
from scholarai.entrypoints.review_schemas import ReviewView
from scholarai.entrypoints.schemas import PaperView

if TYPE_CHECKING:
    from scholarai.services.papers.usage import Usage


class AccountExport(Struct, frozen=True, kw_only=True):
    """A page of everything that is kept of a user; `next_cursor` asks for the next page and is null on the last one.

    What was read from a paper is at `/papers/{id}/content`, its file at `/papers/{id}/file`.
    """

    papers: tuple[PaperView, ...] = ()
    conversations: tuple[SessionMessages, ...] = ()
    reviews: tuple[ReviewView, ...] = ()
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
    """What a user took today and stores now, each beside its limit; all but `stored_bytes` begin anew at `resets_at`."""

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
