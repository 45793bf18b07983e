"""The extract flow among others of its kind: duplicates, other generations, lost claims, deletion."""

from __future__ import annotations

import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path

import pytest
from unit.services_papers.world import ADA, LEASE_S, RANGES, World, paper_id_of

from scholarai.adapters.system import SystemClock
from scholarai.domain.errors import ClaimLostError, TransientError

_WAIT_S = 10.0


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path)


def test_the_same_event_twenty_times_at_once_is_worked_on_once(world: World) -> None:
    event = world.upload()
    extraction = world.extraction

    def deliver(_: int) -> str:
        try:
            return extraction.run(event)
        except TransientError as error:
            return error.code

    with ThreadPoolExecutor(20) as pool:
        ends = Counter(pool.map(deliver, range(20)))

    assert ends["completed"] == 1
    assert set(ends) <= {"completed", "busy", "finished"}
    assert world.calls.count("reader.read") == 1
    assert world.calls.count("contents.write") == RANGES
    assert [sent.type for sent in world.published.events] == ["paper.extracted"]
    assert world.extract(event) == "finished"


def test_while_another_worker_is_at_it_the_event_is_asked_for_again(world: World) -> None:
    event = world.upload()
    inner: list[str] = []

    def deliver_again(page: int) -> None:
        if page == 3:
            with pytest.raises(TransientError) as caught:
                world.extract(event)
            inner.append(caught.value.code)

    world.reader.during = deliver_again

    assert world.extract(event) == "completed"
    assert inner == ["busy"]


def test_two_generations_in_the_wrong_order_leave_the_newer_one(world: World) -> None:
    first = world.upload()
    second = world.put(first.name)

    assert world.extract(second) == "completed"
    assert world.extract(first) == "superseded"
    assert world.paper(first).visible_generation == second.generation
    assert world.calls.count("reader.read") == 1


def test_a_newer_generation_stops_the_worker_of_the_older_one(world: World) -> None:
    first = world.upload()
    ends: list[str] = []

    def overtake(page: int) -> None:
        if page == 3 and not ends:
            ends.append("claimed")
            ends.append(world.extract(world.put(first.name)))

    world.clock.tick_s = 1
    world.reader.during = overtake
    ends.append(world.extract(first))

    assert ends == ["claimed", "completed", "lost"]
    paper = world.paper(first)
    assert paper.visible_generation == paper.generation > first.generation
    assert world.chunks(first).chunks == ()
    assert len(world.published.events) == 1


def test_a_worker_whose_claim_was_taken_stores_nothing_more(world: World) -> None:
    event = world.upload()
    assert world.embedder is not None
    embedder = world.embedder
    embed = embedder.embed_texts
    ends: list[str] = []

    def fall_asleep(texts: list[str]) -> object:
        if len(embedder.asked) == 40 and not ends:
            ends.append("asleep")
            world.clock.advance(LEASE_S)
            ends.append(world.extract(event))
        return embed(texts)

    embedder.embed_texts = fall_asleep  # type: ignore[assignment,method-assign]  # the test steps in here
    ends.append(world.extract(event))

    assert ends == ["asleep", "completed", "lost"]
    assert len(world.texts(event)) == 100
    assert len(world.published.events) == 1


def test_a_late_clean_up_of_an_older_generation_spares_the_ranges_of_a_newer_one(world: World) -> None:
    first = world.upload()
    with world.failing("contents.drop", TransientError("store_down", "down")), pytest.raises(TransientError):
        world.extract(first)
    second = world.put(first.name)
    ends: list[str] = []

    def clean_up_late(call: str, when: str) -> None:
        if (call, when) == ("contents.write", "after") and not ends:
            ends.append("sweeping")
            ends.append(str(world.sweep_outbox()))

    world.contents._watch = clean_up_late  # type: ignore[attr-defined]  # the test steps in here

    assert world.extract(second) == "completed"
    assert ends == ["sweeping", "1"]
    assert len(world.texts(second)) == 100
    assert [sent.generation for sent in world.published.events] == [first.generation, second.generation]


