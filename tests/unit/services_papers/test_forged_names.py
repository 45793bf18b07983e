"""The extract flow when an event names what nobody announced."""

from __future__ import annotations

from pathlib import Path

import pytest
from unit.services_papers.system import System


@pytest.fixture
def system(tmp_path: Path) -> System:
    return System(tmp_path)


class TestForgedNames:
    def test_another_owner_in_the_path_is_refused_without_work(self, system: System) -> None:
        event = system.upload()
        paper = system.paper(event)
        forged = system.put(f"uploads/mallory/{paper.id}/paper.pdf")

        assert system.extract(forged) == "refused"
        assert system.paper(event) == paper

    def test_another_file_in_the_folder_of_a_paper_is_refused(self, system: System) -> None:
        event = system.upload()
        system.extract(event)
        forged = system.put(event.name.replace("paper.pdf", "other.pdf"))

        assert system.extract(forged) == "refused"
        assert system.paper(event).visible_generation == event.generation
