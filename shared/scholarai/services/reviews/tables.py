"""Starts, estimates, changes, shows, stops and deletes an owner's tables. A table is kept as a review whose steps fill cells."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime

from msgspec.structs import replace

from scholarai.domain.collections import with_inner
from scholarai.domain.errors import InvalidRequestError, NotFoundError
from scholarai.domain.ids import OwnerId, PaperId, ReviewId
from scholarai.domain.listing import LibraryQuery
from scholarai.domain.marks import CollectionId
from scholarai.domain.repeats import Repeatable
from scholarai.domain.review import Estimate, Filters, Notice, Review, ReviewRequest, StepMessage
from scholarai.domain.spending import FREE, Cost
from scholarai.domain.table_spec import PAPERS_PER_TABLE, TITLE_CHARACTERS, TableSpec
from scholarai.domain.tables import FilledRow, ShownTable
from scholarai.domain.values import Value, from_json, to_json
from scholarai.ports.clock import Clock, IdSource
from scholarai.ports.notes import CollectionStore, LibraryIndex
from scholarai.ports.reviews import LibraryCatalog, Output, ReviewPage, ReviewStore
from scholarai.ports.stores import PaperStore
from scholarai.reviewing import chain
from scholarai.reviewing.chain import ended
from scholarai.reviewing.tables import (
    TableChange,
    WantedColumn,
    changed,
    known_rows,
    row_name,
    shown_rows,
    with_columns,
    without_errors,
)
from scholarai.services.concurrency import map_concurrently
from scholarai.services.outbox import SettleReview
from scholarai.services.papers.owned_papers import require_owned
from scholarai.services.reviews.job import described, holding
from scholarai.services.reviews.requests import made_before, page_of
from scholarai.services.spending import Spending

WITHOUT_MODEL = Notice(
    code="without_model",
    detail="No language model is connected: a cell is a candidate, the passage of the paper that comes closest, and nothing has judged it.",
)
NOTE = f"{WITHOUT_MODEL.detail} A model that SCHOLARAI_MODEL names fills cells with answers."


class TableRules(Value, frozen=True, kw_only=True):
    """What tables are filled with.

    `model` names who fills them, `price_per_token` is None where no model is asked, `cost` is that of tokens read and written.
    """

    model: Callable[[], str]
    price_per_token: Callable[[], tuple[float, float] | None]
    cost: Callable[[int, int], Cost]
    spending: Spending | None = None

    @property
    def asks_model(self) -> bool:
        return self.price_per_token() is not None

    @property
    def notices(self) -> tuple[Notice, ...]:
        """Return what readers of a table must know of how its cells are filled."""
        return () if self.asks_model else (WITHOUT_MODEL,)

    def room(self, owner: OwnerId) -> Callable[[], None]:
        """Return a check that raises LimitReachedError once the owner has reached the daily limit."""
        return self.spending.room_of(owner, "review") if self.spending and self.asks_model else lambda: None


class PaperChoice(Value, frozen=True, kw_only=True):
    """Papers by their ids; without ids those of a collection, or of the library, that pass the filters."""

    paper_ids: tuple[PaperId, ...] | None = None
    collection_id: CollectionId | None = None
    filters: Filters = Filters()


class ChoosePapers(Value, frozen=True, kw_only=True):
    """Finds the papers of a choice."""

    catalog: LibraryCatalog
    index: LibraryIndex
    collections: CollectionStore

    def choose(self, owner: OwnerId, choice: PaperChoice) -> Sequence[PaperId]:
        """Return the papers, each once; of a collection the readable ones in it or nested in it, the first added first.

        Of a collection that has more than a table takes, one more is returned. Named papers are not looked up.

        Raises:
            InvalidRequestError: If papers and a collection are named together.
            NotFoundError: If the collection is unknown.
        """
        if choice.collection_id is None:
            if choice.paper_ids is None:
                return self.catalog.select(owner, choice.filters)
            return tuple(dict.fromkeys(choice.paper_ids))
        if choice.paper_ids is not None:
            raise InvalidRequestError(
                "papers_invalid", "a table is of the papers named or of a collection, not of both"
            )
        readable = frozenset(self.catalog.select(owner, choice.filters))
        chosen: list[PaperId] = []
        for paper_id in self._inside(owner, choice.collection_id):
            if paper_id in readable:
                chosen.append(paper_id)
            if len(chosen) > PAPERS_PER_TABLE:
                break
        return chosen

    def _inside(self, owner: OwnerId, collection: CollectionId) -> Iterator[PaperId]:
        wanted = with_inner(self.collections.get(owner), collection)
        cursor: str | None = None
        while True:
            page = self.index.list(
                owner,
                LibraryQuery(collections=wanted, sort="added", descending=False, limit=PAPERS_PER_TABLE, cursor=cursor),
            )
            yield from (paper.id for paper in page.papers)
            if (cursor := page.next_cursor) is None:
                return


class TableRequest(PaperChoice, frozen=True, kw_only=True):
    """A table that somebody wants."""

    title: str
    columns: tuple[WantedColumn, ...]
    budget_usd: float | None = None


class TableEstimate(Value, frozen=True, kw_only=True):
    """What filling cells is expected to take, and its cost: `estimate.cost_usd` is 0 for unknown prices.

    `note` says what cells are without a model, and how to connect one; empty with one.
    """

    model: str
    papers: int
    estimate: Estimate
    cost: Cost
    note: str = ""


class FillTables(Value, frozen=True, kw_only=True):
    """Orders the steps that fill tables."""

    reviews: ReviewStore
    papers: PaperStore
    choose: ChoosePapers
    settle: SettleReview
    clock: Clock
    ids: IdSource
    rules: TableRules

    def start(self, owner: OwnerId, request: TableRequest, *, idempotency_key: str | None = None) -> Review:
        """Store a table and return it as it waits to be filled; the same request with the same key is the same table.

        Raises:
            InvalidRequestError: If a title or column is empty or too long, there are no, or too many papers, or another request had
                this key.
            NotFoundError: If a named paper or the collection is unknown or another owner's.
            LimitReachedError: If the owner has taken a day's worth of tokens or money, and the table is a new one.
        """
        title, now = _title(request.title), self.clock.now()
        repeatable = Repeatable.of(owner, "table", idempotency_key, request)
        if (known := made_before(self.reviews, self.settle, repeatable, now)) is not None:
            return require_table(known, owner)
        papers = self._papers(owner, request)
        empty = TableSpec(paper_ids=papers, columns=(), collection_id=request.collection_id)
        spec = with_columns(empty, request.columns)
        table_id = ReviewId(repeatable.ids(now)[-1] if repeatable else self.ids.new())
        made = self._made(table_id, owner, replace(request, title=title), spec)
        made = replace(made, request_digest=repeatable.digest if repeatable else None)
        require_room = self.rules.room(owner)

        def rule(known: Review | None) -> Review:
            if known is None:
                require_room()
            return made if known is None or repeatable is None else repeatable.require_same(known)

        stored = require_table(self.reviews.change(table_id, rule), owner)
        self.settle.settle(stored)
        return stored

    def change(self, owner: OwnerId, table_id: ReviewId, change: TableChange) -> Review:
        """Change a table and return it; only the cells that are new, or that failed, are filled.

        Raises:
            InvalidRequestError, ConflictError: Like `changed`; and if a table of no collection is to be refreshed.
            NotFoundError: If the table, a column, a paper or the collection is unknown.
            LimitReachedError: If cells are to be filled and the owner has taken a day's worth.
        """
        table = require_table(self.reviews.get(table_id), owner)
        require_all(self.papers, change.add_papers, owner)
        if change.refresh:
            change = replace(change, add_papers=(*change.add_papers, *self._come(owner, table)))
        if change.asks:
            self.rules.room(owner)()
        failed = _failed(self.reviews, table) if change.retry and table.step is None else []
        now = self.clock.now()

        def rule(known: Review | None) -> Review:
            current = require_table(known, owner)
            made = _changed(current, change, now)
            return _ordered(made, now, self.rules, again=bool(failed)) if change.asks else made

        outputs = [Output(name=row_name(row.paper_id), json=to_json(without_errors(row)).decode()) for row in failed]
        stored = require_table(self.reviews.change(table_id, rule, outputs), owner)
        self.settle.settle(stored)
        return stored

    def estimate(self, owner: OwnerId, columns: int, choice: PaperChoice) -> TableEstimate:
        """Return what filling so many columns of these papers takes, without asking a model; errors as in `ChoosePapers`."""
        papers = len(self.choose.choose(owner, choice))
        expected = chain.table_estimate(papers, columns, self.rules.price_per_token())
        cost = self.rules.cost(expected.input_tokens, expected.output_tokens) if self.rules.asks_model else FREE
        note = "" if self.rules.asks_model else NOTE
        return TableEstimate(model=self.rules.model(), papers=papers, estimate=expected, cost=cost, note=note)

    def _papers(self, owner: OwnerId, request: TableRequest) -> tuple[PaperId, ...]:
        papers = tuple(self.choose.choose(owner, request))
        if request.paper_ids is not None:
            require_all(self.papers, papers, owner)
        if not 0 < len(papers) <= PAPERS_PER_TABLE:
            raise InvalidRequestError(
                "papers_invalid", f"a table has 1 to {PAPERS_PER_TABLE} papers, got {len(papers)}"
            )
        return papers

    def _made(self, table_id: ReviewId, owner: OwnerId, request: TableRequest, spec: TableSpec) -> Review:
        now = self.clock.now()
        step = chain.cells_after((), asks_model=self.rules.asks_model)
        return Review(
            id=table_id,
            owner=owner,
            request=ReviewRequest(
                question=request.title,
                paper_ids=spec.paper_ids,
                filters=request.filters,
                budget_usd=request.budget_usd,
            ),
            created_at=now,
            updated_at=now,
            # A late message recreates a deleted table; start from the clock so that its epochs never repeat.
            epoch=int(now.timestamp() * 1_000_000),
            steps=(step,),
            step=step.name,
            title=request.title,
            model=self.rules.model(),
            estimate=chain.table_estimate(len(spec.paper_ids), len(spec.asked), self.rules.price_per_token()),
            outbox=(StepMessage(review_id=table_id, n=1, step=step.name),),
            notices=self.rules.notices,
            papers=spec.paper_ids,
            table=spec,
        )

    def _come(self, owner: OwnerId, table: Review) -> Sequence[PaperId]:
        """Return the papers of the table's collection that were never in the table: one that was removed stays out."""
        collection = spec_of(table).collection_id
        if collection is None:
            raise InvalidRequestError(
                "table_without_collection",
                "this table was not made of a collection",
                action="Add papers by their ids.",
            )
        had = frozenset(table.papers)
        chosen = PaperChoice(collection_id=collection, filters=table.request.filters)
        return [paper_id for paper_id in self.choose.choose(owner, chosen) if paper_id not in had]


