"""Contents and chunks of papers in Firestore."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from google.cloud.firestore_v1.base_query import FieldFilter

from scholarai.adapters.gcp.calls import REMOVALS, delete_together, read_query
from scholarai.adapters.gcp.changes import Change, change_document
from scholarai.adapters.gcp.chunks import CHUNKS, READ_FIELDS, chunk_fields, chunk_of, space_of
from scholarai.adapters.gcp.documents import can_be_id
from scholarai.adapters.gcp.papers import PAPERS, paper_change, paper_of
from scholarai.adapters.gcp.parts import CONTENT, part_documents, parts_of
from scholarai.domain.content import PaperContent
from scholarai.domain.identity import cited_publication, keys_of
from scholarai.domain.ids import PaperId
from scholarai.domain.paper import Paper
from scholarai.domain.parts import ContentPart, from_parts, references_in
from scholarai.domain.unreadable_documents import damage_of
from scholarai.ports.stores import ContentRange, PaperRule
from scholarai.retrieval.vectors import ChunkSet

if TYPE_CHECKING:
    from google.cloud.firestore_v1 import Client, DocumentReference

    from scholarai.adapters.gcp.calls import StoredDocument


@dataclass(frozen=True, slots=True)
class FirestoreContentStore:
    """Implements `ports.stores.ContentStore` with collections below `papers/{paper_id}`."""

    client: Callable[[], Client]

    def write(self, paper_id: PaperId, piece: ContentRange, rule: PaperRule) -> Paper:
        client = self.client()
        reference = client.collection(PAPERS).document(paper_id)

        def decide(stored: StoredDocument) -> Change[Paper]:
            before = paper_of(stored)
            paper = rule(before)
            if paper is None:
                raise ValueError("the rule of a content write must return a paper, it returned None")
            return paper_change(client, before, paper, result=paper, also=dict(_documents(reference, paper, piece)))

        return change_document(client, reference, decide)

    def read_content(self, paper_id: PaperId, generation: int) -> PaperContent | None:
        if not can_be_id(paper_id):
            return None
        documents = read_query(self._generation(paper_id, CONTENT, generation))
        if not documents:
            return None
        try:
            return from_parts(parts_of(item.to_dict() or {} for item in documents))
        except ValueError as error:
            raise damage_of(paper_id, None) from error

    def read_chunks(self, paper_id: PaperId, generation: int) -> ChunkSet:
        if not can_be_id(paper_id):
            return ChunkSet(chunks=())
        documents = read_query(self._generation(paper_id, CHUNKS, generation).select(READ_FIELDS))
        fields = {item.id: item.to_dict() or {} for item in documents}
        chunks = [chunk_of(chunk_id, values) for chunk_id, values in fields.items()]
        chunks.sort(key=lambda item: item.chunk.index)
        return ChunkSet(chunks=tuple(chunks), space=space_of(list(fields.values())))

    def drop(
        self,
        paper_id: PaperId,
        *,
        keep_generation: int | None,
        below: int | None = None,
        fence: PaperRule | None = None,
    ) -> None:
        paper = self.client().collection(PAPERS).document(paper_id)
        for collection in (CHUNKS, CONTENT):
            for query in _others(paper.collection(collection), keep_generation, below):
                while found := [item.reference for item in read_query(query.select([]).limit(REMOVALS))]:
                    self._remove(paper, tuple(found), fence)

    def _generation(self, paper_id: PaperId, collection: str, generation: int) -> Any:
        documents = self.client().collection(PAPERS).document(paper_id).collection(collection)
        return documents.where(filter=FieldFilter("generation", "==", generation))

    def _remove(
        self, paper: DocumentReference, documents: tuple[DocumentReference, ...], fence: PaperRule | None
    ) -> None:
        client = self.client()
        if fence is not None:
            change_document(client, paper, lambda stored: _fenced(stored, fence, documents))
            return
        delete_together(client, documents)


def _documents(
    reference: DocumentReference, paper: Paper, piece: ContentRange
) -> Iterator[tuple[DocumentReference, dict[str, Any]]]:
    for part in piece.parts:
        found = cited_fields(paper, part)
        for name, fields in part_documents(piece.generation, part):
            yield reference.collection(CONTENT).document(name), fields | found
    for item in piece.chunks:
        yield reference.collection(CHUNKS).document(item.chunk.id), chunk_fields(paper, piece, item)


def _others(documents: Any, keep: int | None, below: int | None) -> Iterator[Any]:
    """Yield queries for all documents but those of generation `keep` and those from `below` on."""
    first = documents if keep is None else documents.where(filter=FieldFilter("generation", "<", keep))
    rest = None if keep is None else documents.where(filter=FieldFilter("generation", ">", keep))
    for query in (first, rest):
        if query is not None:
            yield query if below is None else query.where(filter=FieldFilter("generation", "<", below))


def _fenced(stored: StoredDocument, fence: PaperRule, documents: tuple[DocumentReference, ...]) -> Change[None]:
    """Remove the documents while the paper is as the fence saw it; the paper itself stays as it is."""
    fence(paper_of(stored))
    return Change(result=None, fields=stored.to_dict() if stored.exists else None, gone=documents)


def cited_fields(paper: Paper, part: ContentPart) -> dict[str, Any]:
    """Return the owner, the number of entries and their keys; nothing for a part without entries."""
    references = references_in(part)
    if not references:
        return {}
    keys = dict.fromkeys(key for reference in references for key in keys_of(cited_publication(reference)))
    return {"owner": paper.owner, "cited": len(references), "cited_keys": list(keys)}
