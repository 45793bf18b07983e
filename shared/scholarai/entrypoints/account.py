"""Operations on a user's account: its usage and costs, the export of its data, and its deletion."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import date, datetime
from typing import TYPE_CHECKING, Annotated

from msgspec import Meta, Struct

from scholarai.bootstrap import App
from scholarai.domain.chat import Session
from scholarai.domain.errors import InvalidRequestError, NotFoundError
from scholarai.domain.review import Review
from scholarai.entrypoints.calls import Call, EmptyReply, JsonReply
from scholarai.entrypoints.chat_schemas import SessionMessages
from scholarai.entrypoints.operations import Routes
from scholarai.entrypoints.own_schemas import CollectionList, CollectionView, NoteView
from scholarai.entrypoints.queries import CONFIRMED, CURSOR, EVERYTHING
from scholarai.entrypoints.review_schemas import ReviewView
from scholarai.entrypoints.schemas import PaperView
from scholarai.entrypoints.table_schemas import TableView
from scholarai.entrypoints.zotero_schemas import ZoteroLinkView
from scholarai.services.chat.sessions import Sessions
from scholarai.services.reviews.reports import Reports
from scholarai.services.reviews.tables import Tables

if TYPE_CHECKING:
    from scholarai.domain.spending import Spent
    from scholarai.domain.usage import Usage
    from scholarai.services.spending_report import UsageToday


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
    def of(cls, usage: UsageToday) -> UsageView:
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
    def of(cls, taken: Usage) -> SumView:
        """Return the sums of answers."""
        return cls._of(taken, unknown=taken.cost_usd == 0 < taken.unpriced_tokens)

    @classmethod
    def of_day(cls, taken: Spent, *, free: bool) -> SumView:
        """Return a day's sums; where no token cost anything, the price was not known, unless the model in use is `free`."""
        return cls._of(taken, unknown=taken.cost_usd == 0 < taken.input_tokens + taken.output_tokens and not free)

    @classmethod
    def _of(cls, taken: Usage | Spent, *, unknown: bool) -> SumView:
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


# A guess: a report or a conversation has up to some hundred kB, and a page of them is held in memory.
_PER_PAGE = 10
_KINDS = ("papers", "conversations", "reviews", "tables", "notes", "collections", "zotero")

routes = Routes()


@routes.add(
    "GET", "/me/usage", "status", "What one took today and stores, beside the limits, and when the next day starts"
)
def show_usage(call: Call, app: App) -> JsonReply[UsageView]:
    return JsonReply(value=UsageView.of(app.papers.show_usage().show(call.owner)))


@routes.add("GET", "/me/spending", "chat", "What models cost one, day by day")
def show_spending(call: Call, app: App) -> JsonReply[SpendingView]:
    free = app.models.provider().is_free
    days = (
        DayView(day=day, questions=taken.questions, spent=SumView.of_day(taken, free=free))
        for day, taken in app.papers.show_spent().days(call.owner)
    )
    return JsonReply(value=SpendingView(days=tuple(days)))


@routes.add("GET", "/papers/{paper_id}/spending", "chat", "What the conversations about a paper cost")
def show_paper_spending(call: Call, app: App) -> JsonReply[PaperSpendingView]:
    found = app.papers.show_spent().on_paper(call.owner, call.paper_id)
    return JsonReply(
        value=PaperSpendingView(conversations=found.conversations, answers=found.answers, spent=SumView.of(found.usage))
    )


