"""The extract flow in a process that is told to end or whose time runs out: the paper is given back, at once and without an attempt."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from unit.services_papers.system import MAX_ATTEMPTS, RANGES, System, extract_again_and_again

from scholarai.domain.errors import TransientError


def stop_while_reading(system: System) -> None:
    """Give the lease back after the first page, once, as another thread does when the process is stopped."""

    def stop(_: int) -> None:
        system.reader.during = lambda _: None
        assert system.held.release() == 1
        system.clock.advance(2)  # progress is written again

    system.reader.during = stop


def test_a_stop_while_a_file_is_read_uses_no_attempt_and_no_lease_has_to_end(system: System) -> None:
    system.with_rules(max_attempts=1)
    event = system.upload()
    stop_while_reading(system)

    assert extract_again_and_again(system, event) == ["stopping", "completed"]


def test_a_paper_that_was_put_off_says_that_it_waits_and_names_no_failure(system: System) -> None:
    event = system.upload()
    stop_while_reading(system)
    with pytest.raises(TransientError, match="stopping"):
        system.extract(event)

    paper = system.paper(event)
    assert (paper.status, paper.progress.stage, paper.failure) == ("extracting", "waiting", None)
    assert (paper.claim, paper.attempts) == (None, 0)


def test_a_stop_between_ranges_goes_on_after_the_last_one(system: System) -> None:
    system.with_rules(max_attempts=1)
    event = system.upload()
    assert system.embedder is not None
    embed, stored = system.embedder.embed_texts, []

    def stop_in_the_second_range(texts: Sequence[str]) -> object:
        stored.append(len(texts))
        if len(stored) == 2:
            system.held.release()
        return embed(texts)

    system.embedder.embed_texts = stop_in_the_second_range  # type: ignore[assignment,method-assign]  # the test steps in here

    assert extract_again_and_again(system, event) == ["stopping", "completed"]
    assert sum(stored) == 100 + stored[1]  # the second range alone was embedded twice


def test_a_lease_that_cannot_be_given_back_now_ends_by_itself(system: System) -> None:
    event = system.upload()
    released: list[int] = []

    def stop(_: int) -> None:
        system.reader.during = lambda _: None
        with system.failing("papers.change", TransientError("store_unavailable", "the database is away")):
            released.append(system.held.release())

    system.reader.during = stop

    assert system.extract(event) == "completed"
    assert released == [0]


def test_nothing_is_held_once_the_work_has_ended(system: System) -> None:
    system.extract(system.upload())

    assert system.held.release() == 0


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
