"""The outbox that a sweeper delivers, and deletion."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from unit.services_papers.world import ADA, BOB, World, paper_id_of

from scholarai.domain.chat import Session
from scholarai.domain.errors import ConflictError, NotFoundError, TransientError
from scholarai.domain.ids import PaperId, SessionId

DOWN = TransientError("store_down", "The store is down.")


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path)


def a_session(world: World, name: str, *paper_ids: str) -> SessionId:
    now = world.clock.now()
    session = Session(
        id=SessionId(name),
        owner=ADA,
        paper_ids=tuple(PaperId(paper_id) for paper_id in paper_ids),
        title="About nothing new",
        created_at=now,
        updated_at=now,
        expires_at=now + timedelta(days=90),
    )
    world.backend.sessions.create(session)
    return session.id


class TestSweeper:
    def test_it_publishes_what_nobody_else_did(self, world: World) -> None:
        event = world.upload()
        with world.failing("events.publish", DOWN), pytest.raises(TransientError):
            world.extract(event)

        assert world.sweep_outbox() == 1
        assert [sent.type for sent in world.published.events] == ["paper.extracted"]
        assert world.paper(event).outbox == ()

    def test_it_goes_by_the_entry_that_has_waited_longest(self, world: World) -> None:
        first = world.upload()
        with world.failing("events.publish", DOWN), pytest.raises(TransientError):
            world.extract(first)
        world.clock.advance(110)
        second = world.put(first.name)
        with world.failing("events.publish", DOWN), pytest.raises(TransientError):
            world.extract(second)
        assert len(world.paper(first).outbox) == 2
        world.clock.advance(-115)

        assert world.sweep_outbox() == 1

    def test_it_leaves_a_fresh_entry_to_its_worker(self, world: World) -> None:
        event = world.upload()
        with world.failing("events.publish", DOWN), pytest.raises(TransientError):
            world.extract(event)
        world.clock.advance(-119)

        assert world.sweep_outbox() == 0

    def test_it_delivers_an_entry_of_a_worker_whose_clock_ran_a_day_ahead(self, world: World) -> None:
        event = world.upload()
        with world.failing("events.publish", DOWN), pytest.raises(TransientError):
            world.extract(event)
        world.clock.advance(-86_400)

        assert world.sweep_outbox() == 1

    def test_one_entry_that_cannot_be_delivered_does_not_keep_the_others(self, world: World) -> None:
        deleting, owing = world.upload(), world.upload()
        with world.failing("objects.delete", DOWN):
            with pytest.raises(TransientError):
                world.delete(ADA, paper_id_of(deleting))
            with world.failing("events.publish", DOWN), pytest.raises(TransientError):
                world.extract(owing)

            assert world.sweep_outbox() == 1
        assert len(world.published.events) == 1

    def test_with_nothing_owed_it_does_nothing(self, world: World) -> None:
        world.extract(world.upload())

        assert world.sweep_outbox() == 0

    def test_it_removes_what_a_new_generation_replaced(self, world: World) -> None:
        first = world.upload()
        world.extract(first)
        second = world.put(first.name)
        with world.failing("contents.drop", DOWN), pytest.raises(TransientError):
            world.extract(second)
        assert world.chunks(first).chunks

        world.sweep_outbox()

        assert world.chunks(first).chunks == ()
        assert len(world.texts(second)) == 100


class TestDeletion:
    def test_a_deletion_removes_everything_of_the_paper(self, world: World) -> None:
        event = world.upload()
        world.extract(event)
        session = a_session(world, "s1", paper_id_of(event))
        world.delete(ADA, paper_id_of(event))

        assert world.find(event) is None
        assert world.texts(event) == []
        assert world.content(event) is None
        assert world.backend.sessions.read(session) is None
        with pytest.raises(NotFoundError):
            world.backend.objects.read(event.name)

    def test_a_copy_goes_that_a_killed_worker_left(self, world: World, tmp_path: Path) -> None:
        event = world.upload()
        world.extract(event)
        left = tmp_path / "work" / "scholarai-work-dead"
        left.mkdir()
        (left / "paper").write_bytes(b"%PDF a paper")

        with world.backend.temporary_directories.folder() as used:  # takes the dead one's away
            left.mkdir()
            world.delete(ADA, paper_id_of(event))

            assert list((tmp_path / "work").iterdir()) == [used]

    def test_sessions_with_other_papers_too_go_and_other_sessions_stay(self, world: World) -> None:
        event = world.upload()
        shared = a_session(world, "s1", "other", paper_id_of(event))
        other = a_session(world, "s2", "other")
        world.delete(ADA, paper_id_of(event))

        assert world.backend.sessions.read(shared) is None
        assert world.backend.sessions.read(other) is not None

    def test_more_sessions_than_a_page_holds_all_go(self, world: World) -> None:
        event = world.upload()
        names = [a_session(world, f"s{n}", paper_id_of(event)) for n in range(205)]
        world.delete(ADA, paper_id_of(event))

        assert [name for name in names if world.backend.sessions.read(name) is not None] == []

    def test_a_file_whose_name_begins_like_the_deleted_one_stays(self, world: World) -> None:
        event, neighbour = world.put("inbox/a.pdf"), world.put("inbox/a.pdf.bak")
        world.extract(event)
        (paper,) = world.backend.papers.list(world.rules.default_owner, limit=10).papers
        world.delete(paper.owner, paper.id)

        assert world.backend.objects.read(neighbour.name)
        with pytest.raises(NotFoundError):
            world.backend.objects.read(event.name)

    def test_another_owners_paper_is_unknown(self, world: World) -> None:
        event = world.upload()
        with pytest.raises(NotFoundError):
            world.delete(BOB, paper_id_of(event))

        assert world.paper(event).deleting is False

    def test_an_unknown_paper_is_unknown(self, world: World) -> None:
        with pytest.raises(NotFoundError):
            world.delete(ADA, PaperId("nothing"))

    def test_a_paper_that_is_half_deleted_is_out_of_sight_and_a_second_call_finishes_it(self, world: World) -> None:
        event = world.upload()
        world.extract(event)
        with world.failing("contents.drop", DOWN), pytest.raises(TransientError):
            world.delete(ADA, paper_id_of(event))
        assert world.backend.papers.list(ADA, limit=10).papers == ()
        assert world.paper(event).deleting

        world.delete(ADA, paper_id_of(event))

        assert world.find(event) is None

    def test_announcements_that_are_owed_die_with_the_paper(self, world: World) -> None:
        event = world.upload()
        with world.failing("events.publish", DOWN), pytest.raises(TransientError):
            world.extract(event)
        with world.failing("objects.delete", DOWN), pytest.raises(TransientError):
            world.delete(ADA, paper_id_of(event))

        assert world.sweep_outbox() == 1
        assert world.published.events == []
        assert world.find(event) is None

    def test_a_deletion_that_comes_late_spares_a_paper_that_was_uploaded_anew(self, world: World) -> None:
        event = world.upload()
        with world.failing("objects.delete", DOWN), pytest.raises(TransientError):
            world.delete(ADA, paper_id_of(event))
        half_deleted = world.paper(event)
        world.delete(ADA, paper_id_of(event))
        again = world.put(event.name)
        world.extract(again)

        with pytest.raises(ConflictError):
            world.finish_deletion.run(half_deleted)
        assert len(world.texts(again)) == 100
        assert world.backend.objects.read(again.name)
