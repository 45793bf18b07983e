"""What every ReviewStore, StepPublisher and LibraryCatalog promises."""

from __future__ import annotations

import random
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from contract.conftest import Stand
from contract.making import ADA, BOB, ENGINE, NOW, a_paper, a_review
from msgspec.structs import replace

from scholarai.bootstrap import Backend
from scholarai.domain.errors import ClaimLostError, InvalidRequestError
from scholarai.domain.ids import PaperId, ReviewId
from scholarai.domain.notices import WorkNotice
from scholarai.domain.paper import Failure, Metadata
from scholarai.domain.review import (
    Edit,
    Estimate,
    Filters,
    Notice,
    Review,
    ReviewRequest,
    Spent,
    StepClaim,
    StepMessage,
    StepRecord,
    Unjudged,
)
from scholarai.domain.table_spec import AskedColumn, TableSpec
from scholarai.ports.reviews import Judged, LibraryCatalog, Output, ReviewStore

V1 = ReviewId("v1")
ORDER = StepMessage(review_id=V1, n=2, step="decompose")


@pytest.fixture
def reviews(backend: Backend) -> ReviewStore:
    return backend.reviews


@pytest.fixture
def catalog(backend: Backend) -> LibraryCatalog:
    return backend.catalog


def full_review() -> Review:
    request = ReviewRequest(
        question="What is known about α?",
        paper_ids=(PaperId("p1"), PaperId("p2")),
        filters=Filters(year_from=2000, venues=("A", "B"), text="t"),
        budget_usd=0.5,
        discover=True,
        fetch=3,
    )
    step = StepRecord(
        name="quotes-1", state="done", started_at=NOW, ended_at=NOW, counts={"quotes": 3}, spent=Spent(calls=2)
    )
    return a_review(
        request=request,
        steps=(step, StepRecord(name="plan")),
        n=2,
        step="decompose",
        epoch=1_795_000_000_000_000,
        claim=StepClaim(epoch=3, lease_expires_at=NOW),
        spent=Spent(calls=2, input_tokens=10, output_tokens=5, cost_usd=0.001),
        estimate=Estimate(calls=3, seconds=1.5),
        outbox=(ORDER,),
        failure=Failure(code="c", message="m", action="a", retryable=True),
        notices=(Notice(code="papers_gone", detail="d", count=2),),
        title="T",
        model="m",
        version=1,
        edit=Edit(action="rewrite", section_id="s1", instruction="shorter"),
    )


def store(reviews: ReviewStore, review: Review, *outputs: Output) -> None:
    reviews.change(review.id, lambda _: review, outputs)


