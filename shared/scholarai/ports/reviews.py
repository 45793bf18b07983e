"""Where reviews and what their steps found are kept, how the next step is ordered, and who picks quotes without a model."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Protocol, TypeAlias

from scholarai.domain.chat import Evidence
from scholarai.domain.ids import OwnerId, PaperId, ReviewId
from scholarai.domain.notices import WorkNotice
from scholarai.domain.paper import Metadata
from scholarai.domain.review import Filters, Review, StepMessage, Unjudged
from scholarai.domain.values import Value

ReviewRule: TypeAlias = Callable[[Review | None], Review | None]
"""Takes the stored review (None: unknown) and returns it as it must be (None: it goes). Pure: it may run several
times; what it raises aborts the transaction and reaches the caller."""


class Output(Value, frozen=True, kw_only=True):
    """What a step or a call left behind, as JSON; storing the same name again replaces it."""

    name: str
    json: str


class ReviewPage(Value, frozen=True, kw_only=True):
    """One page of a list, newest first; `next_cursor` is None on the last one."""

    reviews: tuple[Review, ...]
    next_cursor: str | None


class ReviewStore(Protocol):
    """Reviews, each changed by one transaction at a time, and their outputs.

    Any text may come as an id: one that no review can have is unknown like any other. Every method raises
    TransientError when the store cannot be reached or contention outlasts its retries.
    """

    def get(self, review_id: ReviewId) -> Review | None:
        """Return the review, or None when it is unknown."""
        ...

    def change(self, review_id: ReviewId, rule: ReviewRule, outputs: Sequence[Output] = ()) -> Review | None:
        """Apply `rule` and store the outputs in one transaction, both or neither; return what is stored then.

        When the rule removes the review, no outputs are stored.
        """
        ...

    def read_outputs(self, review_id: ReviewId, names: Sequence[str]) -> Mapping[str, str]:
        """Return the JSON of those outputs that are stored, by name."""
        ...

    def list(self, owner: OwnerId, *, limit: int, cursor: str | None = None) -> ReviewPage:
        """Return the owner's reviews, latest `created_at` first, ties by id downwards, those being deleted left out.

        Raises:
            InvalidRequestError: If the cursor is not one that this method gave.
        """
        ...

    def touching(self, owner: OwnerId, paper_id: PaperId) -> Sequence[Review]:
        """Return the owner's reviews that name the paper among their `papers`, and all that are running, by id."""
        ...

    def unfinished(self, *, limit: int) -> Sequence[Review]:
        """Return reviews whose outbox is not empty or whose deletion is unfinished, oldest `updated_at` first."""
        ...

    def made_before(self, time: datetime, *, limit: int) -> Sequence[Review]:
        """Return reviews of all owners whose `created_at` is earlier, oldest first, those being deleted left out."""
        ...

    def read_all_outputs(self, review_id: ReviewId) -> Mapping[str, str]:
        """Return the JSON of everything that is stored for the review, by name."""
        ...

    def clear(self, review_id: ReviewId) -> None:
        """Remove all outputs of a review; may be repeated."""
        ...


class StepPublisher(Protocol):
    def publish(self, message: StepMessage) -> None:
        """Hand the order over; return only once it is durable. It may be delivered more than once.

        Raises:
            TransientError: If it could not be handed over.
        """
        ...


class LibraryPaper(Value, frozen=True, kw_only=True):
    """A readable paper as filters and labels see it."""

    id: PaperId
    generation: int
    filename: str
    metadata: Metadata
    notices: tuple[WorkNotice, ...] = ()
    is_supplement: bool = False


class Judged(Value, frozen=True, kw_only=True):
    """The papers that pass filters, in the order of their ids, and how many could not be judged."""

    ids: tuple[PaperId, ...]
    unjudged: Unjudged


class LibraryCatalog(Protocol):
    """The readable papers of an owner by what they say about themselves. Raises TransientError like ReviewStore."""

    def select(self, owner: OwnerId, filters: Filters) -> Sequence[PaperId]:
        """Return the ids of the papers that pass the filters, in the order of their ids."""
        ...

    def judged(self, owner: OwnerId, filters: Filters) -> Judged:
        """Return what `select` does, and how many papers do not pass only because what the filters ask for is not known of them."""
        ...

    def describe(self, owner: OwnerId, paper_ids: Sequence[PaperId]) -> Mapping[PaperId, LibraryPaper]:
        """Return those of the papers that are the owner's and readable, by id."""
        ...

    def titled(self, owner: OwnerId, titles: Sequence[str]) -> Mapping[str, PaperId]:
        """Return the owner's readable papers of exactly these titles, case and accents aside, by the title asked for."""
        ...


class PickedQuote(Value, frozen=True, kw_only=True):
    """A sentence worth quoting, letter for letter from the evidence of that number.

    `score` says how likely it answers beside the paper's other sentences, from 0 to 1.
    """

    number: int
    text: str
    score: float


class QuotePicker(Protocol):
    """Chooses sentences by rules and local models, where no language model is configured."""

    name: str

    def pick(self, question: str, evidence: Sequence[Evidence], *, limit: int) -> Sequence[PickedQuote]:
        """Return at most `limit` sentences of the evidence that bear on the question, best first."""
        ...
