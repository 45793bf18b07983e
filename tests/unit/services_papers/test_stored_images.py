"""Pictures of figures and tables live and die with the generation that they were cut from."""

from __future__ import annotations

from pathlib import Path

import pytest
from doubles.watched import When
from msgspec.structs import replace
from unit.services_papers.system import ADA, LEASE_S, System, paper_id_of
from unit.services_papers.test_crashes import TRIES, Executioner, Killed

from scholarai.domain.errors import ClaimLostError, NotFoundError, TransientError
from scholarai.domain.object_names import image_name, images_folder
from scholarai.domain.paper import ObjectFinalized, Paper, Progress

AWAY = TransientError("away", "the store is away")
PICTURES = {0: b"a curve", 1: b"a table"}


@pytest.fixture
def system(tmp_path: Path) -> System:
    return a_system(tmp_path)


def a_system(folder: Path) -> System:
    made = System(folder)
    made.keeps_images = True
    made.reader.images = dict(PICTURES)
    return made


def kept(system: System, event: ObjectFinalized) -> dict[int, list[bytes]]:
    """Return all pictures of a paper by generation."""
    found: dict[int, list[bytes]] = {}
    for name in system.backend.objects.names(images_folder(paper_id_of(event))):
        found.setdefault(int(name.split("/")[2]), []).append(system.backend.objects.read(name))
    return found


def again(system: System, event: ObjectFinalized) -> ObjectFinalized:
    """Upload a newer version and return its event; those of pictures are delivered on the way."""
    system.backend.objects.put(event.name, b"%PDF version two", content_type=event.content_type)
    return _paper_event(system)


def _paper_event(system: System) -> ObjectFinalized:
    while (event := system.take_event()).name.startswith("crops/"):
        assert system.extract(event) == "ignored"
    return event


def test_pictures_are_stored_before_the_first_range(system: System) -> None:
    event = system.upload()

    system.extract(event)

    assert kept(system, event) == {event.generation: [b"a curve", b"a table"]}
    assert max(at for at, call in enumerate(system.calls) if call == "images.put") < system.calls.index(
        "contents.write"
    )


def test_without_a_store_of_images_the_reader_makes_none(system: System) -> None:
    system.keeps_images = False

    system.extract(system.upload())

    assert system.reader.images_wanted == [False]


def test_a_newer_generation_replaces_the_pictures(system: System) -> None:
    first = system.upload()
    system.extract(first)
    system.reader.images = {0: b"another curve"}

    second = again(system, first)
    system.extract(second)

    assert kept(system, second) == {second.generation: [b"another curve"]}


def test_the_pictures_that_readers_see_stay_while_a_newer_generation_is_made_and_fails(system: System) -> None:
    first = system.upload()
    system.extract(first)
    second = again(system, first)

    with system.failing("contents.write", AWAY), pytest.raises(TransientError):
        system.extract(second)

    assert kept(system, first)[first.generation] == [b"a curve", b"a table"]


def test_pictures_go_with_their_paper(system: System) -> None:
    event = system.upload()
    system.extract(event)

    system.delete(ADA, paper_id_of(event))

    assert kept(system, event) == {}


def test_a_run_that_goes_on_after_a_range_makes_no_pictures_again(system: System) -> None:
    event = system.upload()
    with system.failing("contents.write", AWAY, "after"), pytest.raises(TransientError):
        system.extract(event)
    system.extract(event)

    assert system.reader.images_wanted == [True, False]
    assert kept(system, event) == {event.generation: [b"a curve", b"a table"]}


def test_another_engine_leaves_none_of_the_pictures_of_the_one_before(system: System) -> None:
    event = system.upload()
    with system.failing("contents.write", AWAY, "after"), pytest.raises(TransientError):
        system.extract(event)
    system.reader.version = "scripted-2"
    system.reader.images = {1: b"a better table"}

    system.extract(event)

    assert kept(system, event) == {event.generation: [b"a better table"]}


def test_a_picture_that_comes_after_its_papers_deletion_goes_when_its_event_comes(system: System) -> None:
    event = system.upload()
    system.extract(event)
    system.delete(ADA, paper_id_of(event))
    late = image_name(paper_id_of(event), event.generation, 1)
    system.backend.objects.put(late, b"late", content_type="image/png")

    system.extract(replace(event, name=late))

    assert kept(system, event) == {}


