"""Lists everything of a library that is to be copied, as one job per item."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from functools import partial
from typing import Literal, Protocol, TypeVar

from scholarai.domain.chat import Session
from scholarai.domain.ids import OwnerId, PaperId, ReviewId, SessionId
from scholarai.domain.notes import Note, NoteId
from scholarai.domain.paper import Paper
from scholarai.domain.review import Review
from scholarai.domain.values import Value
from scholarai.domain.zotero import ZoteroLink
from scholarai.services.moving.ids import Recipient, choose_ids
from scholarai.services.moving.papers import MovePaper
from scholarai.services.moving.records import MoveOwn, MoveRecords
from scholarai.services.moving.stores import LibraryStores

P = TypeVar("P", bound="_Page")

Kind = Literal["paper", "conversation", "review", "note", "collections", "link"]

_PER_PAGE = 100


class Job(Value, frozen=True, kw_only=True):
    """One item to copy; `run` tells whether there was anything to copy, and raises what MovePaper and the others raise."""

    kind: Kind
    id: str
    run: Callable[[], bool]


class MoveLibrary(Value, frozen=True, kw_only=True):
    """Copies the papers, conversations, reviews, notes, collections, links to Zotero and daily sums of some owners; the source stays as it is."""

    source: LibraryStores
    target: LibraryStores

    def owners(self) -> tuple[OwnerId, ...]:
        """Return the owners who have anything in the source, sorted."""
        return tuple(self.source.owners.all())

    def jobs(self, owners: Mapping[OwnerId, OwnerId], now: datetime) -> Iterator[Job]:
        """Yield a job for each item of these owners, each with the owner that it gets; papers come first.

        Conversations that have expired are left out.
        """
        recipients = {before: self._recipient(before, after) for before, after in owners.items()}
        papers = MovePaper(source=self.source, target=self.target)
        for before, to in recipients.items():
            for paper in _papers(self.source, before):
                yield Job(kind="paper", id=paper.id, run=partial(papers.move, paper, to))
        records = MoveRecords(source=self.source, target=self.target)
        for before, to in recipients.items():
            for session in _sessions(self.source, before):
                if session.expires_at > now:
                    yield Job(kind="conversation", id=session.id, run=partial(records.session, session.id, to))
            for review in _reviews(self.source, before):
                yield Job(kind="review", id=review.id, run=partial(records.review, review, to))
            yield from self._own(before, to)

    def _own(self, before: OwnerId, to: Recipient) -> Iterator[Job]:
        own = MoveOwn(source=self.source, target=self.target)
        if self.source.collections.get(before).items:
            yield Job(kind="collections", id=before, run=partial(own.collections, before, to.owner))
        for note in _notes(self.source, before):
            yield Job(kind="note", id=note.id, run=partial(own.note, note, to))
        for link in _links(self.source, before):
            yield Job(kind="link", id=link.id, run=partial(own.link, link, to))

    def _recipient(self, before: OwnerId, after: OwnerId) -> Recipient:
        """Return the owner in the target, with the ids that are another's there or were chosen by an earlier move."""
        target, chosen = self.target, dict[str, str]()
        kinds: tuple[tuple[Callable[[LibraryStores, OwnerId], Iterable[_Item]], Callable[[str], _Item | None]], ...] = (
            (_papers, lambda id_: target.papers.get(PaperId(id_))),
            (_sessions, lambda id_: (target.sessions.read(SessionId(id_)) or (None,))[0]),
            (_reviews, lambda id_: target.reviews.get(ReviewId(id_))),
            (_notes, lambda id_: target.notes.get(NoteId(id_))),
        )
        for items, get in kinds:
            moved = [item.id for item in items(self.source, before)]
            there = frozenset(item.id for item in items(target, after))
            chosen |= choose_ids(moved, there, _owner_by(get), before=before, after=after)
        return Recipient(owner=after, ids=chosen)

    def move_spending(self, owners: Mapping[OwnerId, OwnerId]) -> None:
        """Raise the daily sums of the owners in the target to those in the source."""
        for after in sorted(set(owners.values())):
            together = [owner for owner in owners if owners[owner] == after]
            MoveRecords(source=self.source, target=self.target).spending(together, after)


def _papers(stores: LibraryStores, owner: OwnerId) -> Iterator[Paper]:
    pages = _pages(lambda cursor: stores.papers.list(owner, limit=_PER_PAGE, cursor=cursor))
    return (paper for page in pages for paper in page.papers)


def _sessions(stores: LibraryStores, owner: OwnerId) -> Iterator[Session]:
    pages = _pages(lambda cursor: stores.sessions.list(owner, None, limit=_PER_PAGE, cursor=cursor))
    return (session for page in pages for session in page.sessions)


def _notes(stores: LibraryStores, owner: OwnerId) -> Iterator[Note]:
    pages = _pages(lambda cursor: stores.notes.list(owner, None, limit=_PER_PAGE, cursor=cursor))
    return (note for page in pages for note in page.notes)


def _links(stores: LibraryStores, owner: OwnerId) -> Iterator[ZoteroLink]:
    pages = _pages(lambda cursor: stores.zotero_links.list(owner, limit=_PER_PAGE, cursor=cursor))
    return (link for page in pages for link in page.links)


def _reviews(stores: LibraryStores, owner: OwnerId) -> Iterator[Review]:
    pages = _pages(lambda cursor: stores.reviews.list(owner, limit=_PER_PAGE, cursor=cursor))
    return (review for page in pages for review in page.reviews)


class _Item(Protocol):
    @property
    def id(self) -> str: ...
    @property
    def owner(self) -> OwnerId: ...


def _owner_by(get: Callable[[str], _Item | None]) -> Callable[[str], OwnerId | None]:
    def owner_of(id_: str) -> OwnerId | None:
        item = get(id_)
        return None if item is None else item.owner

    return owner_of


class _Page(Protocol):
    @property
    def next_cursor(self) -> str | None: ...


def _pages(read: Callable[[str | None], P]) -> Iterator[P]:
    page = read(None)
    yield page
    while page.next_cursor is not None:
        page = read(page.next_cursor)
        yield page
