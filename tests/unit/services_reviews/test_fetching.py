"""A review that adds works from beyond the library waits until they are read, for a limited time, and adds none twice."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path

import pytest
from doubles.literature import crossref_work, listed
from msgspec.structs import replace
from unit.literature.world import ADA, OPEN, Files, World
from unit.services_reviews.system import Orders

from scholarai.domain.errors import InvalidRequestError, TransientError
from scholarai.domain.ids import PaperId
from scholarai.domain.paper import Paper, PaperStatus
from scholarai.domain.review import Review, ReviewRequest
from scholarai.services.reviews.job import Fetching
from scholarai.services.reviews.run import RunStep
from scholarai.testing import ManualClock

QUESTION = "How many people make a shared birthday likely?"
WORKS = [crossref_work(f"10.1000/{n}", f"Shared birthdays of people, part {n}", **OPEN) for n in range(4)]


class Fetches:
    """A library on which one review runs, step by step; nobody reads its papers unless `read` is called."""

    def __init__(self, folder: Path, *, fetch: int = 2) -> None:
        self.files = Files(here_example=b"%PDF-1.4")
        self.world = World(folder, self.files, SCHOLARAI_LITERATURE="crossref")
        self.world.internet.put("api.crossref.org", "/works", listed(*WORKS))
        for work in WORKS:
            self.world.internet.put("api.crossref.org", f"/works/{work['message']['DOI']}", work)
        self.clock = ManualClock()
        self.slept: list[float] = []
        self.orders = Orders()
        app = self.world.app
        request = ReviewRequest(question=QUESTION, fetch=fetch)
        self.review_id = replace(app.reviews.start_review(self.orders), clock=self.clock).start(ADA, request).id
        run = app.reviews.run_review_step(self.orders)
        tools = replace(
            run.tools,
            clock=self.clock,
            fetching=lambda: Fetching(
                discover=app.literature.discover(), add=app.literature.add_work(), sleep=self._sleep
            ),
        )
        self.run = RunStep(tools=tools, settle=run.settle)

    def _sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.clock.advance(seconds)

    @property
    def review(self) -> Review:
        found = self.run.tools.reviews.get(self.review_id)
        assert found is not None
        return found

    def steps(self, *, until: Callable[[str], bool]) -> list[str]:
        """Do steps before the first of those, and return their names."""
        done = []
        while self.review.step is not None and not until(self.review.step):
            message = self.orders.take()
            assert message is not None
            done.append(message.step)
            self.run.run(message)
        return done

    def papers(self) -> list[Paper]:
        return list(self.world.papers.list(ADA, limit=100).papers)

    def settle(self, paper_id: PaperId, status: PaperStatus) -> None:
        self.world.papers.change(paper_id, lambda found: replace(found, status=status) if found else None)


@pytest.fixture
def fetches(tmp_path: Path) -> Fetches:
    return Fetches(tmp_path)


def is_kind(*kinds: str) -> Callable[[str], bool]:
    return lambda step: step.partition("-")[0] in kinds


def test_it_waits_until_the_fetched_papers_are_read(fetches: Fetches) -> None:
    fetches.steps(until=is_kind("arrive"))
    waited = fetches.steps(until=lambda step: step == "arrive-3")
    for paper, status in zip(fetches.papers(), ("completed", "failed"), strict=True):
        fetches.settle(paper.id, status)  # type: ignore[arg-type]

    last = fetches.steps(until=is_kind("retrieve"))

    assert waited == ["arrive", "arrive-2"]
    assert last == ["arrive-3"]
    assert fetches.review.step == "retrieve"


def test_it_stops_waiting_after_a_time(fetches: Fetches) -> None:
    fetches.steps(until=is_kind("retrieve"))

    assert 290 < sum(fetches.slept) < 310
    assert {paper.status for paper in fetches.papers()} == {"uploaded"}


def test_a_paper_that_is_deleted_meanwhile_is_not_waited_for(fetches: Fetches) -> None:
    fetches.steps(until=is_kind("arrive"))
    for paper in fetches.papers():
        fetches.world.papers.change(paper.id, lambda found: replace(found, deleting=True) if found else None)

    fetches.steps(until=is_kind("retrieve"))

    assert fetches.slept == []


def test_a_step_that_is_done_again_adds_no_further_works(fetches: Fetches) -> None:
    fetches.steps(until=is_kind("fetch"))
    message = fetches.orders.take()
    assert message is not None
    lost = dataclasses.replace(
        fetches.run, tools=replace(fetches.run.tools, reviews=LosingWrites(fetches.run.tools.reviews))
    )
    with pytest.raises(TransientError):
        lost.run(message)
    fetches.clock.advance(120)

    fetches.run.run(message)

    assert len(fetches.papers()) == 2
    assert len(fetches.files.fetched) == 2


def test_the_papers_that_a_deleted_paper_s_reviews_are_found_by_have_the_fetched_ones(fetches: Fetches) -> None:
    fetches.steps(until=is_kind("arrive"))

    assert set(fetches.review.papers) == {paper.id for paper in fetches.papers()}


def test_no_work_is_begun_when_the_time_is_over(tmp_path: Path) -> None:
    fetches = Fetches(tmp_path, fetch=4)
    fetches.steps(until=is_kind("fetch"))
    fetch = fetches.files.fetch

    def slow(address: str, target: Path, *, max_bytes: int) -> int:
        fetches.clock.advance(60)
        return fetch(address, target, max_bytes=max_bytes)

    fetches.files.fetch = slow  # type: ignore[method-assign]
    fetches.steps(until=is_kind("arrive"))

    (notice,) = (one for one in fetches.review.notices if one.code == "works_not_fetched")
    assert len(fetches.papers()) == 2
    assert (notice.count, "There was no time left. (2)" in notice.detail) == (2, True)


@pytest.mark.parametrize("fetch", [-1, 11])
def test_more_works_than_one_call_may_add_are_refused(tmp_path: Path, fetch: int) -> None:
    with pytest.raises(InvalidRequestError, match="0 to 10 works"):
        Fetches(tmp_path, fetch=fetch)


class LosingWrites:
    """Implements `ports.reviews.ReviewStore`: what a step found is lost on its way there."""

    def __init__(self, store: object) -> None:
        self._store = store

    def change(self, review_id: object, rule: object, outputs: object = ()) -> object:
        if outputs:
            raise TransientError("unavailable", "the store is away")
        return self._store.change(review_id, rule)  # type: ignore[attr-defined]

    def __getattr__(self, name: str) -> object:
        return getattr(self._store, name)
