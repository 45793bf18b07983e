"""Pictures of figures and tables live and die with the generation that they were cut from."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from doubles.watched import When
from unit.services_papers.test_crashes import TRIES, Executioner, Killed
from unit.services_papers.world import ADA, LEASE_S, World, paper_id_of

from scholarai.domain.errors import ClaimLostError, NotFoundError, TransientError
from scholarai.domain.object_names import image_name, images_folder
from scholarai.domain.paper import ObjectFinalized, Paper, Progress

AWAY = TransientError("away", "the store is away")
PICTURES = {0: b"a curve", 1: b"a table"}


@pytest.fixture
def world(tmp_path: Path) -> World:
    return a_world(tmp_path)


def a_world(folder: Path) -> World:
    made = World(folder)
    made.keeps_images = True
    made.reader.images = dict(PICTURES)
    return made


def kept(world: World, event: ObjectFinalized) -> dict[int, list[bytes]]:
    """Return all pictures of a paper by generation."""
    found: dict[int, list[bytes]] = {}
    for name in world.backend.objects.names(images_folder(paper_id_of(event))):
        found.setdefault(int(name.split("/")[2]), []).append(world.backend.objects.read(name))
    return found


def again(world: World, event: ObjectFinalized) -> ObjectFinalized:
    """Upload a newer version and return its event; those of pictures are delivered on the way."""
    world.backend.objects.put(event.name, b"%PDF version two", content_type=event.content_type)
    return _paper_event(world)


def _paper_event(world: World) -> ObjectFinalized:
    while (event := world.take_event()).name.startswith("crops/"):
        assert world.extract(event) == "ignored"
    return event


def test_pictures_are_stored_before_the_first_range(world: World) -> None:
    event = world.upload()

    world.extract(event)

    assert kept(world, event) == {event.generation: [b"a curve", b"a table"]}
    assert max(at for at, call in enumerate(world.calls) if call == "images.put") < world.calls.index("contents.write")


def test_without_a_store_of_images_the_reader_makes_none(world: World) -> None:
    world.keeps_images = False

    world.extract(world.upload())

    assert world.reader.images_wanted == [False]


def test_a_newer_generation_replaces_the_pictures(world: World) -> None:
    first = world.upload()
    world.extract(first)
    world.reader.images = {0: b"another curve"}

    second = again(world, first)
    world.extract(second)

    assert kept(world, second) == {second.generation: [b"another curve"]}


def test_the_pictures_that_readers_see_stay_while_a_newer_generation_is_made_and_fails(world: World) -> None:
    first = world.upload()
    world.extract(first)
    second = again(world, first)

    with world.failing("contents.write", AWAY), pytest.raises(TransientError):
        world.extract(second)

    assert kept(world, first)[first.generation] == [b"a curve", b"a table"]


def test_pictures_go_with_their_paper(world: World) -> None:
    event = world.upload()
    world.extract(event)

    world.delete(ADA, paper_id_of(event))

    assert kept(world, event) == {}


def test_a_run_that_goes_on_after_a_range_makes_no_pictures_again(world: World) -> None:
    event = world.upload()
    with world.failing("contents.write", AWAY, "after"), pytest.raises(TransientError):
        world.extract(event)
    world.extract(event)

    assert world.reader.images_wanted == [True, False]
    assert kept(world, event) == {event.generation: [b"a curve", b"a table"]}


def test_another_engine_leaves_none_of_the_pictures_of_the_one_before(world: World) -> None:
    event = world.upload()
    with world.failing("contents.write", AWAY, "after"), pytest.raises(TransientError):
        world.extract(event)
    world.reader.version = "scripted-2"
    world.reader.images = {1: b"a better table"}

    world.extract(event)

    assert kept(world, event) == {event.generation: [b"a better table"]}


def test_a_picture_that_comes_after_its_papers_deletion_goes_when_its_event_comes(world: World) -> None:
    event = world.upload()
    world.extract(event)
    world.delete(ADA, paper_id_of(event))
    late = image_name(paper_id_of(event), event.generation, 1)
    world.backend.objects.put(late, b"late", content_type="image/png")

    world.extract(replace(event, name=late))

    assert kept(world, event) == {}


def test_a_picture_of_a_generation_that_was_replaced_goes_when_its_event_comes(world: World) -> None:
    first = world.upload()
    world.extract(first)
    second = again(world, first)
    world.extract(second)
    late = image_name(paper_id_of(first), first.generation, 0)
    world.backend.objects.put(late, b"late", content_type="image/png")

    world.extract(replace(first, name=late))

    assert kept(world, second) == {second.generation: [b"a curve", b"a table"]}


def test_the_late_event_of_a_picture_that_readers_see_leaves_it_while_a_newer_generation_is_made(world: World) -> None:
    first = world.upload()
    world.extract(first)
    second = again(world, first)
    with world.failing("contents.write", AWAY), pytest.raises(TransientError):
        world.extract(second)

    world.extract(replace(first, name=image_name(paper_id_of(first), first.generation, 0)))

    assert world.paper(first).generation == second.generation
    assert kept(world, first)[first.generation] == [b"a curve", b"a table"]


def test_the_event_of_a_current_picture_leaves_it_alone(world: World) -> None:
    event = world.upload()
    world.extract(event)

    world.extract(replace(event, name=image_name(paper_id_of(event), event.generation, 0)))

    assert len(kept(world, event)[event.generation]) == 2


def test_a_worker_that_lost_its_claim_stores_no_picture(world: World) -> None:
    event = world.upload()
    world.reader.during = lambda page: world.delete(ADA, paper_id_of(event)) if page == 12 else None

    assert world.extract(event) == "lost"

    assert kept(world, event) == {}


def test_a_worker_that_loses_its_claim_after_reading_stores_no_picture(tmp_path: Path) -> None:
    class Losing(World):
        def watch(self, call: str, when: When) -> None:
            super().watch(call, when)
            read = "reader.read" in self.calls and (call, when) == ("papers.change", "after")
            if read and self.paper(event).progress.stage == "structuring":
                self.backend.papers.change(paper_id_of(event), _taken_over)

    world = Losing(tmp_path)
    world.keeps_images = True
    world.reader.images = dict(PICTURES)
    event = world.upload()

    assert world.extract(event) == "lost"

    assert "images.put" not in world.calls


def test_pictures_of_an_object_that_goes_between_two_tries_go_too(world: World) -> None:
    event = world.upload()
    with world.failing("contents.write", AWAY, "after"), pytest.raises(TransientError):
        world.extract(event)
    assert kept(world, event)
    with world.failing("objects.download", NotFoundError("object_not_found", "gone")):
        world.extract(event)

    assert kept(world, event) == {}


def test_a_crash_at_any_moment_ends_with_the_same_pictures(tmp_path: Path) -> None:
    moments = _moments(a_world(tmp_path / "whole"))
    assert moments > 20

    for at in range(1, moments + 1):
        world = a_world(tmp_path / str(at))
        event = world.upload()
        killer = Executioner(world)
        killer.at = at
        for _ in range(TRIES):
            world.clock.advance(2 * LEASE_S)
            try:
                world.extract(event)
            except (Killed, TransientError, ClaimLostError):
                continue
            break

        assert kept(world, event) == {event.generation: [b"a curve", b"a table"]}, f"killed at moment {at}"


def _moments(world: World) -> int:
    """Return how many moments an extraction has at which its worker may die."""
    event = world.upload()
    killer = Executioner(world)
    world.extract(event)
    return killer.moments


def _taken_over(found: Paper | None) -> Paper:
    assert found is not None
    assert found.claim is not None
    epoch = found.epoch + 1
    return replace(found, epoch=epoch, claim=replace(found.claim, epoch=epoch), progress=Progress(stage="reading"))