def require_all(papers: PaperStore, wanted: Sequence[PaperId], owner: OwnerId) -> None:
    """Require all papers to be this owner's.

    Raises:
        InvalidRequestError: If there are too many.
        NotFoundError: If one is unknown or another owner's.
    """
    if len(wanted) > PAPERS_PER_TABLE:
        raise InvalidRequestError("papers_invalid", f"a table has {PAPERS_PER_TABLE} papers at most, got {len(wanted)}")
    for paper in map_concurrently(papers.get, wanted):
        require_owned(paper, owner)


def _title(text: str) -> str:
    title = " ".join(text.split())
    if not 0 < len(title) <= TITLE_CHARACTERS:
        raise InvalidRequestError("title_invalid", f"a title has 1 to {TITLE_CHARACTERS} characters, got {len(title)}")
    return title


def _failed(reviews: ReviewStore, table: Review) -> list[FilledRow]:
    """Return the rows that have failed cells."""
    return [row for row in read_rows(reviews, table) if any(cell.error for cell in row.cells.values())]


def _changed(table: Review, change: TableChange, now: datetime) -> Review:
    spec = changed(spec_of(table), change)
    title = table.title if change.title is None else _title(change.title)
    budget = table.request.budget_usd if change.budget_usd is None else change.budget_usd
    request = replace(table.request, question=title or "", paper_ids=spec.paper_ids, budget_usd=budget)
    made = replace(table, table=spec, title=title, request=request, updated_at=now)
    return holding(made, change.add_papers)