def test_a_clean_start_by_a_worker_that_lost_its_claim_removes_nothing(world: World) -> None:
    event = world.upload()
    with world.failing("contents.write", TransientError("store_down", "down"), "after"), pytest.raises(TransientError):
        world.extract(event)
    world.reader.version = "scripted-2"
    slept: list[str] = []

    def fall_asleep(call: str, when: str) -> None:
        if (call, when) == ("contents.drop", "before") and not slept:
            slept.append("asleep")
            world.clock.advance(LEASE_S)
            slept.append(world.extract(event))

    world.contents._watch = fall_asleep  # type: ignore[attr-defined]  # the test steps in here

    assert world.extract(event) == "lost"
    assert slept == ["asleep", "completed"]
    assert len(world.texts(event)) == 100


class TestLease:
    def test_it_is_renewed_with_the_pages_read(self, world: World) -> None:
        event = world.upload()
        world.reader.during = lambda page: world.clock.advance(LEASE_S - 1)
        world.with_rules(budget=timedelta(hours=1))

        def is_busy(page: int) -> None:
            world.clock.advance(LEASE_S - 1)
            with pytest.raises(TransientError, match="busy"):
                world.extract(event)

        world.reader.during = is_busy

        assert world.extract(event) == "completed"

    def test_it_is_renewed_in_silence_too(self, world: World) -> None:
        renewed = threading.Event()
        event = world.upload()
        seen: list[object] = []

        def silent(page: int) -> None:
            if page == 1:
                seen.append(world.paper(event).claim)
                assert renewed.wait(_WAIT_S)
                seen.append(world.paper(event).claim)

        def look(call: str, when: str) -> None:
            if (call, when) == ("papers.change", "after") and threading.current_thread().name == "lease":
                renewed.set()

        world.papers._watch = look  # type: ignore[attr-defined]  # the test steps in here
        world.reader.during = silent
        world.clock = SystemClock()  # type: ignore[assignment]  # the test steps in here
        world.with_rules(lease=timedelta(seconds=1))

        assert world.extract(event) == "completed"
        first, second = seen
        assert first != second

    def test_nobody_renews_it_after_the_end(self, world: World) -> None:
        world.extract(world.upload())

        assert [thread.name for thread in threading.enumerate() if thread.name == "lease"] == []


class TestDeletionMeanwhile:
    @pytest.mark.parametrize("call", ["objects.download", "reader.read", "embedder.embed_texts", "contents.write"])
    def test_nothing_is_left_behind(self, world: World, call: str) -> None:
        event = world.upload()
        deleted: list[str] = []

        def delete(name: str, when: str) -> None:
            if (name, when) == (call, "before") and not deleted:
                deleted.append(call)
                world.delete(ADA, paper_id_of(event))

        world.watch = delete  # type: ignore[assignment,method-assign]  # the test steps in here
        world.contents._watch = delete  # type: ignore[attr-defined]  # the test steps in here

        assert world.extract(event) in {"lost", "superseded"}
        assert deleted
        assert world.find(event) is None
        assert world.chunks(event).chunks == ()
        assert world.content(event) is None
        assert world.published.events == []

    def test_a_late_event_of_a_deleted_paper_leaves_nothing(self, world: World) -> None:
        event = world.upload()
        world.extract(event)
        world.delete(ADA, paper_id_of(event))

        assert world.extract(event) == "superseded"
        assert world.find(event) is None

    def test_a_worker_from_before_the_deletion_cannot_write_into_a_second_life(self, world: World) -> None:
        event = world.upload()
        ends: list[str] = []

        def start_over(page: int) -> None:
            if page == 1 and not ends:
                ends.append("deleted")
                world.delete(ADA, paper_id_of(event))
                second = world.put(event.name)
                with world.failing("reader.read", MemoryError()), pytest.raises(MemoryError):
                    world.extract(second)
                ends.append(world.paper(second).status)

        world.reader.during = start_over
        ends.append(world.extract(event))

        assert ends == ["deleted", "extracting", "lost"]
        assert world.texts(event) == []

    def test_a_fence_that_fails_is_a_lost_claim_and_nothing_else(self, world: World) -> None:
        event = world.upload()
        with world.failing("contents.write", ClaimLostError("claim_lost", "lost")):
            assert world.extract(event) == "lost"
