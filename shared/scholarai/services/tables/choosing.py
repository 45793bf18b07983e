"""Chooses the papers of a table: named ones, those of a collection, or those of the library that pass filters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scholarai.domain.collections import with_inner
from scholarai.domain.errors import InvalidRequestError
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.listing import LibraryQuery
from scholarai.domain.marks import CollectionId
from scholarai.domain.review import Filters
from scholarai.domain.table_spec import PAPERS_PER_TABLE
from scholarai.domain.values import Value
from scholarai.ports.notes import CollectionStore, LibraryIndex
from scholarai.ports.reviews import LibraryCatalog


class PaperChoice(Value, frozen=True, kw_only=True):
    """Papers by their ids; without ids those of a collection, or of the library, that pass the filters."""

    paper_ids: tuple[PaperId, ...] | None = None
    collection_id: CollectionId | None = None
    filters: Filters = Filters()


class ChoosePapers(Value, frozen=True, kw_only=True):
    """Finds the papers of a choice."""

    catalog: LibraryCatalog
    index: LibraryIndex
    collections: CollectionStore

    def run(self, owner: OwnerId, choice: PaperChoice) -> Sequence[PaperId]:
        """Return the papers, each once; of a collection the readable ones in it or nested in it, the first added first.

        Of a collection that has more than a table takes, one more is returned. Named papers are not looked up.

        Raises:
            InvalidRequestError: If papers and a collection are named together.
            NotFoundError: If the collection is unknown.
        """
        if choice.collection_id is None:
            if choice.paper_ids is None:
                return self.catalog.select(owner, choice.filters)
            return tuple(dict.fromkeys(choice.paper_ids))
        if choice.paper_ids is not None:
            raise InvalidRequestError(
                "papers_invalid", "a table is of the papers named or of a collection, not of both"
            )
        readable = frozenset(self.catalog.select(owner, choice.filters))
        found: list[PaperId] = []
        for paper_id in self._inside(owner, choice.collection_id):
            if paper_id in readable:
                found.append(paper_id)
            if len(found) > PAPERS_PER_TABLE:
                break
        return found

    def _inside(self, owner: OwnerId, collection: CollectionId) -> Iterator[PaperId]:
        wanted = with_inner(self.collections.get(owner), collection)
        cursor: str | None = None
        while True:
            page = self.index.list(
                owner,
                LibraryQuery(collections=wanted, sort="added", descending=False, limit=PAPERS_PER_TABLE, cursor=cursor),
            )
            yield from (paper.id for paper in page.papers)
            if (cursor := page.next_cursor) is None:
                return
