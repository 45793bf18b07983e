"""Renews the table of retractions, and the notices of papers that come from it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date, datetime, timedelta
from typing import Protocol

from msgspec.structs import replace

from scholarai.domain.ids import OwnerId
from scholarai.domain.notices import WorkNotice, with_notices
from scholarai.domain.paper import Paper
from scholarai.domain.values import Value
from scholarai.ports.clock import Clock
from scholarai.ports.literature import NoticeTable
from scholarai.ports.stores import PaperStore

# A million notices; bounds the loop if the service repeats itself.
_PAGES = 1_000
_PER_PAGE = 100
# What was indexed while the last renewal ran is asked for again.
_OVERLAP = timedelta(days=2)

_log = logging.getLogger(__name__)


class NoticeSource(Protocol):
    """Lists the notices that a registry knows; raises like `ports.literature.LiteratureService`."""

    def notices(self, since: date | None, cursor: str) -> tuple[Sequence[tuple[str, WorkNotice]], str | None]:
        """Return a page of notices by the DOI that they are about, and the next page's cursor; the first one is `*`."""
        ...


class RenewableTable(NoticeTable, Protocol):
    """A table that can be downloaded again; raises TransientError when it cannot be used."""

    def renewed_at(self) -> datetime | None: ...
    def take(self, told: Iterable[tuple[str, WorkNotice]]) -> int: ...
    def date(self, at: datetime) -> None: ...


class RenewNotices(Value, frozen=True, kw_only=True):
    source: NoticeSource
    table: RenewableTable
    papers: PaperStore
    clock: Clock

    def renew(self, on_page: Callable[[int], None] = lambda _: None) -> int:
        """Take in what was published since the last renewal, and return how many notices that were.

        Pages are kept as they come; the table's date changes only after the last one, so that an interrupted renewal is
        done again from where the one before it ended.

        Raises:
            ScholarError: As the source and the table raise.
        """
        began, before = self.clock.now(), self.table.renewed_at()
        since = None if before is None else (before - _OVERLAP).date()
        count, cursor = 0, "*"
        for _ in range(_PAGES):
            told, following = self.source.notices(since, cursor)
            count += self.table.take(told)
            on_page(count)
            if following is None or not told:
                break
            cursor = following
        self.table.date(began)
        return count

    def tell(self, owner: OwnerId) -> Iterator[Paper]:
        """Store what the table says of an owner's papers, and yield those of which something new is said."""
        for papers in self._pages(owner):
            told = self.table.notices_for([paper.metadata.doi.lower() for paper in papers if paper.metadata.doi])
            for paper in papers:
                notices = with_notices(paper.notices, told.get((paper.metadata.doi or "").lower(), ()))
                if notices != paper.notices:
                    changed = self.papers.change(paper.id, lambda found, new=notices: _with_notices(found, new))  # type: ignore[misc]
                    if changed is not None:
                        yield changed

    def _pages(self, owner: OwnerId) -> Iterator[Sequence[Paper]]:
        cursor: str | None = None
        while True:
            page = self.papers.list(owner, limit=_PER_PAGE, cursor=cursor)
            yield page.papers
            if page.next_cursor is None:
                return
            cursor = page.next_cursor


def _with_notices(found: Paper | None, notices: tuple[WorkNotice, ...]) -> Paper | None:
    return None if found is None else replace(found, notices=with_notices(found.notices, notices))
