"""What binds a library to Zotero moves along with it, also to another owner, and is written nowhere twice."""

from __future__ import annotations

from pathlib import Path

from contract.making import BOB, NOW
from unit.zotero.world import ADA, P1, World

from scholarai.services.moving.library import MoveLibrary


def test_links_move_with_their_library(tmp_path: Path) -> None:
    here, there = World(tmp_path / "here").with_paper(), World(tmp_path / "there")
    here.bring()
    here.mark("momentum decays", "Really?")
    here.send()
    source, target = here.app.backend(), there.app.backend()
    moving = MoveLibrary(source=source, target=target)

    jobs = [job for job in moving.jobs({ADA: BOB}, NOW) if job.kind in {"note", "link"}]
    copied = [job.run() for job in jobs]

    assert all(copied)
    assert not any(job.run() for job in jobs)
    before = {(one.key, one.ours, one.version) for one in source.zotero_links.list(ADA, limit=99).links}
    assert {(one.key, one.ours, one.version) for one in target.zotero_links.list(BOB, limit=99).links} == before
    assert {one.owner for one in target.zotero_links.list(BOB, paper_id=P1, limit=99).links} == {BOB}
