"""A running step of a review: its tools, the outputs of earlier steps, and its result."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from scholarai.domain.depth import Depth, StopReason
from scholarai.domain.errors import TransientError
from scholarai.domain.ids import PaperId
from scholarai.domain.paper import Failure
from scholarai.domain.review import Notice, Review, ReviewState, StepRecord
from scholarai.domain.review_outputs import Reranked
from scholarai.domain.values import Value, from_json
from scholarai.ports.clock import Clock
from scholarai.ports.models import Embedder, ReplyModel
from scholarai.ports.reviews import LibraryCatalog, LibraryPaper, QuotePicker, ReviewStore
from scholarai.ports.stores import ContentStore
from scholarai.reviewing.schedule import RANKING, Course
from scholarai.services.chat.deep_calls import DeepModels
from scholarai.services.library.passages import FindPassages
from scholarai.services.library.search import FindInLibrary
from scholarai.services.literature.adding import AddWork
from scholarai.services.literature.discovering import Discover
from scholarai.services.reviews.calls import Asks
from scholarai.services.reviews.lease import ReviewLease
from scholarai.services.reviews.model_writer import ModelWriter
from scholarai.services.reviews.paper_cache import PaperCache
from scholarai.services.spending import Spending

T = TypeVar("T")


class Fetching(Value, frozen=True, kw_only=True):
    """What adds works from beyond the library: the search for them, their open files, and the waiting until these are read."""

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
        found = self.read_all(kind, [name])
        if name not in found:
            raise TransientError("output_missing", f"the store has no output of the step {name}")
        return found[name]

    def read_all(self, kind: type[T], names: Sequence[str]) -> dict[str, T]:
        """Return what earlier steps left, by name, in the order of the names; steps that left nothing are left out."""
        stored = self.tools.reviews.read_outputs(self.review.id, names)
        return {name: from_json(kind, stored[name]) for name in names if name in stored}

    def papers(self, paper_ids: Sequence[PaperId]) -> Mapping[PaperId, LibraryPaper]:
        """Return those of the papers that are still there."""
        return self.tools.catalog.describe(self.review.owner, list(dict.fromkeys(paper_ids)))


def gone_notice(count: int) -> tuple[Notice, ...]:
    """Return what readers must know when papers went while their review was written."""
    if not count:
        return ()
    return (Notice(code="papers_gone", detail="Papers were deleted while the review was written.", count=count),)
