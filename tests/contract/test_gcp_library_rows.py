"""The rows of a library's list in Firestore: what they cost, and that they follow their papers whatever happens."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from itertools import chain, pairwise
from pathlib import Path
from typing import Any

import pytest
from contract.conftest import Stand
from contract.making import ADA, BOB, NOW, a_note, a_paper
from doubles.firestore_calls import FirestoreCalls

from scholarai.adapters.gcp import listed_backlog
from scholarai.adapters.gcp.backend import GcpBackend
from scholarai.adapters.gcp.documents import paper_fields
from scholarai.adapters.gcp.listed_rows import ROWS, SHARDS, stored_row
from scholarai.bootstrap import App
from scholarai.config import Settings
from scholarai.domain.ids import PaperId
from scholarai.domain.listing import LibraryQuery, Listing
from scholarai.domain.marks import Marks
from scholarai.domain.paper import Claim, Metadata, Paper
from scholarai.local.cli import main

pytestmark = pytest.mark.emulator


@pytest.fixture
def backend(gcp_stand: Stand) -> GcpBackend:
    opened = gcp_stand.open()
    assert isinstance(opened, GcpBackend)
    return opened


def named(paper_id: str, title: str, **changes: Any) -> Paper:
    return a_paper(paper_id, metadata=Metadata(title=title, year=2001), **changes)


def keep(backend: GcpBackend, *papers: Paper) -> None:
    for paper in papers:
        backend.papers.change(paper.id, _become(paper))


def by_an_earlier_release(backend: GcpBackend, *papers: Paper) -> None:
    """Store papers as a release did that kept no rows."""
    for paper in papers:
        backend._firestore().collection("papers").document(paper.id).set(paper_fields(paper))


def listed(backend: GcpBackend, **query: Any) -> Listing:
    return backend.library_index.list(ADA, LibraryQuery(**query))


def ids(listing: Listing) -> list[str]:
    return [paper.id for paper in listing.papers]


def rows(backend: GcpBackend) -> set[str]:
    documents = backend._firestore().collection(ROWS).stream()
    return set(chain.from_iterable((document.to_dict() or {}).get("rows", {}) for document in documents))


def _become(paper: Paper) -> Callable[[Paper | None], Paper]:
    return lambda _: paper


class Reads:
    """Counts the documents that a client reads."""

    def __init__(self, backend: GcpBackend) -> None:
        self._calls = FirestoreCalls(backend._firestore())
        self._calls.heard = self._counted
        self.count = 0

    def of(self, call: Callable[[], object]) -> int:
        before = self.count
        call()
        return self.count - before

    def _counted(self, _: str, answer: Any) -> Iterator[Any]:
        for item in answer:
            self.count += bool(getattr(item, "document", None) or getattr(item, "found", None))
            yield item


def test_a_list_reads_documents_of_rows_and_the_papers_of_its_page(backend: GcpBackend) -> None:
    keep(backend, *(named(f"p{n}", f"Paper {n}", age_s=n) for n in range(200)))
    backend.notes.change(a_note("n1").id, lambda _: a_note("n1"))
    listed(backend)
    reads = Reads(backend)
    shards = sum(1 for _ in backend._firestore().collection(ROWS).stream())

    again = reads.of(lambda: listed(backend, limit=20, read_state="unread"))
    keep(backend, named("p7", "Renamed"))
    changed = reads.of(lambda: listed(backend, limit=20, text="paper"))

    assert 50 < shards <= SHARDS + 1
    # versions, and twenty papers with the note that is about one of them
    assert again == shards + 20 + 1
    # besides the one document that changed, and the note that is searched
    assert changed == shards + 1 + 20 + 1 + 1


def test_papers_of_an_earlier_release_come_into_the_list_latest_first(
    backend: GcpBackend, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listed_backlog, "PAPERS_MADE", 2)
    by_an_earlier_release(backend, *(named(f"p{n}", f"Paper {n}", age_s=n) for n in range(5)))

    seen = [(ids(found), found.complete) for found in (listed(backend) for _ in range(4))]

    assert seen == [
        (["p0", "p1"], False),
        (["p0", "p1", "p2", "p3"], False),
        (["p0", "p1", "p2", "p3", "p4"], True),
        (["p0", "p1", "p2", "p3", "p4"], True),
    ]


@pytest.mark.parametrize("ends", [False, True])
def test_what_changes_while_rows_are_made_is_not_overwritten(backend: GcpBackend, gcp_stand: Stand, ends: bool) -> None:
    other = gcp_stand.open()
    by_an_earlier_release(backend, named("p1", "Before"), named("p2", "Stays", age_s=5))
    calls = FirestoreCalls(backend._firestore())

    def meanwhile(name: str, answer: Any) -> Iterator[Any]:
        items = list(answer)
        if name == "run_query" and any("papers/p1" in str(getattr(item, "document", "")) for item in items):
            calls.heard = None
            other.papers.change(PaperId("p1"), lambda _: None if ends else named("p1", "After", deleting=False))
        yield from items

    calls.heard = meanwhile
    listed(backend, text="nothing")  # what is shown would be mended

    assert calls.heard is None
    found = listed(backend, text="after")
    assert ids(found) == ([] if ends else ["p1"])
    assert listed(backend, text="before").total == 0
    assert listed(backend).total == (1 if ends else 2)


def test_a_row_that_an_earlier_release_left_behind_is_mended_when_it_is_shown(backend: GcpBackend) -> None:
    keep(backend, named("p1", "Whales"), named("p2", "Ants", age_s=5))
    listed(backend)
    by_an_earlier_release(backend, named("p1", "Bees"))
    backend._firestore().collection("papers").document("p2").delete()

    shown = listed(backend)

    assert [paper.metadata.title for paper in shown.papers] == ["Bees"]
    assert (ids(listed(backend, text="bees")), listed(backend).total, rows(backend)) == (["p1"], 1, {"p1"})


def test_a_heartbeat_writes_no_row_and_the_end_of_the_work_does(backend: GcpBackend) -> None:
    keep(backend, named("p1", "Old"))
    calls = FirestoreCalls(backend._firestore())
    claim = Claim(epoch=1, generation=1, lease_expires_at=NOW)
    states = [
        named("p1", "Old", claim=claim),
        named("p1", "Old", claim=claim, updated_at=NOW + timedelta(seconds=20)),
        named("p1", "Old", claim=claim, updated_at=NOW + timedelta(seconds=40)),
        named("p1", "Old", updated_at=NOW + timedelta(seconds=60)),
    ]

    keep(backend, *states)

    assert [len(call.request["writes"]) for call in calls.calls if call.name == "commit"] == [2, 1, 1, 2]
    keep(backend, named("p2", "Other", age_s=-30))
    assert ids(listed(backend, sort="updated")) == ["p1", "p2"]


def test_a_row_stays_small_whatever_its_paper_holds() -> None:
    huge = a_paper(
        "p1",
        metadata=Metadata(
            title="A " + " ".join(f"title{n}" for n in range(300)),
            authors=tuple(f"Family{n * 7919 % 10_000} Given{n}" for n in range(3_000)),
            abstract=" ".join(f"word{n * 7919 % 100_000}" for n in range(5_000)),
            venue="V" * 2_000,
            year=2001,
        ),
        marks=Marks(tags=tuple(f"tag {n * 104_729 % 1_000_003}" for n in range(50))),
    )

    row = stored_row(huge)

    # 500 rows are more than a document ever has, and leave it below 1 MiB
    assert 500 * sum(map(len, row.values())) < 2**20


def test_rows_come_back_with_restored_papers(
    backend: GcpBackend, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GOOGLE_CLOUD_PROJECT", backend._settings.project)
    monkeypatch.setenv("SCHOLARAI_PAPERS_BUCKET", backend._settings.papers_bucket)
    keep(backend, named("p1", "Whales"), a_paper("x", owner=BOB))
    assert listed(backend).complete
    assert main(["ops", "backup", "export", str(tmp_path / "saved.jsonl.gz")]) == 0
    keep(backend, named("p2", "Ants", age_s=3))
    backend.papers.change(PaperId("p1"), lambda _: None)
    assert ids(listed(backend)) == ["p2"]

    assert main(["ops", "backup", "restore", str(tmp_path / "saved.jsonl.gz")]) == 0

    assert ids(listed(backend)) == ["p1", "p2"]


def test_nothing_is_kept_of_an_owner_who_is_forgotten(backend: GcpBackend) -> None:
    keep(backend, *(named(f"p{n}", "Mine", object_name=f"uploads/ada/p{n}/a.pdf") for n in range(3)))
    keep(backend, a_paper("x", owner=BOB))
    listed(backend)
    settings = Settings.from_env(
        {"SCHOLARAI_BACKEND": "gcp", "GOOGLE_CLOUD_PROJECT": "p", "SCHOLARAI_PAPERS_BUCKET": "b"}
    )

    App(settings, backend).deletion.forget_owner().forget(ADA)

    assert listed(backend).total == 0
    left = [document.to_dict() or {} for document in backend._firestore().collection(ROWS).stream()]
    assert {fields["owner"] for fields in left} == {"bob"}


def test_a_paper_that_is_being_deleted_or_changes_hands_leaves_its_list(backend: GcpBackend) -> None:
    keep(backend, named("p1", "Whales"), named("p2", "Ants", age_s=5))
    keep(backend, named("p1", "Whales", deleting=True), named("p2", "Ants", owner=BOB))

    assert (listed(backend).total, rows(backend)) == (0, {"p2"})
    assert backend.library_index.list(BOB, LibraryQuery()).total == 1


def test_orders_hold_over_many_documents_of_rows(backend: GcpBackend) -> None:
    keep(backend, *(named(f"p{n:03}", f"Title {n * 37 % 60:03}", age_s=n * 11 % 60) for n in range(60)))

    titles = [paper.metadata.title or "" for paper in listed(backend, sort="title", limit=60, descending=False).papers]
    added = [paper.created_at for paper in listed(backend, limit=60).papers]

    assert (len(titles), titles) == (60, sorted(titles))
    assert all(before >= after for before, after in pairwise(added))
    found = listed(backend, sort="title", text="title 007", limit=5)
    assert [one.value for one in found.facets["year"]] == ["2001"]
    assert [paper.metadata.title for paper in found.papers] == ["Title 007"]
