"""Decides who may work on a paper: the rules of claims, lease renewal and fencing, independent of any store."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Literal

from msgspec.structs import replace

from scholarai.domain.errors import ClaimLostError
from scholarai.domain.paper import Claim, Paper, Progress
from scholarai.domain.values import Value

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


def require_claim(paper: Paper | None, claim: Claim) -> Paper:
    """Return the paper if `claim` is still current, even if its lease has expired.

    Raises:
        ClaimLostError: If the paper is gone, being deleted, finished, or claimed by another worker since.
    """
    if paper is None or paper.deleting or paper.claim is None or paper.claim.epoch != claim.epoch:
        raise ClaimLostError("claim_lost", "another worker took this paper over, or it was deleted")
    return paper


def renew(paper: Paper | None, claim: Claim, now: datetime, lease: timedelta) -> Paper:
    """Return the paper with the lease of `claim` counted from now; it never gets shorter.

    Raises:
        ClaimLostError: Like `require_claim`.
    """
    held = require_claim(paper, claim)
    ends = now + lease
    if held.claim is not None and is_live(held.claim.lease_expires_at, now, lease):
        ends = max(ends, held.claim.lease_expires_at)
    return replace(held, claim=replace(claim, lease_expires_at=ends), updated_at=now)


def has_live_lease(paper: Paper, now: datetime, lease: timedelta) -> bool:
    """Tell whether a worker may be processing the paper now."""
    return paper.claim is not None and is_live(paper.claim.lease_expires_at, now, lease)


def is_live(expires_at: datetime, now: datetime, lease: timedelta) -> bool:
    """Tell whether a lease runs that may last `lease`.

    A lease that ends later than possible came from a clock that ran ahead: waiting for it could take days, and the
    fence keeps its worker from writing anyway.
    """
    return now < expires_at <= now + _MOST_LEASES * lease


def _outcome(paper: Paper, generation: int, now: datetime, lease: timedelta, max_attempts: int) -> Outcome:
    if paper.deleting or generation < paper.generation:
        return "superseded"
    if generation == paper.generation:
        if paper.status in {"completed", "failed"}:  # both are final: another try is another generation
            return "finished"
        if has_live_lease(paper, now, lease):
            return "busy"
    return "exhausted" if _attempts(paper, generation) >= max_attempts else "claimed"


def _attempts(paper: Paper, generation: int) -> int:
    return paper.attempts if generation == paper.generation else 0
