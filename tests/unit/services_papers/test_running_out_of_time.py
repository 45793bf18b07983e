"""The extract flow when its time runs out between ranges, or while a file is read."""

from __future__ import annotations

from pathlib import Path

import pytest
from unit.services_papers.world import MAX_ATTEMPTS, RANGES, World, extract_again_and_again


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path)


class TestTime:
    def test_when_it_runs_out_between_ranges_the_next_run_goes_on(self, world: World) -> None:
        event = world.upload()
        assert world.embedder is not None
        embed = world.embedder.embed_texts

        def slowly(texts: list[str]) -> object:
            world.clock.advance(300)
            return embed(texts)

        world.embedder.embed_texts = slowly  # type: ignore[assignment,method-assign]  # the test steps in here

        assert extract_again_and_again(world, event) == ["out_of_time", "completed"]
        assert len(world.embedder.asked) == 100

    def test_running_out_with_progress_is_no_failed_attempt(self, world: World) -> None:
        world.with_rules(max_attempts=1)
        event = world.upload()
        assert world.embedder is not None
        embed = world.embedder.embed_texts

        def slowly(texts: list[str]) -> object:
            world.clock.advance(501)
            return embed(texts)

        world.embedder.embed_texts = slowly  # type: ignore[assignment,method-assign]  # the test steps in here

        assert extract_again_and_again(world, event) == ["out_of_time"] * (RANGES - 1) + ["completed"]

    def test_running_out_of_time_while_reading_stops_the_reader_and_counts_as_an_attempt(self, world: World) -> None:
        event = world.upload()
        pages: list[int] = []

        def slowly(page: int) -> None:
            pages.append(page)
            world.clock.advance(251)

        world.reader.during = slowly

        assert extract_again_and_again(world, event) == ["out_of_time"] * MAX_ATTEMPTS + ["gave_up"]
        assert pages == [1, 2] * MAX_ATTEMPTS
