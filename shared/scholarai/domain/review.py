"""A literature review over an owner's papers: the request, the chain of steps, and the report."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, ClassVar, Literal

from msgspec import Meta, field

from scholarai.domain.chat import Citation, Doubt, TextSection
from scholarai.domain.depth import Depth, StopReason
from scholarai.domain.discovery import Beyond
from scholarai.domain.ids import ChunkId, OwnerId, PaperId, ReviewId
from scholarai.domain.imprint import Imprint
from scholarai.domain.limits import LAST_YEAR
from scholarai.domain.paper import Failure
from scholarai.domain.table_spec import TableSpec
from scholarai.domain.values import Value

ReviewState = Literal["running", "completed", "partial", "refused", "failed", "cancelled"]
StepState = Literal["waiting", "running", "done", "failed", "skipped"]
SectionFormat = Literal["synthesis", "list"]
EditAction = Literal["rewrite", "expand", "shorten", "delete", "add", "restore"]
FoundBy = Literal["vector", "words"]
FilterField = Literal["year", "venue", "authors", "keywords"]


class Filters(Value, frozen=True, kw_only=True):
    """What papers must have to count; an empty field asks for nothing, and none passes whose own field is unknown.

    Of several names one must fit; `text` must stand in the title, the abstract or the keywords. Case and accents do not count.
    """

    year_from: Annotated[int, Meta(ge=0, le=LAST_YEAR)] | None = None
    year_to: Annotated[int, Meta(ge=0, le=LAST_YEAR)] | None = None
    venues: tuple[str, ...] = ()
    authors: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()
    text: str | None = None


class Unjudged(Value, frozen=True, kw_only=True):
    """How many papers filters leave out only because what they ask for is not known of them, and what is not known of how many."""

    papers: int = 0
    year: int = 0
    venue: int = 0
    authors: int = 0
    keywords: int = 0


class ReviewRequest(Value, frozen=True, kw_only=True):
    """What somebody wants reviewed; without `paper_ids` all of the owner's papers count, without `depth` it is the server's.

    `budget_usd`: what models may cost together, None: no bound. `discover`: also look beyond; read the open PDFs of `fetch` works.
    `n_retrieval`: passages that the search takes, `n_rerank`: those of them that are read, `threshold`: the least share of the best
    passage's score that one which is read has; None: what reviewing/candidates.py says. Without `tables` no papers are compared.
    """

    question: str
    paper_ids: tuple[PaperId, ...] | None = None
    filters: Filters = Filters()
    budget_usd: float | None = None
    depth: Depth | None = None
    discover: bool = False
    fetch: int = 0
    n_retrieval: int | None = None
    n_rerank: int | None = None
    threshold: float | None = None
    tables: bool = True


class Spent(Value, frozen=True, kw_only=True):
    """What model calls took, as the provider counts it; `cost_usd` leaves out the `unpriced_tokens`, whose price is not known."""

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost_usd: float = 0.0
    unpriced_tokens: int = 0


class Estimate(Value, frozen=True, kw_only=True):
    """What a review is expected to take, said before it begins."""

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost_usd: float = 0.0
    seconds: float = 0.0


class StepRecord(Value, frozen=True, kw_only=True):
    """One step as its readers see it: `counts` by name, `texts` that it found missing, `stopped` where a bound ended it."""

    name: str
    state: StepState = "waiting"
    estimate_s: float = 0.0
    started_at: datetime | None = None
    ended_at: datetime | None = None
    attempts: int = 0
    model: str = ""
    spent: Spent = Spent()
    counts: Mapping[str, int] = field(default_factory=dict)
    error: str | None = None
    texts: tuple[str, ...] = ()
    stopped: StopReason | None = None


# The type of the event that carries a StepMessage.
STEP_EVENT = "scholarai.review.step"


class StepMessage(Value, frozen=True, kw_only=True):
    """The order to do one step: number `n` of the review's chain. It may come twice, late, or out of order."""

    review_id: ReviewId
    n: int
    step: str


class StepClaim(Value, frozen=True, kw_only=True):
    """A worker's right to do the current step until its lease ends."""

    epoch: int
    lease_expires_at: datetime


# The name of what makes reviews and tables where no model is connected: it finds passages, and writes nothing.
EXTRACTIVE = "extractive"


class Notice(Value, frozen=True, kw_only=True):
    """Something a reader of the report must know: a stable code, a sentence, and how often it happened."""

    code: str
    detail: str
    count: int = 1


class Edit(Value, frozen=True, kw_only=True):
    """A change of a finished report; `add` names the new section by `title`, the others an existing one by its id.

    `restore` takes all sections, or the one that is named, as they were in an earlier `version`.
    """

    action: EditAction
    section_id: str | None = None
    title: str | None = None
    instruction: str = ""
    version: int | None = None


