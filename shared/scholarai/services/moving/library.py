"""Lists everything of a library that is to be copied, as one job per item."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from functools import partial
from typing import Literal, Protocol, TypeVar

from scholarai.domain.chat import Session
from scholarai.domain.ids import OwnerId
from scholarai.domain.notes import Note
from scholarai.domain.paper import Paper
from scholarai.domain.review import Review
from scholarai.domain.values import Value
from scholarai.domain.zotero import ZoteroLink
from scholarai.services.moving.own import MoveOwn
from scholarai.services.moving.papers import MovePaper
from scholarai.services.moving.records import MoveRecords
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
        papers = MovePaper(source=self.source, target=self.target)
        for before, after in owners.items():
            for paper in self._papers(before):
                yield Job(kind="paper", id=paper.id, run=partial(papers.move, paper, after))
        records = MoveRecords(source=self.source, target=self.target)
        for before, after in owners.items():
            for session in self._sessions(before):
                if session.expires_at > now:
                    yield Job(kind="conversation", id=session.id, run=partial(records.session, session.id, after))
            for review in self._reviews(before):
                yield Job(kind="review", id=review.id, run=partial(records.review, review, after))
            yield from self._own(before, after)

    def _own(self, before: OwnerId, after: OwnerId) -> Iterator[Job]:
        own = MoveOwn(source=self.source, target=self.target)
        if self.source.collections.get(before).items:
            yield Job(kind="collections", id=before, run=partial(own.collections, before, after))
        for note in self._notes(before):
            yield Job(kind="note", id=note.id, run=partial(own.note, note, after))
        for link in self._links(before):
            yield Job(kind="link", id=link.id, run=partial(own.link, link, after))

    def move_spending(self, owners: Mapping[OwnerId, OwnerId]) -> None:
        """Raise the daily sums of the owners in the target to what is known of them in the source."""
        for after in sorted(set(owners.values())):
            together = [owner for owner in owners if owners[owner] == after]
            MoveRecords(source=self.source, target=self.target).spending(together, after)

    def _papers(self, owner: OwnerId) -> Iterator[Paper]:
        pages = _pages(lambda cursor: self.source.papers.list(owner, limit=_PER_PAGE, cursor=cursor))
        return (paper for page in pages for paper in page.papers)

    def _sessions(self, owner: OwnerId) -> Iterator[Session]:
        pages = _pages(lambda cursor: self.source.sessions.list(owner, None, limit=_PER_PAGE, cursor=cursor))
        return (session for page in pages for session in page.sessions)

    def _notes(self, owner: OwnerId) -> Iterator[Note]:
        pages = _pages(lambda cursor: self.source.notes.list(owner, None, limit=_PER_PAGE, cursor=cursor))
        return (note for page in pages for note in page.notes)

    def _links(self, owner: OwnerId) -> Iterator[ZoteroLink]:
        pages = _pages(lambda cursor: self.source.zotero_links.list(owner, limit=_PER_PAGE, cursor=cursor))
        return (link for page in pages for link in page.links)

    def _reviews(self, owner: OwnerId) -> Iterator[Review]:
        pages = _pages(lambda cursor: self.source.reviews.list(owner, limit=_PER_PAGE, cursor=cursor))
        return (review for page in pages for review in page.reviews)


class _Page(Protocol):
    @property
    def next_cursor(self) -> str | None: ...


def _pages(read: Callable[[str | None], P]) -> Iterator[P]:
    page = read(None)
    yield page
    while page.next_cursor is not None:
        page = read(page.next_cursor)
        yield page
