"""What a server was at when it was stopped or killed waits for the next one, as if it had not begun."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from contract.making import a_review

from scholarai.adapters.embedded.backend import EmbeddedBackend
from scholarai.domain.ids import OwnerId, PaperId, ReviewId
from scholarai.domain.paper import Claim, Paper
from scholarai.domain.review import StepClaim

NAME = "uploads/local/{}/paper.pdf"


@pytest.fixture
def now() -> datetime:
    return datetime.now(UTC)


def at_work(backend: EmbeddedBackend, paper_id: str, now: datetime) -> Paper:
    """Store a paper with its file, take its event as the delivery does, and claim the paper."""
    backend.objects.put(NAME.format(paper_id), b"x", content_type="application/pdf")
    event = backend.queue.take(now + timedelta(seconds=1))
    assert event is not None
    claim = Claim(epoch=1, generation=1, lease_expires_at=now + timedelta(minutes=1))
    paper = Paper(
        id=PaperId(paper_id),
        owner=OwnerId("local"),
        filename="paper.pdf",
        object_name=NAME.format(paper_id),
        created_at=now,
        updated_at=now,
        status="extracting",
        generation=1,
        attempts=3,
        epoch=1,
        claim=claim,
    )
    backend.papers.change(paper.id, lambda _: paper)
    return paper


@pytest.mark.parametrize("end", [EmbeddedBackend.put_off, EmbeddedBackend.recover])
def test_a_stop_is_no_attempt(backend: EmbeddedBackend, now: datetime, end: Callable[[EmbeddedBackend], None]) -> None:
    paper = at_work(backend, "p1", now)

    end(backend)

    waiting = backend.papers.get(paper.id)
    assert waiting is not None
    assert (waiting.claim, waiting.attempts, waiting.progress.stage) == (None, 2, "waiting")
    assert backend.queue.take(datetime.now(UTC)) is not None


def test_a_stopped_server_has_delivered_nothing(backend: EmbeddedBackend, now: datetime) -> None:
    at_work(backend, "p1", now)

    backend.put_off()

    event = backend.queue.take(datetime.now(UTC))
    assert event is not None
    assert event.attempts == 1


@pytest.mark.parametrize("end", [EmbeddedBackend.put_off, EmbeddedBackend.recover])
def test_what_was_under_way_comes_after_what_waits(
    backend: EmbeddedBackend, now: datetime, end: Callable[[EmbeddedBackend], None]
) -> None:
    at_work(backend, "p1", now)
    backend.objects.put(NAME.format("p2"), b"x", content_type="application/pdf")

    end(backend)

    event = backend.queue.take(datetime.now(UTC))
    assert event is not None
    assert "p2" in event.subject


def test_a_fault_that_waits_is_not_made_to_come_sooner(backend: EmbeddedBackend, now: datetime) -> None:
    at_work(backend, "p1", now)
    event = backend.queue.take(now + timedelta(hours=1))
    assert event is not None
    backend.queue.again(event.id, datetime.now(UTC) + timedelta(seconds=50))

    backend.put_off()

    assert backend.queue.take(datetime.now(UTC)) is None


def test_after_a_kill_a_review_waits_for_nobody_and_its_attempt_counts(backend: EmbeddedBackend) -> None:
    later = datetime.now(UTC) + timedelta(minutes=9)
    step: dict[str, Any] = {
        "step": "plan",
        "attempts": 2,
        "epoch": 5,
        "claim": StepClaim(epoch=5, lease_expires_at=later),
    }
    for review in (a_review("v1", **step), a_review("v2")):
        backend.reviews.change(review.id, lambda _, review=review: review)  # type: ignore[misc]  # a default binds the loop's value

    backend.recover()

    stored = backend.reviews.get(ReviewId("v1"))
    assert stored is not None
    assert stored.claim is not None
    assert stored.claim.lease_expires_at <= datetime.now(UTC)
    assert stored.attempts == 2
    assert backend.reviews.get(ReviewId("v2")) == a_review("v2")