class Review(Value, frozen=True, kw_only=True):
    """A review's document; what its steps found is kept beside it, by name. One with a `table` fills its cells and writes no report.

    `n` counts the steps of the chain that were begun; step `n` is `steps[...]` with the name `step`, None once the chain has
    ended. `round` is 1 after the one full retry, which uses no answer of round 0. `version` is the newest version of the report,
    0 before there is one. `edit` is the change that is being made. `papers` are those of whose text something may be kept; a
    deleted one leaves them once nothing is. `looked` is the part of `spent` that weighing, searching again and checking took.
    `request_digest` is that of the call with an `Idempotency-Key` that started it.
    """

    id: ReviewId
    owner: OwnerId
    request: ReviewRequest
    created_at: datetime
    updated_at: datetime
    state: ReviewState = "running"
    round: int = 0
    n: int = 1
    step: str | None = None
    attempts: int = 0
    epoch: int = 0
    claim: StepClaim | None = None
    steps: tuple[StepRecord, ...] = ()
    spent: Spent = Spent()
    looked: Spent = Spent()
    estimate: Estimate = Estimate()
    outbox: tuple[StepMessage, ...] = ()
    failure: Failure | None = None
    notices: tuple[Notice, ...] = ()
    title: str | None = None
    model: str = ""
    version: int = 0
    edit: Edit | None = None
    deleting: bool = False
    papers: tuple[PaperId, ...] = ()
    table: TableSpec | None = None
    request_digest: str | None = None


class Decomposition(Value, frozen=True, kw_only=True):
    """A question taken apart: how to search for it, and which papers it is about."""

    rewritten: str
    keywords: str
    filters: Filters = Filters()


class Candidate(Value, frozen=True, kw_only=True):
    """A candidate passage; `cosine` is None without vectors, and `relevance` (0 to 10) is None if no model weighed it."""

    paper_id: PaperId
    generation: int
    chunk_id: ChunkId
    score: float
    found_by: FoundBy
    text: str = ""
    start: int = 0
    end: int = 0
    section_path: tuple[str, ...] = ()
    page_numbers: tuple[int, ...] = ()
    cosine: float | None = None
    relevance: float | None = None
    summary: str = ""


class ReviewedPaper(Imprint, frozen=True, kw_only=True):
    """A paper with a say in the review, named by `label`: "(Doe et al., 2020)"; of a `deleted` one no text is kept.

    `is_supplement`: it is a supplement of the paper that its label names.
    """

    paper_id: PaperId
    generation: int
    label: str
    title: str
    authors: tuple[str, ...] = ()
    year: int | None = None
    venue: str | None = None
    doi: str | None = None
    relevance: float = 0.0
    passages: tuple[ChunkId, ...] = ()
    deleted: bool = False
    is_supplement: bool = False


class CitedWork(Value, frozen=True, kw_only=True):
    """A work that a quote cites: the owner's own paper where the library has it, else as the reference list names it."""

    name: str
    paper_id: PaperId | None = None


class ReviewQuote(Value, frozen=True, kw_only=True):
    """A quote with its grounded citation.

    `place` is the paper's own text there, `cites` what the quote itself cites, `score` that of `PickedQuote`.
    """

    number: int
    citation: Citation
    place: str
    score: float = 1.0
    cites: tuple[CitedWork, ...] = ()


class PlannedSection(Value, frozen=True, kw_only=True):
    """A section to write: its name, its form, the numbers of the quotes it rests on, and in a sentence what it is about."""

    name: str
    format: SectionFormat
    quotes: tuple[int, ...] = ()
    about: str = ""


class ReviewPlan(Value, frozen=True, kw_only=True):
    title: str
    sections: tuple[PlannedSection, ...]
    reasoning: str = ""


class TableCell(Value, frozen=True, kw_only=True):
    """A value with what supports it, empty where nothing does; `doubts` as in a section, of the value's words."""

    value: str
    citations: tuple[Citation, ...] = ()
    doubts: tuple[Doubt, ...] = ()


class TableRow(Value, frozen=True, kw_only=True):
    paper_id: PaperId
    label: str
    cells: tuple[TableCell, ...]


class TableColumn(Value, frozen=True, kw_only=True):
    name: str
    description: str = ""


class ComparisonTable(Value, frozen=True, kw_only=True):
    title: str
    columns: tuple[TableColumn, ...]
    rows: tuple[TableRow, ...]


class ReviewSection(Value, frozen=True, kw_only=True):
    """A written section: sentences with the citations behind them; those without are the model's memory (`uncited`).

    `tldr` is the text of `tldr_parts`, sentences like those of `text`, and `lead` are their citations; sections of earlier
    releases have no parts. `sources` counts the papers that it cites, `removed_references` the references of the model that
    named nothing.
    """

    id: str
    title: str
    format: SectionFormat
    tldr: str
    text: tuple[TextSection, ...]
    sources: int
    model: str
    removed_references: int = 0
    table: ComparisonTable | None = None
    lead: tuple[Citation, ...] = ()
    tldr_parts: tuple[TextSection, ...] = ()

    @property
    def summary(self) -> tuple[TextSection, ...]:
        """The sentences of the `tldr`; of an earlier release, its text as it stands."""
        if self.tldr_parts or not self.tldr:
            return self.tldr_parts
        return (TextSection(text=self.tldr, citations=self.lead),)


class FollowedQuote(Value, frozen=True, kw_only=True):
    """A quote of the report, by its place, that itself cites other works."""

    paper_id: PaperId
    start: int
    end: int
    works: tuple[CitedWork, ...]


class Report(Value, frozen=True, kw_only=True):
    """One version of a review's report; `papers` are those that it cites, `followed` what its quotes cite in turn.

    `silent` are papers in which nothing was found, those that were read first; `unlisted` counts further ones; `beyond` was asked for.
    """

    shown_by: ClassVar[str] = "scholarai.reviewing.exports:report"
    title: str
    sections: tuple[ReviewSection, ...]
    papers: tuple[ReviewedPaper, ...]
    version: int = 1
    complete: bool = True
    followed: tuple[FollowedQuote, ...] = ()
    silent: tuple[ReviewedPaper, ...] = ()
    unlisted: int = 0
    beyond: Beyond | None = None