class TestReviewStore:
    def test_a_review_comes_back_as_it_was_stored(self, reviews: ReviewStore) -> None:
        store(reviews, full_review())

        assert reviews.get(V1) == full_review()

    def test_a_table_comes_back_with_its_columns_and_cells(self, reviews: ReviewStore) -> None:
        columns = (
            AskedColumn(id="c1", name="Größe", question="How large?", kind="number"),
            AskedColumn(id="c2", name="Double", kind="computed", expression="2 * c1"),
        )
        table = replace(full_review(), table=TableSpec(paper_ids=(PaperId("p1"),), columns=columns, made=3))

        store(reviews, table, Output(name="cells-1", json='{"rows":[]}'))

        assert reviews.get(V1) == table
        assert reviews.read_outputs(V1, ["cells-1"]) == {"cells-1": '{"rows":[]}'}

    def test_a_review_outlives_the_process(self, reviews: ReviewStore, reopened: Backend) -> None:
        store(reviews, full_review(), Output(name="plan", json="{}"))

        assert reopened.reviews.get(V1) == full_review()
        assert reopened.reviews.read_outputs(V1, ["plan"]) == {"plan": "{}"}

    @pytest.mark.parametrize("review_id", ["unknown", "", "a/b", "..", "__x__", "\ud800", "x" * 2_000])
    def test_any_text_may_be_asked_for(self, reviews: ReviewStore, review_id: str) -> None:
        unknown = ReviewId(review_id)

        assert reviews.get(unknown) is None
        assert reviews.read_outputs(unknown, ["plan"]) == {}
        assert reviews.change(unknown, lambda found: found) is None
        reviews.clear(unknown)

    def test_outputs_are_stored_with_the_change_or_not_at_all(self, reviews: ReviewStore) -> None:
        def refuse(_: Review | None) -> Review:
            raise ClaimLostError("claim_lost", "no longer ours")

        store(reviews, a_review())

        with pytest.raises(ClaimLostError):
            reviews.change(V1, refuse, [Output(name="plan", json="{}")])

        assert reviews.read_outputs(V1, ["plan"]) == {}

    def test_an_output_of_the_same_name_is_replaced(self, reviews: ReviewStore) -> None:
        store(reviews, a_review(), Output(name="plan", json='{"a":1}'), Output(name="other", json="[]"))
        store(reviews, a_review(), Output(name="plan", json='{"a":"ü"}'))

        assert reviews.read_outputs(V1, ["plan", "other", "third"]) == {"plan": '{"a":"ü"}', "other": "[]"}

    def test_an_output_may_be_larger_than_a_document(self, reviews: ReviewStore) -> None:
        chance = random.Random(7)
        text = '"' + "".join(chance.choices("abcdefghijklmnopqrstuvwxyz0123456789", k=1_800_000)) + '"'
        store(reviews, a_review(), Output(name="retrieve", json=text))

        assert reviews.read_outputs(V1, ["retrieve"])["retrieve"] == text

    def test_changes_of_many_writers_all_count(self, reviews: ReviewStore) -> None:
        store(reviews, a_review())

        def work(number: int) -> None:
            reviews.change(
                V1, lambda found: found and replace(found, n=found.n + 1), [Output(name=f"call-{number}", json="1")]
            )

        with ThreadPoolExecutor(8) as pool:
            list(pool.map(work, range(8)))

        found = reviews.get(V1)
        assert found is not None
        assert found.n == 9
        assert len(reviews.read_outputs(V1, [f"call-{n}" for n in range(8)])) == 8

    def test_a_removed_review_and_its_cleared_outputs_are_gone(self, reviews: ReviewStore) -> None:
        store(reviews, a_review(), *[Output(name=f"call-{n}", json="1") for n in range(5)])

        reviews.clear(V1)
        reviews.clear(V1)
        reviews.change(V1, lambda _: None)

        assert reviews.get(V1) is None
        assert reviews.read_outputs(V1, ["call-0", "call-4"]) == {}

    def test_a_list_has_the_owners_reviews_newest_first(self, reviews: ReviewStore) -> None:
        for name, age in (("a", 3), ("b", 1), ("c", 1), ("d", 2)):
            store(reviews, a_review(name, age_s=age))
        store(reviews, a_review("gone", deleting=True))
        store(reviews, a_review("theirs", owner=BOB))

        first = reviews.list(ADA, limit=3)
        second = reviews.list(ADA, limit=3, cursor=first.next_cursor)

        assert [review.id for review in (*first.reviews, *second.reviews)] == ["c", "b", "d", "a"]
        assert second.next_cursor is None

    def test_a_strange_cursor_is_refused(self, reviews: ReviewStore) -> None:
        with pytest.raises(InvalidRequestError, match="bad_cursor"):
            reviews.list(ADA, limit=3, cursor="no cursor")

    def test_all_outputs_come_back_whole(self, reviews: ReviewStore) -> None:
        long = '"' + "".join(random.Random(7).choices("abcdefghijklmnopqrstuvwxyz0123456789", k=1_800_000)) + '"'
        store(reviews, a_review(), Output(name="retrieve", json=long), Output(name="call-0-a", json="{}"))
        store(reviews, a_review("v2"), Output(name="plan", json="{}"))

        assert reviews.read_all_outputs(V1) == {"retrieve": long, "call-0-a": "{}"}
        assert reviews.read_all_outputs(ReviewId("a/b")) == {}

    def test_a_paper_touches_reviews_that_name_it_and_those_that_run(self, reviews: ReviewStore) -> None:
        paper = PaperId("p1")
        for name, about in (
            ("done", {"state": "completed", "papers": (PaperId("p0"), paper)}),
            ("other", {"state": "completed", "papers": (PaperId("p2"),)}),
            ("running", {}),
            ("both", {"papers": (paper,)}),
            ("theirs", {"owner": BOB, "papers": (paper,)}),
            ("going", {"deleting": True, "papers": (paper,)}),
        ):
            store(reviews, a_review(name, **about))

        assert [review.id for review in reviews.touching(ADA, paper)] == ["both", "done", "running"]

    def test_those_that_owe_come_oldest_first(self, reviews: ReviewStore) -> None:
        store(reviews, a_review("paid"))
        store(reviews, a_review("young", outbox=(ORDER,), age_s=1))
        store(reviews, a_review("old", deleting=True, age_s=5))

        assert [review.id for review in reviews.unfinished(limit=5)] == ["old", "young"]
        assert [review.id for review in reviews.unfinished(limit=1)] == ["old"]

    def test_those_of_everybody_from_before_a_time_come_oldest_first(self, reviews: ReviewStore) -> None:
        store(reviews, a_review("young", age_s=10))
        store(reviews, a_review("old", age_s=30))
        store(reviews, a_review("oldest", owner=BOB, age_s=40))
        store(reviews, a_review("leaving", age_s=50, deleting=True))
        time = a_review(age_s=10).created_at

        assert [review.id for review in reviews.made_before(time, limit=5)] == ["oldest", "old"]
        assert [review.id for review in reviews.made_before(time, limit=1)] == ["oldest"]


