"""A worker that ends at any call, and what the redelivered event makes of it.

The worker of these tests ends by an exception that nothing catches; benchmarks/crash_sweep.py kills real processes.
"""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from doubles.readers import a_content
from doubles.watched import When
from msgspec.structs import replace
from unit.services_papers.system import ADA, LEASE_S, System, paper_id_of

from scholarai.domain.errors import NotFoundError, TransientError
from scholarai.domain.paper import ObjectFinalized, Paper
from scholarai.domain.values import to_plain

NEVER = datetime(2000, 1, 1, tzinfo=UTC)
TRIES = 10


class Killed(BaseException):
    """The process is gone."""


class Executioner:
    """Ends the worker at the `at`-th moment; counts moments for ever."""

    def __init__(self, system: System) -> None:
        self.moments = 0
        self.at: int | None = None
        self._system = system
        self._watch = system.watch
        system.watch = self  # type: ignore[method-assign]
        system.papers._watch = system.contents._watch = self  # type: ignore[attr-defined]

    def __call__(self, call: str, when: When) -> None:
        self._watch(call, when)
        self.moments += 1
        if self.moments == self.at:
            raise Killed


def final_state(system: System, event: ObjectFinalized) -> dict[str, Any]:
    """Return all that is stored of the paper, but times and what counts tries."""
    stored = system.chunks(event)
    return {
        "paper": None if (paper := system.find(event)) is None else to_plain(_timeless(paper)),
        "content": system.content(event),
        "chunks": [item.chunk for item in stored.chunks],
        "vectors": [item.vectors.matrix.tobytes() for item in stored.chunks if item.vectors],
        "space": stored.space,
        "events": {(sent.type, sent.generation) for sent in system.published.events},
    }


def _timeless(paper: Paper) -> Paper:
    origins = tuple(replace(origin, at=NEVER) for origin in paper.origins)
    return replace(paper, created_at=NEVER, updated_at=NEVER, epoch=0, attempts=0, origins=origins)


def deliver_until_acknowledged(system: System, event: ObjectFinalized) -> None:
    for _ in range(TRIES):
        try:
            system.extract(event)
        except (Killed, TransientError):
            system.clock.advance(LEASE_S)
        else:
            return
    pytest.fail("never acknowledged")


def prepared(folder: Path, history: str) -> tuple[System, ObjectFinalized]:
    """Return a system with an event to be handled, after the `history` of the paper."""
    system = System(folder, a_content(50, pages=3))
    event = system.put("uploads/ada/p1/paper.pdf", b"%PDF one")
    if history == "second generation":
        system.extract(event)
        event = system.put(event.name, b"%PDF two")
    if history == "another engine":
        with system.failing("contents.write", TransientError("down", "down"), "after"), pytest.raises(TransientError):
            system.extract(event)
        system.reader.version = "scripted-2"
        system.reader.content = a_content(45, pages=3)
    system.published.events.clear()
    return system, event


@pytest.mark.slow
@pytest.mark.parametrize("history", ["first generation", "second generation", "another engine"])
def test_whatever_the_moment_the_redelivered_event_leads_to_the_same_end(tmp_path: Path, history: str) -> None:
    undisturbed, event = prepared(tmp_path / "undisturbed", history)
    counter = Executioner(undisturbed)
    deliver_until_acknowledged(undisturbed, event)
    expected = final_state(undisturbed, event)
    assert counter.moments > 25

    for moment in range(1, counter.moments + 1):
        system, again = prepared(tmp_path / str(moment), history)
        executioner = Executioner(system)
        executioner.at = moment
        deliver_until_acknowledged(system, again)

        assert executioner.moments > moment
        assert final_state(system, again) == expected, f"killed at moment {moment}"


def test_kills_while_ranges_progress_are_no_attempts(tmp_path: Path) -> None:
    system = System(tmp_path, a_content(120, pages=3))
    system.with_rules(max_attempts=1)
    event = system.put("uploads/ada/p1/paper.pdf", b"%PDF one")

    kills, ended = 0, ""
    while not ended:
        try:
            with system.failing("contents.write", Killed(), "after"):
                ended = system.extract(event)
        except Killed:
            kills += 1
            system.clock.advance(LEASE_S)

    assert (ended, kills > 2) == ("completed", True)


def test_kills_without_progress_are_attempts(tmp_path: Path) -> None:
    system = System(tmp_path, a_content(120, pages=3))
    system.with_rules(max_attempts=1)
    event = system.put("uploads/ada/p1/paper.pdf", b"%PDF one")

    with system.failing("contents.write", Killed()), pytest.raises(Killed):
        system.extract(event)
    system.clock.advance(LEASE_S)

    assert system.extract(event) == "gave_up"


def test_whatever_the_moment_of_a_deletion_the_sweeper_finishes_it(tmp_path: Path) -> None:
    undisturbed, event = prepared(tmp_path / "undisturbed", "second generation")
    counter = Executioner(undisturbed)
    undisturbed.delete(ADA, paper_id_of(event))

    for moment in range(1, counter.moments + 1):
        system, again = prepared(tmp_path / str(moment), "second generation")
        system.extract(again)
        executioner = Executioner(system)
        executioner.at = moment
        with pytest.raises(Killed):
            system.delete(ADA, paper_id_of(again))
        system.sweep_outbox()
        if system.find(again) is not None:  # killed before the mark was stored: nothing has happened
            assert len(system.texts(again)) == 50
            continue

        assert system.texts(again) == []
        assert system.content(again) is None
        with pytest.raises(NotFoundError):
            system.backend.objects.read(again.name)


def test_whatever_the_moment_the_sweeper_publishes_what_a_lost_event_owes(tmp_path: Path) -> None:
    undisturbed, event = prepared(tmp_path / "undisturbed", "second generation")
    counter = Executioner(undisturbed)
    undisturbed.extract(event)

    for moment in range(1, counter.moments + 1):
        system, again = prepared(tmp_path / str(moment), "second generation")
        executioner = Executioner(system)
        executioner.at = moment
        with pytest.raises(Killed):
            system.extract(again)
        system.sweep_outbox()
        paper = system.paper(again)

        assert paper.outbox == ()
        if paper.status == "completed" and paper.generation == again.generation:
            assert [sent.type for sent in system.published.events][-1:] == ["paper.extracted"]
