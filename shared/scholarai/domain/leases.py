"""Leases on papers and reviews: who may claim one, how a lease is renewed, and the fence that each write must pass; without any store.

A claim has an epoch, which grows with each claim of the record, and the time at which its lease ends. Writes are fenced by
the epoch alone: a worker whose lease has expired may go on until another one claims the record.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Literal, TypeVar

from msgspec.structs import replace

from scholarai.domain.errors import ClaimLostError
from scholarai.domain.paper import Claim, Paper, Progress
from scholarai.domain.review import Review
from scholarai.domain.values import Value

# What workers claim.
Record = TypeVar("Record", Paper, "Review")

# A full lease, plus one lease of clock skew.
_MOST_LEASES = 2

Outcome = Literal["claimed", "busy", "finished", "superseded", "exhausted"]


class ClaimDecision(Value, frozen=True, kw_only=True):
    """What a worker may do with a generation, and the paper as it must be stored with that decision.

    `claimed`: work on it; the only one that changes the paper. `busy`: another worker's lease runs; the event must
    come again, since that worker may have died. `finished` and `superseded`: acknowledge without work. `exhausted`:
    tried too often already; it must end as failed.
    """

    outcome: Outcome
    paper: Paper


def decide_claim(paper: Paper, generation: int, now: datetime, lease: timedelta, max_attempts: int) -> ClaimDecision:
    """Decide whether a worker may extract `generation` of `paper` now."""
    outcome = _outcome(paper, generation, now, lease, max_attempts)
    if outcome != "claimed":
        return ClaimDecision(outcome=outcome, paper=paper)
    epoch = paper.epoch + 1
    claimed = replace(
        paper,
        generation=generation,
        attempts=_attempts(paper, generation) + 1,
        claim=Claim(epoch=epoch, generation=generation, lease_expires_at=now + lease),
        epoch=epoch,
        status="extracting",
        failure=None,
        progress=Progress(stage="reading"),
        updated_at=now,
    )
    return ClaimDecision(outcome="claimed", paper=claimed)


def claim_outcome(
    record: Record, now: datetime, lease: timedelta, max_attempts: int
) -> Literal["claimed", "busy", "exhausted"]:
    """Decide whether a worker may claim a record whose work is due."""
    if has_live_lease(record, now, lease):
        return "busy"
    return "exhausted" if record.attempts >= max_attempts else "claimed"


def require_held(record: Record | None, epoch: int) -> Record:
    """Return the record if the claim of that epoch is still current, even if its lease has expired.

    Raises:
        ClaimLostError: If the record is gone, being deleted, ended, or claimed by another worker since.
    """
    if record is None or record.deleting or record.claim is None or record.claim.epoch != epoch:
        raise ClaimLostError("claim_lost", "another worker took this over, or it was cancelled or deleted")
    return record


def renewed(record: Record | None, epoch: int, now: datetime, lease: timedelta) -> Record:
    """Return the record with the lease of its claim counted from now; it never gets shorter.

    Raises:
        ClaimLostError: Like `require_held`.
    """
    held = require_held(record, epoch)
    assert held.claim is not None  # noqa: S101  - it is held
    ends = now + lease
    if has_live_lease(held, now, lease):
        ends = max(ends, held.claim.lease_expires_at)
    return replace(held, claim=replace(held.claim, lease_expires_at=ends), updated_at=now)


def has_live_lease(record: Record, now: datetime, lease: timedelta) -> bool:
    """Tell whether a worker may be at work on the record now, with a lease that may last `lease`.

    A lease that ends later than possible came from a clock that ran ahead: waiting for it could take days, and the
    fence keeps its worker from writing anyway.
    """
    return record.claim is not None and now < record.claim.lease_expires_at <= now + _MOST_LEASES * lease


def _outcome(paper: Paper, generation: int, now: datetime, lease: timedelta, max_attempts: int) -> Outcome:
    if paper.deleting or generation < paper.generation:
        return "superseded"
    if generation > paper.generation:  # takes over a live lease, and its attempts count anew
        return "claimed"
    if paper.status in {"completed", "failed"}:  # both are final: another try is another generation
        return "finished"
    return claim_outcome(paper, now, lease, max_attempts)


def _attempts(paper: Paper, generation: int) -> int:
    return paper.attempts if generation == paper.generation else 0
