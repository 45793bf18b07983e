"""What the HTTP API answers; the OpenAPI file and the JSON Schemas are generated from these values.

Domain values stand in them as they are, unless the outside must not see all of them or wants a version tag. They are
structs of msgspec, which are made in a thirtieth of the time of a dataclass: a cold start makes all of them.
"""

from datetime import datetime
from typing import Literal

from msgspec import Struct, field

from scholarai.domain.ids import PaperId
from scholarai.domain.marks import Marks
from scholarai.domain.notices import WorkNotice
from scholarai.domain.paper import Counts, Failure, Metadata, Origin, PaperStatus, Progress
from scholarai.entrypoints.calls import View
from scholarai.ports.stores import SignedUpload


class Upload(SignedUpload, View, frozen=True, kw_only=True):
    """The request that sends the file: these headers, the file as its body, before it expires."""


class CreatedPaper(Struct, frozen=True, kw_only=True):
    """A paper that waits for its file; `upload` is null where the same file was there already, with what was made of it."""

    paper_id: PaperId
    upload: Upload | None


class Extraction(View, frozen=True, kw_only=True):
    """How far a paper's extraction is."""

    id: PaperId = field(name="paper_id")
    status: PaperStatus
    progress: Progress
    failure: Failure | None = field(name="error")


class PaperView(View, frozen=True, kw_only=True):
    """An uploaded file, its state, and what is known of it as a publication.

    `origins` tells where the fields of `metadata` are from; a corrected one has an entry for what was read, and one for who
    corrected it. `metadata_read` is what was read, and null while nothing of it is corrected. With the status
    `record` there is no file and no text, only what is known of it. `notices` tell what was published about it since:
    retractions, corrections.
    `same_as` is the oldest paper of the library that is the same publication or has the same file; null where there is none
    before this one. `supplement_of` is the paper that this one is a supplement of: it has no entry of its own in a bibliography.
    """

    id: PaperId
    filename: str
    media_type: str
    size_bytes: int | None
    sha256: str | None
    status: PaperStatus
    progress: Progress
    failure: Failure | None = field(name="error")
    metadata: Metadata
    origins: tuple[Origin, ...]
    metadata_read: Metadata | None
    same_as: PaperId | None
    supplement_of: PaperId | None
    notices: tuple[WorkNotice, ...]
    marks: Marks
    counts: Counts
    created_at: datetime
    updated_at: datetime


class PaperList(Struct, frozen=True, kw_only=True):
    """Papers, newest first or in the order asked for; `next_cursor` asks for the next page and is null on the last one."""

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
