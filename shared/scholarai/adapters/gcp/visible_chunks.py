"""Which chunks of an owner's papers a query may find, and which of the found ones count."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from google.cloud.firestore_v1.base_query import FieldFilter

from scholarai.adapters.gcp.calls import read_documents
from scholarai.adapters.gcp.chunks import CHUNKS
from scholarai.adapters.gcp.documents import can_be_id
from scholarai.adapters.gcp.papers import PAPERS
from scholarai.domain.ids import OwnerId, PaperId

if TYPE_CHECKING:
    from google.cloud.firestore_v1 import Client

    from scholarai.adapters.gcp.calls import StoredDocument

Scope: TypeAlias = Any
"""A query over chunks that is still to be narrowed; Google's library types its queries as Any."""

# https://cloud.google.com/firestore/docs/query-data/queries#limits_on_or_queries
DISJUNCTIONS = 30


def scopes(client: Client, owner: OwnerId, paper_ids: Sequence[PaperId] | None) -> list[Scope]:
    """Return queries that together cover the owner's chunks of these papers, of all papers for None."""
    chunks = client.collection_group(CHUNKS).where(filter=FieldFilter("owner", "==", owner))
    if paper_ids is None:
        return [chunks]
    ids = sorted({paper_id for paper_id in paper_ids if can_be_id(paper_id)})
    groups = [ids[first : first + DISJUNCTIONS] for first in range(0, len(ids), DISJUNCTIONS)]
    return [chunks.where(filter=FieldFilter("paper_id", "in", group)) for group in groups]


def visible_only(
    client: Client, owner: OwnerId, found: Sequence[StoredDocument], *, read_time: Any = None
) -> list[StoredDocument]:
    """Return those of the found chunks whose paper points at their generation, at `read_time` or now."""
    papers = sorted({item.get("paper_id") for item in found})
    references = [client.collection(PAPERS).document(paper_id) for paper_id in papers]
    fields = ("owner", "visible_generation", "deleting")
    pointers = {
        (path.rpartition("/")[2], paper["visible_generation"])
        for path, paper in read_documents(client, references, fields, read_time=read_time).items()
        if paper["owner"] == owner and not paper["deleting"]
    }
    return [item for item in found if (item.get("paper_id"), item.get("generation")) in pointers]
