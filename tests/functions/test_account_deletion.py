"""An owner who leaves: everything of theirs goes, whatever interrupts it, and nothing of anybody else."""

from __future__ import annotations

import pytest
from functions.system import SMALL, System

from scholarai import bootstrap
from scholarai.domain.errors import TransientError
from scholarai.domain.ids import OwnerId
from scholarai.local.cli import main
from scholarai.local.terminal import TRY_AGAIN

QUESTION = "How many people make a shared birthday more likely than not?"
ADA, BOB = OwnerId("ada"), OwnerId("bob")


@pytest.fixture
def system(system: System) -> System:
    """Both have a paper, a conversation and a review; both papers are read."""
    for owner in (ADA, BOB):
        theirs = system.as_owner(owner)
        paper_id, event = theirs.upload(SMALL, "birthdays.md")
        assert theirs.send(event).status_code == 200
        assert theirs.chat.post(f"/papers/{paper_id}/chat", json={"question": QUESTION}).status_code == 200
        assert theirs.chat.post("/reviews", json={"question": QUESTION}).status_code == 202
    return system


def kept(owner: OwnerId) -> tuple[int, int, int]:
    backend = bootstrap.process.backend()
    return (
        len(backend.papers.list(owner, limit=9).papers),
        len(backend.sessions.list(owner, None, limit=9).sessions),
        len(backend.reviews.list(owner, limit=9).reviews),
    )


def test_everything_of_the_owner_is_removed_and_nothing_of_others(
    system: System, capsys: pytest.CaptureFixture[str]
) -> None:
    assert (kept(ADA), kept(BOB)) == ((1, 1, 1), (1, 1, 1))

    assert main(["ops", "forget", ADA, "--no-json"]) == 0

    assert (kept(ADA), kept(BOB)) == ((0, 0, 0), (1, 1, 1))
    assert capsys.readouterr().out == "1 papers, 1 conversations, 1 reviews removed\n"
    assert [name for name in bootstrap.process.backend().objects.names("uploads/") if "/ada/" in name] == []
    assert len(bootstrap.process.backend().objects.names("uploads/bob/")) == 1


def test_a_second_run_removes_what_the_first_could_not(system: System, monkeypatch: pytest.MonkeyPatch) -> None:
    objects = type(bootstrap.process.backend().objects)
    whole = objects.delete
    monkeypatch.setattr(objects, "delete", _down)
    assert main(["ops", "forget", ADA]) == TRY_AGAIN
    monkeypatch.setattr(objects, "delete", whole)

    assert main(["ops", "forget", ADA]) == 0
    bootstrap.process.deletion.sweep_papers().sweep()

    assert (kept(ADA), kept(BOB)) == ((0, 0, 0), (1, 1, 1))


def _down(*_: object) -> None:
    raise TransientError("objects_down", "the bucket is away")
