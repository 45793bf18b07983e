"""The extract flow among others of its kind: duplicates, other generations, lost claims, deletion."""

from __future__ import annotations

import threading
from datetime import timedelta

import pytest
from unit.services_papers.system import ADA, LEASE_S, RANGES, System, paper_id_of

from scholarai.adapters.system import SystemClock
from scholarai.domain.errors import ClaimLostError, TransientError

_WAIT_S = 60.0


def test_the_same_event_twenty_times_at_once_is_worked_on_once(system: System) -> None:
    event = system.upload()

    ends = system.deliver_at_once(event, 20)

    assert ends["completed"] == 1
    assert set(ends) <= {"completed", "busy", "finished"}
    assert system.calls.count("reader.read") == 1
    assert system.calls.count("contents.write") == RANGES
    # A delivery that finds it finished pays the outbox, too, if it comes before the worker has: the same words twice.
    assert [sent.type for sent in set(system.published.events)] == ["paper.extracted"]
    assert system.extract(event) == "finished"


def test_while_another_worker_is_at_it_the_event_is_asked_for_again(system: System) -> None:
    event = system.upload()
    inner: list[str] = []

    def deliver_again(page: int) -> None:
        if page == 3:
            with pytest.raises(TransientError) as caught:
                system.extract(event)
            inner.append(caught.value.code)

    system.reader.during = deliver_again

    assert system.extract(event) == "completed"
    assert inner == ["busy"]


def test_two_generations_in_the_wrong_order_leave_the_newer_one(system: System) -> None:
    first = system.upload()
    second = system.put(first.name)

    assert system.extract(second) == "completed"
    assert system.extract(first) == "superseded"
    assert system.paper(first).visible_generation == second.generation
    assert system.calls.count("reader.read") == 1


def test_a_newer_generation_stops_the_worker_of_the_older_one(system: System) -> None:
    first = system.upload()
    ends: list[str] = []

    def overtake(page: int) -> None:
        if page == 3 and not ends:
            ends.append("claimed")
            ends.append(system.extract(system.put(first.name)))

    system.clock.tick_s = 1
    system.reader.during = overtake
    ends.append(system.extract(first))

    assert ends == ["claimed", "completed", "lost"]
    paper = system.paper(first)
    assert paper.visible_generation == paper.generation > first.generation
    assert system.chunks(first).chunks == ()
    assert len(system.published.events) == 1


def test_a_worker_whose_claim_was_taken_stores_nothing_more(system: System) -> None:
    event = system.upload()
    assert system.embedder is not None
    embedder = system.embedder
    embed = embedder.embed_texts
    ends: list[str] = []

    def fall_asleep(texts: list[str]) -> object:
        if len(embedder.asked) == 40 and not ends:
            ends.append("asleep")
            system.clock.advance(LEASE_S)
            ends.append(system.extract(event))
        return embed(texts)

    embedder.embed_texts = fall_asleep  # type: ignore[assignment,method-assign]  # the test steps in here
    ends.append(system.extract(event))

    assert ends == ["asleep", "completed", "lost"]
    assert len(system.texts(event)) == 100
    assert len(system.published.events) == 1


def test_a_late_clean_up_of_an_older_generation_spares_the_ranges_of_a_newer_one(system: System) -> None:
    first = system.upload()
    with system.failing("contents.drop", TransientError("store_down", "down")), pytest.raises(TransientError):
        system.extract(first)
    second = system.put(first.name)
    ends: list[str] = []

    def clean_up_late(call: str, when: str) -> None:
        if (call, when) == ("contents.write", "after") and not ends:
            ends.append("sweeping")
            ends.append(str(system.sweep_outbox()))

    system.contents._watch = clean_up_late  # type: ignore[attr-defined]  # the test steps in here

    assert system.extract(second) == "completed"
    assert ends == ["sweeping", "1"]
    assert len(system.texts(second)) == 100
    assert [sent.generation for sent in system.published.events] == [first.generation, second.generation]


