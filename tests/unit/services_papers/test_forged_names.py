"""The extract flow when an event names what nobody announced."""

from __future__ import annotations

from pathlib import Path

import pytest
from unit.services_papers.world import World


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path)


class TestForgedNames:
    def test_another_owner_in_the_path_is_refused_without_work(self, world: World) -> None:
        event = world.upload()
        paper = world.paper(event)
        forged = world.put(f"uploads/mallory/{paper.id}/paper.pdf")

        assert world.extract(forged) == "refused"
        assert world.paper(event) == paper

    def test_another_file_in_the_folder_of_a_paper_is_refused(self, world: World) -> None:
        event = world.upload()
        world.extract(event)
        forged = world.put(event.name.replace("paper.pdf", "other.pdf"))

        assert world.extract(forged) == "refused"
        assert world.paper(event).visible_generation == event.generation
