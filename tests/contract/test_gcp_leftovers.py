"""The reconciliation after deletions: nothing where everything is in order, and each kind of leftover where it is not."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from contract.conftest import Stand
from contract.making import ADA, BOB, a_chunk, a_paper, a_review, a_searchable_paper, a_session, delete_paper, embedded

from scholarai import bootstrap
from scholarai.adapters.gcp.backend import GcpBackend
from scholarai.adapters.gcp.backup import export
from scholarai.adapters.gcp.leftovers import FindLeftovers
from scholarai.adapters.system import SystemClock
from scholarai.domain.ids import ChunkId, PaperId
from scholarai.domain.review import Candidate
from scholarai.domain.review_outputs import Retrieved
from scholarai.domain.spending import Spent
from scholarai.domain.values import to_json
from scholarai.local.cli import main
from scholarai.ports.reviews import Output

pytestmark = pytest.mark.emulator
NOW = SystemClock().now()
PAPER = PaperId("0f" * 16)


@pytest.fixture
def backend(gcp_stand: Stand) -> GcpBackend:
    opened = gcp_stand.open()
    assert isinstance(opened, GcpBackend)
    a_searchable_paper(opened, PAPER, [embedded(a_chunk(1, 0, "whales"), [1, 0, 0, 0])])
    paper = opened.papers.get(PAPER)
    assert paper is not None
    opened.objects.put(f"uploads/ada/{PAPER}/paper.pdf", b"%PDF", content_type="application/pdf")
    return opened


@pytest.fixture
def left(backend: GcpBackend) -> Callable[[], list[str]]:
    find = FindLeftovers(client=backend._firestore, storage=backend._storage, bucket=backend._settings.papers_bucket)
    return lambda: sorted(find.run(NOW))


def test_an_intact_library_has_no_orphans(left: Callable[[], list[str]]) -> None:
    assert left() == []


def test_a_deletion_leaves_no_orphans(backend: GcpBackend, left: Callable[[], list[str]]) -> None:
    delete_paper(backend, ADA, PAPER, SystemClock())

    assert left() == []


@pytest.mark.parametrize(
    "path",
    [
        "papers/gone/chunks/1-0000",
        "papers/gone/content/1-0000",
        f"papers/{PAPER}/chunks/7-0000",
        "sessions/gone/messages/000001",
        "reviews/gone/steps/plan",
    ],
)
def test_a_document_that_belongs_to_nothing_is_found(
    backend: GcpBackend, left: Callable[[], list[str]], path: str
) -> None:
    backend._firestore().document(path).set({"any": "thing"})

    assert left() == [path]


@pytest.mark.parametrize("name", [f"uploads/ada/{'9' * 32}/paper.pdf", "crops/gone/1/0.png"])
def test_an_object_of_a_paper_that_is_gone_is_found(
    backend: GcpBackend, left: Callable[[], list[str]], name: str
) -> None:
    backend.objects.put(name, b"any", content_type="application/octet-stream")

    assert left() == [f"gs://{backend._settings.papers_bucket}/{name}"]


def test_a_review_that_keeps_text_of_a_paper_that_is_gone_is_found(
    backend: GcpBackend, left: Callable[[], list[str]]
) -> None:
    kept = a_review(papers=(PAPER, PaperId("gone")))
    backend.reviews.change(kept.id, lambda _: kept)

    assert left() == [f"reviews/{kept.id} (text of gone)"]


def test_a_deletion_leaves_no_text_in_reviews(backend: GcpBackend, left: Callable[[], list[str]]) -> None:
    review = a_review(papers=(PAPER,), step=None, state="completed")
    passage = Candidate(
        paper_id=PAPER, generation=1, chunk_id=ChunkId("1:0"), score=1.0, found_by="words", text="whales"
    )
    found = Output(name="retrieve", json=to_json(Retrieved(candidates=(passage,))).decode())
    backend.reviews.change(review.id, lambda _: review, [found])

    delete_paper(backend, ADA, PAPER, SystemClock())

    assert left() == []
    assert "whales" not in backend.reviews.read_all_outputs(review.id)["retrieve"]


def test_a_deletion_that_nobody_finishes_is_found(backend: GcpBackend, left: Callable[[], list[str]]) -> None:
    stuck: Any = a_paper("p2", deleting=True, updated_at=NOW - timedelta(hours=2))
    backend.papers.change(PaperId("p2"), lambda _: stuck)

    assert left() == ["papers/p2 (deleting)"]


def test_an_owner_who_leaves_leaves_nothing(
    backend: GcpBackend, left: Callable[[], list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = backend._settings
    for name, value in {
        "SCHOLARAI_BACKEND": "gcp",
        "GOOGLE_CLOUD_PROJECT": settings.project,
        "SCHOLARAI_PAPERS_BUCKET": settings.papers_bucket,
    }.items():
        monkeypatch.setenv(name, value)
    a_searchable_paper(backend, "p2", [embedded(a_chunk(1, 0, "bobs"), [1, 0, 0, 0])], owner=BOB)
    backend.sessions.create(a_session("s1"))
    backend.spending.add(ADA, NOW.date(), Spent(questions=1))
    bootstrap.process.settings.cache_clear()
    bootstrap.process.backend.cache_clear()
    try:
        assert main(["ops", "forget", ADA]) == 0
    finally:
        bootstrap.process.settings.cache_clear()
        bootstrap.process.backend.cache_clear()

    assert left() == []
    assert list(export(backend._firestore(), ADA)) == []
    assert not [blob.name for blob in backend._storage().list_blobs(settings.papers_bucket) if "/ada/" in blob.name]
    assert backend.papers.get(PaperId("p2")) is not None
