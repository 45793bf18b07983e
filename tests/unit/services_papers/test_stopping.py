"""The extract flow in a process that is told to end: the paper is given back, at once and without an attempt."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from unit.services_papers.world import World, extract_again_and_again

from scholarai.domain.errors import TransientError


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path)


def stop_while_reading(world: World) -> None:
    """Give the lease back after the first page, once, as another thread does when the process is stopped."""

    def stop(_: int) -> None:
        world.reader.during = lambda _: None
        assert world.held.release() == 1
        world.clock.advance(2)  # progress is written again

    world.reader.during = stop


def test_a_stop_while_a_file_is_read_uses_no_attempt_and_no_lease_has_to_end(world: World) -> None:
    world.with_rules(max_attempts=1)
    event = world.upload()
    stop_while_reading(world)

    assert extract_again_and_again(world, event) == ["stopping", "completed"]


def test_a_paper_that_was_put_off_says_that_it_waits_and_names_no_failure(world: World) -> None:
    event = world.upload()
    stop_while_reading(world)
    with pytest.raises(TransientError, match="stopping"):
        world.extract(event)

    paper = world.paper(event)
    assert (paper.status, paper.progress.stage, paper.failure) == ("extracting", "waiting", None)
    assert (paper.claim, paper.attempts) == (None, 0)


def test_a_stop_between_ranges_goes_on_after_the_last_one(world: World) -> None:
    world.with_rules(max_attempts=1)
    event = world.upload()
    assert world.embedder is not None
    embed, stored = world.embedder.embed_texts, []

    def stop_in_the_second_range(texts: Sequence[str]) -> object:
        stored.append(len(texts))
        if len(stored) == 2:
            world.held.release()
        return embed(texts)

    world.embedder.embed_texts = stop_in_the_second_range  # type: ignore[assignment,method-assign]  # the test steps in here

    assert extract_again_and_again(world, event) == ["stopping", "completed"]
    assert sum(stored) == 100 + stored[1]  # the second range alone was embedded twice


def test_a_lease_that_cannot_be_given_back_now_ends_by_itself(world: World) -> None:
    event = world.upload()
    released: list[int] = []

    def stop(_: int) -> None:
        world.reader.during = lambda _: None
        with world.failing("papers.change", TransientError("store_unavailable", "the database is away")):
            released.append(world.held.release())

    world.reader.during = stop

    assert world.extract(event) == "completed"
    assert released == [0]


def test_nothing_is_held_once_the_work_has_ended(world: World) -> None:
    world.extract(world.upload())

    assert world.held.release() == 0