class TestStepPublisher:
    def test_an_order_is_heard_as_it_was_sent(self, stand: Stand) -> None:
        backend = stand.open()

        backend.review_steps.publish(ORDER)
        backend.review_steps.publish(ORDER)

        assert set(stand.ordered()) == {ORDER}


ABOUT: Mapping[str, dict[str, Any]] = {
    "bees": {"title": "How Bees Choose", "authors": ("Ada Müller", "Ben Li"), "year": 2019, "venue": "Ethology",
             "keywords": ("biology", "swarms"), "abstract": "Scouts dance."},
    "birds": {"title": "Why Birds Sing", "authors": ("Cleo Park",), "year": 2021, "venue": "Journal of Birds"},
    "bare": {},
}  # fmt: skip


@pytest.fixture
def library(backend: Backend) -> Backend:
    """Three readable papers of Ada's, and three that are none."""
    for name, about in ABOUT.items():
        add(backend, name, metadata=Metadata(**about))
    add(backend, "unread", visible_generation=None)
    add(backend, "going", deleting=True)
    add(backend, "theirs", owner=BOB)
    return backend


def add(backend: Backend, name: str, **changes: Any) -> None:
    values: dict[str, Any] = {
        "status": "completed",
        "generation": 3,
        "visible_generation": 3,
        "engine": ENGINE,
    } | changes
    backend.papers.change(PaperId(name), lambda _: a_paper(name, **values))


class TestLibraryCatalog:
    @pytest.mark.parametrize(
        ("filters", "expected"),
        [
            (Filters(), ["bare", "bees", "birds"]),
            (Filters(year_from=2020), ["birds"]),
            (Filters(year_to=2020), ["bees"]),
            (Filters(year_from=2019, year_to=2021), ["bees", "birds"]),
            (Filters(venues=("ethology", "nothing")), ["bees"]),
            (Filters(venues=("birds",)), ["birds"]),
            (Filters(authors=("MULLER",)), ["bees"]),
            (Filters(authors=("park", "li")), ["bees", "birds"]),
            (Filters(fields=("Biology",)), ["bees"]),
            (Filters(text="scouts dance")  , ["bees"]),
            (Filters(text="BIRDS"), ["birds"]),
            (Filters(year_from=2019, authors=("park",), text="sing"), ["birds"]),
            (Filters(year_from=2022), []),
        ],
        ids=str,
    )  # fmt: skip
    def test_a_filter_passes_only_matching_papers(
        self, library: Backend, filters: Filters, expected: list[str]
    ) -> None:
        assert library.catalog.select(ADA, filters) == expected

    @pytest.mark.parametrize(
        ("filters", "unjudged"),
        [
            (Filters(), Unjudged()),
            (Filters(text="nothing of this"), Unjudged()),
            (Filters(year_from=2022), Unjudged(papers=1, year=1)),
            (Filters(year_to=2022, venues=("ethology",)), Unjudged(papers=1, year=1, venue=1)),
            (Filters(authors=("nobody",), fields=("nothing",)), Unjudged(papers=1, authors=1, keywords=1)),
            (Filters(year_from=2020, text="sing"), Unjudged()),
        ],
    )
    def test_papers_of_which_too_little_is_known_are_counted(
        self, library: Backend, filters: Filters, unjudged: Unjudged
    ) -> None:
        assert library.catalog.judged(ADA, filters) == Judged(
            ids=tuple(library.catalog.select(ADA, filters)), unjudged=unjudged
        )

    def test_papers_are_described_as_readers_find_them(self, library: Backend) -> None:
        found = library.catalog.describe(
            ADA, [PaperId(name) for name in ("bees", "unread", "going", "theirs", "a/b", "x")]
        )

        assert list(found) == ["bees"]
        assert found[PaperId("bees")].generation == 3
        assert found[PaperId("bees")].metadata == Metadata(**ABOUT["bees"])
        assert found[PaperId("bees")].notices == ()

    def test_a_description_tells_what_was_published_about_a_paper(self, library: Backend) -> None:
        notice = WorkNotice(kind="retraction", source="crossref", at=NOW, on="2015-05-04")
        library.papers.change(PaperId("bees"), lambda paper: paper and replace(paper, notices=(notice,)))

        assert library.catalog.describe(ADA, [PaperId("bees")])[PaperId("bees")].notices == (notice,)

    def test_a_paper_is_found_by_its_title(self, library: Backend) -> None:
        found = library.catalog.titled(ADA, ["how bees CHOOSE", "Why Birds", ""])

        assert found == {"how bees CHOOSE": "bees"}

    def test_a_paper_that_goes_is_found_no_more(self, library: Backend) -> None:
        library.papers.change(PaperId("bees"), lambda found: found and replace(found, deleting=True))
        library.papers.change(PaperId("birds"), lambda _: None)

        assert library.catalog.select(ADA, Filters()) == ["bare"]
        assert library.catalog.titled(ADA, ["How Bees Choose"]) == {}
