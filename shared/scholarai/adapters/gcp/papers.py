"""Paper documents in Firestore, and a search for those with vectors of another embedding model."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, TypeVar

from google.cloud.firestore_v1.base_query import FieldFilter

from scholarai.adapters.gcp.calls import read_document, read_existing, read_query, read_total
from scholarai.adapters.gcp.changes import Change, change_document
from scholarai.adapters.gcp.documents import can_be_id, paper_fields, plain_fields
from scholarai.adapters.gcp.listed_rows import row_changes
from scholarai.adapters.gcp.pages import read_page
from scholarai.adapters.odd_documents import paper_from_plain
from scholarai.domain.errors import InvalidRequestError
from scholarai.domain.identity import supplement_key
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.limits import SAME_FILES, SUPPLEMENTS
from scholarai.domain.paper import EmbeddingSpace, Paper
from scholarai.ports.stores import PaperPage, PaperRule

if TYPE_CHECKING:
    from google.cloud.firestore_v1 import Client, Query

    from scholarai.adapters.gcp.calls import StoredDocument

T = TypeVar("T")

PAPERS = "papers"


@dataclass(frozen=True, slots=True)
class FirestorePaperStore:
    """Implements `ports.stores.PaperStore` with documents `papers/{paper_id}`."""

    client: Callable[[], Client]

    def get(self, paper_id: PaperId) -> Paper | None:
        if not can_be_id(paper_id):
            return None
        return paper_of(read_document(self.client().collection(PAPERS).document(paper_id)))

    def several(self, paper_ids: Sequence[PaperId]) -> Mapping[PaperId, Paper]:
        client = self.client()
        references = [client.collection(PAPERS).document(one) for one in dict.fromkeys(paper_ids) if can_be_id(one)]
        return {paper.id: paper for paper in map(_paper, read_existing(client, references, None))}

    def change(self, paper_id: PaperId, rule: PaperRule) -> Paper | None:
        if not can_be_id(paper_id):
            _require_nothing(paper_id, rule(None))
            return None
        client = self.client()

        def decide(stored: StoredDocument) -> Change[Paper | None]:
            before = paper_of(stored)
            paper = rule(before)
            return paper_change(client, before, paper, result=paper)

        return change_document(client, client.collection(PAPERS).document(paper_id), decide)

    def list(self, owner: OwnerId, *, limit: int, cursor: str | None = None) -> PaperPage:
        query = self._of(owner).where(filter=FieldFilter("deleting", "==", False))
        page = read_page(query, "created_at", limit=limit, cursor=cursor)
        return PaperPage(
            papers=tuple(map(_paper, page.documents)),
            next_cursor=page.next_cursor,
        )

    def with_file(self, owner: OwnerId, sha256: str) -> Sequence[Paper]:
        query = self._of(owner).where(filter=FieldFilter("sha256", "==", sha256))
        found = [paper for paper in map(_paper, read_query(query.limit(SAME_FILES))) if not paper.deleting]
        return sorted(found, key=lambda paper: (paper.created_at, paper.id), reverse=True)

    def supplements(self, owner: OwnerId, paper_id: PaperId) -> Sequence[Paper]:
        if not can_be_id(paper_id):
            return ()
        query = self._of(owner).where(filter=FieldFilter("keys", "array_contains", supplement_key(paper_id)))
        found = [paper for paper in map(_paper, read_query(query.limit(SUPPLEMENTS))) if not paper.deleting]
        return sorted(found, key=lambda paper: (paper.created_at, paper.id))

    def unfinished(self, *, limit: int) -> Sequence[Paper]:
        query = self.client().collection(PAPERS).where(filter=FieldFilter("owing", "==", True))
        return [_paper(item) for item in read_query(query.order_by("updated_at").limit(limit))]

    def made_before(self, time: datetime, *, limit: int) -> Sequence[Paper]:
        query = (
            self.client()
            .collection(PAPERS)
            .where(filter=FieldFilter("deleting", "==", False))
            .where(filter=FieldFilter("created_at", "<", time))
            .order_by("created_at")
        )
        return [_paper(item) for item in read_query(query.limit(limit))]

    def stored_bytes(self, owner: OwnerId) -> int:
        query = self._of(owner).where(filter=FieldFilter("deleting", "==", False))
        return int(read_total(query.sum("size_bytes")))

    def count(self, owner: OwnerId) -> int:
        return int(read_total(self._of(owner).count()))

    def at_work(self, owner: OwnerId, now: datetime) -> int:
        query = self._of(owner).where(filter=FieldFilter("claim.lease_expires_at", ">", now))
        return int(read_total(query.count()))

    def _of(self, owner: OwnerId) -> Query:
        return self.client().collection(PAPERS).where(filter=FieldFilter("owner", "==", owner))


def paper_change(client: Client, before: Paper | None, after: Paper | None, *, result: T, **beside: Any) -> Change[T]:
    """Return the writes that store a paper and its row in the library's list; `beside` as in Change."""
    return Change(
        result=result,
        fields=None if after is None else paper_fields(after),
        merged=row_changes(client, before, after),
        **beside,
    )


def paper_of(stored: StoredDocument) -> Paper | None:
    """Return the paper of a document, or None when there is no such document."""
    return _paper(stored) if stored.exists else None


def _paper(stored: StoredDocument) -> Paper:
    fields = plain_fields(stored.to_dict() or {})
    return paper_from_plain(fields, PaperId(stored.id), OwnerId(str(fields.get("owner", ""))))


def _require_nothing(paper_id: PaperId, paper: Paper | None) -> None:
    if paper is not None:
        raise InvalidRequestError(
            "bad_paper_id", f"no paper can have an id of this form, {len(paper_id)} characters long"
        )


def papers_outside(client: Client, space: EmbeddingSpace | None) -> Iterator[Paper]:
    """Yield the readable papers that have no vectors, or vectors of another space."""
    query = client.collection(PAPERS).where(filter=FieldFilter("deleting", "==", False))
    for document in query.stream():
        paper = paper_of(document)
        if paper is None or paper.visible_generation is None or paper.status != "completed":
            continue  # what is being extracted gets vectors of the new space anyway
        if paper.engine is None or paper.engine.space != space:
            yield paper
