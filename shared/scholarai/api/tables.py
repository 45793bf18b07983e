"""Tables over papers: a row per paper, a column per question, every cell with its quote; and the steps of tables and reviews, taken here."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeAlias

from scholarai.api.adding import Papers, require_order
from scholarai.api.progress import shown_progress
from scholarai.bootstrap import App
from scholarai.domain.errors import ScholarError, TransientError
from scholarai.domain.ids import OwnerId, PaperId, ReviewId
from scholarai.domain.marks import CollectionId
from scholarai.domain.paper import Failure, Paper
from scholarai.domain.review import Review, StepMessage
from scholarai.domain.table_spec import TITLE_CHARACTERS
from scholarai.domain.tables import ShownTable
from scholarai.reviewing.tables import TableChange, WantedColumn, column_of, named
from scholarai.services.reviews.tables import PaperChoice, TableEstimate, TableRequest

# How often a transiently failing step is retried at once; a server waits between attempts, a caller does not.
_TRIES = 3


class StepQueue:
    """Implements `ports.reviews.StepPublisher` for one process: the next step waits here."""

    def __init__(self) -> None:
        self.waiting: deque[StepMessage] = deque()

    def publish(self, message: StepMessage) -> None:
        self.waiting.append(message)

    def do_all(
        self,
        step: Callable[[StepMessage], object],
        *,
        begun: Callable[[StepMessage], None] = lambda _: None,
        done: Callable[[StepMessage], None] = lambda _: None,
    ) -> None:
        """Do the steps in turn, those that they publish too, until none is waiting."""
        while self.waiting:
            message = self.waiting.popleft()
            begun(message)
            _do(step, message)
            done(message)


def _do(step: Callable[[StepMessage], object], message: StepMessage) -> None:
    """Run a step, and again at once if it fails for a transient reason."""
    for attempt in range(1, _TRIES + 1):
        try:
            step(message)
        except TransientError:
            if attempt == _TRIES:
                raise
        else:
            return


# Tables that are read at once from the store.
_PAGE = 100

Column: TypeAlias = WantedColumn
"""A column that is wanted: `template` or `question`, its `name`, its `kind`, or the `expression` of a computed one."""


class TableFailedError(ScholarError):
    """Filling a table ended before all of its cells were asked for; `table` holds what is filled."""

    def __init__(self, failure: Failure, table: ShownTable) -> None:
        super().__init__(failure.code, failure.message, action=failure.action)
        self.retryable = failure.retryable
        self.table = table


class Tables:
    """The part of `Library` about tables."""

    _app: App
    _owner: OwnerId
    _progress: bool | None

    def _ids(self, papers: Papers) -> tuple[PaperId, ...]:
        raise NotImplementedError

    def table(
        self,
        papers: Papers | None,
        questions: str | Column | Sequence[str | Column],
        *,
        collection: CollectionId | None = None,
        title: str = "",
        budget_usd: float | None = None,
    ) -> ShownTable:
        """Ask up to 200 papers the same questions, and return a row for each with a cell for each question.

        Args:
            papers: A row each. None: those of the collection, or without one all of the library.
            questions: A column each, up to 20: a question, the id of a ready-made column such as "any-field.method", or a
                column with its kind.
            collection: Its id; the papers in it and in those nested in it, the first added first.
            title: What the table is called; "" names it by its columns.
            budget_usd: What the model may cost. None: SCHOLARAI_REVIEW_BUDGET_USD.

        Raises:
            TableFailedError: If not all cells were asked for; `table` holds what is filled.
            PaperFaultError: If a file cannot be read as a paper.
            InvalidRequestError: If a question, the budget or the number of papers or questions is out of bounds.
            NotFoundError: If there is no such collection.
        """
        for question in [questions] if isinstance(questions, str | Path | Paper | Column) else questions:
            if not isinstance(question, Column):
                require_order(papers, question, "table(papers, questions)")
        with shown_progress(self._progress) as bar:
            made = self.run_table(
                papers,
                columns_of(questions),
                collection=collection,
                title=title,
                budget_usd=budget_usd,
                on_step=lambda done: bar.count(f"{done} papers are asked"),
            )
        if made.review.failure is not None:
            raise TableFailedError(made.review.failure, made)
        return made

    def estimate_table(
        self,
        columns: int,
        papers: Papers | None = None,
        *,
        collection: CollectionId | None = None,
    ) -> TableEstimate:
        """Return what so many columns over papers are expected to take and cost; no model is asked."""
        choice = PaperChoice(paper_ids=None if papers is None else self._ids(papers), collection_id=collection)
        return self._app.reviews.fill_tables().estimate(self._owner, columns, choice)

    def run_table(
        self,
        papers: Papers | None,
        columns: Sequence[Column],
        *,
        collection: CollectionId | None = None,
        title: str = "",
        budget_usd: float | None = None,
        on_step: Callable[[int], None] = lambda _: None,
    ) -> ShownTable:
        """Fill a table like `table`, and return it with its record; `on_step` gets how many papers each step asked.

        A table that could not be filled whole is returned as it is; `review.failure` says why.
        """
        request = TableRequest(
            title=title or _title(columns),
            columns=tuple(columns),
            paper_ids=None if papers is None else self._ids(papers),
            collection_id=collection,
            budget_usd=budget_usd,
        )
        orders = StepQueue()
        started = self._app.reviews.fill_tables(orders).start(self._owner, request)
        return self._filled(started.id, orders, on_step)

    def tables(self) -> Iterator[Review]:
        """Yield the records of all tables, newest first; `id`, `title` and `table`, which names their columns and collection."""
        cursor: str | None = None
        while True:
            page = self._app.reviews.tables().page(self._owner, limit=_PAGE, cursor=cursor)
            yield from page.reviews
            if (cursor := page.next_cursor) is None:
                return

    def refresh_table(self, table_id: ReviewId, *, on_step: Callable[[int], None] = lambda _: None) -> ShownTable:
        """Add the papers that have come into a table's collection, fill their rows, and return the table.

        What is filled stays; a paper that was removed from the table stays out. `review.failure` says what was not filled.

        Raises:
            NotFoundError: If there is no such table, or its collection is gone.
            InvalidRequestError: If it was not made of a collection, or would have too many papers.
        """
        orders = StepQueue()
        self._app.reviews.fill_tables(orders).change(self._owner, table_id, TableChange(refresh=True))
        return self._filled(table_id, orders, on_step)

    def _filled(self, table_id: ReviewId, orders: StepQueue, on_step: Callable[[int], None]) -> ShownTable:
        tables = self._app.reviews.tables()
        orders.do_all(
            self._app.reviews.run_review_step(orders).run,
            done=lambda _: on_step(_asked(tables.read(self._owner, table_id))),
        )
        return tables.read(self._owner, table_id)


def columns_of(questions: str | Column | Sequence[str | Column]) -> tuple[Column, ...]:
    """Return what is asked as columns; a text that is the id of a ready-made column stands for that one."""
    several = [questions] if isinstance(questions, str | Column) else questions
    return tuple(one if isinstance(one, Column) else column_of(one) for one in several)


def _title(columns: Sequence[Column]) -> str:
    names = ", ".join(map(named, columns))
    return names[:TITLE_CHARACTERS].strip() or "Table"


def _asked(table: ShownTable) -> int:
    """Return of how many papers no cell is waiting any more."""
    return sum(all(cell.state != "pending" for cell in row.cells) for row in table.rows)
