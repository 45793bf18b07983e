"""A running step of a review: its tools, the papers that it opens, the outputs of earlier steps, and its result."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cached_property
from typing import TypeVar

from msgspec.structs import replace

from scholarai.citations import GroundingText, PageLocator, SectionBuilder, Source, Text
from scholarai.citations.parser import Quote
from scholarai.domain.chat import Citation, Evidence
from scholarai.domain.content import PaperContent
from scholarai.domain.depth import Depth, StopReason
from scholarai.domain.errors import TransientError
from scholarai.domain.ids import ChunkId, PaperId
from scholarai.domain.imprint import imprint_of
from scholarai.domain.paper import Failure
from scholarai.domain.review import Candidate, Notice, Review, ReviewedPaper, ReviewState, StepRecord
from scholarai.domain.review_outputs import Reranked
from scholarai.domain.values import Value, from_json
from scholarai.ports.clock import Clock
from scholarai.ports.models import Embedder, ReplyModel
from scholarai.ports.reviews import LibraryCatalog, LibraryPaper, QuotePicker, ReviewStore
from scholarai.ports.stores import ContentStore
from scholarai.reviewing.chain import RANKING, REVIEW_BOUNDS, Course
from scholarai.reviewing.papers import year_of
from scholarai.services.chat.deep_calls import DeepModels
from scholarai.services.library.passages import FindPassages
from scholarai.services.library.search import FindInLibrary
from scholarai.services.literature.adding import AddWork
from scholarai.services.literature.discovering import Discover
from scholarai.services.reviews.calls import Asks, BoundedAsks, ReviewLease
from scholarai.services.reviews.writing import ModelWriter
from scholarai.services.spending import Spending

T = TypeVar("T")
# A guess: the papers of one step, some 3 MB each.
KEPT_PAPERS = 40


class Fetching(Value, frozen=True, kw_only=True):
    """Adds works from outside the library: searches for them, fetches their open files, and waits until these are read."""

    discover: Discover
    add: AddWork
    sleep: Callable[[float], None]


class ReviewTools(Value, frozen=True, kw_only=True):
    """What steps are made with; models are asked for when a step first needs them.

    `looking` are the models that weigh passages, say what is missing, and read sentences a second time.
    `discover` asks outside services for works beyond the library, `fetching` adds them; None: neither is asked for.
    `passages` searches one paper for a cell of a table.
    """

    reviews: ReviewStore
    catalog: LibraryCatalog
    contents: ContentStore
    find: FindInLibrary
    papers: PaperCache
    embedder: Callable[[], Embedder | None]
    picker: Callable[[], QuotePicker]
    model: Callable[[], ReplyModel | None]
    price_per_token: Callable[[], tuple[float, float] | None]
    clock: Clock
    spending: Spending | None = None
    looking: Callable[[], DeepModels | None] = lambda: None
    discover: Callable[[], Discover] | None = None
    fetching: Callable[[], Fetching] | None = None
    passages: Callable[[], FindPassages] = lambda: FindPassages(embedder=lambda: None)


class ReviewEndsError(Exception):
    """The review ends in this state, for this reason. `again`: one full retry may help."""

    def __init__(self, state: ReviewState, failure: Failure, *, again: bool = False) -> None:
        super().__init__(failure.code)
        self.state = state
        self.failure = failure
        self.again = again


@dataclass(frozen=True, slots=True, kw_only=True)
class StepResult:
    """What a step found.

    Attributes:
        outputs: What to keep, by name; the step's own under its own name.
        counts: What went in and came out, for readers and the trace.
        following: The steps that follow now; None: those that wait already.
        change: What else becomes of the review.
        texts: What was found missing.
        stopped: Why the step looked no further.
    """

    outputs: Mapping[str, object]
    counts: Mapping[str, int] = field(default_factory=dict)
    following: Sequence[StepRecord] | None = None
    notices: Sequence[Notice] = ()
    change: Callable[[Review], Review] = lambda review: review
    texts: tuple[str, ...] = ()
    stopped: StopReason | None = None


class Job(Value, frozen=True, kw_only=True):
    """A claimed step; `asks` makes the calls of models where one is configured."""

    tools: ReviewTools
    lease: ReviewLease
    step: str
    asks: Asks | None = None

    @property
    def review(self) -> Review:
        return self.lease.review

    @property
    def asks_model(self) -> bool:
        return self.asks is not None

    @property
    def writer(self) -> ModelWriter | None:
        """The model that judges, plans and writes; None without one: then papers are found and quoted, and nothing is written."""
        return None if self.asks is None else ModelWriter(asks=self.asks)

    @property
    def depth(self) -> Depth:
        return self.review.request.depth or "quick"

    @property
    def course(self) -> Course:
        return Course(asks_model=self.asks_model, depth=self.depth, tables=self.review.request.tables)

    def ranked(self) -> Reranked:
        """Return the passages to read, as the last step that ranked or weighed them left them."""
        done = {step.name for step in self.review.steps if step.state == "done"}
        return self.read(Reranked, next(name for name in reversed(RANKING) if name in done))

    def read(self, kind: type[T], name: str) -> T:
        """Return what an earlier step left.

        Raises:
            TransientError: If it is not there, which only a store that lost it explains.
        """
        outputs = self.read_all(kind, [name])
        if name not in outputs:
            raise TransientError("output_missing", f"the store has no output of the step {name}")
        return outputs[name]

    def read_all(self, kind: type[T], names: Sequence[str]) -> dict[str, T]:
        """Return what earlier steps left, by name, in the order of the names; steps that left nothing are left out."""
        stored = self.tools.reviews.read_outputs(self.review.id, names)
        return {name: from_json(kind, stored[name]) for name in names if name in stored}

    def papers(self, paper_ids: Sequence[PaperId]) -> Mapping[PaperId, LibraryPaper]:
        """Return those of the papers that are still there."""
        return self.tools.catalog.describe(self.review.owner, list(dict.fromkeys(paper_ids)))

    def bounded_asks(self, *, reserve_usd: float = 0.0) -> BoundedAsks | None:
        """Return what makes the optional calls of this step; None where its review has none, or no model is configured."""
        models = self.tools.looking() if self.asks is not None and self.depth != "quick" else None
        if models is None or self.asks is None:
            return None
        bounds = REVIEW_BOUNDS[self.depth]
        begun = next((step.started_at for step in self.review.steps if step.name == self.step), None)
        return BoundedAsks(
            asks=self.asks,
            models=models,
            bounds=bounds,
            until=(begun or self.tools.clock.now()) + timedelta(seconds=bounds.looking_s),
            reserve_usd=reserve_usd,
        )


def gone_notice(count: int) -> tuple[Notice, ...]:
    """Return what readers must know when papers went while their review was written."""
    if not count:
        return ()
    return (Notice(code="papers_gone", detail="Papers were deleted while the review was written.", count=count),)


@dataclass(frozen=True, kw_only=True, eq=False)
class CachedPaper:
    """One generation of a paper, ready for quotes."""

    paper: LibraryPaper
    content: PaperContent

    @cached_property
    def grounding(self) -> GroundingText:
        return GroundingText.of_paper(self.content)

    @cached_property
    def locator(self) -> PageLocator:
        return PageLocator.of(self.content)

    def ground(self, quote: str, evidence: Evidence, *, question: str) -> Citation | None:
        """Return the quote as a citation like the chat's; None where the paper does not say that, or it proves nothing.

        The `question` is what the quote is to answer: a name alone proves something where one is asked for.
        """
        source = Source(evidence=evidence, text=self.grounding, locator=self.locator)
        builder = SectionBuilder(sources={evidence.number: source}, question=question)
        builder.add([Text("."), Quote((evidence.number,), quote)])
        citations = [citation for section in builder.finish() for citation in section.citations]
        return next((citation for citation in citations if citation.stands), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperCache:
    """Reads papers on first use and keeps those used last; safe for several threads."""

    contents: ContentStore
    _kept: OrderedDict[tuple[PaperId, int], CachedPaper] = field(default_factory=OrderedDict, init=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, init=False)

    def open(self, paper: LibraryPaper) -> CachedPaper | None:
        """Return the paper's readable generation, or None when it has just gone."""
        key = (paper.id, paper.generation)
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        content = self.contents.read_content(*key)
        if content is None:
            return None
        cached = CachedPaper(paper=paper, content=content)
        with self._lock:
            self._kept[key] = cached
            while len(self._kept) > KEPT_PAPERS:
                self._kept.popitem(last=False)
        return cached


def as_evidence(number: int, passage: Candidate) -> Evidence:
    """Return a passage as the excerpt of that number."""
    return Evidence(
        number=number,
        paper_id=passage.paper_id,
        chunk_id=passage.chunk_id,
        text=passage.text,
        score=passage.score,
        start=passage.start,
        end=passage.end,
        section_path=passage.section_path,
        page_numbers=passage.page_numbers,
    )


def described(paper: LibraryPaper, relevance: float, passages: tuple[ChunkId, ...]) -> ReviewedPaper:
    """Return a paper as a review names it, its label not given yet."""
    about = paper.metadata
    return ReviewedPaper(
        paper_id=paper.id,
        generation=paper.generation,
        label="",
        title=about.title or paper.filename,
        authors=about.authors,
        year=year_of(about, paper.filename),
        venue=about.venue,
        doi=about.doi,
        **imprint_of(about),
        relevance=relevance,
        passages=passages,
        is_supplement=paper.is_supplement,
    )


def holding(review: Review, paper_ids: Sequence[PaperId]) -> Review:
    """Return the review with these papers recorded, so that deleting one finds the review."""
    return replace(review, papers=tuple(dict.fromkeys((*review.papers, *paper_ids))))