@routes.add(
    "GET", "/me/export", "status", "Everything that is kept of oneself, page by page", query=CURSOR, problems=(422,)
)
def export_account(call: Call, app: App) -> JsonReply[AccountExport]:
    """Return a page of one kind; the first page of the next kind follows the last one of a kind."""
    kind, cursor = _position(call)
    match kind:
        case "papers":
            page = app.papers.owned_papers().page(call.owner, limit=_PER_PAGE, cursor=cursor)
            exported = AccountExport(
                papers=tuple(map(PaperView.of, page.papers)), next_cursor=_next(kind, page.next_cursor)
            )
        case "conversations":
            found = app.chat.sessions().page(call.owner, None, limit=_PER_PAGE, cursor=cursor)
            conversations = tuple(_conversations(call, found.sessions, app.chat.sessions()))
            exported = AccountExport(conversations=conversations, next_cursor=_next(kind, found.next_cursor))
        case "reviews":
            listed = app.reviews.requests().page(call.owner, limit=_PER_PAGE, cursor=cursor)
            reports = tuple(_reports(call, listed.reviews, app.reviews.reports()))
            exported = AccountExport(reviews=reports, next_cursor=_next(kind, listed.next_cursor))
        case "tables":
            asked = app.reviews.tables().page(call.owner, limit=_PER_PAGE, cursor=cursor)
            shown = tuple(_tables(call, asked.reviews, app.reviews.tables()))
            exported = AccountExport(tables=shown, next_cursor=_next(kind, asked.next_cursor))
        case "notes":
            kept = app.library.read_notes().list(call.owner, None, limit=_PER_PAGE, cursor=cursor)
            exported = AccountExport(
                notes=tuple(map(NoteView.of, kept.notes)), next_cursor=_next(kind, kept.next_cursor)
            )
        case "collections":
            tree = CollectionList.of_tree(app.library.edit_collections().all(call.owner))
            exported = AccountExport(collections=tree.collections, next_cursor=_next(kind, None))
        case _:
            bound = app.zotero.links().list(call.owner, limit=_PER_PAGE, cursor=cursor)
            exported = AccountExport(
                zotero=tuple(map(ZoteroLinkView.of, bound.links)), next_cursor=_next(kind, bound.next_cursor)
            )
    return JsonReply(value=exported)


def _position(call: Call) -> tuple[str, str | None]:
    """Return the kind that a cursor stands in, and the cursor of that kind's list, None at its start."""
    kind, dot, cursor = call.query.get("cursor", f"{_KINDS[0]}.").partition(".")
    if kind not in _KINDS or not dot:
        raise InvalidRequestError(
            "bad_cursor", "the cursor is not one that this list gave", action="Start from page one."
        )
    return kind, cursor or None


def _next(kind: str, cursor: str | None) -> str | None:
    if cursor is not None:
        return f"{kind}.{cursor}"
    return None if kind == _KINDS[-1] else f"{_KINDS[_KINDS.index(kind) + 1]}."


def _conversations(call: Call, found: Iterable[Session], sessions: Sessions) -> Iterator[SessionMessages]:
    for session in found:
        with suppress(NotFoundError):  # deleted meanwhile
            yield SessionMessages.of(*sessions.get(call.owner, session.id))


def _reports(call: Call, reviews: Iterable[Review], reports: Reports) -> Iterator[ReviewView]:
    for review in reviews:
        with suppress(NotFoundError):  # deleted meanwhile
            yield ReviewView.of(*reports.read(call.owner, review.id))


def _tables(call: Call, found: Iterable[Review], tables: Tables) -> Iterator[TableView]:
    for table in found:
        with suppress(NotFoundError):  # deleted meanwhile
            yield TableView.of(tables.read(call.owner, table.id))


@routes.add(
    "DELETE",
    "/me",
    "status",
    "Delete everything that is kept of oneself; repeat it after a 503",
    query=CONFIRMED,
    status=204,
    problems=(422,),
)
def delete_account(call: Call, app: App) -> EmptyReply:
    if app.settings().identity == "local" and call.query.get("confirm") != EVERYTHING:
        raise InvalidRequestError(
            "confirmation_missing",
            "this deletes all papers, conversations, reviews, tables and notes",
            action=f"If you mean it, call DELETE /me?confirm={EVERYTHING}.",
        )
    app.deletion.forget_owner().forget(call.owner)
    return EmptyReply()
