"""The first step of extraction: claiming the paper in one transaction."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Literal

from msgspec.structs import replace

from scholarai.domain.extraction_outcomes import failed, gave_up
from scholarai.domain.formats import FORMATS, MEDIA_TYPES, MediaType, media_type_of
from scholarai.domain.leases import decide_claim
from scholarai.domain.object_names import MOVING, PaperAddress
from scholarai.domain.paper import ObjectFinalized, Paper
from scholarai.ports.stores import PaperStore


class NoClaimError(Exception):
    """The paper is not to be worked on; `paper` is as it stands in the store."""

    def __init__(self, reason: Literal["busy", "finished", "superseded", "moving", "taken"], paper: Paper) -> None:
        super().__init__(reason)
        self.reason = reason
        self.paper = paper


def claim_paper(
    papers: PaperStore,
    address: PaperAddress,
    event: ObjectFinalized,
    now: datetime,
    lease: timedelta,
    max_attempts: int,
) -> Paper:
    """Claim the paper of the event, creating it if it is unknown, and return it as stored.

    It has no claim when its attempts are used up and it was just stored as failed.

    Raises:
        NoClaimError: If there is no work for this worker; nothing is stored then.
    """

    def rule(found: Paper | None) -> Paper:
        paper = found or _unannounced(address, event, now)
        if paper.object_name != address.object_name:
            raise NoClaimError("moving" if paper.object_name == address.object_name + MOVING else "taken", paper)
        decision = decide_claim(paper, event.generation, now, lease, max_attempts)
        match decision.outcome:
            case "claimed":
                return replace(decision.paper, size_bytes=event.size_bytes or paper.size_bytes)
            case "exhausted":
                return failed(paper, gave_up(paper.attempts), now)
            case "busy" | "finished" | "superseded" as reason:
                raise NoClaimError(reason, paper)

    stored = papers.change(address.paper_id, rule)
    assert stored is not None  # noqa: S101  - the rule above never returns None
    return stored


def _unannounced(address: PaperAddress, event: ObjectFinalized, now: datetime) -> Paper:
    return Paper(
        id=address.paper_id,
        owner=address.owner,
        filename=address.filename,
        object_name=address.object_name,
        media_type=_media_type(event.content_type, address.filename),
        size_bytes=event.size_bytes,
        # A late event recreates a deleted paper; start from the clock so that its epochs never repeat.
        epoch=int(now.timestamp() * 1_000_000),
        created_at=now,
        updated_at=now,
        announced=False,
    )


def _media_type(content_type: str, filename: str) -> MediaType:
    """Return a hint only: the reader goes by the bytes."""
    return content_type if content_type in MEDIA_TYPES else media_type_of(filename) or FORMATS[0].media_type
