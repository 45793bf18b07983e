"""The rules of claiming."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from scholarai.domain.errors import ClaimLostError, TransientError
from scholarai.domain.extraction_outcomes import completed, failed, gave_up, gone, interrupted, put_off
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.leases import decide_claim, has_live_lease, renewed, require_held
from scholarai.domain.paper import Claim, Failure, Paper, Progress
from scholarai.services.outbox import without_entries
from scholarai.services.papers.owned_papers import waiting_again

NOW = datetime(2026, 11, 20, 6, 0, tzinfo=UTC)
LEASE = timedelta(seconds=60)
FAILURE = Failure(code="damaged", message="It is damaged.", action="", retryable=False)


def a_paper(**changes: Any) -> Paper:
    paper = Paper(
        id=PaperId("p1"),
        owner=OwnerId("ada"),
        filename="p.pdf",
        object_name="uploads/ada/p1/p.pdf",
        created_at=NOW,
        updated_at=NOW,
    )
    return replace(paper, **changes)


def claimed(paper: Paper, generation: int = 7, now: datetime = NOW) -> Paper:
    decision = decide_claim(paper, generation, now, LEASE, max_attempts=3)
    assert decision.outcome == "claimed"
    return decision.paper


def outcome(paper: Paper, generation: int = 7, now: datetime = NOW) -> str:
    return decide_claim(paper, generation, now, LEASE, max_attempts=3).outcome


def claim_of(paper: Paper) -> Claim:
    assert paper.claim is not None
    return paper.claim


def test_a_new_generation_is_claimed_for_the_length_of_a_lease() -> None:
    paper = claimed(a_paper())

    assert paper.claim == Claim(epoch=1, generation=7, lease_expires_at=NOW + LEASE)
    assert (paper.status, paper.generation, paper.attempts) == ("extracting", 7, 1)


def test_a_live_lease_keeps_others_away_from_the_same_generation() -> None:
    assert outcome(claimed(a_paper()), now=NOW + LEASE - timedelta(microseconds=1)) == "busy"


def test_an_expired_lease_is_taken_over_and_counts_as_another_attempt() -> None:
    taken = claimed(claimed(a_paper()), now=NOW + LEASE)

    assert (taken.attempts, claim_of(taken).epoch) == (2, 2)


def test_a_lease_that_a_clock_gave_that_ran_a_day_ahead_keeps_nobody_away() -> None:
    tomorrow = NOW + timedelta(days=1)

    assert outcome(claimed(a_paper(), now=tomorrow)) == "claimed"


def test_a_worker_whose_clock_was_put_right_holds_its_lease_no_longer_than_others() -> None:
    held = claimed(a_paper(), now=NOW + timedelta(days=1))

    assert claim_of(renewed(held, claim_of(held).epoch, NOW, LEASE)).lease_expires_at == NOW + LEASE


def test_clocks_may_differ_by_a_lease() -> None:
    assert outcome(claimed(a_paper(), now=NOW + LEASE)) == "busy"


def test_a_newer_generation_takes_over_a_live_lease_and_starts_counting_anew() -> None:
    taken = claimed(claimed(a_paper()), generation=8)

    assert (taken.generation, taken.attempts, claim_of(taken).epoch) == (8, 1, 2)


def test_an_older_generation_is_superseded() -> None:
    assert outcome(claimed(a_paper()), generation=6) == "superseded"


def test_a_paper_that_is_being_deleted_is_superseded_for_all() -> None:
    assert outcome(a_paper(deleting=True)) == "superseded"


@pytest.mark.parametrize("retryable", [True, False])
def test_a_failed_generation_is_finished_whatever_the_failure(retryable: bool) -> None:
    paper = failed(claimed(a_paper()), replace(FAILURE, retryable=retryable), NOW)

    assert outcome(paper) == "finished"
    assert outcome(paper, generation=8) == "claimed"


def test_a_generation_that_waits_after_a_passing_fault_is_claimed_at_once() -> None:
    waiting = put_off(claimed(a_paper()), TransientError("slow", "It was slow."), NOW)

    assert claimed(waiting).attempts == 2


def test_a_generation_is_exhausted_after_its_last_attempt_and_left_as_it_is() -> None:
    paper = a_paper(generation=7, attempts=3, status="extracting")
    decision = decide_claim(paper, 7, NOW, LEASE, max_attempts=3)

    assert (decision.outcome, decision.paper) == ("exhausted", paper)


def test_a_new_attempt_forgets_the_failure_of_the_one_before() -> None:
    passing = replace(FAILURE, retryable=True)
    waiting = put_off(claimed(a_paper()), TransientError(passing.code, passing.message), NOW)
    assert waiting.failure is not None

    assert claimed(waiting).failure is None


def test_a_worker_that_is_stopped_leaves_a_paper_that_waits() -> None:
    at_work = claimed(a_paper())

    stopped = interrupted(at_work, at_work.attempts - 1, NOW + LEASE)

    assert stopped.progress is not None
    assert (stopped.claim, stopped.failure, stopped.progress.stage) == (None, None, "waiting")
    assert (stopped.attempts, stopped.updated_at) == (0, NOW + LEASE)


def test_a_paper_that_is_to_be_read_again_has_all_its_attempts_unless_its_event_came_first() -> None:
    failed = a_paper(generation=7, attempts=3, status="failed", failure=FAILURE)

    waiting = waiting_again(failed, 8, NOW)

    assert (waiting.status, waiting.attempts, waiting.failure, waiting.generation) == ("uploaded", 0, None, 8)
    assert waiting_again(failed, 7, NOW) == failed


def test_epochs_grow_over_all_generations() -> None:
    paper = claimed(failed(claimed(claimed(a_paper()), now=NOW + LEASE), FAILURE, NOW), generation=9)

    assert claim_of(paper).epoch == 3


@pytest.mark.parametrize(
    "now_stored",
    [
        None,
        a_paper(),
        replace(claimed(a_paper()), deleting=True),
        claimed(claimed(a_paper()), now=NOW + LEASE),
        claimed(claimed(a_paper()), generation=8),
        failed(claimed(a_paper()), gave_up(3), NOW),
    ],
    ids=["gone", "never claimed", "deleting", "taken over", "newer generation", "ended"],
)
def test_a_claim_is_lost_when_the_paper_is(now_stored: Paper | None) -> None:
    with pytest.raises(ClaimLostError):
        require_held(now_stored, claim_of(claimed(a_paper())).epoch)


def test_a_claim_outlives_its_lease_until_another_takes_it() -> None:
    paper = claimed(a_paper())

    assert renewed(paper, claim_of(paper).epoch, NOW + 10 * LEASE, LEASE).claim == replace(
        claim_of(paper), lease_expires_at=NOW + 11 * LEASE
    )


def test_a_late_renewal_does_not_shorten_the_lease() -> None:
    paper = claimed(a_paper())
    later = renewed(paper, claim_of(paper).epoch, NOW + LEASE, LEASE)

    assert renewed(later, claim_of(paper).epoch, NOW, LEASE).claim == later.claim


def test_a_lease_is_live_until_its_last_moment() -> None:
    paper = claimed(a_paper())

    assert has_live_lease(paper, NOW, LEASE)
    assert not has_live_lease(paper, NOW + LEASE, LEASE)
    assert not has_live_lease(a_paper(), NOW, LEASE)


def test_a_failure_leaves_what_was_readable() -> None:
    paper = failed(claimed(a_paper(visible_generation=5)), FAILURE, NOW)

    assert (paper.status, paper.visible_generation, paper.failure) == ("failed", 5, FAILURE)


def test_a_paper_that_nobody_reads_has_no_time_left_and_was_changed_now() -> None:
    reading = claimed(a_paper())
    reading = replace(reading, progress=Progress(stage="reading", page=3, pages=9, eta_s=40))
    later = NOW + timedelta(seconds=5)

    stopped = (
        failed(reading, FAILURE, later),
        put_off(reading, TransientError("down", ""), later),
        interrupted(reading, 0, later),
    )

    assert [(paper.progress.eta_s, paper.progress.page, paper.updated_at) for paper in stopped] == [
        (None, 3, later)
    ] * 3
    assert [paper.progress.stage for paper in stopped] == ["reading", "waiting", "waiting"]
    gone_now = gone(replace(reading, visible_generation=5), later)
    assert gone_now is not None
    assert gone_now.updated_at == later


def test_an_announced_paper_whose_file_is_gone_waits_for_another_one() -> None:
    paper = gone(claimed(a_paper()), NOW)

    assert paper is not None
    assert (paper.status, paper.claim, paper.progress) == ("uploaded", None, Progress(stage="waiting"))


def test_a_readable_paper_whose_new_file_is_gone_stays_readable() -> None:
    paper = gone(claimed(a_paper(visible_generation=5)), NOW)

    assert paper is not None
    assert (paper.status, paper.visible_generation, outcome(paper)) == ("completed", 5, "finished")
    assert paper.progress == Progress(stage="done", percent=100)


def test_a_paper_that_nobody_announced_goes_with_its_file() -> None:
    assert gone(claimed(a_paper(announced=False)), NOW) is None


def test_only_delivered_entries_are_cleared() -> None:
    paper = failed(claimed(failed(claimed(a_paper()), FAILURE, NOW), generation=8), FAILURE, NOW)

    assert without_entries(paper, paper.outbox[:1]).outbox == paper.outbox[1:]


def test_a_completed_paper_owes_one_announcement_with_its_generation() -> None:
    from scholarai.domain.extraction_outcomes import Extracted
    from scholarai.domain.paper import Counts, Engine, Metadata

    result = Extracted(
        metadata=Metadata(), counts=Counts(pages=2), engine=Engine(version="1", settings=""), media_type="text/markdown"
    )
    paper = completed(claimed(a_paper()), result, NOW)

    assert [(event.type, event.generation, event.code) for event in paper.outbox] == [("paper.extracted", 7, None)]