def test_a_clean_start_by_a_worker_that_lost_its_claim_removes_nothing(system: System) -> None:
    event = system.upload()
    with system.failing("contents.write", TransientError("store_down", "down"), "after"), pytest.raises(TransientError):
        system.extract(event)
    system.reader.version = "scripted-2"
    slept: list[str] = []

    def fall_asleep(call: str, when: str) -> None:
        if (call, when) == ("contents.drop", "before") and not slept:
            slept.append("asleep")
            system.clock.advance(LEASE_S)
            slept.append(system.extract(event))

    system.contents._watch = fall_asleep  # type: ignore[attr-defined]  # the test steps in here

    assert system.extract(event) == "lost"
    assert slept == ["asleep", "completed"]
    assert len(system.texts(event)) == 100


class TestLease:
    def test_it_is_renewed_with_the_pages_read(self, system: System) -> None:
        event = system.upload()
        system.reader.during = lambda page: system.clock.advance(LEASE_S - 1)
        system.with_rules(budget=timedelta(hours=1))

        def is_busy(page: int) -> None:
            system.clock.advance(LEASE_S - 1)
            with pytest.raises(TransientError, match="busy"):
                system.extract(event)

        system.reader.during = is_busy

        assert system.extract(event) == "completed"

    def test_it_is_renewed_in_silence_too(self, system: System) -> None:
        renewed = threading.Event()
        event = system.upload()
        seen: list[object] = []

        def silent(page: int) -> None:
            if page == 1:
                seen.append(system.paper(event).claim)
                assert renewed.wait(_WAIT_S)
                seen.append(system.paper(event).claim)

        def look(call: str, when: str) -> None:
            if (call, when) == ("papers.change", "after") and threading.current_thread().name == "lease":
                renewed.set()

        system.papers._watch = look  # type: ignore[attr-defined]  # the test steps in here
        system.reader.during = silent
        system.clock = SystemClock()  # type: ignore[assignment]  # the test steps in here
        system.with_rules(lease=timedelta(seconds=1))

        assert system.extract(event) == "completed"
        first, second = seen
        assert first != second

    def test_nobody_renews_it_after_the_end(self, system: System) -> None:
        system.extract(system.upload())

        assert [thread.name for thread in threading.enumerate() if thread.name == "lease"] == []


class TestDeletionMeanwhile:
    @pytest.mark.parametrize("call", ["objects.download", "reader.read", "embedder.embed_texts", "contents.write"])
    def test_nothing_is_left_behind(self, system: System, call: str) -> None:
        event = system.upload()
        deleted: list[str] = []

        def delete(name: str, when: str) -> None:
            if (name, when) == (call, "before") and not deleted:
                deleted.append(call)
                system.delete(ADA, paper_id_of(event))

        system.watch = delete  # type: ignore[assignment,method-assign]  # the test steps in here
        system.contents._watch = delete  # type: ignore[attr-defined]  # the test steps in here

        assert system.extract(event) in {"lost", "superseded"}
        assert deleted
        assert system.find(event) is None
        assert system.chunks(event).chunks == ()
        assert system.content(event) is None
        assert system.published.events == []

    def test_a_late_event_of_a_deleted_paper_leaves_nothing(self, system: System) -> None:
        event = system.upload()
        system.extract(event)
        system.delete(ADA, paper_id_of(event))

        assert system.extract(event) == "superseded"
        assert system.find(event) is None

    def test_a_worker_from_before_the_deletion_cannot_write_into_a_second_life(self, system: System) -> None:
        event = system.upload()
        ends: list[str] = []

        def start_over(page: int) -> None:
            if page == 1 and not ends:
                ends.append("deleted")
                system.delete(ADA, paper_id_of(event))
                second = system.put(event.name)
                with system.failing("reader.read", MemoryError()), pytest.raises(MemoryError):
                    system.extract(second)
                ends.append(system.paper(second).status)

        system.reader.during = start_over
        ends.append(system.extract(event))

        assert ends == ["deleted", "extracting", "lost"]
        assert system.texts(event) == []

    def test_a_fence_that_fails_is_a_lost_claim_and_nothing_else(self, system: System) -> None:
        event = system.upload()
        with system.failing("contents.write", ClaimLostError("claim_lost", "lost")):
            assert system.extract(event) == "lost"
