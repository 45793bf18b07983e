"""The check for what belongs to nothing any more finds what crashes leave, and nothing in a library in order."""

from __future__ import annotations

from pathlib import Path

import pytest
from unit.services_papers.system import ADA, System, paper_id_of

from scholarai.adapters.embedded.backend import EmbeddedBackend
from scholarai.local.cli import main


@pytest.fixture
def system(tmp_path: Path) -> System:
    """A library with one paper that was read."""
    system = System(tmp_path)
    system.extract(system.upload())
    return system


def left(system: System) -> list[str]:
    assert isinstance(system.backend, EmbeddedBackend)
    return list(system.backend.leftovers().run())


def test_an_intact_library_has_no_orphans(system: System) -> None:
    event = system.upload()
    system.extract(event)
    system.delete(ADA, paper_id_of(event))

    assert left(system) == []


def test_unfinished_work_is_no_orphan(system: System) -> None:
    with system.backend.temporary_directories.folder() as folder:
        (folder / "paper").touch()

        assert left(system) == []


def test_a_paper_that_went_without_what_was_made_of_it_is_found(system: System) -> None:
    event = system.upload()
    system.extract(event)
    system.backend.papers.change(paper_id_of(event), lambda _: None)

    assert left(system) == [f"{kind}/{paper_id_of(event)}/{event.generation}" for kind in ("chunks", "parts")] + [
        event.name
    ]


def test_files_that_nobody_knows_and_folders_of_the_dead_are_found(
    system: System, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "objects" / "cut-off").touch()
    (tmp_path / "work" / "scholarai-work-dead").mkdir()

    assert left(system) == ["objects/cut-off", "work/scholarai-work-dead"]
    monkeypatch.setenv("SCHOLARAI_BACKEND", "embedded")
    monkeypatch.setenv("SCHOLARAI_DATA", str(tmp_path))
    assert main(["ops", "leftovers", "--no-json"]) == 1
    assert capsys.readouterr() == ("objects/cut-off\nwork/scholarai-work-dead\n", "2 left over\n")
