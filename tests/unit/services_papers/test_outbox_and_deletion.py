"""The outbox that a sweeper delivers, and deletion."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from contract.making import a_link, a_note
from msgspec.structs import replace
from unit.services_papers.system import ADA, BOB, System, paper_id_of

from scholarai.domain.chat import Session
from scholarai.domain.errors import ConflictError, NotFoundError, TransientError
from scholarai.domain.ids import PaperId, SessionId
from scholarai.domain.object_names import MOVING
from scholarai.domain.paper import Claim
from scholarai.services.outbox import SweepOutbox
from scholarai.testing import ManualClock

DOWN = TransientError("store_down", "The store is down.")


def a_session(system: System, name: str, *paper_ids: str) -> SessionId:
    now = system.clock.now()
    session = Session(
        id=SessionId(name),
        owner=ADA,
        paper_ids=tuple(PaperId(paper_id) for paper_id in paper_ids),
        title="About nothing new",
        created_at=now,
        updated_at=now,
        expires_at=now + timedelta(days=90),
    )
    system.backend.sessions.create(session)
    return session.id


def sweeper(failing: range, entries: range, tried: list[int]) -> SweepOutbox[int]:
    """Return a sweeper of numbers, the oldest first, of which some always fail."""
    clock = ManualClock()
    left = list(entries)

    def finish(entry: int) -> None:
        tried.append(entry)
        if entry in failing:
            raise DOWN
        left.remove(entry)

    return SweepOutbox(
        unfinished=lambda limit: left[:limit],
        since=lambda _: clock.now() - timedelta(hours=1),
        finish=finish,
        about=lambda entry: {"paper_id": str(entry)},
        clock=clock,
    )


class TestSweeper:
    def test_a_hundred_that_always_fail_hold_up_nobody_behind_them(self) -> None:
        tried: list[int] = []

        assert sweeper(range(150), range(170), tried).sweep() == 20
        assert tried == list(range(170))

    def test_one_run_has_an_end_where_everything_fails(self) -> None:
        tried: list[int] = []

        assert sweeper(range(10_000), range(10_000), tried).sweep() == 0
        assert len(tried) == 400

    def test_one_run_finishes_a_hundred_at_most(self) -> None:
        tried: list[int] = []

        assert sweeper(range(50), range(250), tried).sweep() == 100
        assert len(tried) == 150

    def test_it_publishes_what_nobody_else_did(self, system: System) -> None:
        event = system.upload()
        with system.failing("events.publish", DOWN), pytest.raises(TransientError):
            system.extract(event)

        assert system.sweep_outbox() == 1
        assert [sent.type for sent in system.published.events] == ["paper.extracted"]
        assert system.paper(event).outbox == ()

    def test_it_goes_by_the_entry_that_has_waited_longest(self, system: System) -> None:
        first = system.upload()
        with system.failing("events.publish", DOWN), pytest.raises(TransientError):
            system.extract(first)
        system.clock.advance(110)
        second = system.put(first.name)
        with system.failing("events.publish", DOWN), pytest.raises(TransientError):
            system.extract(second)
        assert len(system.paper(first).outbox) == 2
        system.clock.advance(-115)

        assert system.sweep_outbox() == 1

    def test_it_leaves_a_fresh_entry_to_its_worker(self, system: System) -> None:
        event = system.upload()
        with system.failing("events.publish", DOWN), pytest.raises(TransientError):
            system.extract(event)
        system.clock.advance(-119)

        assert system.sweep_outbox() == 0

    def test_it_delivers_an_entry_of_a_worker_whose_clock_ran_a_day_ahead(self, system: System) -> None:
        event = system.upload()
        with system.failing("events.publish", DOWN), pytest.raises(TransientError):
            system.extract(event)
        system.clock.advance(-86_400)

        assert system.sweep_outbox() == 1

    def test_one_entry_that_cannot_be_delivered_does_not_keep_the_others(self, system: System) -> None:
        deleting, owing = system.upload(), system.upload()
        with system.failing("objects.delete", DOWN):
            with pytest.raises(TransientError):
                system.delete(ADA, paper_id_of(deleting))
            with system.failing("events.publish", DOWN), pytest.raises(TransientError):
                system.extract(owing)

            assert system.sweep_outbox() == 1
        assert len(system.published.events) == 1

    def test_with_nothing_owed_it_does_nothing(self, system: System) -> None:
        system.extract(system.upload())

        assert system.sweep_outbox() == 0

    def test_it_removes_what_a_new_generation_replaced(self, system: System) -> None:
        first = system.upload()
        system.extract(first)
        second = system.put(first.name)
        with system.failing("contents.drop", DOWN), pytest.raises(TransientError):
            system.extract(second)
        assert system.chunks(first).chunks

        system.sweep_outbox()

        assert system.chunks(first).chunks == ()
        assert len(system.texts(second)) == 100


class TestDeletion:
    def test_a_deletion_removes_everything_of_the_paper(self, system: System) -> None:
        event = system.upload()
        system.extract(event)
        session = a_session(system, "s1", paper_id_of(event))
        system.delete(ADA, paper_id_of(event))

        assert system.find(event) is None
        assert system.texts(event) == []
        assert system.content(event) is None
        assert system.backend.sessions.read(session) is None
        with pytest.raises(NotFoundError):
            system.backend.objects.read(event.name)

    def test_notes_and_what_binds_them_to_zotero_go_with_the_paper(self, system: System) -> None:
        event = system.upload()
        paper = paper_id_of(event)
        system.extract(event)
        for note in (a_note("gone", owner=ADA, paper_ids=(paper,)), a_note("stays", owner=ADA)):
            system.backend.notes.change(note.id, lambda _, note=note: note)  # type: ignore[misc]  # a default binds the loop's value
        for link in (a_link("GONE2345", owner=ADA, paper_id=paper), a_link("STAY2345", owner=ADA)):
            system.backend.zotero_links.change(link.id, lambda _, link=link: link)  # type: ignore[misc]

        system.delete(ADA, paper)

        assert [note.id for note in system.backend.notes.list(ADA, None, limit=9).notes] == ["stays"]
        assert [link.key for link in system.backend.zotero_links.list(ADA, limit=9).links] == ["STAY2345"]

    def test_a_paper_whose_move_was_broken_off_goes_with_its_file(self, system: System) -> None:
        event = system.upload()
        moving = replace(system.announce().paper, id=paper_id_of(event), object_name=event.name + MOVING)
        system.backend.papers.change(moving.id, lambda _: moving)

        system.delete(ADA, moving.id)

        assert list(system.backend.objects.names("")) == []

    def test_a_copy_goes_that_a_killed_worker_left(self, system: System, tmp_path: Path) -> None:
        event = system.upload()
        system.extract(event)
        left = tmp_path / "work" / "scholarai-work-dead"
        left.mkdir()
        (left / "paper").write_bytes(b"%PDF a paper")

        with system.backend.temporary_directories.folder() as used:  # takes the dead one's away
            left.mkdir()
            system.delete(ADA, paper_id_of(event))

            assert list((tmp_path / "work").iterdir()) == [used]

    def test_sessions_with_other_papers_too_go_and_other_sessions_stay(self, system: System) -> None:
        event = system.upload()
        shared = a_session(system, "s1", "other", paper_id_of(event))
        other = a_session(system, "s2", "other")
        system.delete(ADA, paper_id_of(event))

        assert system.backend.sessions.read(shared) is None
        assert system.backend.sessions.read(other) is not None

    def test_more_sessions_than_a_page_holds_all_go(self, system: System) -> None:
        event = system.upload()
        names = [a_session(system, f"s{n}", paper_id_of(event)) for n in range(205)]
        system.delete(ADA, paper_id_of(event))

        assert [name for name in names if system.backend.sessions.read(name) is not None] == []

    def test_a_file_whose_name_begins_like_the_deleted_one_stays(self, system: System) -> None:
        event, neighbour = system.put("inbox/a.pdf"), system.put("inbox/a.pdf.bak")
        system.extract(event)
        (paper,) = system.backend.papers.list(system.rules.default_owner, limit=10).papers
        system.delete(paper.owner, paper.id)

        assert system.backend.objects.read(neighbour.name)
        with pytest.raises(NotFoundError):
            system.backend.objects.read(event.name)

    def test_another_owners_paper_is_unknown(self, system: System) -> None:
        event = system.upload()
        with pytest.raises(NotFoundError):
            system.delete(BOB, paper_id_of(event))

        assert system.paper(event).deleting is False

    def test_an_unknown_paper_is_unknown(self, system: System) -> None:
        with pytest.raises(NotFoundError):
            system.delete(ADA, PaperId("nothing"))

    def test_a_paper_that_is_half_deleted_is_out_of_sight_and_a_second_call_finishes_it(self, system: System) -> None:
        event = system.upload()
        system.extract(event)
        with system.failing("contents.drop", DOWN), pytest.raises(TransientError):
            system.delete(ADA, paper_id_of(event))
        assert system.backend.papers.list(ADA, limit=10).papers == ()
        assert system.paper(event).deleting

        system.delete(ADA, paper_id_of(event))

        assert system.find(event) is None

    def test_a_paper_that_is_deleted_while_it_is_read_counts_as_at_work_no_longer(self, system: System) -> None:
        event = system.upload()
        claim = Claim(epoch=1, generation=event.generation, lease_expires_at=system.clock.now() + timedelta(minutes=1))
        system.papers.change(paper_id_of(event), lambda found: found and replace(found, claim=claim))
        with system.failing("contents.drop", DOWN), pytest.raises(TransientError):
            system.delete(ADA, paper_id_of(event))

        assert system.paper(event).claim is None  # Firestore's count looks at nothing else

    @pytest.mark.parametrize("fails", ["contents.drop", "objects.delete", None])
    def test_the_supplements_of_a_paper_go_with_it_whatever_fails_in_between(
        self, system: System, fails: str | None
    ) -> None:
        paper, file, other = (
            system.put(f"uploads/ada/{name}/{name}.pdf", name.encode()) for name in ("p1", "s1", "p2")
        )
        for event in (paper, file, other):
            system.extract(event)
        of = paper_id_of(paper)
        system.papers.change(paper_id_of(file), lambda found: found and replace(found, supplement_of=of))
        if fails is None:
            system.delete(ADA, of)
        else:
            with system.failing(fails, DOWN), pytest.raises(TransientError):
                system.delete(ADA, of)
            assert [one.id for one in system.backend.papers.list(ADA, limit=9).papers] == [paper_id_of(other)]
            system.sweep_outbox()

        assert (system.find(paper), system.find(file)) == (None, None)
        assert list(system.backend.objects.names("")) == [system.paper(other).object_name]

    def test_announcements_that_are_owed_die_with_the_paper(self, system: System) -> None:
        event = system.upload()
        with system.failing("events.publish", DOWN), pytest.raises(TransientError):
            system.extract(event)
        with system.failing("objects.delete", DOWN), pytest.raises(TransientError):
            system.delete(ADA, paper_id_of(event))

        assert system.sweep_outbox() == 1
        assert system.published.events == []
        assert system.find(event) is None

    def test_a_deletion_that_comes_late_spares_a_paper_that_was_uploaded_anew(self, system: System) -> None:
        event = system.upload()
        with system.failing("objects.delete", DOWN), pytest.raises(TransientError):
            system.delete(ADA, paper_id_of(event))
        half_deleted = system.paper(event)
        system.delete(ADA, paper_id_of(event))
        again = system.put(event.name)
        system.extract(again)

        with pytest.raises(ConflictError):
            system.finish_deletion.finish(half_deleted)
        assert len(system.texts(again)) == 100
        assert system.backend.objects.read(again.name)
