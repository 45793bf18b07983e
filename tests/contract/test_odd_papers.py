"""One paper's document that cannot be read in full spoils no list, no call about itself and no other paper."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from contract.making import ADA, NOW, a_paper, fit_sums
from msgspec.structs import replace

from scholarai.bootstrap import Backend
from scholarai.domain.ids import PaperId
from scholarai.domain.paper import Progress
from scholarai.domain.unreadable_documents import ODD_PAPER

Change = Callable[[dict[str, Any]], object]
ODD: Mapping[str, Change] = {
    "status": lambda doc: doc.update(status="archived"),
    "stage": lambda doc: doc["progress"].update(stage="translating"),
    "no filename": lambda doc: doc.pop("filename"),
    "no object": lambda doc: doc.pop("object_name"),
    "metadata": lambda doc: doc.update(metadata="none"),
    "event": lambda doc: doc.update(
        outbox=[
            {"type": "paper.read", "paper_id": "p1", "owner": "ada", "generation": 1, "occurred_at": NOW.isoformat()}
        ]
    ),
}


@pytest.fixture
def spoil(backend: Backend, tmp_path: Path) -> Callable[[str, Change], None]:
    """Return what changes a stored document as a newer release or a fault may have."""
    from scholarai.adapters.embedded.backend import EmbeddedBackend

    def in_sqlite(paper_id: str, change: Change) -> None:
        with sqlite3.connect(tmp_path / "data" / "scholarai.db") as connection:
            (stored,) = connection.execute("SELECT doc FROM papers WHERE id = ?", (paper_id,)).fetchone()
            document = json.loads(stored)
            change(document)
            connection.execute("UPDATE papers SET doc = ? WHERE id = ?", (json.dumps(document), paper_id))
            fit_sums(connection, "papers")

    def in_firestore(paper_id: str, change: Change) -> None:
        reference = backend.papers.client().collection("papers").document(paper_id)  # type: ignore[attr-defined]  # the double has more than its port
        document = reference.get().to_dict()
        change(document)
        reference.set(document)

    return in_sqlite if isinstance(backend, EmbeddedBackend) else in_firestore


@pytest.mark.parametrize("oddity", ODD)
class TestOddPaper:
    def test_it_needs_attention_and_the_rest_of_the_list_stays(
        self, backend: Backend, spoil: Callable[[str, Change], None], oddity: str
    ) -> None:
        odd, other = a_paper("p1"), a_paper("p2", age_s=1)
        backend.papers.change(odd.id, lambda _: odd)
        backend.papers.change(other.id, lambda _: other)
        spoil("p1", ODD[oddity])

        listed = backend.papers.list(ADA, limit=10).papers

        assert [paper.id for paper in listed] == ["p1", "p2"]
        assert (listed[0].status, listed[0].failure) == ("failed", ODD_PAPER)
        assert (listed[1], backend.papers.get(PaperId("p1"))) == (other, listed[0])

    def test_what_could_be_read_of_it_stays_readable(
        self, backend: Backend, spoil: Callable[[str, Change], None], oddity: str
    ) -> None:
        stored = a_paper("p1", status="completed", generation=7, visible_generation=7, progress=Progress(stage="done"))
        backend.papers.change(stored.id, lambda _: stored)
        spoil("p1", ODD[oddity])

        paper = backend.papers.get(stored.id)

        assert paper is not None
        assert (paper.visible_generation, paper.owner, paper.created_at) == (7, ADA, stored.created_at)
        assert paper.object_name.startswith("uploads/ada/p1/")

    def test_it_can_be_deleted(self, backend: Backend, spoil: Callable[[str, Change], None], oddity: str) -> None:
        backend.papers.change(PaperId("p1"), lambda _: a_paper("p1"))
        spoil("p1", ODD[oddity])

        backend.papers.change(PaperId("p1"), lambda paper: None if paper is None else replace(paper, deleting=True))
        owing = [paper.id for paper in backend.papers.unfinished(limit=5)]
        backend.papers.change(PaperId("p1"), lambda _: None)

        assert (owing, backend.papers.get(PaperId("p1"))) == (["p1"], None)