def test_a_picture_of_a_generation_that_was_replaced_goes_when_its_event_comes(system: System) -> None:
    first = system.upload()
    system.extract(first)
    second = again(system, first)
    system.extract(second)
    late = image_name(paper_id_of(first), first.generation, 0)
    system.backend.objects.put(late, b"late", content_type="image/png")

    system.extract(replace(first, name=late))

    assert kept(system, second) == {second.generation: [b"a curve", b"a table"]}


def test_the_late_event_of_a_picture_that_readers_see_leaves_it_while_a_newer_generation_is_made(
    system: System,
) -> None:
    first = system.upload()
    system.extract(first)
    second = again(system, first)
    with system.failing("contents.write", AWAY), pytest.raises(TransientError):
        system.extract(second)

    system.extract(replace(first, name=image_name(paper_id_of(first), first.generation, 0)))

    assert system.paper(first).generation == second.generation
    assert kept(system, first)[first.generation] == [b"a curve", b"a table"]


def test_the_event_of_a_current_picture_leaves_it_alone(system: System) -> None:
    event = system.upload()
    system.extract(event)

    system.extract(replace(event, name=image_name(paper_id_of(event), event.generation, 0)))

    assert len(kept(system, event)[event.generation]) == 2


def test_a_worker_that_lost_its_claim_stores_no_picture(system: System) -> None:
    event = system.upload()
    system.reader.during = lambda page: system.delete(ADA, paper_id_of(event)) if page == 12 else None

    assert system.extract(event) == "lost"

    assert kept(system, event) == {}


def test_a_worker_that_loses_its_claim_after_reading_stores_no_picture(tmp_path: Path) -> None:
    class Losing(System):
        def watch(self, call: str, when: When) -> None:
            super().watch(call, when)
            read = "reader.read" in self.calls and (call, when) == ("papers.change", "after")
            if read and self.paper(event).progress.stage == "structuring":
                self.backend.papers.change(paper_id_of(event), _taken_over)

    system = Losing(tmp_path)
    system.keeps_images = True
    system.reader.images = dict(PICTURES)
    event = system.upload()

    assert system.extract(event) == "lost"

    assert "images.put" not in system.calls


def test_a_worker_that_is_held_up_while_it_cleans_up_takes_no_picture_of_its_successor(tmp_path: Path) -> None:
    """Found by histories of faults: the bucket answered 503 to the first worker until its lease had ended."""

    class HeldUp(System):
        successor: list[str]

        def watch(self, call: str, when: When) -> None:
            super().watch(call, when)
            if (
                (call, when) == ("images.names", "before")
                and self.reader.version == "scripted-2"
                and not self.successor
            ):
                self.successor.append("begun")
                self.clock.advance(2 * LEASE_S)
                self.successor.append(self.extract(event))

    system = HeldUp(tmp_path)
    system.successor = []
    system.keeps_images = True
    system.reader.images = dict(PICTURES)
    event = system.upload()
    with system.failing("contents.write", AWAY, "after"), pytest.raises(TransientError):
        system.extract(event)
    system.reader.version = "scripted-2"

    assert system.extract(event) == "lost"

    assert system.successor == ["begun", "completed"]
    assert kept(system, event) == {event.generation: [b"a curve", b"a table"]}


def test_pictures_of_an_object_that_goes_between_two_tries_go_too(system: System) -> None:
    event = system.upload()
    with system.failing("contents.write", AWAY, "after"), pytest.raises(TransientError):
        system.extract(event)
    assert kept(system, event)
    with system.failing("objects.download", NotFoundError("object_not_found", "gone")):
        system.extract(event)

    assert kept(system, event) == {}


@pytest.mark.slow
def test_a_crash_at_any_moment_ends_with_the_same_pictures(tmp_path: Path) -> None:
    moments = _moments(a_system(tmp_path / "whole"))
    assert moments > 20

    for at in range(1, moments + 1):
        system = a_system(tmp_path / str(at))
        event = system.upload()
        killer = Executioner(system)
        killer.at = at
        for _ in range(TRIES):
            system.clock.advance(2 * LEASE_S)
            try:
                system.extract(event)
            except (Killed, TransientError, ClaimLostError):
                continue
            break

        assert kept(system, event) == {event.generation: [b"a curve", b"a table"]}, f"killed at moment {at}"


def _moments(system: System) -> int:
    """Return how many moments an extraction has at which its worker may die."""
    event = system.upload()
    killer = Executioner(system)
    system.extract(event)
    return killer.moments


def _taken_over(found: Paper | None) -> Paper:
    assert found is not None
    assert found.claim is not None
    epoch = found.epoch + 1
    return replace(found, epoch=epoch, claim=replace(found.claim, epoch=epoch), progress=Progress(stage="reading"))
