"""Filling a table in both stores: killed in the middle and resumed, and changed by two at once."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from doubles.gemini_server import GeminiServer
from doubles.watched import When
from unit.services_tables.system import Killed, TableSystem, cells, states

from scholarai.bootstrap import Backend
from scholarai.reviewing.chain import TABLE_PAPERS_PER_STEP
from scholarai.reviewing.tables import WantedColumn

PAPERS = TABLE_PAPERS_PER_STEP + 2  # two steps


@pytest.fixture(scope="module")
def server() -> Iterator[GeminiServer]:
    with GeminiServer() as running:
        yield running


class Killer:
    """Ends the process at one call of the store, counted from where it is armed."""

    def __init__(self) -> None:
        self.at: int | None = None
        self.calls = 0

    def __call__(self, call: str, when: When) -> None:
        if call.startswith("reviews.change"):
            self.calls += 1
            if self.at is not None and self.calls == self.at:
                raise Killed


def system_over(backend: Backend, folder: Path, server: GeminiServer, killer: Killer) -> TableSystem:
    system = TableSystem(folder, killer, backend.reviews)
    system.add_papers(PAPERS)
    system.use(server)
    return system


@pytest.mark.slow
def test_a_table_killed_at_any_write_is_filled_the_same_and_what_was_kept_is_not_asked_again(
    backend: Backend, tmp_path: Path, server: GeminiServer
) -> None:
    killer = Killer()
    system = system_over(backend, tmp_path / "papers", server, killer)
    first = system.start_table()
    killer.calls = 0
    undisturbed = system.fill(first)
    writes = killer.calls
    assert writes > PAPERS // TABLE_PAPERS_PER_STEP
    assert states(undisturbed) == ["filled"] * 2 * PAPERS

    for point in range(1, writes + 1):
        system.writer.asked.clear()
        table_id = system.start_table()
        killer.calls, killer.at = 0, point
        with contextlib.suppress(Killed):  # a run of another order may have fewer writes
            system.fill(table_id)
        killer.at = None
        kept = {row.paper_id: row for row in system.shown(table_id).rows if row.cells[0].state != "pending"}

        table = system.resume(table_id)

        assert [cell.value for cell in cells(table)] == [cell.value for cell in cells(undisturbed)]
        assert table.review.state == "completed"
        assert all(row == kept[row.paper_id] for row in table.rows if row.paper_id in kept)
        # Answers that had come but were not kept yet are asked for again: at most those of one step.
        assert PAPERS <= system.writer.asked["row"] <= PAPERS + TABLE_PAPERS_PER_STEP
        assert not kept or system.writer.asked["row"] <= PAPERS + (PAPERS - TABLE_PAPERS_PER_STEP)


def test_columns_that_are_added_at_the_same_time_all_stay_under_ids_of_their_own(
    backend: Backend, tmp_path: Path, server: GeminiServer
) -> None:
    system = system_over(backend, tmp_path / "papers", server, Killer())
    table_id = system.start_table()
    system.step()

    def add(number: int) -> None:
        system.change_table(table_id, add_columns=(WantedColumn(name=f"Tab {number}", question="How large is it?"),))

    with ThreadPoolExecutor(4) as tabs:
        list(tabs.map(add, range(4)))
    table = system.fill(table_id)

    assert [column.id for column in table.spec.columns] == ["c1", "c2", "c3", "c4", "c5", "c6"]
    assert {column.name for column in table.spec.columns[2:]} == {f"Tab {number}" for number in range(4)}
    assert states(table) == ["filled"] * 6 * PAPERS
    assert table.review.state == "completed"
