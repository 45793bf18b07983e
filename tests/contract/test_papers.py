"""What every PaperStore promises."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from contract.making import ADA, BOB, ENGINE, NOW, a_paper
from msgspec.structs import replace

from scholarai.bootstrap import Backend
from scholarai.domain.errors import ClaimLostError, InvalidRequestError
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.limits import PAPERS_PER_LIST
from scholarai.domain.notices import WorkNotice
from scholarai.domain.paper import (
    Claim,
    Counts,
    Failure,
    Merged,
    Merging,
    Metadata,
    Origin,
    Paper,
    PaperEvent,
    Progress,
    Work,
)
from scholarai.ports.stores import PaperStore

ODD_IDS = ["", ".", "..", "__x__", "a/b", "a/b/c", "x" * 2_000, "\x00", "p1\n", "é", "../p1", "p1/", "\ud800"]


@pytest.fixture
def papers(backend: Backend) -> PaperStore:
    return backend.papers


def put(papers: PaperStore, paper: Paper) -> None:
    papers.change(paper.id, lambda _: paper)


class TestPaperStore:
    def test_a_paper_comes_back_as_it_was_stored(self, papers: PaperStore) -> None:
        event = PaperEvent(
            type="paper.failed", paper_id=PaperId("p1"), owner=ADA, generation=7, occurred_at=NOW, code="encrypted"
        )
        paper = a_paper(
            filename="Ünïcode (1).pdf",
            size_bytes=123,
            sha256="ab" * 32,
            status="failed",
            progress=Progress(stage="reading", page=3, pages=12, percent=20, eta_s=9),
            failure=Failure(code="encrypted", message="It is.", action="Unlock it.", retryable=False),
            generation=1_732_082_400_123_456,
            visible_generation=1_732_082_300_000_001,
            attempts=2,
            epoch=5,
            claim=Claim(epoch=5, generation=7, lease_expires_at=NOW + timedelta(seconds=60)),
            work=Work(generation=7, engine=ENGINE, ranges_done=3),
            engine=ENGINE,
            metadata=Metadata(title="On α-helices", authors=("A. Author", "B. Böck"), year=2026, keywords=("x",)),
            origins=(Origin(field="title", source="person", at=NOW),),
            metadata_read=Metadata(title="On a-helices", authors=("A. Author", "B. Böck"), year=2026),
            notices=(WorkNotice(kind="retraction", source="crossref", at=NOW, doi="10.1000/n", on="2015-05-04"),),
            supplement_of=PaperId("p0"),
            counts=Counts(pages=12, chunks=60),
            outbox=(event,),
        )

        assert papers.change(paper.id, lambda _: paper) == paper
        assert papers.get(paper.id) == paper

    def test_the_papers_of_a_file_are_found_among_their_owner_s_latest_first(self, papers: PaperStore) -> None:
        digest, later = "ab" * 32, NOW + timedelta(seconds=1)
        files: dict[str, dict[str, Any]] = {
            "p1": {"sha256": digest},
            "p2": {"sha256": digest, "created_at": later},
            "p3": {"sha256": digest, "created_at": later + timedelta(seconds=1), "deleting": True},
            "p4": {"sha256": "cd" * 32},
            "p5": {"sha256": digest, "created_at": later + timedelta(seconds=2), "owner": BOB},
        }
        for paper_id, changes in files.items():
            put(papers, replace(a_paper(paper_id), **changes))

        found, of_bob = papers.with_file(ADA, digest), papers.with_file(BOB, digest)

        assert ([paper.id for paper in found], [paper.id for paper in of_bob]) == (["p2", "p1"], ["p5"])
        assert not papers.with_file(BOB, "cd" * 32)

    def test_the_supplements_of_a_paper_are_found_oldest_first_whether_they_are_read_or_not(
        self, papers: PaperStore
    ) -> None:
        of_paper: dict[str, Any] = {"supplement_of": PaperId("p1")}
        files: dict[str, dict[str, Any]] = {
            "p1": {},
            "s1": {**of_paper, "created_at": NOW + timedelta(seconds=2), "visible_generation": 1},
            "s2": {**of_paper, "created_at": NOW + timedelta(seconds=1), "status": "record"},
            "s3": {**of_paper, "deleting": True},
            "s4": {**of_paper, "owner": BOB},
            "s5": {"supplement_of": PaperId("p2")},
        }
        for paper_id, changes in files.items():
            put(papers, replace(a_paper(paper_id), **changes))

        found = papers.supplements(ADA, PaperId("p1"))

        assert [paper.id for paper in found] == ["s2", "s1"]
        papers.change(PaperId("s2"), lambda paper: paper and replace(paper, supplement_of=None))
        assert [paper.id for paper in papers.supplements(ADA, PaperId("p1"))] == ["s1"]
        assert not [one for odd in ODD_IDS for one in papers.supplements(ADA, PaperId(odd))]

    def test_a_second_instance_sees_what_the_first_one_stored(self, backend: Backend, reopened: Backend) -> None:
        put(backend.papers, a_paper())

        assert reopened.papers.get(PaperId("p1")) == a_paper()

    def test_an_unknown_paper_is_none(self, papers: PaperStore) -> None:
        assert papers.get(PaperId("nobody")) is None

    @pytest.mark.parametrize("odd", ODD_IDS)
    def test_an_id_that_no_paper_can_have_is_unknown_too(self, papers: PaperStore, odd: str) -> None:
        put(papers, a_paper())

        assert papers.get(PaperId(odd)) is None

    def test_several_papers_are_those_that_are_known_each_once(self, papers: PaperStore) -> None:
        known = [replace(a_paper(), id=PaperId(f"p{n}")) for n in range(3)]
        for paper in known:
            put(papers, paper)
        asked = [PaperId(one) for one in ("p2", "p0", "nobody", "p2", *ODD_IDS)]

        assert papers.several(asked) == {known[0].id: known[0], known[2].id: known[2]}
        assert papers.several([]) == {}

    def test_as_many_papers_as_a_list_has_come_at_once(self, papers: PaperStore) -> None:
        put(papers, a_paper())
        asked = [PaperId(f"x{n}" * 8) for n in range(PAPERS_PER_LIST - 1)]

        assert papers.several([*asked, PaperId("p1")]) == {PaperId("p1"): a_paper()}

    def test_a_rule_sees_what_is_stored_and_its_result_is_stored(self, papers: PaperStore) -> None:
        put(papers, a_paper())

        changed = papers.change(PaperId("p1"), lambda paper: paper and replace(paper, attempts=paper.attempts + 1))

        assert changed == papers.get(PaperId("p1")) == a_paper(attempts=1)

    def test_a_rule_sees_none_for_an_unknown_paper_and_may_leave_it_so(self, papers: PaperStore) -> None:
        seen: list[Paper | None] = []

        assert papers.change(PaperId("p1"), seen.append) is None
        assert seen == [None]
        assert papers.get(PaperId("p1")) is None

    def test_a_rule_that_returns_none_removes_the_paper(self, papers: PaperStore) -> None:
        put(papers, a_paper())

        assert papers.change(PaperId("p1"), lambda _: None) is None
        assert papers.get(PaperId("p1")) is None

    def test_what_a_rule_raises_reaches_the_caller_and_nothing_is_stored(self, papers: PaperStore) -> None:
        put(papers, a_paper())

        def refuse(_: Paper | None) -> Paper:
            raise ClaimLostError("claim_lost", "another worker has it")

        with pytest.raises(ClaimLostError):
            papers.change(PaperId("p1"), refuse)
        assert papers.get(PaperId("p1")) == a_paper()

    def test_a_value_set_back_to_none_is_forgotten(self, papers: PaperStore) -> None:
        put(papers, a_paper(claim=Claim(epoch=1, generation=1, lease_expires_at=NOW), sha256="ab"))

        put(papers, a_paper())

        assert papers.get(PaperId("p1")) == a_paper()

    def test_twenty_threads_changing_one_paper_lose_no_update(self, papers: PaperStore) -> None:
        put(papers, a_paper())

        def add_one(_: int) -> int:
            changed = papers.change(PaperId("p1"), lambda paper: paper and replace(paper, attempts=paper.attempts + 1))
            return changed.attempts if changed else -1

        with ThreadPoolExecutor(20) as pool:
            seen = sorted(pool.map(add_one, range(20)))

        assert seen == list(range(1, 21))
        assert papers.get(PaperId("p1")) == a_paper(attempts=20)

    def test_of_twenty_threads_announcing_the_same_paper_one_creates_it(self, papers: PaperStore) -> None:
        def announce(n: int) -> int | None:
            stored = papers.change(PaperId("p1"), lambda paper: paper or a_paper(epoch=n))
            return stored.epoch if stored else None

        with ThreadPoolExecutor(20) as pool:
            winners = set(pool.map(announce, range(20)))

        assert len(winners) == 1

    def test_a_list_has_the_owners_papers_newest_first(self, papers: PaperStore) -> None:
        for paper_id, age_s in (("old", 30), ("new", 10), ("mid", 20)):
            put(papers, a_paper(paper_id, age_s=age_s))
        put(papers, a_paper("theirs", owner=BOB))
        put(papers, a_paper("leaving", deleting=True))

        page = papers.list(ADA, limit=10)

        assert [paper.id for paper in page.papers] == ["new", "mid", "old"]
        assert page.next_cursor is None

    def test_pages_of_a_list_join_without_gaps_or_doubles(self, papers: PaperStore) -> None:
        for n in range(7):  # n // 3: some announced in the same microsecond
            put(papers, a_paper(f"p{n}", age_s=n // 3))
        whole = [paper.id for paper in papers.list(ADA, limit=100).papers]

        found: list[str] = []
        cursor: str | None = None
        for _ in range(4):
            page = papers.list(ADA, limit=2, cursor=cursor)
            found += [paper.id for paper in page.papers]
            cursor = page.next_cursor

        assert found == whole == ["p2", "p1", "p0", "p5", "p4", "p3", "p6"]
        assert cursor is None

    def test_a_page_that_ends_with_the_last_paper_is_the_last_page(self, papers: PaperStore) -> None:
        put(papers, a_paper("p1"))
        put(papers, a_paper("p2"))

        assert papers.list(ADA, limit=2).next_cursor is None

    def test_a_cursor_outlives_the_paper_that_it_points_at(self, papers: PaperStore) -> None:
        for n in range(3):
            put(papers, a_paper(f"p{n}", age_s=n))
        cursor = papers.list(ADA, limit=2).next_cursor
        papers.change(PaperId("p1"), lambda _: None)

        assert [paper.id for paper in papers.list(ADA, limit=2, cursor=cursor).papers] == ["p2"]

    @pytest.mark.parametrize(
        "cursor", ["", "nonsense", "p1", "bm90OmE", "é", "[]", "x" * 5_000, "OTk5OTk5OTk5OTk5OTk5OTk5OTk6cDE"]
    )
    def test_a_cursor_of_someone_elses_making_is_an_invalid_request(self, papers: PaperStore, cursor: str) -> None:
        with pytest.raises(InvalidRequestError):
            papers.list(ADA, limit=2, cursor=cursor)

    def test_papers_that_owe_an_event_or_a_deletion_are_found_oldest_first(self, papers: PaperStore) -> None:
        event = PaperEvent(type="paper.extracted", paper_id=PaperId("owes"), owner=ADA, generation=1, occurred_at=NOW)
        put(papers, a_paper("quiet", age_s=90))
        put(papers, a_paper("leaving", owner=BOB, age_s=10, deleting=True))
        put(papers, a_paper("owes", age_s=20, outbox=(event,)))

        assert [paper.id for paper in papers.unfinished(limit=10)] == ["owes", "leaving"]
        assert [paper.id for paper in papers.unfinished(limit=1)] == ["owes"]

    def test_papers_of_everybody_from_before_a_time_are_found_oldest_first(self, papers: PaperStore) -> None:
        put(papers, a_paper("young", age_s=10))
        put(papers, a_paper("old", age_s=30))
        put(papers, a_paper("oldest", owner=BOB, age_s=40))
        put(papers, a_paper("leaving", age_s=50, deleting=True))
        time = NOW - timedelta(seconds=10)

        assert [paper.id for paper in papers.made_before(time, limit=5)] == ["oldest", "old"]
        assert [paper.id for paper in papers.made_before(time, limit=1)] == ["oldest"]

    def test_a_paper_whose_outbox_was_cleared_owes_nothing(self, papers: PaperStore) -> None:
        event = PaperEvent(type="paper.extracted", paper_id=PaperId("p1"), owner=ADA, generation=1, occurred_at=NOW)
        put(papers, a_paper(outbox=(event,)))

        put(papers, a_paper())

        assert list(papers.unfinished(limit=10)) == []

    @pytest.mark.parametrize("hidden", [True, False])
    def test_a_paper_that_is_being_merged_comes_back_with_the_plan_and_owes_it(
        self, papers: PaperStore, hidden: bool
    ) -> None:
        plan = Merging(
            into=PaperId("p2"), at=NOW, fields=("year", "doi"), remove=hidden, request_id="r", request_digest="d"
        )
        done = Merged(paper_id=PaperId("p3"), at=NOW, request_id="r")
        put(papers, a_paper(merging=plan, deleting=hidden, merged=(done,)))

        found = papers.get(PaperId("p1"))

        assert found is not None
        assert (found.merging, found.merged) == (plan, (done,))
        assert [paper.id for paper in papers.unfinished(limit=10)] == ["p1"]
        assert [paper.id for paper in papers.list(ADA, limit=10).papers] == ([] if hidden else ["p1"])
        put(papers, a_paper())
        assert list(papers.unfinished(limit=10)) == []

    def test_the_sizes_of_an_owners_files_are_summed_but_for_those_being_deleted(self, papers: PaperStore) -> None:
        for paper in (
            a_paper("p1", size_bytes=100),
            a_paper("p2", size_bytes=20),
            a_paper("p3"),
            a_paper("p4", size_bytes=3_000, deleting=True),
            a_paper("p5", owner=BOB, size_bytes=50_000),
        ):
            put(papers, paper)

        assert papers.stored_bytes(ADA) == 120
        assert papers.stored_bytes(OwnerId("nobody")) == 0

    def test_papers_are_counted_for_their_owner_alone(self, papers: PaperStore) -> None:
        for paper in (a_paper("p1"), a_paper("p2", status="record"), a_paper("p3", owner=BOB)):
            put(papers, paper)

        assert (papers.count(ADA), papers.count(BOB), papers.count(OwnerId("nobody"))) == (2, 1, 0)

    def test_an_owners_papers_are_at_work_while_their_leases_run(self, papers: PaperStore) -> None:
        def claimed(seconds: float) -> Claim:
            return Claim(epoch=1, generation=1, lease_expires_at=NOW + timedelta(seconds=seconds))

        for paper in (
            a_paper("p1", claim=claimed(60)),
            a_paper("p2", claim=claimed(0.5)),
            a_paper("p3", claim=claimed(-1)),
            a_paper("p4", status="extracting"),
            a_paper("p5", owner=BOB, claim=claimed(60)),
        ):
            put(papers, paper)

        assert papers.at_work(ADA, NOW) == 2
        assert papers.at_work(OwnerId("nobody"), NOW) == 0
