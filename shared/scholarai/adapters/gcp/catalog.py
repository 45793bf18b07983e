"""What an owner's readable papers say about themselves, in Firestore.

Filters compare folded names and parts of texts, which Firestore's queries cannot: the facts of all of the owner's papers
are read, projected to what is compared. docs/scale.md says what that costs and where it ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from google.cloud.firestore_v1.base_query import FieldFilter

from scholarai.adapters.gcp.calls import read_documents, read_query
from scholarai.adapters.gcp.documents import can_be_id, from_fields
from scholarai.adapters.gcp.papers import PAPERS
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.notices import WorkNotice
from scholarai.domain.paper import Metadata, plain
from scholarai.domain.review import Filters
from scholarai.ports.reviews import Judged, LibraryPaper
from scholarai.reviewing.question import counted, passes, unknown_fields

if TYPE_CHECKING:
    from google.cloud.firestore_v1 import Client

_FIELDS = ("owner", "deleting", "visible_generation", "filename", "metadata", "notices", "supplement_of")


@dataclass(frozen=True, slots=True)
class FirestoreCatalog:
    """Implements `ports.reviews.LibraryCatalog` over `papers`."""

    client: Callable[[], Client]

    def select(self, owner: OwnerId, filters: Filters) -> Sequence[PaperId]:
        return sorted(paper.id for paper in self._all(owner) if passes(paper.metadata, filters))

    def judged(self, owner: OwnerId, filters: Filters) -> Judged:
        papers = list(self._all(owner))
        return Judged(
            ids=tuple(sorted(paper.id for paper in papers if passes(paper.metadata, filters))),
            unjudged=counted(unknown_fields(paper.metadata, filters) for paper in papers),
        )

    def describe(self, owner: OwnerId, paper_ids: Sequence[PaperId]) -> Mapping[PaperId, LibraryPaper]:
        papers = self.client().collection(PAPERS)
        wanted = [papers.document(paper_id) for paper_id in dict.fromkeys(paper_ids) if can_be_id(paper_id)]
        documents = read_documents(self.client(), wanted, _FIELDS)
        described = (_paper(path.rpartition("/")[2], fields, owner) for path, fields in documents.items())
        return {paper.id: paper for paper in described if paper is not None}

    def titled(self, owner: OwnerId, titles: Sequence[str]) -> Mapping[str, PaperId]:
        known = {plain(paper.metadata.title or ""): paper.id for paper in self._all(owner)}
        return {title: known[plain(title)] for title in titles if plain(title) and plain(title) in known}

    def _all(self, owner: OwnerId) -> Iterator[LibraryPaper]:
        query = self.client().collection(PAPERS).where(filter=FieldFilter("owner", "==", owner))
        for item in read_query(query.select(_FIELDS)):
            paper = _paper(item.id, item.to_dict() or {}, owner)
            if paper is not None:
                yield paper


def _paper(paper_id: str, fields: Mapping[str, Any], owner: OwnerId) -> LibraryPaper | None:
    if fields["owner"] != owner or fields["deleting"] or fields["visible_generation"] is None:
        return None
    return LibraryPaper(
        id=PaperId(paper_id),
        generation=fields["visible_generation"],
        filename=fields["filename"],
        metadata=from_fields(Metadata, fields["metadata"]),
        notices=tuple(from_fields(WorkNotice, notice) for notice in fields.get("notices") or ()),
        is_supplement=fields.get("supplement_of") is not None,
    )
