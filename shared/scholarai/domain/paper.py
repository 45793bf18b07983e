"""The state of one uploaded paper, from its announcement to its deletion."""

import unicodedata
from datetime import datetime
from typing import Literal

from scholarai.domain.bibliography_entry import BibliographyEntry
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.imprint import Imprint
from scholarai.domain.marks import Marks
from scholarai.domain.notices import WorkNotice
from scholarai.domain.values import Value

# `record`: only known as a publication; there is no file, and no text.
PaperStatus = Literal["uploaded", "extracting", "completed", "failed", "record"]
Stage = Literal["waiting", "reading", "structuring", "embedding", "finishing", "done"]


class Progress(Value, frozen=True, kw_only=True):
    """How far extraction is; `page` counts pages done, `percent` the whole job from 0 to 100."""

    stage: Stage = "waiting"
    page: int = 0
    pages: int | None = None
    percent: int = 0
    eta_s: int | None = None


class Failure(Value, frozen=True, kw_only=True):
    """Why a paper failed: a stable code, a sentence, what the user can do, whether a retry can help."""

    code: str
    message: str
    action: str
    retryable: bool


class Claim(Value, frozen=True, kw_only=True):
    """A worker's right to write one generation of a paper until its lease ends.

    `epoch` grows with every claim of the paper; a write whose epoch is not the paper's current one must not happen.
    """

    epoch: int
    generation: int
    lease_expires_at: datetime


class Metadata(Imprint, frozen=True, kw_only=True):
    """What is known of the paper as a publication."""

    title: str | None = None
    authors: tuple[str, ...] = ()
    doi: str | None = None
    arxiv_id: str | None = None
    abstract: str | None = None
    year: int | None = None
    venue: str | None = None
    keywords: tuple[str, ...] = ()
    entry: BibliographyEntry | None = None


MetadataField = Literal[
    "title", "authors", "doi", "arxiv_id", "abstract", "year", "venue", "keywords",
    "volume", "issue", "page_range", "publisher", "issn",
]  # fmt: skip
# `printed`: the pages say so; `file`: what the file says of itself, printed nowhere near its beginning or end.
MetadataSource = Literal["printed", "file", "service", "person"]


class Origin(Value, frozen=True, kw_only=True):
    """Where a field of the metadata is from, and since when."""

    field: MetadataField
    source: MetadataSource
    at: datetime


class Counts(Value, frozen=True, kw_only=True):
    pages: int = 0
    sections: int = 0
    blocks: int = 0
    chunks: int = 0
    figures: int = 0
    tables: int = 0
    equations: int = 0
    references: int = 0


class EmbeddingSpace(Value, frozen=True, kw_only=True):
    """What makes two vectors comparable: the model, the dimensions and the text prefixes used with it."""

    model: str
    dimensions: int
    prefix_version: str = "1"


class Engine(Value, frozen=True, kw_only=True):
    """What made a generation: resuming is allowed only with the very same engine."""

    version: str
    settings: str
    space: EmbeddingSpace | None = None


class Work(Value, frozen=True, kw_only=True):
    """What of a generation is stored already, so that a retry resumes after it.

    `ranges_done` counts the leading ranges stored; range borders follow from the content and the engine alone.
    """

    generation: int
    engine: Engine
    ranges_done: int = 0


class PaperEvent(Value, frozen=True, kw_only=True):
    """An outbox entry: it stays with the paper until it is published."""

    type: Literal["paper.extracted", "paper.failed"]
    paper_id: PaperId
    owner: OwnerId
    generation: int
    occurred_at: datetime
    code: str | None = None


class Merging(Value, frozen=True, kw_only=True):
    """What a paper that came twice is merged `into`: the plan, kept with it until all is done.

    `fields` of its description go to the other one; with `remove` the paper is deleted at the end, and hidden until then. The last
    two are those of the call with an `Idempotency-Key`.
    """

    into: PaperId
    at: datetime
    fields: tuple[MetadataField, ...] = ()
    remove: bool = True
    request_id: str | None = None
    request_digest: str | None = None


class Merged(Value, frozen=True, kw_only=True):
    """A record of the same paper that was merged into this one."""

    paper_id: PaperId
    at: datetime
    request_id: str | None = None
    request_digest: str | None = None


class Paper(Value, frozen=True, kw_only=True):
    """A paper's document.

    `generation` is the newest object generation that was claimed; `visible_generation` the one that readers follow
    (None until the first success). `attempts` counts claims of `generation` under which no range was stored; `epoch` is that of the latest claim ever.
    `announced` is False for an object that came without `POST /papers`. A paper that waits for its next try after a
    passing fault stays `extracting`, with that fault in `failure` and no claim; `failed` is final for its generation.
    `origins` tells where the fields of `metadata` are from: for a corrected one where the reading of it was, and who corrected
    it. `metadata_read` is what extraction read, kept while something of it is corrected (`domain/metadata.py`). `marks` are its
    owner's, `notices` what was published about it since. `same_as` is the oldest readable paper of the owner that is the same
    publication or has the same file (`domain/identity.py`). `supplement_of` is the paper that this one is a further file of
    (`domain/supplements.py`). `request_digest` is that of the call
    with an `Idempotency-Key` that announced it. `merging` is a merge that is not finished, `merged` what was merged into it.
    """

    id: PaperId
    owner: OwnerId
    filename: str
    object_name: str
    created_at: datetime
    updated_at: datetime
    media_type: str = "application/pdf"
    size_bytes: int | None = None
    sha256: str | None = None
    status: PaperStatus = "uploaded"
    progress: Progress = Progress()
    failure: Failure | None = None
    generation: int = 0
    visible_generation: int | None = None
    attempts: int = 0
    epoch: int = 0
    claim: Claim | None = None
    work: Work | None = None
    engine: Engine | None = None
    metadata: Metadata = Metadata()
    origins: tuple[Origin, ...] = ()
    metadata_read: Metadata | None = None
    notices: tuple[WorkNotice, ...] = ()
    marks: Marks = Marks()
    same_as: PaperId | None = None
    supplement_of: PaperId | None = None
    counts: Counts = Counts()
    outbox: tuple[PaperEvent, ...] = ()
    announced: bool = True
    deleting: bool = False
    request_digest: str | None = None
    merging: Merging | None = None
    merged: tuple[Merged, ...] = ()

    @property
    def owing(self) -> bool:
        """Tell whether something is left to be done that a crash may have left behind."""
        return bool(self.outbox) or self.deleting or self.merging is not None


class ObjectFinalized(Value, frozen=True, kw_only=True):
    """A storage event that an object is complete: the checked fields of its CloudEvent, `happened_at` where it is told."""

    bucket: str
    name: str
    generation: int
    size_bytes: int
    content_type: str
    happened_at: datetime | None = None


def plain(text: str) -> str:
    """Return the text in the form that filters compare: lower case, no accents, single spaces."""
    folded = unicodedata.normalize("NFKD", text)
    return " ".join("".join(c for c in folded if not unicodedata.combining(c)).casefold().split())
