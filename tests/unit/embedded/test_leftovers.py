"""The check for what belongs to nothing any more finds what crashes leave, and nothing in a library in order."""

from __future__ import annotations

from pathlib import Path

import pytest
from unit.services_papers.world import ADA, World, paper_id_of

from scholarai.adapters.embedded.backend import EmbeddedBackend
from scholarai.local.leftovers import main


@pytest.fixture
def world(tmp_path: Path) -> World:
    """A library with one paper that was read."""
    world = World(tmp_path)
    world.extract(world.upload())
    return world


def left(world: World) -> list[str]:
    assert isinstance(world.backend, EmbeddedBackend)
    return list(world.backend.leftovers().run())


def test_an_intact_library_has_no_orphans(world: World) -> None:
    event = world.upload()
    world.extract(event)
    world.delete(ADA, paper_id_of(event))

    assert left(world) == []


def test_unfinished_work_is_no_orphan(world: World) -> None:
    with world.backend.temporary_directories.folder() as folder:
        (folder / "paper").touch()

        assert left(world) == []


def test_a_paper_that_went_without_what_was_made_of_it_is_found(world: World) -> None:
    event = world.upload()
    world.extract(event)
    world.backend.papers.change(paper_id_of(event), lambda _: None)

    assert left(world) == [f"{kind}/{paper_id_of(event)}/{event.generation}" for kind in ("chunks", "parts")] + [
        event.name
    ]


def test_files_that_nobody_knows_and_folders_of_the_dead_are_found(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "objects" / "cut-off").touch()
    (tmp_path / "work" / "scholarai-work-dead").mkdir()

    assert left(world) == ["objects/cut-off", "work/scholarai-work-dead"]
    monkeypatch.setenv("SCHOLARAI_BACKEND", "embedded")
    monkeypatch.setenv("SCHOLARAI_DATA", str(tmp_path))
    assert main() == 1
    assert capsys.readouterr() == ("objects/cut-off\nwork/scholarai-work-dead\n", "2 left over\n")