def _ordered(table: Review, now: datetime, rules: TableRules, *, again: bool) -> Review:
    """Return the table with one more step ordered; it waits while another step is running."""
    waiting = any(step.state == "waiting" and step.name != table.step for step in table.steps)
    step = chain.cells_after(table.steps, asks_model=rules.asks_model)
    if table.step is not None:
        return table if waiting else replace(table, steps=(*table.steps, step))
    changed = replace(
        table,
        state="running",
        round=table.round + again,  # the answers that failed are not used again
        steps=(step,),
        failure=None,
        model=rules.model(),
        notices=(*(notice for notice in table.notices if notice.code != "without_model"), *rules.notices),
    )
    return chain.ordered(changed, step.name, now)


class Tables(Value, frozen=True, kw_only=True):
    """Tables as far as they are filled; `delete_review` is what deletes the review that a table is kept as."""

    reviews: ReviewStore
    catalog: LibraryCatalog
    clock: Clock
    delete_review: Callable[[OwnerId, ReviewId], None]

    def page(self, owner: OwnerId, *, limit: int, cursor: str | None = None) -> ReviewPage:
        """Return a page of the owner's tables, newest first; a page may be short though others follow it.

        Raises:
            InvalidRequestError: If the cursor is malformed.
        """
        return page_of(self.reviews, owner, limit=limit, cursor=cursor, tables=True)

    def read(self, owner: OwnerId, table_id: ReviewId) -> ShownTable:
        """Return the table as far as it is filled, its papers named as they are known now.

        Raises:
            NotFoundError: If it is unknown, being deleted, or another owner's.
        """
        table = require_table(self.reviews.get(table_id), owner)
        spec = spec_of(table)
        rows = known_rows(table, read_rows(self.reviews, table))
        there = self.catalog.describe(owner, spec.paper_ids)
        papers = {paper_id: described(paper, 0.0, ()) for paper_id, paper in there.items()}
        return ShownTable(review=table, spec=spec, rows=shown_rows(spec, rows, papers))

    def stop(self, owner: OwnerId, table_id: ReviewId) -> Review:
        """Stop filling; what is filled stays. One that is not being filled comes back as it is.

        Raises:
            NotFoundError: If it is unknown, being deleted, or another owner's.
        """
        now = self.clock.now()

        def rule(known: Review | None) -> Review:
            table = require_table(known, owner)
            return table if table.step is None else replace(ended(table, "cancelled", None, now), outbox=())

        return require_table(self.reviews.change(table_id, rule), owner)

    def delete(self, owner: OwnerId, table_id: ReviewId) -> None:
        """Delete the table with everything made for it; a repeated call goes on with what is left.

        Raises:
            NotFoundError: If it is unknown or another owner's.
        """
        require_table(self.reviews.get(table_id), owner, deleting=True)
        self.delete_review(owner, table_id)


def require_table(table: Review | None, owner: OwnerId, *, deleting: bool = False) -> Review:
    """Return the table if it is this owner's; one that is being deleted only where `deleting` asks for it.

    Raises:
        NotFoundError: If not; another owner's table is as unknown as a missing one.
    """
    if table is None or table.owner != owner or table.table is None or (table.deleting and not deleting):
        raise NotFoundError("table_unknown", "there is no such table")
    return table


def spec_of(table: Review) -> TableSpec:
    return table.table or TableSpec(paper_ids=(), columns=())


def read_rows(reviews: ReviewStore, table: Review) -> list[FilledRow]:
    """Return the rows that are filled so far."""
    names = [row_name(paper_id) for paper_id in spec_of(table).paper_ids]
    return [from_json(FilledRow, text) for text in reviews.read_outputs(table.id, names).values()]
