"""The extract flow when its time runs out between ranges, or while a file is read."""

from __future__ import annotations

from pathlib import Path

import pytest
from unit.services_papers.system import MAX_ATTEMPTS, RANGES, System, extract_again_and_again


@pytest.fixture
def system(tmp_path: Path) -> System:
    return System(tmp_path)


class TestTime:
    def test_when_it_runs_out_between_ranges_the_next_run_goes_on(self, system: System) -> None:
        event = system.upload()
        assert system.embedder is not None
        embed = system.embedder.embed_texts

        def slowly(texts: list[str]) -> object:
            system.clock.advance(300)
            return embed(texts)

        system.embedder.embed_texts = slowly  # type: ignore[assignment,method-assign]  # the test steps in here

        assert extract_again_and_again(system, event) == ["out_of_time", "completed"]
        assert len(system.embedder.asked) == 100

    def test_running_out_with_progress_is_no_failed_attempt(self, system: System) -> None:
        system.with_rules(max_attempts=1)
        event = system.upload()
        assert system.embedder is not None
        embed = system.embedder.embed_texts

        def slowly(texts: list[str]) -> object:
            system.clock.advance(501)
            return embed(texts)

        system.embedder.embed_texts = slowly  # type: ignore[assignment,method-assign]  # the test steps in here

        assert extract_again_and_again(system, event) == ["out_of_time"] * (RANGES - 1) + ["completed"]

    def test_running_out_of_time_while_reading_stops_the_reader_and_counts_as_an_attempt(self, system: System) -> None:
        event = system.upload()
        pages: list[int] = []

        def slowly(page: int) -> None:
            pages.append(page)
            system.clock.advance(251)

        system.reader.during = slowly

        assert extract_again_and_again(system, event) == ["out_of_time"] * MAX_ATTEMPTS + ["gave_up"]
        assert pages == [1, 2] * MAX_ATTEMPTS
