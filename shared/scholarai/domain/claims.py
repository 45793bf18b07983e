"""Who may work on a paper: the rules of claim, renewal, and fencing, free of any store."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Literal

from scholarai.domain.errors import ClaimLostError
from scholarai.domain.paper import Claim, Paper, Progress

Outcome = Literal["claimed", "busy", "finished", "superseded", "exhausted"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimDecision:
    """What a worker may do with a generation, and the paper as it must be stored with that decision.

    `claimed`: work on it. `busy`: another worker's lease runs; the event must come again, since that worker may have
    died. `finished` and `superseded`: acknowledge without work. `exhausted`: claimed once too often; end as failed.
    """

    outcome: Outcome
    paper: Paper


def decide_claim(paper: Paper, generation: int, now: datetime, lease: timedelta, max_attempts: int) -> ClaimDecision:
    """Decide whether a worker may extract `generation` of `paper` now."""
    if paper.deleting or generation < paper.generation:
        return ClaimDecision(outcome="superseded", paper=paper)
    attempts = 0
    if generation == paper.generation:
        if _is_finished(paper):
            return ClaimDecision(outcome="finished", paper=paper)
        if paper.claim is not None and paper.claim.lease_expires_at > now:
            return ClaimDecision(outcome="busy", paper=paper)
        attempts = paper.attempts
    claimed = replace(
        paper,
        generation=generation,
        attempts=attempts + 1,
        claim=Claim(epoch=_next_epoch(paper), generation=generation, lease_expires_at=now + lease),
        epoch=_next_epoch(paper),
        status="extracting",
        failure=None,
        progress=Progress(stage="reading"),
        updated_at=now,
    )
    return ClaimDecision(outcome="exhausted" if attempts >= max_attempts else "claimed", paper=claimed)


def require_claim(paper: Paper | None, claim: Claim) -> Paper:
    """Return the paper if `claim` is still the one that counts.

    Raises:
        ClaimLostError: If the paper is gone, being deleted, or claimed by another worker since.
    """
    if paper is None or paper.deleting or paper.claim is None or paper.claim.epoch != claim.epoch:
        raise ClaimLostError("claim_lost", "another worker took this paper over, or it was deleted")
    return paper


def _is_finished(paper: Paper) -> bool:
    if paper.status == "completed":
        return True
    return paper.status == "failed" and not (paper.failure is not None and paper.failure.retryable)


def _next_epoch(paper: Paper) -> int:
    return paper.epoch + 1
