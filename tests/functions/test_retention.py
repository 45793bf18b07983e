"""What is older than it may be kept goes with the next sweep, as its owner would delete it, and nothing else does."""

from __future__ import annotations

from datetime import timedelta
from typing import TypeVar

import pytest
from functions.system import SMALL, System
from msgspec.structs import replace

from scholarai import bootstrap
from scholarai.domain.errors import TransientError
from scholarai.domain.ids import OwnerId, PaperId, ReviewId
from scholarai.domain.paper import Paper
from scholarai.domain.review import Review

QUESTION = "How many people make a shared birthday more likely than not?"
T = TypeVar("T", Paper, Review)
ADA, BOB = OwnerId("ada"), OwnerId("bob")


@pytest.fixture
def kept(system: System) -> dict[OwnerId, tuple[PaperId, ReviewId]]:
    """Both have a paper that was read, a conversation about it, and a review; Ada's are eight days old."""
    made = {}
    for owner in (ADA, BOB):
        theirs = system.as_owner(owner)
        paper_id, event = theirs.upload(SMALL, "birthdays.md")
        assert theirs.send(event).status_code == 200
        assert theirs.chat.post(f"/papers/{paper_id}/chat", json={"question": QUESTION}).status_code == 200
        review = theirs.chat.post("/reviews", json={"question": QUESTION})
        made[owner] = PaperId(paper_id), ReviewId(review.get_json()["id"])
    backend, age = bootstrap.process.backend(), timedelta(days=8)
    paper_id, review_id = made[ADA]
    backend.papers.change(paper_id, lambda paper: _older(paper, age))
    backend.reviews.change(review_id, lambda review: _older(review, age))
    return made


def keep(monkeypatch: pytest.MonkeyPatch, **days: int) -> None:
    for name, value in days.items():
        monkeypatch.setenv(f"SCHOLARAI_{name.upper()}_DAYS", str(value))
    bootstrap.process.settings.cache_clear()


def sweep() -> int:
    return bootstrap.process.deletion.sweepers()["retention"]()


def test_a_paper_that_is_too_old_goes_with_its_file_and_its_conversations(
    kept: dict[OwnerId, tuple[PaperId, ReviewId]], monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(monkeypatch, paper=7)

    assert sweep() == 1

    backend = bootstrap.process.backend()
    assert backend.papers.get(kept[ADA][0]) is None
    assert backend.sessions.list(ADA, None, limit=9).sessions == ()
    assert [name for name in backend.objects.names("uploads/") if "/ada/" in name] == []
    assert backend.reviews.get(kept[ADA][1]) is not None
    assert backend.papers.get(kept[BOB][0]) is not None
    assert sweep() == 0


def test_a_review_that_is_too_old_goes_alone(
    kept: dict[OwnerId, tuple[PaperId, ReviewId]], monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(monkeypatch, review=7)

    assert sweep() == 1

    backend = bootstrap.process.backend()
    assert backend.reviews.get(kept[ADA][1]) is None
    assert backend.papers.get(kept[ADA][0]) is not None
    assert backend.reviews.get(kept[BOB][1]) is not None


def test_everything_is_kept_where_nobody_says_how_long(kept: dict[OwnerId, tuple[PaperId, ReviewId]]) -> None:
    assert sweep() == 0
    assert bootstrap.process.backend().papers.get(kept[ADA][0]) is not None


def test_a_paper_that_cannot_be_deleted_does_not_block_the_others(
    kept: dict[OwnerId, tuple[PaperId, ReviewId]], monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(monkeypatch, paper=7, review=7)
    objects = type(bootstrap.process.backend().objects)
    with monkeypatch.context() as patch:
        patch.setattr(objects, "delete", _down)
        assert sweep() == 1
    marked = bootstrap.process.backend().papers.unfinished(limit=5)
    assert [paper.id for paper in marked] == [kept[ADA][0]]
    assert bootstrap.process.backend().reviews.get(kept[ADA][1]) is None


def _older(item: T | None, age: timedelta) -> T:
    assert item is not None
    return replace(item, created_at=item.created_at - age)


def _down(*_: object) -> None:
    raise TransientError("objects_down", "the bucket is away")
