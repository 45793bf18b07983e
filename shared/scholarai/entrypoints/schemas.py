"""What the HTTP API answers; the OpenAPI file and the JSON Schemas are generated from these values.

Domain values stand in them as they are, unless the outside must not see all of them or wants a version tag. They are
structs of msgspec, which are made in a thirtieth of the time of a dataclass: a cold start makes all of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Literal

from msgspec import Struct

from scholarai.domain.ids import PaperId
from scholarai.domain.paper import Counts, Failure, Metadata, Paper, PaperStatus, Progress


class Upload(Struct, frozen=True, kw_only=True):
    """The request that sends the file: these headers, the file as its body, before it expires."""

    url: str
    method: str
    headers: Mapping[str, str]
    expires_at: datetime


class CreatedPaper(Struct, frozen=True, kw_only=True):
    """A paper that waits for its file."""

    paper_id: PaperId
    upload: Upload


class Extraction(Struct, frozen=True, kw_only=True):
    """How far a paper's extraction is."""

    paper_id: PaperId
    status: PaperStatus
    progress: Progress
    error: Failure | None

    @classmethod
    def of(cls, paper: Paper) -> Extraction:
        return cls(paper_id=paper.id, status=paper.status, progress=paper.progress, error=paper.failure)


class PaperView(Struct, frozen=True, kw_only=True):
    """An uploaded file, its state, and what it says about itself."""

    id: PaperId
    filename: str
    media_type: str
    size_bytes: int | None
    sha256: str | None
    status: PaperStatus
    progress: Progress
    error: Failure | None
    metadata: Metadata
    counts: Counts
    created_at: datetime
    updated_at: datetime

    @classmethod
    def of(cls, paper: Paper) -> PaperView:
        return cls(
            id=paper.id,
            filename=paper.filename,
            media_type=paper.media_type,
            size_bytes=paper.size_bytes,
            sha256=paper.sha256,
            status=paper.status,
            progress=paper.progress,
            error=paper.failure,
            metadata=paper.metadata,
            counts=paper.counts,
            created_at=paper.created_at,
            updated_at=paper.updated_at,
        )


class PaperList(Struct, frozen=True, kw_only=True):
    """Papers, newest first; `next_cursor` asks for the next page and is null on the last one."""

    papers: tuple[PaperView, ...]
    next_cursor: str | None


class Check(Struct, frozen=True, kw_only=True):
    """Whether a dependency answers, and in which time."""

    name: str
    ok: bool
    duration_ms: int


class Health(Struct, frozen=True, kw_only=True):
    """Whether a function can do its work."""

    status: Literal["ok", "degraded"]
    checks: tuple[Check, ...]


class ProblemDetails(Struct, frozen=True, kw_only=True):
    """RFC 9457: what went wrong, what to do about it, and whether trying again can help.

    `code` is a stable name. `instance` is the id under which the log has an unexpected error.
    """

    type: str
    title: str
    status: int
    detail: str
    code: str
    retryable: bool
    action: str | None = None
    instance: str | None = None
