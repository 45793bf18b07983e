"""Finds papers of all owners by the space of their vectors, for a change of the embedding model."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from google.cloud.firestore_v1.base_query import FieldFilter

from scholarai.adapters.gcp.papers import PAPERS, paper_of
from scholarai.domain.paper import EmbeddingSpace, Paper

if TYPE_CHECKING:
    from google.cloud.firestore_v1 import Client


def papers_outside(client: Client, space: EmbeddingSpace | None) -> Iterator[Paper]:
    """Yield the readable papers whose vectors are of another space than `space`, or that have none."""
    query = client.collection(PAPERS).where(filter=FieldFilter("deleting", "==", False))
    for document in query.stream():
        paper = paper_of(document)
        if paper is None or paper.visible_generation is None or paper.status != "completed":
            continue  # what is being extracted gets vectors of the new space anyway
        if paper.engine is None or paper.engine.space != space:
            yield paper
