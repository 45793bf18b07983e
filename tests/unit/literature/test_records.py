"""A record is kept, moved and left out of questions like what it is: a paper without a file."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from msgspec.structs import replace
from unit.literature.test_adding import BIB, run
from unit.literature.world import ADA, World

from scholarai.adapters.embedded.backend import EmbeddedBackend
from scholarai.config import Settings
from scholarai.domain.ids import OwnerId
from scholarai.services.library.open_papers import EachPaper
from scholarai.services.moving.library import MoveLibrary


def test_records_move_with_a_library(tmp_path: Path) -> None:
    world = World(tmp_path / "here")
    run(world, BIB)
    there = EmbeddedBackend(Settings.from_env({"SCHOLARAI_DATA": str(tmp_path / "there")}))
    moving = MoveLibrary(source=world.app.backend(), target=there)

    copied = [job.run() for job in moving.jobs({ADA: OwnerId("uid")}, datetime.now(UTC))]
    again = [job.run() for job in moving.jobs({ADA: OwnerId("uid")}, datetime.now(UTC))]

    papers = there.papers.list(OwnerId("uid"), limit=10).papers
    assert {paper.metadata.title for paper in papers} == {"On the Analytical Engine", "Another Book of Engines"}
    assert {paper.status for paper in papers} == {"record"}
    assert (any(copied), any(again)) == (True, False)


def test_a_library_with_records_is_in_order(tmp_path: Path) -> None:
    world = World(tmp_path)
    run(world, BIB)

    backend = world.app.backend()
    assert isinstance(backend, EmbeddedBackend)
    assert list(backend.verify().run()) == []


def test_a_question_to_several_papers_leaves_records_out_and_says_so(tmp_path: Path) -> None:
    world = World(tmp_path)
    run(world, BIB)
    ids = [paper.id for paper in world.papers.list(ADA, limit=10).papers]
    each = EachPaper(papers=world.papers, open_papers=world.app.passages.open_papers())
    readable = world.paper(run(world, BIB)[0])
    world.papers.change(readable.id, lambda paper: paper and replace(paper, status="completed", visible_generation=1))

    asked = each.look_up(ADA, ids, known=True)

    assert [(one.outcome, one.reason) for one in asked.left_out] == [("left_out", "no_file")]
