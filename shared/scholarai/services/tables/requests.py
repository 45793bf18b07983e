"""Starting and changing tables. A table is kept as a review whose steps fill cells."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import datetime

from msgspec.structs import replace

from scholarai.domain.errors import InvalidRequestError
from scholarai.domain.ids import OwnerId, PaperId, ReviewId
from scholarai.domain.review import Review, ReviewRequest, StepMessage
from scholarai.domain.table_spec import PAPERS_PER_TABLE, TITLE_CHARACTERS, TableSpec
from scholarai.domain.tables import FilledRow
from scholarai.domain.values import Value, to_json
from scholarai.ports.clock import Clock, IdSource
from scholarai.ports.reviews import Output, ReviewStore
from scholarai.ports.stores import PaperStore
from scholarai.reviewing import schedule
from scholarai.reviewing.table_changes import TableChange, WantedColumn, changed, with_columns
from scholarai.reviewing.table_rows import row_name, without_errors
from scholarai.services.papers.owned import require_owned
from scholarai.services.reviews.describing import holding
from scholarai.services.reviews.settling import SettleReview
from scholarai.services.tables.choosing import ChoosePapers, PaperChoice
from scholarai.services.tables.reading import read_rows, require_table, spec_of
from scholarai.services.tables.rules import TableRules
from scholarai.services.under_way import at_once


class TableRequest(PaperChoice, frozen=True, kw_only=True):
    """A table that somebody wants."""

    title: str
    columns: tuple[WantedColumn, ...]
    budget_usd: float | None = None


class StartTable(Value, frozen=True, kw_only=True):
    """Stores a table and orders its first step."""

    reviews: ReviewStore
    papers: PaperStore
    choose: ChoosePapers
    settle: SettleReview
    clock: Clock
    ids: IdSource
    rules: TableRules

    def run(self, owner: OwnerId, request: TableRequest, *, idempotency_key: str | None = None) -> Review:
        """Return the table as it waits to be filled; the same request with the same key is the same table.

        Raises:
            InvalidRequestError: If a title or column is empty or too long, or there are no, or too many papers.
            NotFoundError: If a named paper or the collection is unknown or another owner's.
            LimitReachedError: If the owner has taken a day's worth of tokens or money, and the table is a new one.
        """
        title = _title(request.title)
        papers = self._papers(owner, request)
        empty = TableSpec(paper_ids=papers, columns=(), collection_id=request.collection_id)
        spec = with_columns(empty, request.columns)
        table_id = self._id(owner, request, idempotency_key)
        made = self._made(table_id, owner, replace(request, title=title), spec)
        require_room = self.rules.room(owner)

        def rule(found: Review | None) -> Review:
            if found is None:
                require_room()
            return found or made

        stored = require_table(self.reviews.change(table_id, rule), owner)
        self.settle.run(stored)
        return stored

    def _papers(self, owner: OwnerId, request: TableRequest) -> tuple[PaperId, ...]:
        papers = tuple(self.choose.run(owner, request))
        if request.paper_ids is not None:
            require_all(self.papers, papers, owner)
        if not 0 < len(papers) <= PAPERS_PER_TABLE:
            raise InvalidRequestError(
                "papers_invalid", f"a table has 1 to {PAPERS_PER_TABLE} papers, got {len(papers)}"
            )
        return papers

    def _id(self, owner: OwnerId, request: TableRequest, key: str | None) -> ReviewId:
        if key is None:
            return ReviewId(self.ids.new())
        seed = f"table\n{owner}\n{key}\n{request}".encode()
        return ReviewId(hashlib.blake2b(seed, digest_size=16).hexdigest())

    def _made(self, table_id: ReviewId, owner: OwnerId, request: TableRequest, spec: TableSpec) -> Review:
        now = self.clock.now()
        step = schedule.cells_after((), asks_model=self.rules.asks_model)
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
            estimate=schedule.table_estimate(len(spec.paper_ids), len(spec.asked), self.rules.price_per_token()),
            outbox=(StepMessage(review_id=table_id, n=1, step=step.name),),
            notices=self.rules.notices,
            papers=spec.paper_ids,
            table=spec,
        )


class ChangeTable(Value, frozen=True, kw_only=True):
    """Changes a table; only the cells that are new, or that failed, are filled."""

    reviews: ReviewStore
    papers: PaperStore
    choose: ChoosePapers
    settle: SettleReview
    clock: Clock
    rules: TableRules

    def run(self, owner: OwnerId, table_id: ReviewId, change: TableChange) -> Review:
        """Return the table after the change.

        Raises:
            InvalidRequestError, ConflictError: Like `table_changes.changed`; and if a table of no collection is to be refreshed.
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

        def rule(found: Review | None) -> Review:
            current = require_table(found, owner)
            made = _changed(current, change, now)
            return _ordered(made, now, self.rules, again=bool(failed)) if change.asks else made

        outputs = [Output(name=row_name(row.paper_id), json=to_json(without_errors(row)).decode()) for row in failed]
        stored = require_table(self.reviews.change(table_id, rule, outputs), owner)
        self.settle.run(stored)
        return stored

    def _come(self, owner: OwnerId, table: Review) -> Sequence[PaperId]:
        """Return the papers of the table's collection that were never in the table: one that was removed stays out."""
        collection = spec_of(table).collection_id
        if collection is None:
            raise InvalidRequestError(
                "table_without_collection",
                "this table was not made of a collection",
                action="Add papers by their ids.",
            )
        held = frozenset(table.papers)
        chosen = PaperChoice(collection_id=collection, filters=table.request.filters)
        return [one for one in self.choose.run(owner, chosen) if one not in held]


def require_all(papers: PaperStore, wanted: Sequence[PaperId], owner: OwnerId) -> None:
    """Require all papers to be this owner's.

    Raises:
        InvalidRequestError: If there are too many.
        NotFoundError: If one is unknown or another owner's.
    """
    if len(wanted) > PAPERS_PER_TABLE:
        raise InvalidRequestError("papers_invalid", f"a table has {PAPERS_PER_TABLE} papers at most, got {len(wanted)}")
    for paper in at_once(papers.get, wanted):
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
    """Return the table with a further step ordered; while one is under way, it waits behind that one."""
    waiting = any(step.state == "waiting" and step.name != table.step for step in table.steps)
    step = schedule.cells_after(table.steps, asks_model=rules.asks_model)
    if table.step is not None:
        return table if waiting else replace(table, steps=(*table.steps, step))
    n = table.n + 1
    return replace(
        table,
        state="running",
        round=table.round + again,  # the answers that failed are not used again
        n=n,
        steps=(step,),
        step=step.name,
        attempts=0,
        failure=None,
        model=rules.model(),
        notices=(*(one for one in table.notices if one.code != "without_model"), *rules.notices),
        outbox=(*table.outbox, StepMessage(review_id=table.id, n=n, step=step.name)),
        updated_at=now,
    )
