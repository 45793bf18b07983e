"""Operations on a user's account: its usage and costs, the export of its data, and its deletion."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

from scholarai.domain.errors import InvalidRequestError, NotFoundError
from scholarai.entrypoints.account_schemas import (
    AccountExport,
    DayView,
    PaperSpendingView,
    SpendingView,
    SumView,
    UsageView,
)
from scholarai.entrypoints.calls import Call, EmptyReply, JsonReply, Reply
from scholarai.entrypoints.chat_schemas import SessionMessages
from scholarai.entrypoints.own_schemas import CollectionList, NoteView
from scholarai.entrypoints.review_schemas import ReviewView
from scholarai.entrypoints.schemas import PaperView
from scholarai.entrypoints.table_schemas import TableView
from scholarai.entrypoints.zotero_schemas import ZoteroLinkView

if TYPE_CHECKING:
    from scholarai.domain.chat import Session
    from scholarai.domain.review import Review
    from scholarai.ports.zotero import LinkStore
    from scholarai.services.chat.sessions import GetSession, ListSessions
    from scholarai.services.own.collections import EditCollections
    from scholarai.services.own.notes import ReadNotes
    from scholarai.services.papers.account_deletion import ForgetOwner
    from scholarai.services.papers.owned import ListPapers
    from scholarai.services.papers.usage import ShowUsage
    from scholarai.services.reviews.reports import ReadReport
    from scholarai.services.reviews.requests import ListReviews
    from scholarai.services.reviews.tables import ReadTable
    from scholarai.services.spent import ShowSpent


class Provider(Protocol):
    """The provider of the model that answers."""

    @property
    def is_free(self) -> bool: ...


# A guess: a report or a conversation has up to some hundred kB, and a page of them is held in memory.
_PER_PAGE = 10
_KINDS = ("papers", "conversations", "reviews", "tables", "notes", "collections", "zotero")


def delete_account(call: Call, forget: ForgetOwner) -> Reply:
    forget.run(call.owner)
    return EmptyReply()


def show_usage(call: Call, show: ShowUsage) -> Reply:
    return JsonReply(value=UsageView.of(show.run(call.owner)))


def show_spending(call: Call, spent: ShowSpent, provider: Provider) -> Reply:
    days = (
        DayView(day=day, questions=taken.questions, spent=SumView.of_day(taken, free=provider.is_free))
        for day, taken in spent.days(call.owner)
    )
    return JsonReply(value=SpendingView(days=tuple(days)))


def show_paper_spending(call: Call, spent: ShowSpent) -> Reply:
    found = spent.on_paper(call.owner, call.paper_id)
    return JsonReply(
        value=PaperSpendingView(conversations=found.conversations, answers=found.answers, spent=SumView.of(found.usage))
    )


def export_account(  # noqa: PLR0913, PLR0917  - a service for each kind
    call: Call,
    papers: ListPapers,
    sessions: ListSessions,
    get: GetSession,
    reviews: ListReviews,
    read: ReadReport,
    tables: ListReviews,
    table: ReadTable,
    notes: ReadNotes,
    edit: EditCollections,
    links: LinkStore,
) -> Reply:
    """Return a page of one kind; the first page of the next kind follows the last one of a kind."""
    kind, cursor = _position(call)
    match kind:
        case "papers":
            page = papers.run(call.owner, limit=_PER_PAGE, cursor=cursor)
            exported = AccountExport(
                papers=tuple(map(PaperView.of, page.papers)), next_cursor=_next(kind, page.next_cursor)
            )
        case "conversations":
            found = sessions.run(call.owner, None, limit=_PER_PAGE, cursor=cursor)
            conversations = tuple(_conversations(call, found.sessions, get))
            exported = AccountExport(conversations=conversations, next_cursor=_next(kind, found.next_cursor))
        case "reviews":
            listed = reviews.run(call.owner, limit=_PER_PAGE, cursor=cursor)
            reports = tuple(_reports(call, listed.reviews, read))
            exported = AccountExport(reviews=reports, next_cursor=_next(kind, listed.next_cursor))
        case "tables":
            asked = tables.run(call.owner, limit=_PER_PAGE, cursor=cursor)
            shown = tuple(_tables(call, asked.reviews, table))
            exported = AccountExport(tables=shown, next_cursor=_next(kind, asked.next_cursor))
        case "notes":
            kept = notes.list(call.owner, None, limit=_PER_PAGE, cursor=cursor)
            exported = AccountExport(
                notes=tuple(map(NoteView.showing, kept.notes)), next_cursor=_next(kind, kept.next_cursor)
            )
        case "collections":
            tree = CollectionList.of_tree(edit.all(call.owner))
            exported = AccountExport(collections=tree.collections, next_cursor=_next(kind, None))
        case _:
            bound = links.list(call.owner, limit=_PER_PAGE, cursor=cursor)
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


def _conversations(call: Call, sessions: Iterable[Session], get: GetSession) -> Iterator[SessionMessages]:
    for session in sessions:
        with suppress(NotFoundError):  # deleted meanwhile
            yield SessionMessages.of(*get.run(call.owner, session.id))


def _reports(call: Call, reviews: Iterable[Review], read: ReadReport) -> Iterator[ReviewView]:
    for review in reviews:
        with suppress(NotFoundError):  # deleted meanwhile
            yield ReviewView.of(*read.run(call.owner, review.id))


def _tables(call: Call, tables: Iterable[Review], read: ReadTable) -> Iterator[TableView]:
    for table in tables:
        with suppress(NotFoundError):  # deleted meanwhile
            yield TableView.of(read.run(call.owner, table.id))
