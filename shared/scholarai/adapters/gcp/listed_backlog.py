"""Makes the rows in a library's list of papers that have none: those of earlier releases, and restored ones."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from google.cloud.firestore_v1 import DELETE_FIELD
from google.cloud.firestore_v1.base_query import FieldFilter

from scholarai.adapters.gcp.calls import COMMIT_S, RETRY, STREAM_S
from scholarai.adapters.gcp.changes import Change, change_document
from scholarai.adapters.gcp.errors import STORE, translated_errors
from scholarai.adapters.gcp.listed_rows import ROWS, digest_of, fields_of, reference_of, stored_row
from scholarai.adapters.gcp.pages import read_page
from scholarai.adapters.gcp.papers import PAPERS, paper_of
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.paper import Paper

if TYPE_CHECKING:
    from google.cloud.firestore_v1 import Client, DocumentReference

    from scholarai.adapters.gcp.calls import StoredDocument

# Papers whose rows one call makes; each is read twice. A guess: a thousand take some five seconds of a request's 60.
PAPERS_MADE = 1_000
MARKER_FIELDS = ("after", "done")


def marker_of(client: Client, owner: OwnerId) -> DocumentReference:
    """Return the document that records which of the owner's papers have rows."""
    return client.collection(ROWS).document(f"{digest_of(owner)}-made")


def make_rows(client: Client, owner: OwnerId, marker: Mapping[str, Any]) -> bool:
    """Make the rows of the next papers, latest first, and return whether all papers have one now.

    `marker` has the fields of the marker document, none where there is none.

    Raises:
        TransientError: If Firestore fails; a repeated call goes on.
    """
    query: Any = client.collection(PAPERS).where(filter=FieldFilter("owner", "==", owner))
    live = query.where(filter=FieldFilter("deleting", "==", False))
    page = read_page(live, "created_at", limit=PAPERS_MADE, cursor=marker.get("after"))
    if not page.documents:
        return True  # without a marker: nothing is stored for an owner without papers
    _write(client, owner, page.documents)
    for paper_id in _changed(client, page.documents):
        make_row(client, owner, paper_id)
    done = page.next_cursor is None
    with translated_errors(STORE):
        fields = {"owner": owner, "after": page.next_cursor, "done": done}
        marker_of(client, owner).set(fields, retry=RETRY, timeout=COMMIT_S)
    return done


def make_row(client: Client, owner: OwnerId, paper_id: PaperId) -> None:
    """Update the row of one paper from its document; delete the row if the paper is gone."""

    def decide(stored: StoredDocument) -> Change[None]:
        paper = paper_of(stored)
        if paper is None or paper.deleting or paper.owner != owner:
            gone = {reference_of(client, owner, paper_id): fields_of(owner, {paper_id: DELETE_FIELD})}
            return Change(result=None, fields=stored.to_dict() if stored.exists else None, merged=gone)
        row = {reference_of(client, owner, paper_id): fields_of(owner, {paper_id: stored_row(paper)})}
        return Change(result=None, fields=stored.to_dict(), merged=row)

    change_document(client, client.collection(PAPERS).document(paper_id), decide)


def _write(client: Client, owner: OwnerId, documents: Sequence[StoredDocument]) -> None:
    papers: list[Paper] = [paper for item in documents if (paper := paper_of(item)) is not None]
    rows: defaultdict[DocumentReference, dict[str, Any]] = defaultdict(dict)
    for paper in papers:
        rows[reference_of(client, owner, paper.id)][paper.id] = stored_row(paper)
    batch = client.batch()
    for reference, some in rows.items():
        batch.set(reference, fields_of(owner, some), merge=True)
    with translated_errors(STORE):
        batch.commit(retry=RETRY, timeout=COMMIT_S)


def _changed(client: Client, documents: Sequence[StoredDocument]) -> list[PaperId]:
    """Return the papers that were changed or deleted since they were read: their rows may have been overwritten."""
    read = {item.id: item.update_time for item in documents}
    references = [item.reference for item in documents]
    with translated_errors(STORE):
        now = client.get_all(references, field_paths=["owner"], retry=RETRY, timeout=STREAM_S)
        return [PaperId(item.id) for item in now if item.update_time != read[item.id]]
